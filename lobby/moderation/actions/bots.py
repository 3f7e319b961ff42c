"""Open cases about users whose decision times suggest an undeclared bot."""

import datetime
from typing import Any

from django.utils import timezone

from lobby.moderation.actions import house_cases
from lobby.moderation.detection.bots import Suspicion, suspicion
from lobby.moderation.models import Report
from lobby.moderation.queries.bots import decisions


def open_bot_cases(*, days: int, until: datetime.datetime | None = None) -> list[Report]:
    """Search the last `days` and open a case about each suspect without one from that time."""
    until = until or timezone.now()
    since = until - datetime.timedelta(days=days)
    judged = (suspicion(*made) for made in decisions(since=since, until=until))
    found = [one for one in judged if one is not None]
    with house_cases.alone():
        known = house_cases.known(Report.Kind.UNDECLARED_BOT, since)
        have = set(known.values_list("about_id", flat=True))
        fresh = [one for one in found if one.person not in have]
        tables = house_cases.tables_of(one.hand for one in fresh)
        return [
            Report.objects.create(
                table_id=tables[one.hand],
                hand_id=one.hand,
                about_id=one.person,
                kind=Report.Kind.UNDECLARED_BOT,
                text=one.words(),
                figures=_figures(one) | {"since": since.isoformat(), "until": until.isoformat()},
            )
            for one in fresh
        ]


def _figures(found: Suspicion) -> dict[str, Any]:
    named = found._asdict()
    return {name: named[name] for name in named if name not in ("person", "hand")}
