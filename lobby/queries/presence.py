"""What the lobby knows about a person: his chips on tables and the tables he sits at."""

from typing import Any

from django.db.models import F, Sum

from accounts.models import User
from accounts.queries import profile
from lobby.models import Contest, Entrant, Seat, Table


def in_play(user: User) -> int:
    """Chips on all tables, as they stood when the hands that are on began, and entries paid."""
    seats = Seat.objects.filter(user=user, table__plays_for=Table.PlaysFor.CHIPS)
    total = seats.aggregate(chips=Sum(F("stack") + F("pending")))
    on = (Contest.State.REGISTERING, Contest.State.RUNNING)
    entries = Entrant.objects.filter(user=user, contest__state__in=on)
    paid = entries.aggregate(chips=Sum("contest__entry"))
    return (total["chips"] or 0) + (paid["chips"] or 0)


def seated_at(user: User) -> list[dict[str, Any]]:
    """The tables where a person has a seat."""
    return [
        {
            "slug": seat.table.slug,
            "name": seat.table.name,
            "stack": seat.stack + seat.pending,
            "points": seat.table.plays_for != Table.PlaysFor.CHIPS,
        }
        for seat in Seat.objects.filter(user=user).select_related("table")
    ]


def register() -> None:
    """Answer for the profile's parts that the lobby knows."""
    profile.register_section("in_play", in_play)
    profile.register_section("tables", seated_at)
