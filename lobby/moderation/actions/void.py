"""Void a hand: all its players get back the chips they started it with, once.

A hand in progress simply ends, because the seats still hold the chips of its start. After a
finished hand the chips move between the stacks of seated players and the wallets of those who have
left; if somebody no longer has enough, the bank pays the shortage, which is recorded. The moves
between wallets, escrow and bank are one ledger entry with an id made from the hand's.

If no later hand has been dealt, the table is also turned back: the next hand has the same button
and blinds (or the dealer and first bidder that the hand before it called for), returned posts are
owed again, and each seat has at least the time bank it started with. Later settlements stay:
players who have posted since owe nothing. The hand's number, players' time-outs and sitting out,
and a sit and go's blind levels are not turned back.
"""

import datetime
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from accounts import ledger
from accounts.ledger.models import Account, Entry
from accounts.people.models import User
from core.staff import actions as staff_actions
from games.dealing.actions.decks import Ended
from games.hands.actions.settle import end_deck
from games.hands.actions.void import void
from games.hands.models import Hand, HandSeat
from lobby.moderation.actions.tables import chips_of
from lobby.tables.chat.chat import announce
from lobby.tables.errors import TableRefused
from lobby.tables.models import (
    Seat,
    Table,
)
from lobby.tables.play import cuts
from lobby.tables.rows.table_rows import TableRows, rows_of_closed
from lobby.tables.stakes import stakes_of
from lobby.tables.transaction.locked_table import LockedTable
from lobby.tables.transaction.transaction import TableTransaction, lock_tables


@dataclass(frozen=True, slots=True)
class Voided:
    """The result of voiding; `shortage` is the number of chips that the bank paid."""

    hand_id: uuid.UUID
    already: bool = False
    shortage: int = 0


@dataclass(slots=True)
class _Funds:
    """The seats and wallets that give and take a finished hand's chips; all accounts are locked."""

    seats: dict[uuid.UUID, Seat]
    busy: set[uuid.UUID]
    """Players of the hand in progress: only their pending chips can be taken, not their stacks."""
    wallets: dict[uuid.UUID, Account]
    escrow: int = 0
    moved: dict[uuid.UUID, int] = field(default_factory=dict)
    shortage: int = 0

    def give(self, user_id: uuid.UUID, chips: int) -> None:
        seat = self.seats.get(user_id)
        if seat is None:
            self.moved[user_id] = chips
            return
        if user_id in self.busy:
            seat.pending += chips
        else:
            seat.stack += chips
        self.escrow += chips

    def take(self, user_id: uuid.UUID, chips: int) -> None:
        seat = self.seats.get(user_id)
        if seat is not None:
            stack = 0 if user_id in self.busy else min(seat.stack, chips)
            pending = min(seat.pending, chips - stack)
            seat.stack, seat.pending = seat.stack - stack, seat.pending - pending
            self.escrow -= stack + pending
            chips -= stack + pending
        wallet = min(self.wallets[user_id].balance, chips)
        self.moved[user_id] = -wallet
        self.shortage += chips - wallet


def void_hand(*, by: User, hand_id: uuid.UUID, reason: str) -> Voided:
    """Void a hand in progress or a finished one; a void hand stays as it is.

    Raises `Refused` HAND_NOT_FOUND, HAND_IN_PROGRESS (at a table for points while a later hand is
    in progress) or SIT_AND_GO_MOVED_ON (a player was eliminated since, or the prizes are paid).
    """
    known = Hand.objects.filter(pk=hand_id).values_list("table_id", flat=True).first()
    if known is None:
        raise TableRefused("HAND_NOT_FOUND")
    with (
        staff_actions.staff_action(
            by=by, action="hand.void", kind="hand", target=hand_id, reason=reason
        ) as acting,
        lock_tables([known]) as tx,
    ):
        hand = Hand.objects.select_for_update().get(pk=hand_id)
        if hand.status == Hand.Status.VOID:
            acting.nothing()
            return Voided(hand_id, already=True)
        locked = tx.tables.get(known)
        rows = tx.rows(locked) if locked is not None else rows_of_closed(known)
        table, seats = rows.table, rows.seats
        acting.before = {"status": hand.status, "seq": hand.actions.count()}
        shortage, ended = 0, None
        if hand.status == Hand.Status.LIVE:
            assert locked is not None
            ended = _end(tx, locked)
        else:
            net = dict(HandSeat.objects.filter(hand=hand).values_list("user_id", "net"))
            acting.before |= {"net": _plain(net), "seats": chips_of(seats)}
            if stakes_of(table).are_chips:
                funds = _back_in_chips(tx, locked, table, hand, seats, net, by=by)
                shortage = funds.shortage
                acting.after = {"wallets": _plain(funds.moved), "shortage": shortage}
            else:
                _back_in_points(locked, table, hand, seats, net)
            acting.after |= {"seats": chips_of(seats)}
        void(hand=hand, at=tx.now, ended=ended)
        acting.after |= {"status": hand.status}
        if locked is not None:
            if locked.head.hand_id == hand.pk:
                _restore_table(rows, hand)
            announce(locked, "void", number=hand.number)
    return Voided(hand_id, shortage=shortage)


def _plain(chips: Mapping[uuid.UUID, int]) -> dict[str, int]:
    return {str(user_id): amount for user_id, amount in chips.items() if amount}


def _end(tx: TableTransaction, locked: LockedTable) -> Ended | None:
    """End the hand in progress: stacks were never changed, and the next hand comes as usual.

    Returns how its deck ended, None before TFAIR2.
    """
    rows = tx.rows(locked)
    table, stakes = rows.table, stakes_of(rows.table)
    if stakes.drop_in:
        leaving = [seat for seat in rows.seats if seat.status == Seat.Status.LEAVING]
        stakes.take_back(rows, leaving, cause=f"void:{locked.head.hand_id}")
    head = locked.head
    head.live, head.turn_seat, head.turn_at, head.held_until = False, None, None, None
    head.next_timer_at = head.deal_at = (head.frozen_at or tx.now) + datetime.timedelta(
        milliseconds=table.pause_ms
    )
    hand = tx.hand(locked)
    assert hand is not None
    ended = end_deck(hand, None, rows.deck) if rows.deck is not None else None
    cuts.hand_over(tx, locked, hand)
    return ended


def _restore_table(rows: TableRows, hand: Hand) -> None:
    """Restore the table's values from before its last hand, which is void."""
    table = rows.table
    known: dict[str, Any] = {"last_result": {}}  # a void hand has no winner
    if stakes_of(table).drop_in:
        known |= table.before_last_hand
    owed = known.pop("missed_blinds", {})
    for name, value in known.items():
        setattr(table, name, value)
    banks = {seat["user"]: seat["bank_ms"] for seat in hand.opening["seats"]}
    for seat in rows.seats:
        seat.missed_blinds = owed.get(str(seat.pk), seat.missed_blinds)
        seat.bank_ms = max(seat.bank_ms, banks.get(str(seat.user_id), 0))


def _in_play(tx: TableTransaction, locked: LockedTable | None) -> set[uuid.UUID]:
    """The ids of the players in the table's hand in progress."""
    hand = tx.hand(locked) if locked is not None and locked.head.live else None
    return set(hand.seat_of) if hand is not None else set()


def _back_in_chips(
    tx: TableTransaction,
    locked: LockedTable | None,
    table: Table,
    hand: Hand,
    seats: list[Seat],
    net: Mapping[uuid.UUID, int],
    *,
    by: User,
) -> _Funds:
    people = User.objects.in_bulk(list(net))
    escrow, bank, house = ledger.escrow(table.pk), ledger.bank(), ledger.house()
    wallets = {user_id: ledger.wallet(people[user_id]) for user_id in net}
    held = ledger.lock_accounts([escrow, bank, house, *wallets.values()])
    funds = _Funds(
        seats={seat.user_id: seat for seat in seats},
        busy=_in_play(tx, locked),
        wallets={user_id: held[wallet.pk] for user_id, wallet in wallets.items()},
    )
    for user_id, chips in net.items():
        if chips > 0:
            funds.take(user_id, chips)
        elif chips < 0:
            funds.give(user_id, -chips)
    postings = {wallets[user_id]: amount for user_id, amount in funds.moved.items()}
    postings[escrow] = funds.escrow
    # The house returns its winnings of the hand too; the bank pays what is missing.
    postings[house] = max(sum(net.values()), -held[house.pk].balance)
    postings[bank] = -sum(postings.values())
    postings = {account: amount for account, amount in postings.items() if amount}
    if postings:
        ledger.transfer(
            kind=Entry.Kind.CORRECTION,
            uid=f"void:{hand.pk}",
            postings=postings,
            memo=f"void {hand.number}",
            by=by,
        )
    return funds


def _back_in_points(
    locked: LockedTable | None,
    table: Table,
    hand: Hand,
    seats: list[Seat],
    net: Mapping[uuid.UUID, int],
) -> None:
    """Return points to the stacks; players who left a table for points took none with them."""
    if locked is not None and locked.head.live:
        raise TableRefused("HAND_IN_PROGRESS", case="void")
    here = [seat for seat in seats if seat.user_id in net]
    stakes_of(table).check_may_void(table, hand.number, here, net)
    for seat in here:
        seat.stack -= net[seat.user_id]
