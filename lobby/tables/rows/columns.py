"""The columns of tables and seats in hand-written statements, and the rows as instances."""

from collections.abc import Sequence
from typing import Any

from accounts.people.models import User
from core.runtime.sql import Columns
from lobby.tables.models import Seat, Table, WaitingEntry

TABLE = Columns(Table, "t")
SEAT = Columns(Seat, "s")
_WAITING = Columns(WaitingEntry, "w")
_USER = Columns(
    User,
    "u",
    *("id", "name", "kind", "avatar", "bot_level", "is_active", "is_staff", "date_joined"),
    "break_until",
)
SEATS = f"""
SELECT {SEAT.sql}, {_USER.sql} FROM lobby_seat s JOIN accounts_user u ON u.id = s.user_id
WHERE s.table_id = ANY(%s) ORDER BY s.number
"""  # noqa: S608 -- own names
"""The seats of some tables with their users, for `seat_of`."""
WAITING = f"""
SELECT {_WAITING.sql}, {_USER.sql} FROM lobby_waitingentry w
JOIN accounts_user u ON u.id = w.user_id WHERE w.table_id = ANY(%s) ORDER BY w.id
"""  # noqa: S608 -- own names
"""The waiting lists of some tables, the first in line first, for `waiting_entry_of`."""


def seat_of(row: Sequence[Any]) -> Seat:
    """A row of `SEATS` as a seat with its user."""
    seat = SEAT.make(row[: len(SEAT)])
    seat.user = _USER.make(row[len(SEAT) :])
    return seat


def waiting_entry_of(row: Sequence[Any]) -> WaitingEntry:
    """A row of `WAITING` as an entry with its user."""
    entry = _WAITING.make(row[: len(_WAITING)])
    entry.user = _USER.make(row[len(_WAITING) :])
    return entry
