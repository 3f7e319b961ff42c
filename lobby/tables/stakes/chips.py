"""Chips: stacks come from the wallets and go back there."""

from collections.abc import Sequence

from accounts import ledger
from lobby.tables.models import Seat, Table
from lobby.tables.stakes.base import Stakes


class Chips(Stakes):
    """A cash game: the stacks are chips, held in the table's escrow."""

    key = Table.PlaysFor.CHIPS.value
    are_chips = True

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
