"""`LockedTable`: a table locked by a transaction, and how its changes are found.

The head and the rows are compared with what was read: what differs is written, and decides what
viewers must be told.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from core.runtime.sql import Columns
from games.hands.live_hand import LiveHand
from lobby.tables.models import TableHead
from lobby.tables.rows.table_rows import RowChanges, TableRows
from lobby.tables.stakes import stakes_of
from lobby.tables.transaction.changes import Change, Played, TableNow

HEAD = Columns(TableHead, "p")
_POSITION = frozenset({"hand_id", "seq", "version", "chat_id"})
"""Columns that viewers compare with what they have seen."""
_VERSIONED = frozenset({"hand_id", "live", "frozen"})
"""Columns of which viewers learn with the rows."""


@dataclass(slots=True)
class LockedTable:
    """A table locked by a transaction: its head, and the changes made so far."""

    head: TableHead
    as_locked: Sequence[Any]
    """The head's row when it was locked."""
    version: int
    """The table's version then."""
    hand: LiveHand | None = None
    steps: list[Played] = field(default_factory=list)
    won: dict[int, int] = field(default_factory=dict)
    """The chips that hands moved which this transaction settled, by seat."""
    rows: TableRows | None = None
    """The table's rows as this transaction leaves them, if it has read them."""
    closed: bool = False
    """Whether the table closes: its head is deleted."""
    shows_more: bool = False
    """Whether rows changed that viewers see, but that are neither head nor `rows`."""

    @property
    def table_id(self) -> uuid.UUID:
        """The id of the locked table."""
        return self.head.table_id

    @property
    def is_over(self) -> bool:
        """Whether the table's hand has just ended and is not settled yet."""
        hand = self.hand
        return self.head.live and hand is not None and hand.game.result(hand.state) is not None

    def compare(self) -> tuple[set[str], RowChanges | None]:
        """The names of the head's changed columns, and what changed in the rows.

        Raises the version, once, if viewers must read the table again.
        """
        head, rows = {*HEAD.changed(self.head, self.as_locked)}, None
        if self.rows is not None:
            rows = self.rows.changes()
        waits = "held_until" in head and not self.steps
        if (
            waits
            or self.closed
            or self.shows_more
            or not head.isdisjoint(_VERSIONED)
            or (rows is not None and rows.seen)
        ):
            self.head.version += 1
            head.add("version")
        return head, rows

    def change(self, head: set[str], rows: RowChanges | None) -> Change | None:
        """The change to publish; None if it concerns only the dealer."""
        if not (self.closed or self.steps) and head.isdisjoint(_POSITION):
            return None
        now = self.head
        return Change(
            table_id=now.table_id,
            hand_id=now.hand_id,
            seq=now.seq,
            version=now.version,
            chat_id=now.chat_id,
            turn_at=now.turn_at,
            held_until=now.held_until,
            next_timer_at=now.next_timer_at,
            next_at=now.next_at,
            steps=tuple(self.steps),
            closed=self.closed,
            after=self.version,
            table=self._for_rooms(head, rows),
        )

    def _for_rooms(self, head: set[str], changes: RowChanges | None) -> TableNow | None:
        """The rows if only hands ended or began, or the deck changed; else rooms read them."""
        rows = self.rows
        if rows is None or changes is None or stakes_of(rows.table).has_status:
            return None  # or its view has more rows
        ended_or_began = self.steps and not head.isdisjoint({"hand_id", "live"})
        deck_alone = not self.steps and changes.deck and not (changes.table or changes.seats)
        if not (ended_or_began or deck_alone) or self.closed or self.shows_more:
            return None
        if "frozen" in head or not rows.changed_by_hands_alone(changes, self.won):
            return None
        return TableNow(rows.table, self.head, tuple(rows.seats), rows.deck, deck_alone)
