"""The public status of the site: what works, from the checks of `/readyz` and of the audits.

It says which part works, and names no machine, address, version or error. It needs no database to
be shown, and is checked once for all who ask (`Readiness`), so that asking often costs nothing.
"""

import asyncio
import datetime
from functools import lru_cache
from typing import Annotated, Literal

import structlog
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from msgspec import Meta

from config.web import health
from core.clock import to_unix_ms
from core.periodic_tasks.models import PeriodicTask
from core.runtime.single_flight import SharedCopies
from core.wire import Moment, Shape
from lobby.moderation.models import AuditFinding

log = structlog.get_logger("status")

SHARED_S = 10
"""How long the state of the audits is shared, and how long clients may keep the page."""
AUDIT_AGE_MAX = datetime.timedelta(minutes=15)
"""New hands are checked each minute; a check that is older than this says nothing."""
AUDIT_TASKS = ("audit_new", "audit")

Part = Literal["play", "live", "dealer", "ledger"]
State = Literal["ok", "down", "unknown"]


class PartStatus(Shape):
    """Whether one part of the site works."""

    part: Annotated[
        Part,
        Meta(
            description="`play`: tables and accounts; `live`: live updates; `dealer`: clocks, bots "
            "and next hands; `ledger`: the checks that all chips and hands add up"
        ),
    ]
    status: Annotated[State, Meta(description="`unknown`: it could not be checked")]


class SiteStatus(Shape):
    """Whether the site works, and each part of it."""

    status: Annotated[
        Literal["ok", "degraded", "down"],
        Meta(description="`down`: nobody can play; `degraded`: something else does not work"),
    ]
    parts: list[PartStatus]
    at: Moment
    ledger_checked_at: Annotated[
        Moment | None, Meta(description="when new hands and chips were last checked")
    ]


_audits: SharedCopies[tuple[State, int | None]] = SharedCopies(lifetime_s=SHARED_S, most=1)


async def now() -> SiteStatus:
    """The status; parts are at most a second old, the audits `SHARED_S` seconds."""
    ready = await health.current()
    ledger: State = "unknown"
    checked_at: int | None = None
    if ready["database"]:
        ledger, checked_at = await asyncio.to_thread(_audits.get, None, _audited)
    states: dict[Part, State] = {
        "play": "ok" if ready["database"] else "down",
        "live": "ok" if ready["valkey"] else "down",
        "dealer": "ok" if ready["dealer"] else "down",
        "ledger": ledger,
    }
    is_degraded = "down" in states.values()
    return SiteStatus(
        status="down" if states["play"] == "down" else "degraded" if is_degraded else "ok",
        parts=[PartStatus(part, state) for part, state in states.items()],
        at=to_unix_ms(timezone.now()),
        ledger_checked_at=checked_at,
    )


def _audited() -> tuple[State, int | None]:
    """Whether the audits ran well and found nothing, and when new rows were last checked."""
    try:
        tasks = PeriodicTask.objects.in_bulk(AUDIT_TASKS)
        has_findings = AuditFinding.objects.filter(gone_at=None).exists()
    except Exception:
        log.warning("the audits' state cannot be read", exc_info=True)
        return "unknown", None
    finally:
        close_old_connections()
    latest = tasks.get(AUDIT_TASKS[0])
    checked = latest.finished_at if latest is not None else None
    at = to_unix_ms(checked) if checked is not None else None
    if has_findings:
        return "down", at
    is_late = checked is None or checked < timezone.now() - AUDIT_AGE_MAX
    return ("unknown" if is_late or any(task.failed for task in tasks.values()) else "ok"), at


@require_safe
async def page(request: HttpRequest) -> HttpResponse:
    """The status for people. It is drawn without its visitor, who may not be readable."""
    status = await now()
    states = tuple((one.part, one.status) for one in status.parts)
    checked = status.ledger_checked_at
    minute = None if checked is None else checked // 60_000
    return HttpResponse(
        _page(get_language(), status.status, states, minute),
        headers={"Cache-Control": f"public, max-age={SHARED_S}", "Vary": "Accept-Language, Cookie"},
    )


@lru_cache(maxsize=32)
def _page(
    _language: str | None, status: str, states: tuple[tuple[Part, State], ...], minute: int | None
) -> str:
    """The page in the present language; `minute` is when the ledger was checked, of Unix time."""
    checked_at = None
    if minute is not None:
        checked_at = datetime.datetime.fromtimestamp(minute * 60, datetime.UTC)
    context = {
        "status": status,
        "states": states,
        "is_all_known": "unknown" not in dict(states).values(),
        "checked_at": checked_at,
        "plain": True,
    }
    return render_to_string("status.html", context)
