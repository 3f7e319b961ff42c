"""The rows of locked tables: read in batches, changed in memory, written once.

Each function here needs one statement for each kind of row, however many tables the transaction
locks. A locked table's row, its seats and its next deck change only here and in the fields of the
rows; the transaction finds out what changed by comparing them with what was read.
"""

import datetime
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils import timezone

from accounts.limits.queries import Limits, limits_in
from accounts.people.models import User
from core.runtime.sql import Statement, as_json, run, values_of
from games.dealing.actions import decks
from games.dealing.models import NextDeck
from lobby.tables.models import Seat, Table, WaitingEntry
from lobby.tables.rows.columns import (
    SEAT,
    SEATS,
    TABLE,
    WAITING,
    seat_of,
    waiting_entry_of,
)
from lobby.tables.rows.play_limits import limits_at

_TABLES = f"SELECT {TABLE.sql} FROM lobby_table t WHERE id = ANY(%s)"  # noqa: S608 -- own names
_SEAT_BETWEEN_HANDS = ("stack", "pending", "status", "timeouts", "bank_ms", "missed_blinds")
_WRITE_SEATS = """
UPDATE lobby_seat AS s SET stack = r.stack, pending = r.pending, status = r.status,
    timeouts = r.timeouts, bank_ms = r.bank_ms, missed_blinds = r.missed_blinds
FROM jsonb_to_recordset(%s::jsonb) AS r(id bigint, stack bigint, pending bigint, status text,
    timeouts smallint, bank_ms int, missed_blinds text)
WHERE s.id = r.id
"""
_TABLE_BETWEEN_HANDS = (
    "running",
    "button",
    "last_terms",
    "last_result",
    "before_last_hand",
    "hands_dealt",
)
_WRITE_TABLES = """
UPDATE lobby_table AS t SET running = r.running, button = r.button, last_terms = r.last_terms,
    last_result = r.last_result, before_last_hand = r.before_last_hand, hands_dealt = r.hands_dealt
FROM jsonb_to_recordset(%s::jsonb) AS r(id uuid, running bool, button smallint, last_terms jsonb,
    last_result jsonb, before_last_hand jsonb, hands_dealt int)
WHERE t.id = r.id
"""
UNSEEN = frozenset({"timeouts", "held_at", "out_since", "out_after", "seen_at", "lively_at"})
"""Columns that no viewer sees."""
_BY_HANDS = UNSEEN | {"stack", "pending", "bank_ms", "missed_blinds"}
"""Columns of seats that a hand changes by ending or beginning."""


class RowChanges(NamedTuple):
    """The changes of one table's rows: the names of the changed columns."""

    table: list[str]
    seats: list[tuple[Seat, list[str]]]
    deck: bool
    taken: bool
    """Whether a seat was taken or given up."""

    @property
    def seen(self) -> bool:
        """Whether viewers see the difference."""
        names = {*self.table, *(name for _seat, changed in self.seats for name in changed)}
        return self.deck or self.taken or not names <= UNSEEN


@dataclass(slots=True)
class TableRows:
    """A locked table's row, its occupied seats with their users in order, and its next deck.

    The deck's row is locked too. `limits` are the play limits of users who have set any; it may
    have those of users at other tables.
    """

    table: Table
    seats: list[Seat]
    now: datetime.datetime
    """The transaction's time."""
    deck: NextDeck | None = None
    waiting: list[WaitingEntry] = field(default_factory=list)
    """The table's waiting list, the first in line first."""
    limits: Mapping[uuid.UUID, Limits] = field(default_factory=dict)
    _table_was: Sequence[Any] = ()
    _seats_were: dict[int, Sequence[Any]] = field(default_factory=dict)
    _chips_were: dict[int, int] = field(default_factory=dict)
    _deck_was: Sequence[Any] = ()
    _taken: bool = False

    @property
    def people(self) -> list[Seat]:
        """The seats of people (not bots)."""
        return [seat for seat in self.seats if seat.user.kind != User.Kind.BOT]

    @property
    def bots(self) -> list[Seat]:
        """The seats of the house's bots."""
        return [seat for seat in self.seats if seat.user.kind == User.Kind.BOT]

    def seat_of(self, user_id: uuid.UUID) -> Seat | None:
        """The user's seat, None if they have none."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def seat_at(self, number: int) -> Seat | None:
        """The seat with this number, None if it is free."""
        return next((seat for seat in self.seats if seat.number == number), None)

    def take(self, user: User, number: int, stack: int, **columns: Any) -> Seat:
        """Store the seat that a user takes now."""
        seat = Seat.objects.create(
            table=self.table,
            user=user,
            number=number,
            stack=stack,
            seen_at=self.now,
            **columns,
        )
        self._note_taken([seat])
        self.seats = sorted([*self.seats, seat], key=lambda one: one.number)
        self._seats_were[seat.pk] = SEAT.row_of(seat)
        self._chips_were[seat.pk] = stack
        return seat

    def give_up(self, seats: Sequence[Seat]) -> None:
        """Delete the rows of seats that are free from now on; their chips are gone already."""
        if not seats:
            return
        gone = {seat.pk for seat in seats}
        Seat.objects.filter(pk__in=gone).delete()
        self.seats = [seat for seat in self.seats if seat.pk not in gone]
        self._note_taken(seats)

    def _note_taken(self, seats: Sequence[Seat]) -> None:
        """A table that people have left closes some time after the last of them."""
        self._taken = True
        if any(seat.user.kind != User.Kind.BOT for seat in seats):
            self.table.lively_at = self.now

    def changes(self) -> RowChanges:
        """The differences from what was read."""
        seats = ((seat, SEAT.changed(seat, self._seats_were[seat.pk])) for seat in self.seats)
        return RowChanges(
            TABLE.changed(self.table, self._table_was),
            [(seat, names) for seat, names in seats if names],
            self.deck is not None and decks.COLUMNS.row_of(self.deck) != self._deck_was,
            self._taken,
        )

    def changed_by_hands_alone(self, changes: RowChanges, won: Mapping[int, int]) -> bool:
        """Whether only hands ended or began; `won` has the chips they moved, by seat."""
        if changes.taken or not {*changes.table} <= {*_TABLE_BETWEEN_HANDS, *UNSEEN}:
            return False
        return all(_BY_HANDS.issuperset(names) for _seat, names in changes.seats) and all(
            seat.stack + seat.pending == self._chips_were[seat.pk] + won.get(seat.number, 0)
            for seat in self.seats
        )


def read(table_ids: Collection[uuid.UUID], now: datetime.datetime) -> dict[uuid.UUID, TableRows]:
    """Read the rows of tables whose heads are locked, by a transaction of this time."""
    ids = list(table_ids)
    tables, seats, next_decks, limited, waiting = run(
        (_TABLES, [ids]), (SEATS, [ids]), decks.locking(ids), limits_at(ids), (WAITING, [ids])
    )
    limits = limits_in(limited)
    rows = {}
    for row in tables:
        table = TABLE.make(row)
        rows[table.pk] = TableRows(table, [], now, limits=limits, _table_was=row)
    for row in seats:
        seat = seat_of(row)
        of = rows[seat.table_id]
        seat.table = of.table
        of.seats.append(seat)
        of._seats_were[seat.pk] = row[: len(SEAT)]
        of._chips_were[seat.pk] = seat.stack + seat.pending
    for entry in map(waiting_entry_of, waiting):
        rows[entry.table_id].waiting.append(entry)
    for row in next_decks:
        deck = decks.made(row)
        rows[deck.table_id].deck, rows[deck.table_id]._deck_was = deck, row
    return rows


def rows_of_closed(table_id: uuid.UUID) -> TableRows:
    """The rows of a closed table, which has no seats; nothing writes them."""
    return TableRows(Table.objects.get(pk=table_id), [], timezone.now())


def writing(rows: Iterable[tuple[TableRows, RowChanges]]) -> list[Statement]:
    """Write what changed; returns the statements for what changes between two hands.

    Those are one for each kind of row. Other columns change one table at a time: they are written
    here.
    """
    tables, seats, next_decks = [], [], []
    for each, changes in rows:
        if not changes.table:
            pass
        elif set(changes.table) <= set(_TABLE_BETWEEN_HANDS):
            tables.append(each.table)
        else:
            each.table.save(update_fields=changes.table)
        for seat, names in changes.seats:
            if set(names) <= set(_SEAT_BETWEEN_HANDS):
                seats.append(seat)
            else:
                seat.save(update_fields=names)
        if changes.deck and each.deck is not None:
            next_decks.append(each.deck)
    statements = []
    if seats:
        values = values_of(seats, "id", *_SEAT_BETWEEN_HANDS)
        statements.append((_WRITE_SEATS, [as_json(values)]))
    if tables:
        values = values_of(tables, "id", *_TABLE_BETWEEN_HANDS)
        statements.append((_WRITE_TABLES, [as_json(values)]))
    return [*statements, *decks.storing(next_decks)]
