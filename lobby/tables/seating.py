"""Seats between two hands: who is ready, how many a hand needs, who may start it."""

from collections.abc import Sequence

from accounts.people.models import User
from games.engines.core import registry
from lobby.tables.models import Seat, Table


def ready_seats(table: Table, seats: list[Seat]) -> list[Seat]:
    """The seats that would be dealt in now, in ascending order."""
    game = registry.get(table.game)
    price = game.entry_price(table.parsed_rules)
    return sorted(
        (
            seat
            for seat in seats
            if seat.status == Seat.Status.READY
            and (table.for_points or seat.stack + seat.pending >= price)
        ),
        key=lambda seat: seat.number,
    )


def players_needed(table: Table) -> int:
    """How many ready seats a hand needs at this table."""
    return registry.get(table.game).min_players(table.parsed_rules)


def starters(table: Table, seats: Sequence[Seat]) -> list[int]:
    """The seats whose players may start the next hand, if it does not start by itself.

    Empty if it starts by itself, before the first hand, after a deal that nobody bid on, and when
    no winner is a person who is present.
    """
    game = registry.get(table.game)
    by = game.restart_by(table.parsed_rules)
    winners = table.last_result.get("winners", [])
    if by == "auto" or not winners:
        return []
    return [
        seat.number
        for seat in seats
        if seat.user.kind != User.Kind.BOT
        and seat.status == Seat.Status.READY
        and (by == "anyone" or seat.number in winners)
    ]
