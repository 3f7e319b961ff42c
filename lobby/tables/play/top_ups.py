"""Automatic top-ups: stacks that the server restores to an amount between two hands.

The preference is stored at the seat (`Seat.tops_up_to`). The id of each top-up's ledger entry
contains the seat and the last hand, so a repeated run brings nothing twice.
"""

from accounts import ledger
from accounts.people.models import User
from lobby.tables.access import permissions
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat, Table
from lobby.tables.rows import play_limits
from lobby.tables.rows.table_rows import TableRows
from lobby.tables.stakes import stakes_of
from lobby.tables.stakes.base import no_top_up
from lobby.tables.turn_clock import AWAY_AFTER


def checked(table: Table, amount: int) -> int | None:
    """The amount to store, None for 0. Raises `Refused` NO_TOP_UP or BUY_IN_RANGE."""
    if amount == 0:
        return None
    if not stakes_of(table).are_chips:
        raise no_top_up()
    least, most = table.min_buy_in, table.max_buy_in
    if not least <= amount <= most:
        raise TableRefused("BUY_IN_RANGE", case="automatic", min=least, max=most)
    return amount


def check_own_chips(user: User, rows: TableRows) -> None:
    """Raises `Refused` PLAY_PUBLIC_FIRST if a refill may not be brought to the people here yet."""
    if permissions.open_to_free_chips(rows.table):
        return
    if any(seat.user_id != user.pk for seat in rows.people):
        permissions.check_own_chips(user)


def between_hands(rows: TableRows) -> None:
    """Top up the seats that want it.

    Only people who are present and ready are topped up, as far as their wallets and play limits
    allow. The table's head is locked, and no hand is in progress.
    """
    table = rows.table
    if not stakes_of(table).are_chips:
        return
    here = [seat for seat in rows.people if seat.seen_at > rows.now - AWAY_AFTER]
    short = [seat for seat in here if _missing(seat) > 0]
    short = [seat for seat in short if not ledger.entry_exists(_uid(table, seat))]
    if not short:
        return
    wallets = {seat.pk: ledger.wallet(seat.user) for seat in short}
    held = ledger.lock_accounts([*wallets.values(), ledger.escrow(table.pk)])
    for seat in short:
        _bring(rows, seat, held[wallets[seat.pk].pk].balance)


def _bring(rows: TableRows, seat: Seat, purse: int) -> None:
    amount = min(_missing(seat), purse)
    if amount <= 0:
        return
    try:
        play_limits.check_may_play(seat.user, brings=amount)
        check_own_chips(seat.user, rows)
    except TableRefused:
        return  # the player's own limit prevents it, or a refill is not played with yet
    uid = _uid(rows.table, seat)
    stakes_of(rows.table).top_up(rows.table, seat.user, amount, uid=uid, memo="automatic")
    seat.stack += amount


def _missing(seat: Seat) -> int:
    if seat.tops_up_to is None or seat.status != Seat.Status.READY:
        return 0
    return seat.tops_up_to - seat.stack - seat.pending


def _uid(table: Table, seat: Seat) -> str:
    return f"auto-top-up:{seat.pk}:{table.hands_dealt}"
