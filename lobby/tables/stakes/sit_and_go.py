"""Sit and gos: everyone pays the same entry and plays for the places until one player is left."""

import datetime
import uuid
from collections.abc import Sequence

from accounts.people.models import User
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat, SitAndGo, Table
from lobby.tables.stakes import sit_and_go_games
from lobby.tables.stakes.base import Stakes


class SitAndGos(Stakes):
    """Points that decide the places of a sit and go; its entries are in a prize pool."""

    key = Table.PlaysFor.SIT_AND_GO.value
    drop_in = False

    def bring(self, table: Table, user: User, number: int, *, chips: int, key: uuid.UUID) -> int:
        """Enter the sit and go that is open for registration."""
        sit_and_go = sit_and_go_games.open_sit_and_go(table)
        sit_and_go_games.enter(sit_and_go, user, number, key=key)
        return sit_and_go.points

    def _return_chips(self, seats: Sequence[Seat], cause: str) -> int:
        """Refund the entries before the start."""
        sit_and_go = sit_and_go_games.current(seats[0].table)
        if sit_and_go is None or sit_and_go.state != SitAndGo.State.REGISTERING:
            return 0
        return sum(sit_and_go_games.withdraw(sit_and_go, seat) for seat in seats)

    def may_leave(self, table: Table, seat: Seat, *, in_hand: bool) -> bool:
        """Before the start, after the end, and who is out; others are blinded out or forfeit."""
        return seat.status == Seat.Status.OUT or not sit_and_go_games.is_running(table)

    def leaves_at_once(self, table: Table) -> bool:
        """Whether the rules take a leaver's points away at once."""
        return table.sit_and_go_rules.leaver_forfeits

    def forfeit(self, table: Table, seat: Seat, *, at: datetime.datetime) -> None:
        """Eliminate the player; their points are lost."""
        sit_and_go_games.forfeit(table, seat.number, at=at)

    def start(self, table: Table, seats: Sequence[Seat], *, at: datetime.datetime) -> None:
        """Start with the players who have entered."""
        sit_and_go = sit_and_go_games.current(table)
        if sit_and_go is None:
            raise TableRefused("GAME_OVER", "This game is over. Press “Play again” for a new one.")
        if sit_and_go.players.count() < 2:
            raise TableRefused("NEED_MORE_PLAYERS", "At least 2 players must have joined.", min=2)
        sit_and_go_games.begin(table, sit_and_go, at=at)

    def bots_wanted(self, table: Table, people: int) -> int | None:
        """Before the start, the number that the host wants.

        A finished sit and go stays on the table until somebody plays again. A house table opens a
        new one by itself once nobody is left to see the result.
        """
        sit_and_go = sit_and_go_games.current(table)
        if sit_and_go is None:
            had_one = SitAndGo.objects.filter(table=table).exists()
            if had_one and not (table.is_house_table and not table.seats.exists()):
                return None
            sit_and_go = sit_and_go_games.open_sit_and_go(table)
        waits = sit_and_go.state == SitAndGo.State.REGISTERING
        return table.bots_wanted if waits else None

    def fills_up(self, table: Table) -> bool:
        """If the rules say so."""
        return table.sit_and_go_rules.fill_with_bots and self.bots_wanted(table, 0) is not None

    def bot_brings(self, table: Table) -> int:
        """The entry."""
        return table.min_buy_in
