"""`TableTransaction`: one database transaction over some locked tables.

Everything that changes a table uses it. It holds the locks of the table heads and applies actions
to the hands. Callers change heads and rows (`TableRows`) in memory. Before the commit the
transaction compares them with what was read, raises the version of each table that its viewers must
read again, and writes the differences in a few statements. After the commit it publishes them:
directly to this process's rooms, as notifications to all other processes. Nothing is published and
no cache is changed before the commit.

Lock order: heads by table id; these tables' next decks and hands; users (the limits of seats and
tables); ledger accounts by id; player stats. A deck or hand is locked only with its table's head,
or by tasks that lock nothing else.
"""

import datetime
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from time import perf_counter
from typing import Any

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from core.runtime.sql import Statement, as_json, run, run_and_commit, together, values_of
from games.engines.core.contract import Action, Result
from games.hands.actions.open_hand import Opened, storing
from games.hands.actions.record_action import recording
from games.hands.actions.settle import Settled, end_deck, settling
from games.hands.live_hand import LiveHand, Record
from games.hands.queries import live
from games.hands.teaching import STEP_BACK
from games.stats.actions.player_stats import counting
from games.stats.actions.publication import public_at_once, withholding
from games.stats.actions.ratings import End, batch_ends, rate_batches
from lobby.tables import errors as refusal
from lobby.tables import turn_clock
from lobby.tables.errors import TableRefused
from lobby.tables.metrics import count_changes, note_transaction
from lobby.tables.models import Seat, Table, TableHead
from lobby.tables.rows import table_rows
from lobby.tables.rows.table_rows import TableRows
from lobby.tables.transaction.changes import Change, Played
from lobby.tables.transaction.locked_table import HEAD, LockedTable
from lobby.tables.transaction.publish import publish

_WRITTEN = (
    *("table_id", "hand_id", "live", "seq", "turn_seat", "turn_at", "held_until"),
    *("next_timer_at", "deal_at", "version", "chat_id", "frozen", "frozen_at"),
)
_LOCK = f"""
SELECT locked.*, clock_timestamp() FROM (SELECT {HEAD.sql} FROM lobby_tablehead p
    WHERE table_id = ANY(%s) ORDER BY table_id FOR UPDATE) AS locked
"""  # noqa: S608 -- own names
_CLAIM = f"""
SELECT locked.*, clock_timestamp() FROM (SELECT {HEAD.sql} FROM lobby_tablehead p
    WHERE NOT frozen
        AND next_timer_at <= clock_timestamp() - %s::interval
            - CASE WHEN live THEN interval '0' ELSE %s END
    ORDER BY next_timer_at LIMIT %s FOR UPDATE SKIP LOCKED) AS locked
"""  # noqa: S608 -- own names
_NEXT_DUE = """
SELECT min(due) - clock_timestamp() FROM lobby_tablehead,
    LATERAL (SELECT next_timer_at + CASE WHEN live THEN interval '0' ELSE %s END) AS timer(due)
WHERE NOT frozen AND due > clock_timestamp()
"""
_WRITE = """
UPDATE lobby_tablehead AS p SET hand_id = r.hand_id, live = r.live, seq = r.seq,
    turn_seat = r.turn_seat, turn_at = r.turn_at, held_until = r.held_until,
    next_timer_at = r.next_timer_at, deal_at = r.deal_at, version = r.version, chat_id = r.chat_id,
    frozen = r.frozen, frozen_at = r.frozen_at
FROM jsonb_to_recordset(%s::jsonb) AS r(table_id uuid, hand_id uuid, live bool, seq int,
    turn_seat smallint, turn_at timestamptz, held_until timestamptz, next_timer_at timestamptz,
    deal_at timestamptz, version int, chat_id bigint, frozen bool, frozen_at timestamptz)
WHERE p.table_id = r.table_id
"""


STOPPED_S_MAX = 15 * 60
"""A teaching hand that its host has stopped goes on by itself after this."""


class TableTransaction:
    """Locked tables and the transaction over them; use `lock_tables` or `due_tables`."""

    def __init__(
        self,
        locked_tables: Iterable[LockedTable],
        now: datetime.datetime,
        answers: Sequence[Sequence[tuple[Any, ...]]] = (),
    ) -> None:
        self.tables = {locked.table_id: locked for locked in locked_tables}
        self.now = now
        self.answers = answers
        """The rows of each question that was asked with the locks (`lock_tables`)."""
        self._records: list[tuple[uuid.UUID, Record]] = []
        self._opened: list[Opened] = []
        self._settled: list[Settled] = []

    def locked(self, table_id: uuid.UUID) -> LockedTable:
        """A table of this transaction. Raises `Refused` NO_SUCH_TABLE if it is closed."""
        locked = self.tables.get(table_id)
        if locked is None:
            raise refusal.no_such_table()
        return locked

    def hand(self, locked: LockedTable) -> LiveHand | None:
        """The table's hand at the `seq` of its head, None before the first hand."""
        if locked.hand is None and locked.head.hand_id is not None:
            locked.hand = live.load(locked.head.hand_id, seq=locked.head.seq)
        return locked.hand

    def rows(self, locked: LockedTable) -> TableRows:
        """The rows of a locked table; every change of them is written and shown."""
        if locked.rows is None:
            self.read([locked])
        assert locked.rows is not None
        return locked.rows

    def read(self, locked_tables: Iterable[LockedTable]) -> None:
        """Read the rows of all these tables at once, unless they have been read."""
        unread = [locked for locked in locked_tables if locked.rows is None]
        if unread:
            found = table_rows.read([locked.table_id for locked in unread], self.now)
            for locked in unread:
                locked.rows = found[locked.table_id]

    def save(self, locked: LockedTable, row: models.Model, *changed: str) -> None:
        """Store a row that the table's viewers see beside its own, such as a request for a seat.

        Of a row that exists already, only the fields that changed are written.
        """
        row.save(update_fields=changed if row.pk else None)
        locked.shows_more = True

    def absence(self, locked: LockedTable, number: int) -> str | None:
        """Why a person's seat plays automatically: leaving or sitting out; None for other seats.

        The seat of a player who left folds at each turn; one that sits out checks if checking is
        free (rules 4.4 and 4.7). Rows are read only where a seat may play automatically.
        """
        hand = self.hand(locked)
        if hand is None or not turn_clock.may_autoplay(hand):
            return None
        seat = self.rows(locked).seat_at(number)
        gone = (Seat.Status.SITTING_OUT, Seat.Status.LEAVING)
        return seat.status if seat is not None and seat.status in gone else None

    def act(
        self, locked: LockedTable, action: Action, *, auto: str = "", key: uuid.UUID | None = None
    ) -> Played:
        """Apply one action to the table's live hand and set the table's next timer.

        Raises `IllegalAction` and changes nothing. The caller settles a finished hand
        (`lobby.tables.play.hands.finish`); `locked.is_over` tells whether it is finished.
        """
        hand = self.hand(locked)
        assert hand is not None
        head = locked.head
        turn_before = head.turn_seat
        record = Record(
            seq=hand.seq + 1,
            action=action,
            at=self.now,
            auto=auto,
            key=key,
            bank_ms=self._bank_used(head, hand, action.seat, auto),
        )
        after, events = hand.advance(record)
        step = Played(after, events)
        locked.hand = after
        locked.steps.append(step)
        self._records.append((hand.id, record))
        head.seq = after.seq
        turn = after.game.turn(after.state)
        limit = hand.game.turn_seconds
        if turn != turn_before or limit(after.state) != limit(hand.state):
            head.turn_seat, head.turn_at, head.held_until = turn, self.now, None
        self._set_timer(locked)
        return step

    def step_back(self, locked: LockedTable) -> Played:
        """Take back the last action that counts of a live teaching hand; its turn begins anew.

        Raises `Refused` NOTHING_TO_TAKE_BACK.
        """
        hand = self.hand(locked)
        assert hand is not None
        if not hand.counted:
            raise TableRefused("NOTHING_TO_TAKE_BACK")
        action = Action(hand.counted[-1].action.seat, STEP_BACK)
        record = Record(seq=hand.seq + 1, action=action, at=self.now)
        after, events = hand.advance(record)
        step = Played(after, events)
        locked.hand = after
        locked.steps.append(step)
        self._records.append((hand.id, record))
        locked.head.seq, locked.head.turn_seat = after.seq, after.game.turn(after.state)
        self.restart_turn(locked)
        return step

    def is_stopped(self, locked: LockedTable) -> bool:
        """Whether the host of a teaching table has stopped the hand that is being played."""
        hand = self.hand(locked) if locked.head.live else None
        if hand is None or hand.teaching is None:
            return False
        return self.rows(locked).table.state == Table.State.PAUSED

    def restart_turn(self, locked: LockedTable) -> None:
        """Give the turn of a live teaching hand its whole clock, or stop it if the hand stops."""
        hand = self.hand(locked) if locked.head.live else None
        if hand is not None and hand.teaching is not None:
            locked.head.turn_at, locked.head.held_until = self.now, None
            self._set_timer(locked)

    def open(self, locked: LockedTable, opened: Opened) -> None:
        """Put a newly dealt hand on the table, and the deck of the hand after it."""
        head, hand = locked.head, opened.hand
        head.hand_id, head.live, head.seq = hand.id, True, 0
        head.turn_seat, head.turn_at = hand.game.turn(hand.state), self.now
        head.held_until = None
        self.rows(locked).deck = opened.next_deck
        self._opened.append(opened)
        locked.hand = hand
        locked.steps.append(Played(hand, hand.dealt))
        self._set_timer(locked)

    def settle(
        self, locked: LockedTable, hand: LiveHand, result: Result, *, pause: datetime.timedelta
    ) -> None:
        """End the table's finished hand, to be stored and counted; the pause after it begins."""
        head = locked.head
        head.live, head.turn_seat, head.turn_at, head.held_until = False, None, None, None
        head.next_timer_at = head.deal_at = self.now + pause
        after = self.rows(locked).deck
        ended = None if after is None else end_deck(hand, result, after)
        for number, chips in result.chips:
            net = chips - hand.players[number].stack
            locked.won[number] = locked.won.get(number, 0) + net
        self._settled.append(Settled(hand, result, ended))

    def _set_timer(self, locked: LockedTable) -> None:
        head, hand = locked.head, locked.hand
        if hand is None or head.turn_seat is None or head.turn_at is None:
            return
        if self.is_stopped(locked):
            head.next_timer_at = self.now + datetime.timedelta(seconds=STOPPED_S_MAX)
            return
        grace, gone = None, self.absence(locked, head.turn_seat)
        if gone == Seat.Status.SITTING_OUT:
            grace = datetime.timedelta(seconds=settings.AUTOPLAY_GRACE_S)
        elif gone == Seat.Status.LEAVING and not turn_clock.is_timed(hand):
            grace = turn_clock.AWAY_PAUSE
        head.next_timer_at = turn_clock.next_timer(
            hand, head.turn_seat, head.turn_at, head.held_until, self.now, autoplay_in=grace
        )

    def _bank_used(self, head: TableHead, hand: LiveHand, seat: int, auto: str) -> int:
        if seat != head.turn_seat or head.turn_at is None or auto == "bot":
            return 0
        if head.held_until is not None:
            return 0  # the connection was lost in this turn: the wait did not use the time bank
        return turn_clock.bank_used(hand, seat, head.turn_at, self.now)

    def finish(self) -> None:
        """Write what changed, and publish it after the commit. It may commit."""
        heads, rows, changes = [], [], []
        for locked in self.tables.values():
            head, changed_rows = locked.compare()
            if (change := locked.change(head, changed_rows)) is not None:
                changes.append(change)
            if head and not locked.closed:
                heads.append(locked.head)
            if locked.rows is not None and changed_rows is not None:
                rows.append((locked.rows, changed_rows))
        if changes:
            transaction.on_commit(lambda: _committed(changes))
        if closed := [locked.table_id for locked in self.tables.values() if locked.closed]:
            TableHead.objects.filter(pk__in=closed).delete()
        self._write(heads, table_rows.writing(rows))

    def _write(self, heads: Sequence[TableHead], statements: list[Statement]) -> None:
        hands = [one.hand for one in self._settled]
        statements += recording(self._records)
        statements += settling(self._settled, at=self.now)
        statements += withholding(hands, at=self.now)
        if values := values_of(heads, *_WRITTEN):
            statements.append((_WRITE, [as_json(values)]))
        if opening := storing(self._opened) if self._opened else []:
            if {one.hand.id for one in self._opened}.isdisjoint(hand.id for hand in hands):
                statements += opening
            else:
                run(*opening)  # a hand is over as soon as it is dealt: it needs its row first
        public = public_at_once(hands)
        last = [*together(statements), *counting(public, at=self.now)]
        if ends := batch_ends([End(hand.id, hand.table_id, hand.number) for hand in public]):
            run(*last)
            rate_batches(ends)
        else:
            run_and_commit(*last)


def _committed(changes: list[Change]) -> None:
    for change in changes:
        if change.steps:
            live.cache.put(change.steps[-1].hand)
    publish(changes)
    count_changes(changes)


def _locked(row: Sequence[Any]) -> LockedTable:
    head = HEAD.make(row[:-1])
    return LockedTable(head, row[:-1], head.version)


@contextmanager
def _transaction(lock: Statement, *questions: Statement) -> Iterator[TableTransaction]:
    began = perf_counter()
    with transaction.atomic():
        rows, *answers = run(lock, *questions)
        locked_at = perf_counter()
        # Each row tells the time after its lock: a transaction that waited must not use an earlier
        # one.
        now = max((row[-1] for row in rows), default=timezone.now())
        tx = TableTransaction(map(_locked, rows), now, answers)
        yield tx
        played_at = perf_counter()
        tx.finish()
    if rows:
        note_transaction(began, locked_at, played_at)


def lock_tables(
    table_ids: Iterable[uuid.UUID], *questions: Statement
) -> AbstractContextManager[TableTransaction]:
    """A transaction with the heads of these tables locked; closed tables are left out.

    `questions` are statements that are asked in the same round trip, after the tables are locked;
    their rows are the transaction's `answers`.
    """
    return _transaction((_LOCK, [list(table_ids)]), *questions)


def due_tables(
    limit: int,
    *,
    rooms_first: datetime.timedelta = datetime.timedelta(0),
    late_by: datetime.timedelta = datetime.timedelta(0),
) -> AbstractContextManager[TableTransaction]:
    """A transaction over up to `limit` tables whose timer is due and that nobody else locks.

    `late_by`: their timers were due this long ago. `rooms_first`: for this long a table's next hand
    is left to a process that has its room. The transaction's one answer is how soon the next timer
    of another table is due, or None.
    """
    return _transaction((_CLAIM, [late_by, rooms_first, limit]), (_NEXT_DUE, [rooms_first]))
