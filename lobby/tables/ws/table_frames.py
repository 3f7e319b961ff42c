"""The frames of a table after a change: one for all who see the same."""

import uuid

from msgspec import structs

from lobby.tables.view.shown import Shown
from lobby.tables.view.table_state import render_table_shown
from lobby.tables.view.table_view import TableSnapshot, invite_link, render_table
from lobby.tables.wire import TableView, You
from lobby.tables.ws.events import DeckChanged, TableChanged, encode, now_ms

_Key = tuple[bool, uuid.UUID | None]
"""Whether the table is shown late, and whose own stack is shown where stacks are hidden."""


def deck_frame(snapshot: TableSnapshot) -> bytes:
    """The frame for everybody after a change of the next deck alone."""
    table = render_table(snapshot, invite=False)
    changed = DeckChanged(
        now=now_ms(), version=table.version, next_at=table.next_at, next_deck=table.next_deck
    )
    return encode(changed)


class TableFrames:
    """The frames of one state of a table; each table is rendered, and each frame encoded once."""

    def __init__(self, snapshot: TableSnapshot) -> None:
        self._snapshot, self._hides_stacks = snapshot, snapshot.hides_stacks
        self._now = now_ms()
        self._tables: dict[_Key, TableView] = {}
        self._frames: dict[tuple[_Key, bool], bytes] = {}

    def to(self, shown: Shown, you: You | None = None) -> bytes:
        """The frame for a viewer to whom this is shown, with `you` if that changed."""
        key = (shown.late is not None, shown.own_stack if self._hides_stacks else None)
        if you is not None:
            return encode(TableChanged(now=self._now, table=self._table(key, shown), you=you))
        frame = self._frames.get((key, shown.invite))
        if frame is None:
            frame = encode(TableChanged(now=self._now, table=self._table(key, shown)))
            self._frames[key, shown.invite] = frame
        return frame

    def _table(self, key: _Key, shown: Shown) -> TableView:
        table = self._tables.get(key)
        if table is None:
            table = render_table_shown(self._snapshot, shown._replace(invite=False))
            self._tables[key] = table
        if shown.invite:
            table = structs.replace(table, invite=invite_link(self._snapshot.table))
        return table
