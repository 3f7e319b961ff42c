"""The lobby's sections of a user's profile and data export: chips, seats and chat lines."""

from collections.abc import Iterator
from typing import Any

from accounts.people.models import User
from accounts.people.queries.profile import SECTIONS
from accounts.privacy.export import PARTS, Row
from lobby.tables.models import ChatLine, Seat, WaitingEntry
from lobby.tables.stakes import kinds, stakes_of


def in_play(user: User) -> int:
    """A user's chips on all tables, without hands in progress, and their entries in sit and gos."""
    return sum(stakes.in_play(user.pk) for stakes in kinds())


def seated_at(user: User) -> list[dict[str, Any]]:
    """The tables where a user has a seat."""
    return [
        {
            "slug": seat.table.slug,
            "name": seat.table.name,
            "stack": seat.stack + seat.pending,
            "points": not stakes_of(seat.table).are_chips,
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


def waits_at(user: User) -> Iterator[Row]:
    """The tables where a user waits for a seat."""
    for entry in WaitingEntry.objects.filter(user=user).select_related("table").order_by("id"):
        yield {"at": entry.joined_at, "table__name": entry.table.name}


SECTIONS |= {"in_play": in_play, "tables": seated_at}
PARTS |= {"chat": said, "waiting-lists": waits_at}
