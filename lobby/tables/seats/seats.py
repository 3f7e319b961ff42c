"""Sitting down, topping up, sitting out and leaving.

Each movement of chips has a unique id, so a repeated command moves nothing. The table's stakes
decide what is moved (`lobby.tables.stakes`).
"""

import uuid
from collections.abc import Sequence

from accounts import ledger
from accounts.people.models import User
from games.engines.core.contract import Action
from lobby.tables import bodies
from lobby.tables import errors as refusal
from lobby.tables.access import permissions, table_limits
from lobby.tables.commands import Window, command
from lobby.tables.errors import TableRefused
from lobby.tables.models import (
    Seat,
    Table,
)
from lobby.tables.play import bots, seat_offers, top_ups
from lobby.tables.play.cuts import pause_is_over
from lobby.tables.play.hands import (
    WINNER_STARTS_WITHIN,
    finish,
)
from lobby.tables.play.turn_timeouts import grant_grace
from lobby.tables.rows import play_limits
from lobby.tables.rows.table_rows import TableRows
from lobby.tables.seats import seat_requests
from lobby.tables.seats.buy_ins import buy_in_of, departures
from lobby.tables.stakes import stakes_of
from lobby.tables.stakes.base import no_top_up
from lobby.tables.transaction import idempotency
from lobby.tables.transaction.locked_table import LockedTable
from lobby.tables.transaction.transaction import TableTransaction, lock_tables
from lobby.tables.wire import BuyIn


def _locked(tx: TableTransaction, table_id: uuid.UUID) -> tuple[LockedTable, TableRows]:
    locked = tx.locked(table_id)
    return locked, tx.rows(locked)


def _seat_of(rows: TableRows, user: User) -> Seat:
    seat = rows.seat_of(user.pk)
    if seat is None:
        raise TableRefused("NOT_SEATED", case="no_seat", status=403)
    return seat


def _find_seat(tx: TableTransaction, table_id: uuid.UUID, user: User) -> Seat | None:
    locked = tx.tables.get(table_id)
    return None if locked is None else tx.rows(locked).seat_of(user.pk)


def _in_hand(tx: TableTransaction, locked: LockedTable, seat: Seat) -> bool:
    hand = tx.hand(locked)
    if hand is None or not locked.head.live:
        return False
    return hand.seat_of.get(seat.user_id) == seat.number


@command("sit", bodies.SitBody, window=Window.TAKES_OVER)
def sit(
    *,
    table_id: uuid.UUID,
    user: User,
    number: int,
    buy_in: int | None,
    key: uuid.UUID | None = None,
    from_bot: bool = False,
) -> Seat | None:
    """Take a seat with chips from the wallet; you are dealt in from the next hand on.

    `number` is 0..max_seats-1. `buy_in` is within the limits of `seats.buy_ins`, None for the
    least; at a sit and go it is the entry. `from_bot`: between hands a bot gives its seat up. A
    repeated `key` changes nothing; it returns None if the seat has been given up.

    Raises `Refused` (`SEAT_TAKEN`, `ALREADY_SEATED`, `NO_SUCH_SEAT`, `BUY_IN_RANGE`,
    `LEFT_WITH_MORE`, `TABLE_CLOSING`, `GAME_IS_ON`, `KEY_REUSED`, `FOR_NEWCOMERS`,
    `PLAY_PUBLIC_FIRST`, `FREE_CHIPS_HERE`, `ONE_HOUSEHOLD`, `TOO_MANY_SEATS`,
    `NEEDS_APPROVAL`, `SEAT_HELD`, those of `permissions.check_may_sit`) or the ledger's
    `INSUFFICIENT_CHIPS`.
    """
    key = key or uuid.uuid4()
    with lock_tables([table_id]) as tx:
        asked = {"seat": number, "buy_in": buy_in}
        if idempotency.is_repeated(user, "sit", key, table_id, asked):
            return _find_seat(tx, table_id, user)
        locked, rows = _locked(tx, table_id)
        table, seats = rows.table, rows.seats
        if rows.seat_of(user.pk) is not None:
            raise TableRefused("ALREADY_SEATED")
        wallet = ledger.balance(ledger.wallet(user))
        may = buy_in_of(table, user.pk, list(departures(table, [user.pk])), wallet)
        buy_in = may.min if buy_in is None else buy_in
        stakes = stakes_of(table)
        permissions.check_may_sit(user, table_id, brings=buy_in if stakes.risk_chips else 0)
        if locked.head.frozen:
            raise refusal.frozen()
        if table.state not in (Table.State.OPEN, Table.State.PAUSED):
            raise TableRefused("TABLE_CLOSING", case="no_new")
        permissions.check_welcome(user, table)
        permissions.check_newcomer(user, table)
        permissions.check_free_chips(user, table, seats)
        permissions.check_household(user, table, seats)
        seat_requests.check_approved(user, table, tx.now)
        _check_buy_in(may, buy_in)
        table_limits.check_seats(user)
        from_bot = from_bot and not locked.head.live and rows.seat_at(number) is not None
        seat_offers.check_not_held(rows, user, from_bot=from_bot)
        _check_free(rows, number, from_bot=from_bot)
        seat = stakes.take_seat(rows, user, number, chips=buy_in, key=key)
        departures(table, [user.pk]).delete()  # they have brought back what they took
        seat_offers.remove_of(locked, rows, user.pk)
        _hurry(tx, locked)
    return seat


def _check_free(rows: TableRows, number: int, *, from_bot: bool = False) -> None:
    """Check that a seat exists and is free; with `from_bot` a bot leaves it."""
    last = rows.table.max_seats - 1
    if not 0 <= number <= last:
        raise TableRefused("NO_SUCH_SEAT", min=0, max=last)
    taken = rows.seat_at(number)
    if taken is not None and from_bot and taken.user.kind == User.Kind.BOT:
        stakes_of(rows.table).take_back(rows, [taken], cause=str(uuid.uuid4()))
    elif taken is not None:
        raise TableRefused("SEAT_TAKEN")


def _check_buy_in(may: BuyIn, buy_in: int) -> None:
    """Raises `Refused` LEFT_WITH_MORE or BUY_IN_RANGE."""
    if may.until is not None and buy_in < may.min:
        raise TableRefused(
            "LEFT_WITH_MORE",
            left_with=may.left_with,
            min=may.min,
            max=may.max,
            until=may.until,
        )
    if not may.min <= buy_in <= may.max:
        raise TableRefused("BUY_IN_RANGE", min=may.min, max=may.max)


def _hurry(tx: TableTransaction, locked: LockedTable) -> None:
    """Between hands, run the table's timer at once, unless a pause is running."""
    if not locked.head.live and pause_is_over(tx, locked):
        locked.head.next_timer_at = tx.now


@command("leave", bodies.LeaveBody)
def leave(*, table_id: uuid.UUID, user: User, key: uuid.UUID | None = None) -> int:
    """Give up your seat; its chips go back to the wallet when the hand is settled.

    Returns the chips that went back at once. A repeated `key` changes nothing and returns 0, even
    if the user has taken a seat again or the table has closed.

    During a hand the game's rule for leaving applies at once (chips in the pot stay there); the
    rest returns when the hand is settled, and 0 is returned now. At a paused table the player
    leaves when it is resumed. Raises `Refused` (`NOT_SEATED`, `KEY_REUSED`).
    """
    with lock_tables([table_id]) as tx:
        if idempotency.is_repeated(user, "leave", key, table_id, {}):
            return 0
        locked, rows = _locked(tx, table_id)
        seat = _seat_of(rows, user)
        if seat.status == Seat.Status.LEAVING:
            return 0
        if locked.head.frozen:
            seat.status = Seat.Status.LEAVING
            return 0
        return _leave(tx, locked, seat)


def _leave(tx: TableTransaction, locked: LockedTable, seat: Seat) -> int:
    """Give a seat up as the stakes have it; returns the chips that went back to the wallet now."""
    rows, in_hand = tx.rows(locked), _in_hand(tx, locked, seat)
    stakes = stakes_of(rows.table)
    if stakes.may_leave(rows.table, seat, in_hand=in_hand):
        chips = stakes.take_back(rows, [seat], cause=str(uuid.uuid4()))
        _hurry(tx, locked)
        return chips
    seat.status = Seat.Status.LEAVING
    if not stakes.leaves_at_once(rows.table):
        _act_soon(tx, locked, seat.number)
    elif in_hand:
        tx.act(locked, Action(seat.number, "leave"), auto="leave")
        finish(tx, [locked])
    else:
        stakes.forfeit(rows, seat)
    return 0


def leave_after_hand(*, table_id: uuid.UUID, user: User) -> None:
    """Give up the seat after the hand; the chips then return to the wallet."""
    with lock_tables([table_id]) as tx:
        send_away(tx, tx.locked(table_id), user)


def send_away(tx: TableTransaction, locked: LockedTable, user: User) -> Seat:
    """Free a player's seat after the current hand, which they play out.

    Raises `Refused` (`NOT_SEATED`).
    """
    seat = _seat_of(tx.rows(locked), user)
    if locked.head.frozen or _in_hand(tx, locked, seat):
        seat.status = Seat.Status.LEAVING
    else:
        _leave(tx, locked, seat)
    return seat


def _act_soon(tx: TableTransaction, locked: LockedTable, number: int) -> None:
    """Run the table's timer at once if it is this seat's turn: its player has gone."""
    if locked.head.live and locked.head.turn_seat == number:
        locked.head.next_timer_at = tx.now


@command("top_up", bodies.TopUpBody)
def top_up(
    *, table_id: uuid.UUID, user: User, amount: int, key: uuid.UUID | None = None
) -> Seat | None:
    """Add chips from the wallet; during a hand they are added after it ends.

    A seat that sat out with too few chips to be dealt in is dealt in again once it has enough.

    A repeated `key` changes nothing; it returns None if the seat has been given up.

    Raises `Refused` (`BAD_AMOUNT`, `BUY_IN_RANGE`, `PLAY_PUBLIC_FIRST`, and those of
    `play_limits.check_may_play`) or the ledger's `INSUFFICIENT_CHIPS`.
    """
    key = key or uuid.uuid4()
    with lock_tables([table_id]) as tx:
        if idempotency.is_repeated(user, "top_up", key, table_id, {"amount": amount}):
            return _find_seat(tx, table_id, user)
        locked, rows = _locked(tx, table_id)
        table, seat = rows.table, _seat_of(rows, user)
        if locked.head.frozen:
            raise refusal.frozen()
        if seat.status == Seat.Status.LEAVING:
            raise TableRefused("LEAVING")
        stakes = stakes_of(table)
        if not stakes.are_chips:
            raise no_top_up()
        room = table.max_buy_in - seat.stack - seat.pending
        if amount <= 0:
            raise TableRefused("BAD_AMOUNT")
        uid = f"top-up:{key}"
        if ledger.entry_exists(uid):
            # Raises if the key was used with another amount.
            stakes.top_up(table, user, amount, uid=uid)
            return seat
        if amount > room:
            raise TableRefused("BUY_IN_RANGE", case="add", min=1, max=max(0, room))
        play_limits.check_may_play(user, brings=amount)
        top_ups.check_own_chips(user, rows)
        stakes.top_up(table, user, amount, uid=uid)
        was_short = stakes.missing(table, seat) > 0
        if _in_hand(tx, locked, seat):
            seat.pending += amount
        else:
            seat.stack += amount
        if was_short and seat.status == Seat.Status.SITTING_OUT and not stakes.missing(table, seat):
            seat.status, seat.timeouts = Seat.Status.READY, 0
        _hurry(tx, locked)
    return seat


@command("sit_out")
def sit_out(*, table_id: uuid.UUID, user: User) -> Seat:
    """Keep your seat but sit out from the next hand on."""
    return _set_status(table_id, user, Seat.Status.SITTING_OUT)


@command("sit_in")
def sit_in(*, table_id: uuid.UUID, user: User) -> Seat:
    """Be dealt in again from the next hand on.

    Raises `Refused` (`SHORT_STACK` if the seat needs more chips, and those of
    `play_limits.check_may_play`).
    """
    return _set_status(table_id, user, Seat.Status.READY)


def _set_status(table_id: uuid.UUID, user: User, status: Seat.Status) -> Seat:
    with lock_tables([table_id]) as tx:
        locked, rows = _locked(tx, table_id)
        seat = _seat_of(rows, user)
        if seat.status == Seat.Status.LEAVING:
            raise TableRefused("LEAVING")
        if seat.status == Seat.Status.OUT:
            raise TableRefused("OUT")
        if status == Seat.Status.READY:
            play_limits.check_may_play(user)
            _check_stack(rows.table, seat)
        if seat.status != status:
            seat.status, seat.timeouts, seat.seen_at = status, 0, tx.now
            if locked.head.live:
                grant_grace(tx, locked, seat.number)
            else:
                _hurry(tx, locked)
    return seat


def _check_stack(table: Table, seat: Seat) -> None:
    """Refuse to deal in a seat with too few chips, unless it is topped up automatically."""
    missing = stakes_of(table).missing(table, seat)
    if missing and seat.tops_up_to is None:
        raise TableRefused("SHORT_STACK", min=missing)


@command("prefer", bodies.PreferBody)
def prefer(
    *,
    table_id: uuid.UUID,
    user: User,
    post: bool | None = None,
    straddle: bool | None = None,
    top_up_to: int | None = None,
) -> Seat:
    """Set your seat's preferences: post a missed blind at once, straddle, automatic top-up.

    `top_up_to`: the stack is topped up to this many chips between hands, within the buy-in limits;
    0 turns it off. None leaves a preference unchanged. Raises `Refused` (`NOT_SEATED`, `NO_TOP_UP`,
    `BUY_IN_RANGE`).
    """
    with lock_tables([table_id]) as tx:
        _, rows = _locked(tx, table_id)
        seat = _seat_of(rows, user)
        seat.posts = seat.posts if post is None else post
        seat.straddles = seat.straddles if straddle is None else straddle
        if top_up_to is not None:
            seat.tops_up_to = top_ups.checked(rows.table, top_up_to)
    return seat


@command("again", bodies.AgainBody, window=Window.TAKES_OVER)
def play_again(*, table_id: uuid.UUID, user: User, key: uuid.UUID | None = None) -> Seat | None:
    """Enter the next sit and go in your seat.

    A repeated `key` changes nothing; it returns None if the seat has been given up.

    Raises `Refused` (`NOT_SEATED`, `ALREADY_ENTERED`, `GAME_IS_ON`, `PLAY_PUBLIC_FIRST`,
    `FREE_CHIPS_HERE`) or the ledger's `INSUFFICIENT_CHIPS`.
    """
    key = key or uuid.uuid4()
    with lock_tables([table_id]) as tx:
        if idempotency.is_repeated(user, "again", key, table_id, {}):
            return _find_seat(tx, table_id, user)
        locked, rows = _locked(tx, table_id)
        table, seat = rows.table, _seat_of(rows, user)
        if locked.head.frozen:
            raise refusal.frozen()
        if seat.status != Seat.Status.OUT:
            raise TableRefused("ALREADY_ENTERED")
        permissions.check_may_sit(user, table_id, brings=table.min_buy_in)
        permissions.check_free_chips(user, table, rows.seats)
        if table.state != Table.State.OPEN:
            raise TableRefused("TABLE_CLOSING", case="no_new")
        table_limits.check_seats(user)
        seat.stack = stakes_of(table).bring(
            table, user, seat.number, chips=table.min_buy_in, key=key
        )
        seat.status, seat.timeouts = Seat.Status.READY, 0
        seat.bank_ms, seat.seen_at = table.bank_ms, tx.now
        locked.head.next_timer_at = tx.now
    return seat


@command("start")
def start(*, table_id: uuid.UUID, user: User) -> None:
    """Start the game at a table that waits for it; any seated player may.

    A sit and go starts with the players who have entered; bots take the other seats if its rules
    say so. Raises `Refused` (`NOT_SEATED`, `NEED_MORE_PLAYERS`, `ALREADY_RUNNING`, `GAME_OVER`).
    """
    with lock_tables([table_id]) as tx:
        locked, rows = _locked(tx, table_id)
        table, own, stakes = rows.table, _seat_of(rows, user), stakes_of(rows.table)
        if locked.head.frozen:
            raise refusal.frozen()
        if locked.head.live or table.running:
            raise TableRefused("ALREADY_RUNNING")
        if table.state == Table.State.PAUSED:
            raise TableRefused("PAUSED")
        _check_starter(tx, locked, own, stakes.starters(table, rows.seats))
        bots.fill_up(rows)
        stakes.start(rows)
        locked.head.next_timer_at = locked.head.deal_at = tx.now


def _check_starter(
    tx: TableTransaction, locked: LockedTable, own: Seat, allowed: Sequence[int]
) -> None:
    """Where a winner starts the next game, let the others do so only after a minute."""
    if not allowed or own.number in allowed:
        return
    hand = tx.hand(locked)
    over = hand.records[-1].at if hand is not None and hand.records else None
    if over is None or tx.now - over <= WINNER_STARTS_WITHIN:
        raise TableRefused("NOT_THE_WINNER")
