"""Unrated: practice chips, which come from nowhere and count nowhere."""

import datetime
import uuid
from collections.abc import Sequence
from typing import Any

from accounts.people.models import User
from core.messages import Saying
from games.engines.core import registry
from games.engines.core.contract import Game, Result
from games.hands.live_hand import LiveHand
from lobby.tables.models import Seat, Table
from lobby.tables.stakes.base import Stakes


class Unrated(Stakes):
    """A cash game for practice chips: no wallet and no escrow knows of them.

    Everybody sits down with the same stack, and gets it again once they have too few chips to be
    dealt in.
    """

    key = Table.PlaysFor.UNRATED.value
    format = "unrated"
    risk_chips = False

    def bring(self, table: Table, user: User, number: int, *, chips: int, key: uuid.UUID) -> int:
        """The table's stack, from nobody's wallet."""
        return table.max_buy_in

    def keeps_score(self, table: Table) -> bool:
        """Never: chips that are gone are gone."""
        return False

    def after_hand(
        self,
        table: Table,
        seats: Sequence[Seat],
        hand: LiveHand,
        result: Result,
        *,
        at: datetime.datetime,
    ) -> None:
        """Give a fresh stack to those who can no longer be dealt in."""
        for seat in seats:
            if self.missing(table, seat):
                seat.stack = table.max_buy_in

    def price(self, table: Table) -> int:
        """The price that the game sets."""
        return registry.get(table.game).entry_price(table.parsed_rules)

    def buy_ins(self, game: Game, rules: Any, least: int, most: int) -> tuple[int, int]:
        """The most that the host chose, or as the rules fix everybody's."""
        stack = game.fixed_buy_in(rules) or most
        return stack, stack

    def seat_price(self, least: int, most: int) -> Saying:
        """Nothing."""
        return Saying("lobby.list.unrated")
