"""Open cases of suspected chip dumping."""

import datetime
import uuid
from typing import Any

from django.utils import timezone

from lobby.moderation.actions import house_cases
from lobby.moderation.detection.chip_dumping import Suspicion
from lobby.moderation.models import Report
from lobby.moderation.queries.chip_dumping import watch


def open_dumping_cases(*, days: int, until: datetime.datetime | None = None) -> list[Report]:
    """Search the last `days` and open a case for each pair or ring without one from that time.

    A ring is one case with all its givers; it is known if each of them is. The case is about the
    receiver of the chips. Staff decide what it means.
    """
    until = until or timezone.now()
    since = until - datetime.timedelta(days=days)
    found = watch(since=since, until=until).suspicions()
    with house_cases.alone():
        known = house_cases.known_pairs(since)
        fresh = [
            one
            for one in found
            if any(frozenset((giver, one.receiver)) not in known for giver in one.givers)
        ]
        tables = house_cases.tables_of(one.hand for one in fresh)
        return [_open(one, tables[one.hand], since, until) for one in fresh]


def _open(
    found: Suspicion, table_id: uuid.UUID, since: datetime.datetime, until: datetime.datetime
) -> Report:
    return Report.objects.create(
        table_id=table_id,
        hand_id=found.hand,
        about_id=found.receiver,
        kind=Report.Kind.COLLUSION,
        text=found.words(),
        figures=_figures(found) | {"since": since.isoformat(), "until": until.isoformat()},
    )


def _figures(found: Suspicion) -> dict[str, Any]:
    named = found._asdict()
    people = {name: str(named.pop(name)) for name in ("receiver", "giver", "hand")}
    return people | named | {"givers": [str(giver) for giver in found.givers]}
