"""The first staff page: how the room stands, and what waits."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts import staff
from accounts.admin.charts import Chart, Column
from accounts.admin.sections import chips
from lobby.queries.cases import queue
from lobby.queries.dashboard import Hour, standing

LATE_S = 10
"""A dealer beats every two seconds; after so long without, something is wrong."""
CASES = 5
KINDS = {"wallet": "Wallets", "escrow": "On tables", "prize": "Prize pools", "house": "The house",
         "bank": "The bank"}  # fmt: skip


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """What `templates/admin/index.html` shows."""
    now = standing()
    sees_cases = staff.may(request.user, staff.Right.CHAT)
    return {
        **context,
        "title": "The room now",
        "now": now,
        "late": now.beat_age_s is None or now.beat_age_s > LATE_S,
        "chart": by_hour(now.hours),
        "hands_a_day": f"{sum(hour.hands for hour in now.hours):,}",
        "supply": [(label, chips(now.supply.get(kind, 0))) for kind, label in KINDS.items()],
        "issued": chips(-now.supply.get("bank", 0)),
        "off_by": sum(now.supply.values()),
        "cases": queue(limit=CASES) if sees_cases else (),
        "sees_cases": sees_cases,
        "factor_needed": settings.STAFF_SECOND_FACTOR,
    }


def by_hour(hours: tuple[Hour, ...]) -> Chart:
    """The hours as bars, left to right."""
    return Chart(
        "Hands that began in each of the last 24 hours",
        [
            Column(
                hour.hands,
                f"{hour.start:%H:00} UTC: {hour.hands:,} hands",
                f"{hour.start:%H}" if place % 3 == 0 else "",
            )
            for place, hour in enumerate(hours)
        ],
    )
