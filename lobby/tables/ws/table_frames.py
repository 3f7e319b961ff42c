"""The frames of a table after a change: one for all who see the same."""

import uuid

from msgspec import structs

from lobby.tables.queries.table_view import TableSnapshot, invite_link, render_table
from lobby.tables.wire import You
from lobby.tables.ws.events import TableChanged, encode, now_ms


class TableFrames:
    """The frames of one state of a table; `public` is what everybody may see."""

    def __init__(self, snapshot: TableSnapshot) -> None:
        self._snapshot = snapshot
        self.public = TableChanged(now=now_ms(), table=render_table(snapshot, invite=False))
        link = invite_link(snapshot.table)
        self._invited = structs.replace(self.public.table, invite=link)
        invited = TableChanged(now=self.public.now, table=self._invited)
        self._frames = {False: encode(self.public), True: encode(invited)}

    def to(self, user_id: uuid.UUID | None, you: You | None, *, seated: bool) -> bytes:
        """The frame for a user (None: a visitor), with `you` if that changed.

        Where stacks are hidden, a seated player gets their own instead of the common one.
        """
        snapshot = self._snapshot
        knows = (you is not None or seated) and snapshot.knows_invite(user_id)
        if seated and snapshot.hides_stacks:
            table = render_table(snapshot, invite=knows, reader=user_id)
        elif you is None:
            return self._frames[knows]
        else:
            table = self._invited if knows else self.public.table
        return encode(TableChanged(now=self.public.now, table=table, you=you))
