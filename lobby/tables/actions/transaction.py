"""`TableTransaction`: one database transaction over some locked tables.

Everything that changes a table uses it. It holds the locks of the table heads, applies actions to
the hands, collects the changes and writes them in a few statements before the commit. After the
commit it publishes the changes: directly to this process's rooms, as notifications to all other
processes. Nothing is published and no cache is changed before the commit.

Lock order: heads by table id, then ledger accounts by id, then player stats. A hand's row is locked
only with its table's head, or by tasks that lock nothing else.
"""

import datetime
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from core.runtime.sql import Columns, Statement, as_json, run, run_and_commit, together, values_of
from games.dealing.actions import decks
from games.dealing.models import NextDeck
from games.engines.core.contract import Action
from games.hands.actions.record_action import recording
from games.hands.live_hand import LiveHand, Record
from games.hands.queries import live
from games.stats.actions.player_stats import counting
from games.stats.actions.publication import public_at_once, withholding
from games.stats.actions.ratings import End, batch_ends, rate_batches
from lobby.tables import errors as refusal
from lobby.tables import turn_clock
from lobby.tables.actions import table_rows
from lobby.tables.actions.publish import publish
from lobby.tables.actions.table_rows import TableRows
from lobby.tables.changes import (
    Change,
    Played,
    TableNow,
)
from lobby.tables.models import (
    Seat,
    Table,
    TableHead,
)

_READ = Columns(TableHead, "p")
_WRITTEN = (
    "table_id",
    "hand_id",
    "live",
    "seq",
    "turn_seat",
    "turn_at",
    "held_until",
    "next_timer_at",
    "version",
    "chat_id",
    "frozen",
)
_LOCK = f"""
SELECT locked.*, clock_timestamp() FROM (SELECT {_READ.sql} FROM lobby_tablehead p
    WHERE table_id = ANY(%s) ORDER BY table_id FOR UPDATE) AS locked
"""  # noqa: S608 -- own names
_CLAIM = f"""
SELECT locked.*, clock_timestamp() FROM (SELECT {_READ.sql} FROM lobby_tablehead p
    WHERE NOT frozen
        AND next_timer_at <= clock_timestamp() - CASE WHEN live THEN interval '0' ELSE %s END
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
    next_timer_at = r.next_timer_at, version = r.version, chat_id = r.chat_id, frozen = r.frozen
FROM jsonb_to_recordset(%s::jsonb) AS r(table_id uuid, hand_id uuid, live bool, seq int,
    turn_seat smallint, turn_at timestamptz, held_until timestamptz, next_timer_at timestamptz,
    version int, chat_id bigint, frozen bool)
WHERE p.table_id = r.table_id
"""


@dataclass(slots=True)
class LockedTable:
    """A table locked by a transaction: its head, and the changes made so far."""

    head: TableHead
    hand: LiveHand | None = None
    steps: list[Played] = field(default_factory=list)
    changed: bool = False
    closed: bool = False
    rows: TableRows | None = None
    """The table's rows as this transaction leaves them, if it has read them."""
    is_plain: bool = True
    """Whether the only changes were to hands: they advanced, ended and began."""
    seen: tuple[Any, ...] = ()
    """The part of the head that viewers knew when the table was locked."""
    version: int = 0
    """The table's version when it was locked."""

    def __post_init__(self) -> None:
        self.seen = self._visible()
        self.version = self.head.version

    @property
    def table_id(self) -> uuid.UUID:
        """The id of the locked table."""
        return self.head.table_id

    @property
    def is_over(self) -> bool:
        """Whether the table's hand has just ended and is not settled yet."""
        hand = self.hand
        return self.head.live and hand is not None and hand.game.result(hand.state) is not None

    @property
    def has_news(self) -> bool:
        """Whether viewers must be told; a new timer alone concerns only the dealer."""
        return self.closed or bool(self.steps) or self.seen != self._visible()

    def _visible(self) -> tuple[Any, ...]:
        head = self.head
        return (head.hand_id, head.seq, head.version, head.chat_id)


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
        self._settled: list[LiveHand] = []
        self._stored: list[Statement] = []
        self._rows: dict[uuid.UUID, TableRows] = {}
        self._decks: dict[uuid.UUID, NextDeck] = {}

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
        """The rows of a locked table."""
        if locked.rows is None:
            self.read([locked])
        assert locked.rows is not None
        return locked.rows

    def read(self, locked_tables: Iterable[LockedTable]) -> None:
        """Read the rows of all these tables at once, unless they have been read."""
        unread = [locked for locked in locked_tables if locked.rows is None]
        if unread:
            found = table_rows.read([locked.table_id for locked in unread])
            for locked in unread:
                locked.rows = found[locked.table_id]

    def forget(self, locked: LockedTable) -> None:
        """Drop the table's rows after the ORM changed them; they are read again when needed."""
        assert locked.table_id not in self._rows, "flush before the ORM changes rows"
        locked.rows, locked.is_plain = None, False

    def act(
        self, locked: LockedTable, action: Action, *, auto: str = "", key: uuid.UUID | None = None
    ) -> Played:
        """Apply one action to the table's live hand and set the table's next timer.

        Raises `IllegalAction` and changes nothing. The caller settles a finished hand
        (`lobby.tables.actions.hands.finish`); `locked.is_over` tells whether it is finished.
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
        locked.changed = True
        return step

    def new_hand(self, locked: LockedTable, hand: LiveHand) -> None:
        """Put a newly dealt hand on the table."""
        head = locked.head
        head.hand_id, head.live, head.seq = hand.id, True, 0
        head.turn_seat, head.turn_at = hand.game.turn(hand.state), self.now
        head.held_until = None
        self.turn_over(locked)
        locked.hand = hand
        locked.steps.append(Played(hand, hand.dealt))
        self._set_timer(locked)
        locked.changed = True

    def store(
        self,
        statements: Sequence[Statement],
        *,
        rows: Iterable[TableRows] = (),
        next_decks: Iterable[NextDeck] = (),
    ) -> None:
        """Note what is to be written: statements, and rows as they will be by then (`together`)."""
        self._stored += statements
        self._rows |= {each.table.pk: each for each in rows}
        self._decks |= {deck.table_id: deck for deck in next_decks}

    def flush(self) -> None:
        """Write what is noted, because somebody is about to read or change those rows."""
        run(*together(self._take_stored()))

    def _take_stored(self) -> list[Statement]:
        statements = [
            *self._stored,
            *table_rows.writing(tuple(self._rows.values())),
            *decks.storing(self._decks.values()),
        ]
        self._stored, self._rows, self._decks = [], {}, {}
        return statements

    def settled(self, hand: LiveHand) -> None:
        """Add a settled hand to those whose player stats this transaction records."""
        self._settled.append(hand)

    def touch(self, locked: LockedTable) -> None:
        """Mark the table or its seats as changed: viewers must read them again."""
        self.turn_over(locked)
        locked.is_plain = False

    def turn_over(self, locked: LockedTable) -> None:
        """Raise the table's version because a hand ended or began and nothing else changed."""
        locked.head.version += 1
        locked.changed = True

    def _set_timer(self, locked: LockedTable) -> None:
        head, hand = locked.head, locked.hand
        if hand is None or head.turn_seat is None or head.turn_at is None:
            return
        head.next_timer_at = turn_clock.next_timer(
            hand,
            head.turn_seat,
            head.turn_at,
            head.held_until,
            self.now,
            sits_out=absence(hand, head.turn_seat) == Seat.Status.SITTING_OUT,
            autoplay_grace=datetime.timedelta(seconds=settings.AUTOPLAY_GRACE_S),
        )

    def _bank_used(self, head: TableHead, hand: LiveHand, seat: int, auto: str) -> int:
        if seat != head.turn_seat or head.turn_at is None or auto == "bot":
            return 0
        if head.held_until is not None:
            return 0  # the connection was lost in this turn: the wait did not use the time bank
        return turn_clock.bank_used(hand, seat, head.turn_at, self.now)

    def _write(self) -> None:
        statements = [*self._take_stored(), *recording(self._records)]
        changed = [p.head for p in self.tables.values() if p.changed and not p.closed]
        if rows := values_of(changed, *_WRITTEN):
            statements.append((_WRITE, [as_json(rows)]))
        statements += withholding(self._settled, at=self.now)
        public = public_at_once(self._settled)
        last = [*together(statements), *counting(public, at=self.now)]
        ends = batch_ends([End(hand.id, hand.table_id, hand.number) for hand in public])
        if ends:
            run(*last)
            rate_batches(ends)
        else:
            run_and_commit(*last)

    def _changes(self) -> list[Change]:
        return [
            Change(
                table_id=locked.table_id,
                hand_id=locked.head.hand_id,
                seq=locked.head.seq,
                version=locked.head.version,
                chat_id=locked.head.chat_id,
                turn_at=locked.head.turn_at,
                held_until=locked.head.held_until,
                next_timer_at=locked.head.next_timer_at,
                steps=tuple(locked.steps),
                closed=locked.closed,
                after=locked.version,
                table=_table_of(locked),
            )
            for locked in self.tables.values()
            if locked.changed and locked.has_news
        ]


def _table_of(locked: LockedTable) -> TableNow | None:
    """The table as rooms may show it at once, None if they must read it."""
    rows = locked.rows
    if rows is None or not locked.is_plain or locked.closed or rows.table.sit_and_go:
        return None
    return TableNow(rows.table, locked.head, tuple(rows.seats), rows.deck)


def absence(hand: LiveHand, seat: int) -> str | None:
    """Why a person's seat plays automatically: leaving or sitting out; None for other seats.

    The seat of a player who left folds at each turn; one that sits out checks if checking is free
    (rules 4.4 and 4.7). One query, or none if no hand of this kind plays automatically.
    """
    if not hand.game.plays_on(hand.opening.rules) and hand.plays_for == "chips":
        return None
    gone = (Seat.Status.SITTING_OUT, Seat.Status.LEAVING)
    seats = Seat.objects.filter(table_id=hand.table_id, number=seat, status__in=gone)
    if not hand.game.plays_on(hand.opening.rules):
        seats = seats.filter(table__plays_for=Table.PlaysFor.SIT_AND_GO)
    return seats.values_list("status", flat=True).first()


def _committed(changes: list[Change]) -> None:
    for change in changes:
        if change.steps:
            live.cache.put(change.steps[-1].hand)
    publish(changes)


@contextmanager
def _transaction(lock: Statement, *questions: Statement) -> Iterator[TableTransaction]:
    with transaction.atomic():
        rows, *answers = run(lock, *questions)
        # Each row tells the time after its lock: a transaction that waited must not use an earlier
        # one.
        now = max((row[-1] for row in rows), default=timezone.now())
        tx = TableTransaction([LockedTable(_READ.make(row[:-1])) for row in rows], now, answers)
        yield tx
        changes = tx._changes()
        if changes:
            transaction.on_commit(lambda: _committed(changes))
        tx._write()  # it may commit


def lock_tables(
    table_ids: Iterable[uuid.UUID], *questions: Statement
) -> AbstractContextManager[TableTransaction]:
    """A transaction with the heads of these tables locked; closed tables are left out.

    `questions` are statements that are asked in the same round trip, after the tables are locked;
    their rows are the transaction's `answers`.
    """
    return _transaction((_LOCK, [list(table_ids)]), *questions)


def due_tables(
    limit: int, *, rooms_first: datetime.timedelta = datetime.timedelta(0)
) -> AbstractContextManager[TableTransaction]:
    """A transaction over up to `limit` tables whose timer is due and that nobody else locks.

    `rooms_first`: for this long a table's next hand is left to a process that has its room. The
    transaction's one answer is how soon the next timer of another table is due, or None.
    """
    return _transaction((_CLAIM, [rooms_first, limit]), (_NEXT_DUE, [rooms_first]))
