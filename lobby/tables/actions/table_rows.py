"""The rows of tables between two hands, read and written in batches.

Each function here needs one statement for each kind of row, however many tables the transaction
locks.
"""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from accounts.limits.queries import Limits, limits_in
from accounts.people.models import User
from core.runtime.sql import Statement, as_json, run, values_of
from games.dealing.actions import decks
from games.dealing.models import NextDeck
from lobby.tables.columns import SEATS, TABLE, seat_of
from lobby.tables.models import Seat, Table
from lobby.tables.queries.play_limits import limits_at

_TABLES = f"SELECT {TABLE.sql} FROM lobby_table t WHERE id = ANY(%s)"  # noqa: S608 -- own names
_WRITE_SEATS = """
UPDATE lobby_seat AS s SET stack = r.stack, pending = r.pending, status = r.status,
    timeouts = r.timeouts, bank_ms = r.bank_ms, missed_blinds = r.missed_blinds
FROM jsonb_to_recordset(%s::jsonb) AS r(id bigint, stack bigint, pending bigint, status text,
    timeouts smallint, bank_ms int, missed_blinds text)
WHERE s.id = r.id
"""
_WRITE_TABLES = """
UPDATE lobby_table AS t SET running = r.running, button = r.button, last_terms = r.last_terms,
    last_result = r.last_result, before_last_hand = r.before_last_hand, hands_dealt = r.hands_dealt
FROM jsonb_to_recordset(%s::jsonb) AS r(id uuid, running bool, button smallint, last_terms jsonb,
    last_result jsonb, before_last_hand jsonb, hands_dealt int)
WHERE t.id = r.id
"""


@dataclass(slots=True)
class TableRows:
    """A locked table's row, its occupied seats with their users in order, and its next deck.

    The deck's row is locked too. `limits` are the play limits of users who have set any; it may
    have those of users at other tables.
    """

    table: Table
    seats: list[Seat]
    deck: NextDeck | None = None
    limits: Mapping[uuid.UUID, Limits] = field(default_factory=dict)

    @property
    def people(self) -> list[Seat]:
        """The seats of people (not bots)."""
        return [seat for seat in self.seats if seat.user.kind != User.Kind.BOT]


def read(table_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, TableRows]:
    """Read the rows of tables whose heads are locked."""
    ids = list(table_ids)
    tables, seats, next_decks, limited = run(
        (_TABLES, [ids]), (SEATS, [ids]), decks.locking(ids), limits_at(ids)
    )
    limits = limits_in(limited)
    rows = {table.pk: TableRows(table, [], limits=limits) for table in map(TABLE.make, tables)}
    for row in seats:
        seat = seat_of(row)
        of = rows[seat.table_id]
        seat.table = of.table
        of.seats.append(seat)
    for deck in map(decks.made, next_decks):
        rows[deck.table_id].deck = deck
    return rows


def write_seats(seats: Iterable[Seat]) -> None:
    """Store the seats' columns that change between hands."""
    if rows := _values_of_seats(seats):
        run((_WRITE_SEATS, [as_json(rows)]))


def writing(rows: Sequence[TableRows]) -> list[Statement]:
    """The statements that store what changes at some tables when a hand begins or ends, if any."""
    if not rows:
        return []
    seats = _values_of_seats(seat for each in rows for seat in each.seats)
    names = ("id", "running", "button", "last_terms", "last_result", "before_last_hand")
    tables = values_of((each.table for each in rows), *names, "hands_dealt")
    return [(_WRITE_SEATS, [as_json(seats)]), (_WRITE_TABLES, [as_json(tables)])]


def _values_of_seats(seats: Iterable[Seat]) -> list[dict[str, object]]:
    names = ("id", "stack", "pending", "status", "timeouts", "bank_ms", "missed_blinds")
    return values_of(seats, *names)
