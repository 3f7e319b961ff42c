"""The lobby's sections of a user's profile and data export: chips, seats and chat lines."""

import uuid
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import F, Sum

from accounts.ledger.queries import register_hidden_chips
from accounts.people.models import User
from accounts.people.queries import profile
from accounts.privacy.export import Row, register_part
from games.engines.core import registry
from games.hands.queries.hand_list import TableName, register_tables
from games.hands.queries.viewers import register_closed_tables
from lobby.tables.models import (
    ChatLine,
    Seat,
    SitAndGo,
    SitAndGoPlayer,
    Table,
)


def in_play(user: User) -> int:
    """A user's chips on all tables, without hands in progress, and their entries in sit and gos."""
    seats = Seat.objects.filter(user=user, table__plays_for=Table.PlaysFor.CHIPS)
    total = seats.aggregate(chips=Sum(F("stack") + F("pending")))
    on = (SitAndGo.State.REGISTERING, SitAndGo.State.RUNNING)
    entries = SitAndGoPlayer.objects.filter(user=user, sit_and_go__state__in=on)
    paid = entries.aggregate(chips=Sum("sit_and_go__entry"))
    return (total["chips"] or 0) + (paid["chips"] or 0)


def seated_at(user: User) -> list[dict[str, Any]]:
    """The tables where a user has a seat."""
    return [
        {
            "slug": seat.table.slug,
            "name": seat.table.name,
            "stack": seat.stack + seat.pending,
            "points": seat.table.plays_for != Table.PlaysFor.CHIPS,
        }
        for seat in Seat.objects.filter(user=user).select_related("table")
    ]


def said(user: User) -> Iterator[Row]:
    """Every chat line that a user wrote, the oldest first."""
    lines = ChatLine.objects.filter(user=user).select_related("table").order_by("id")
    for line in lines.iterator():
        yield {
            "at": line.at,
            "table__name": line.table.name,
            "room": line.room,
            "text": line.as_written,
        }


def _names(table_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, TableName]:
    rows = Table.objects.filter(pk__in=table_ids).values_list("pk", "name", "slug")
    return {table_id: TableName(name, slug) for table_id, name, slug in rows}


def _called(text: str, most: int) -> list[uuid.UUID]:
    """The latest tables with this text in their names."""
    found = Table.objects.filter(name__icontains=text).order_by("-created_at")
    return list(found.values_list("pk", flat=True)[:most])


def _is_closed(table_id: uuid.UUID) -> bool:
    return Table.objects.filter(pk=table_id, state=Table.State.CLOSED).exists()


def _hidden_chips() -> dict[str, int]:
    """Chips at tables where stacks are hidden, by the kind of the users who sit there."""
    seats = Seat.objects.filter(table__plays_for=Table.PlaysFor.CHIPS).order_by()
    by_kind = seats.values_list("table_id", "user__kind").annotate(
        chips=Sum(F("stack") + F("pending"))
    )
    sums = list(by_kind)
    tables = Table.objects.in_bulk({table_id for table_id, _kind, _chips in sums})
    found: Counter[str] = Counter()
    for table_id, kind, chips in sums:
        table = tables[table_id]
        if registry.get(table.game).hides_stacks(table.parsed_rules):
            found[kind] += int(chips)
    return dict(found)


register_closed_tables(_is_closed)
register_hidden_chips(_hidden_chips)
register_tables(names=_names, called=_called)
profile.register_section("in_play", in_play)
profile.register_section("tables", seated_at)
register_part("chat", said)
