"""Seats between two hands: who is ready, how many a hand needs, who may start it."""

from collections.abc import Sequence

from accounts.people.models import User
from games.engines.core import registry
from lobby.tables.models import Seat, Table


def entry_price(table: Table) -> int:
    """The chips that a seat needs to be dealt in: a boot, the largest possible loss, a chip.

    0 at tables for points. Bots' rebuys, seats, top-ups and pages all ask here.
    """
    return 0 if table.for_points else registry.get(table.game).entry_price(table.parsed_rules)


def chips_missing(table: Table, seat: Seat) -> int:
    """The chips that a seat must add to be dealt in; 0 if it has enough."""
    return max(0, entry_price(table) - seat.stack - seat.pending) if not table.for_points else 0


def ready_seats(table: Table, seats: Sequence[Seat]) -> list[Seat]:
    """The seats that would be dealt in now, in ascending order."""
    return sorted(
        (
            seat
            for seat in seats
            if seat.status == Seat.Status.READY and not chips_missing(table, seat)
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
