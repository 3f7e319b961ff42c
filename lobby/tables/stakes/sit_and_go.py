"""Sit and gos: everyone pays the same entry and plays for the places until one player is left."""

from collections.abc import Sequence

from lobby.tables.models import Seat, SitAndGo, Table
from lobby.tables.stakes import sit_and_go_games
from lobby.tables.stakes.base import Stakes


class SitAndGos(Stakes):
    """Points that decide the places of a sit and go; its entries are in a prize pool."""

    key = Table.PlaysFor.SIT_AND_GO.value

    def _return_chips(self, seats: Sequence[Seat], cause: str) -> int:
        """Refund the entries before the start."""
        sit_and_go = sit_and_go_games.current(seats[0].table)
        if sit_and_go is None or sit_and_go.state != SitAndGo.State.REGISTERING:
            return 0
        return sum(sit_and_go_games.withdraw(sit_and_go, seat) for seat in seats)
