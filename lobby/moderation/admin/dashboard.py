"""The staff dashboard: the state of the site, and what waits for staff."""

import datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from core.admin.charts import Chart
from core.admin.sections import chips, link
from core.periodic_tasks.models import PeriodicTask
from core.periodic_tasks.task import TASKS
from core.plots import Column
from core.staff import rights
from lobby.moderation.queries.cases import queue
from lobby.moderation.queries.dashboard import Hour, dashboard_figures

DEALER_DOWN_AFTER_S = 10
"""A dealer sends a heartbeat every two seconds; after this long without one it counts as down."""
TASK_OVERDUE_AFTER = datetime.timedelta(minutes=15)
NO_WAIT = datetime.timedelta(0)
AUDITS = ("audit_new", "audit")
CASES_SHOWN_MAX = 5
KINDS = {
    "wallet": "Wallets",
    "escrow": "At tables",
    "prize": "Prize pools",
    "house": "The house",
    "bank": "The bank",
}


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The context of `templates/admin/index.html`."""
    now = dashboard_figures()
    sees_cases = rights.may(request.user, rights.Right.CHAT)
    duties = {row.name: duty(row) for row in now.tasks}
    return {
        **context,
        "title": "Dashboard",
        "now": now,
        "late": now.beat_age_s is None or now.beat_age_s > DEALER_DOWN_AFTER_S,
        "chart": by_hour(now.hours),
        "hands_a_day": f"{sum(hour.hands for hour in now.hours):,}",
        "supply": [(label, chips(now.supply.get(kind, 0))) for kind, label in KINDS.items()],
        "issued": chips(-now.supply.get("bank", 0)),
        "off_by": sum(now.supply.values()),
        "cases": queue(limit=CASES_SHOWN_MAX) if sees_cases else (),
        "sees_cases": sees_cases,
        "factor_needed": settings.STAFF_SECOND_FACTOR,
        "findings": [
            {"found": row, "table": link(row.table), "case": row.case if sees_cases else None}
            for row in now.findings
        ],
        "audits": [duties[name] for name in AUDITS if name in duties],
        "tasks": list(duties.values()),
    }


def duty(row: PeriodicTask) -> dict[str, Any]:
    """A periodic task's row: its name, last run, lag and next run."""
    task, now = TASKS[row.name], timezone.now()
    overdue = now - row.due_at > TASK_OVERDUE_AFTER
    waits = task.lag() if task.lag is not None else ""
    return {
        "what": task.what,
        "ran": f"{ago(now - row.finished_at)} ago" if row.finished_at else "never",
        "took": f"{row.took_ms:,} ms" if row.took_ms is not None else "–",
        "outcome": row.outcome or "–",
        "waits": waits,
        "next": "running" if row.under_way else f"in {ago(max(row.due_at - now, NO_WAIT))}",
        "wrong": f"failed × {row.failed}" * bool(row.failed) or "overdue" * overdue,
    }


def ago(span: datetime.timedelta) -> str:
    """A time span in its largest unit: `3 min`."""
    seconds = span // datetime.timedelta(seconds=1)
    for unit, size in (("days", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def by_hour(hours: tuple[Hour, ...]) -> Chart:
    """The hours as bars, left to right."""
    return Chart(
        "Hands started in each of the last 24 hours",
        [
            Column(
                hour.hands,
                f"{hour.start:%H:00} UTC: {hour.hands:,} hands",
                f"{hour.start:%H}" if index % 3 == 0 else "",
            )
            for index, hour in enumerate(hours)
        ],
    )
