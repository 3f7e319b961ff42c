"""Stacks that the server brings back to an amount between two hands, as their people wished.

The wish is kept at the seat (`Seat.tops_up_to`). Each top-up is a ledger entry whose id names the
seat and the hand before it, so that a table that is looked at again brings nothing twice.
"""

import datetime
from collections.abc import Sequence

from accounts import ledger
from lobby.tables.actions import play_limits
from lobby.tables.clock import AWAY
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat, Table


def not_here() -> TableRefused:
    """Stacks of this table are no chips, or stand for an entry."""
    return TableRefused("NO_TOP_UP", "You can't add chips at this table.")


def checked(table: Table, amount: int) -> int | None:
    """The wish as it is kept, None for 0. Raises `Refused` NO_TOP_UP or BUY_IN_RANGE."""
    if amount == 0:
        return None
    if table.plays_for != Table.PlaysFor.CHIPS:
        raise not_here()
    least, most = table.min_buy_in, table.max_buy_in
    if not least <= amount <= most:
        text = f"Choose between {least:,} and {most:,} chips."
        raise TableRefused("BUY_IN_RANGE", text, min=least, max=most)
    return amount


def between_hands(table: Table, people: Sequence[Seat], now: datetime.datetime) -> bool:
    """Bring the seats that wish it back to their amount; whether any chips moved.

    Only for people who are there and ready to play, from what their wallets have and as far as
    their own limits allow. The table's head is locked, and no hand is on.
    """
    if table.plays_for != Table.PlaysFor.CHIPS:
        return False
    short = [seat for seat in people if _missing(seat) > 0 and seat.seen_at > now - AWAY]
    short = [seat for seat in short if not ledger.entry_exists(_uid(table, seat))]
    if not short:
        return False
    wallets = {seat.pk: ledger.wallet(seat.user) for seat in short}
    held = ledger.lock_accounts([*wallets.values(), ledger.escrow(table.pk)])
    brought = [_bring(table, seat, held[wallets[seat.pk].pk].balance) for seat in short]
    return any(brought)


def _bring(table: Table, seat: Seat, purse: int) -> bool:
    amount = min(_missing(seat), purse)
    if amount <= 0:
        return False
    try:
        play_limits.check_may_play(seat.user, brings=amount)
    except TableRefused:
        return False  # a limit of the person's own is above a wish
    ledger.buy_in(
        user=seat.user,
        table_id=table.pk,
        amount=amount,
        uid=_uid(table, seat),
        memo="automatic top-up",
    )
    seat.stack += amount
    seat.save(update_fields=["stack"])
    return True


def _missing(seat: Seat) -> int:
    if seat.tops_up_to is None or seat.status != Seat.Status.READY:
        return 0
    return seat.tops_up_to - seat.stack - seat.pending


def _uid(table: Table, seat: Seat) -> str:
    return f"auto-top-up:{seat.pk}:{table.hands_dealt}"
