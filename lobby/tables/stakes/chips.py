"""Chips: stacks come from the wallets and go back there."""

import datetime
import uuid
from collections.abc import Sequence
from typing import Any

from django.db.models import F, QuerySet, Sum

from accounts import ledger
from accounts.people.models import User
from core.messages import Saying
from games.engines.core import registry
from games.engines.core.contract import Game, Result
from games.hands.live_hand import LiveHand
from lobby.tables import errors as refusal
from lobby.tables.models import Seat, Table
from lobby.tables.stakes.base import Stakes


class Chips(Stakes):
    """A cash game: the stacks are chips, held in the table's escrow."""

    key = Table.PlaysFor.CHIPS.value
    format = "cash"
    are_chips = True

    def bring(self, table: Table, user: User, number: int, *, chips: int, key: uuid.UUID) -> int:
        """Take the buy-in from the wallet."""
        uid = f"buy-in:{key}"
        if user.kind != User.Kind.BOT and ledger.entry_exists(uid):
            raise refusal.key_reused()  # brought once and cashed out since
        ledger.buy_in(user=user, table_id=table.pk, amount=chips, uid=uid)
        return chips

    def top_up(self, table: Table, user: User, amount: int, *, uid: str, memo: str = "") -> None:
        """Move chips from the wallet to the table; nothing if the entry exists."""
        ledger.buy_in(user=user, table_id=table.pk, amount=amount, uid=uid, memo=memo)

    def _return_chips(self, seats: Sequence[Seat], cause: str) -> int:
        if len(seats) > 1:
            wallets = [ledger.wallet(seat.user) for seat in seats]
            ledger.lock_accounts([*wallets, ledger.escrow(seats[0].table_id)])
        for seat in seats:
            chips = seat.stack + seat.pending
            if chips:
                ledger.cash_out(
                    user=seat.user,
                    table_id=seat.table_id,
                    amount=chips,
                    uid=f"leave:{cause}:{seat.pk}",
                )
        return sum(seat.stack + seat.pending for seat in seats)

    def after_hand(
        self,
        table: Table,
        seats: Sequence[Seat],
        hand: LiveHand,
        result: Result,
        *,
        at: datetime.datetime,
    ) -> None:
        """Move between table and house what was won against the house."""
        if result.house:
            ledger.settle_house(table_id=table.pk, won=result.house, uid=f"house:{hand.id}")

    def price(self, table: Table) -> int:
        """The price that the game sets."""
        return registry.get(table.game).entry_price(table.parsed_rules)

    def bot_brings(self, table: Table) -> int:
        """Half of the way between the least and the most buy-in."""
        return max(self.price(table), (table.min_buy_in + table.max_buy_in) // 2)

    def bot_adds(self, table: Table, stack: int) -> int:
        """A bot adds chips if it has too few to be dealt in, or a quarter of the least buy-in."""
        if stack >= max(self.price(table), table.min_buy_in // 4 + 1):
            return 0
        return self.bot_brings(table) - stack

    def suits(self, game: Game, rules: Any) -> bool:
        """Wherever nothing else is said."""
        return game.sit_and_go(rules) is None and not game.scores(rules)

    def buy_ins(self, game: Game, rules: Any, least: int, most: int) -> tuple[int, int]:
        """As the host chose, or as the rules fix everybody's."""
        fixed = game.fixed_buy_in(rules)
        return (least, most) if fixed is None else (fixed, fixed)

    def seat_price(self, least: int, most: int) -> Saying:
        """The buy-in."""
        if least == most:
            return Saying("lobby.list.buy_in", {"amount": least})
        return Saying("lobby.list.buy_in_from", {"least": least, "most": most})

    def in_play(self, user_id: uuid.UUID, *, certain: bool = False) -> int:
        """The chips at tables, without hands in progress."""
        seats = chip_seats().filter(user=user_id)
        return seats.aggregate(chips=Sum(F("stack") + F("pending")))["chips"] or 0


def chip_seats() -> QuerySet[Seat]:
    """The seats whose stacks are chips."""
    return Seat.objects.filter(table__plays_for=Chips.key)
