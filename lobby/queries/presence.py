"""What the lobby knows about a person: his chips on tables and the tables he sits at."""

from typing import Any

from django.db.models import F, Sum

from accounts.models import User
from accounts.queries import profile
from lobby.models import Seat


def in_play(user: User) -> int:
    """Chips on all tables, as they stood when the hands that are on began."""
    total = Seat.objects.filter(user=user).aggregate(chips=Sum(F("stack") + F("pending")))
    return total["chips"] or 0


def seated_at(user: User) -> list[dict[str, Any]]:
    """The tables where a person has a seat."""
    return [
        {"slug": seat.table.slug, "name": seat.table.name, "stack": seat.stack + seat.pending}
        for seat in Seat.objects.filter(user=user).select_related("table")
    ]


def register() -> None:
    """Answer for the profile's parts that the lobby knows."""
    profile.register_section("in_play", in_play)
    profile.register_section("tables", seated_at)
