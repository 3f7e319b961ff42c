"""Bugs of the platform, planted one at a time: the simulation has to find each of them.

Each changes the platform by `MonkeyPatch` as a careless change of its code would.
"""

import types
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError, transaction

from accounts import ledger
from games.engines.core.contract import Event
from games.hands.live_hand import LiveHand
from games.hands.queries import live
from lobby.tables import turn_clock
from lobby.tables.play import play, timers
from lobby.tables.play.play import Answer
from lobby.tables.stakes.chips import Chips
from lobby.tables.transaction import idempotency
from lobby.tables.transaction import transaction as tables
from lobby.tables.transaction.locked_table import LockedTable
from lobby.tables.transaction.transaction import TableTransaction
from lobby.tables.view.reading import RoomReading
from lobby.tables.ws import hub
from lobby.tables.ws.moves import events_between
from lobby.tables.ws.room import Room

Plant = Callable[[pytest.MonkeyPatch], None]


def head_not_locked(patch: pytest.MonkeyPatch) -> None:
    """A command reads its table's head without locking it."""
    patch.setattr(tables, "_LOCK", tables._LOCK.replace("FOR UPDATE", ""))


def due_not_locked(patch: pytest.MonkeyPatch) -> None:
    """Two dealers take up the same timer."""
    patch.setattr(tables, "_CLAIM", tables._CLAIM.replace("FOR UPDATE SKIP LOCKED", ""))


def action_keys_forgotten(patch: pytest.MonkeyPatch) -> None:
    """A repeated action is not known by its key."""
    patch.setattr(LiveHand, "record_with", lambda *_: None)
    patch.setattr(play, "acted_with", lambda *_: None)


def seat_keys_forgotten(patch: pytest.MonkeyPatch) -> None:
    """A repeated top-up counts again at the seat, though the ledger moves its chips once."""
    patch.setattr(idempotency, "is_repeated", lambda *_: False)
    patch.setattr(ledger, "entry_exists", lambda _uid: False)


def published_before_commit(patch: pytest.MonkeyPatch) -> None:
    """Changes are shown before they are committed."""
    early = types.SimpleNamespace(atomic=transaction.atomic, on_commit=lambda tell: tell())
    patch.setattr(tables, "transaction", early)


def time_out_too_early(patch: pytest.MonkeyPatch) -> None:
    """The clock of a turn runs twice as fast."""
    clock_ms = turn_clock.clock_ms
    patch.setattr(turn_clock, "clock_ms", lambda hand: clock_ms(hand) // 2)


def settled_twice(patch: pytest.MonkeyPatch) -> None:
    """A hand is settled again before the next one is dealt: what was added since is lost."""
    deal_next = timers.deal_next

    def again(tx: TableTransaction, coming: Any) -> None:
        for locked, _next in coming:
            hand = tx.hand(locked)
            result = None if hand is None else hand.game.result(hand.state)
            for seat in tx.rows(locked).seats:
                player = None if hand is None else hand.players.get(seat.number)
                if result is not None and player is not None and player.user_id == seat.user_id:
                    seat.stack = dict(result.chips)[seat.number]
        deal_next(tx, coming)

    patch.setattr(timers, "deal_next", again)


def lost_notifications_stay_lost(patch: pytest.MonkeyPatch) -> None:
    """Rooms never compare themselves with the database."""
    patch.setattr(hub, "COMPARE_EVERY_S", 1e9)


def house_not_paid(patch: pytest.MonkeyPatch) -> None:
    """Chips won against the house, and lost to it, move between seats alone."""
    patch.setattr(ledger, "settle_house", lambda **_: None)


def escrow_keeps_pending(patch: pytest.MonkeyPatch) -> None:
    """A player who leaves gets their stack, but not what they have just added to it."""

    def pay(self: Chips, seats: Any, cause: str) -> int:
        for seat in seats:
            if seat.stack:
                uid = f"leave:{cause}:{seat.pk}"
                ledger.cash_out(user=seat.user, table_id=seat.table_id, amount=seat.stack, uid=uid)
        return sum(seat.stack for seat in seats)

    patch.setattr(Chips, "_return_chips", pay)


def paid_after_the_commit(patch: pytest.MonkeyPatch) -> None:
    """The chips of a seat are paid back in a transaction after the one that frees the seat."""
    pay = Chips._return_chips

    def later(self: Chips, seats: Any, cause: str) -> int:
        left = list(seats)
        transaction.on_commit(lambda: pay(self, left, cause))
        return 0

    patch.setattr(Chips, "_return_chips", later)


def rebuy_below_the_price(patch: pytest.MonkeyPatch) -> None:
    """A bot buys in, and again when it is short, for one chip fewer than a hand costs."""
    patch.setattr(Chips, "bot_brings", lambda self, table: self.price(table) - 1)


def failed_batch_acknowledged(patch: pytest.MonkeyPatch) -> None:
    """Actions are acknowledged although the database did not take them."""
    together = play._play_together

    def hopeful(commands: Any, pausing: Any = None) -> list[Answer]:
        try:
            return together(commands, pausing)
        except OperationalError:
            return [Answer(seq=command.seq + 1) for command in commands]

    patch.setattr(play, "_play_together", hopeful)


def stale_fold(patch: pytest.MonkeyPatch) -> None:
    """A process goes on from the hand that it remembers, not from the one that is stored."""

    def load(hand_id: Any, *, seq: int | None = None) -> LiveHand | None:
        return live.cache.get(hand_id) or live.load(hand_id, seq=seq)

    patch.setattr(tables, "live", types.SimpleNamespace(load=load, cache=live.cache))


def any_seq_taken(patch: pytest.MonkeyPatch) -> None:
    """An action counts in whatever state the hand is by now."""
    carry_out = play._carry_out

    def anyhow(tx: Any, command: Any) -> int:
        locked = tx.tables.get(command.table_id)
        hand = tx.hand(locked) if locked is not None else None
        if hand is not None and hand.id == command.hand_id:
            command = command._replace(seq=hand.seq)
        return carry_out(tx, command)

    patch.setattr(play, "_carry_out", anyhow)


def turn_timer_forgotten(patch: pytest.MonkeyPatch) -> None:
    """The turn after an action has no timer: nobody acts for a player who does not."""

    def forget(_self: TableTransaction, locked: LockedTable) -> None:
        locked.head.next_timer_at = None

    patch.setattr(TableTransaction, "_set_timer", forget)


def older_readings_shown(patch: pytest.MonkeyPatch) -> None:
    """A room shows the hand as it was read, also if it has shown a newer state meanwhile."""

    def take(self: Room, reading: RoomReading) -> list[Event] | None:
        before, self.hand = self.hand, reading.hand
        return None if self.hand is None else events_between(before, self.hand)

    patch.setattr(Room, "_take_hand", take)


PLANTED: tuple[Plant, ...] = (
    head_not_locked,
    due_not_locked,
    action_keys_forgotten,
    seat_keys_forgotten,
    published_before_commit,
    time_out_too_early,
    settled_twice,
    lost_notifications_stay_lost,
    house_not_paid,
    escrow_keeps_pending,
    paid_after_the_commit,
    rebuy_below_the_price,
    failed_batch_acknowledged,
    stale_fold,
    any_seq_taken,
    turn_timer_forgotten,
    older_readings_shown,
)
