"""The lobby's sections of a user's profile and data export: chips, seats and chat lines."""

from collections.abc import Iterator
from typing import Any

from django.db.models import F, Sum

from accounts.people.models import User
from accounts.people.queries.profile import SECTIONS
from accounts.privacy.export import PARTS, Row
from lobby.tables.models import ChatLine, Seat, SitAndGo, SitAndGoPlayer, Table


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


SECTIONS |= {"in_play": in_play, "tables": seated_at}
PARTS |= {"chat": said}
