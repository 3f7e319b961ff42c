"""The other web processes: they are told of this one's tables, and tell of theirs.

All of it is for convenience: rooms also ask the database (`lobby.tables.ws.hub`).
"""

import asyncio
import uuid
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lobby.tables.transaction import notifications
from lobby.tables.transaction.changes import Change

SEND_AFTER_S = 0.5
"""Changes at tables where no other process is known to have a room are sent together, this much
later: they only concern lists of tables."""
SILENT_BEATS_MAX = 3
"""A process is forgotten after this many heartbeats of this one without a message from it."""


@dataclass(slots=True)
class _Process:
    """Another process, as it last described itself."""

    spectators: dict[uuid.UUID, int] = field(default_factory=dict)
    """The number of spectators at each table with a room or a waiting request."""
    shown: dict[uuid.UUID, set[uuid.UUID]] = field(default_factory=dict)
    """The spectators who agree to be listed."""
    lobby: int = 0
    """The number of open pages of the lobby."""
    kept: int = SILENT_BEATS_MAX


class OtherProcesses:
    """The other web processes. Use it only from the event loop."""

    def __init__(self) -> None:
        self.name = uuid.uuid4().hex
        """The name of this process in its messages."""
        self._known: dict[str, _Process] = {}
        self._changes: dict[uuid.UUID, Change] = {}
        self._opened: set[uuid.UUID] = set()
        self._ended_users: set[uuid.UUID] = set()
        self._later: asyncio.TimerHandle | None = None
        self._unsent = asyncio.Event()

    # -- telling -----------------------------------------------------------------------------

    def tell_changes(self, changes: Sequence[Change]) -> None:
        """Send changes: at once if another process has a room of one of their tables."""
        if not self._known:
            return
        self._changes |= {change.table_id: change for change in changes}
        if any(self._has_room(change.table_id) for change in changes):
            self._unsent.set()
        elif self._later is None:
            self._later = asyncio.get_running_loop().call_later(SEND_AFTER_S, self._unsent.set)

    def tell_room(self, table_id: uuid.UUID) -> None:
        """Say that this process has a room of this table from now on."""
        if self._known:
            self._opened.add(table_id)
            self._unsent.set()

    def tell_session_end(self, user_id: uuid.UUID) -> None:
        """Let all processes close a user's sockets."""
        self._ended_users.add(user_id)
        self._unsent.set()

    async def publish(self) -> None:
        """Send what is to be told, for ever."""
        while True:
            await self._unsent.wait()
            self._unsent.clear()
            if self._later is not None:
                self._later.cancel()
                self._later = None
            changes, self._changes = self._changes.values(), {}
            opened, self._opened = self._opened, set()
            ended_users, self._ended_users = self._ended_users, set()
            for user_id in ended_users:
                await notifications.send(notifications.session_end_of(user_id, sender=self.name))
            if opened:
                tables = [str(table_id) for table_id in opened]
                await notifications.send({"type": "rooms", "sender": self.name, "tables": tables})
            if changes:
                told = map(notifications.notification_of, changes)
                await notifications.publish(told, sender=self.name)

    async def tell_watching(
        self,
        spectators: Mapping[uuid.UUID, int],
        shown: Mapping[uuid.UUID, Collection[uuid.UUID]],
        lobby: int = 0,
    ) -> None:
        """Send the spectators of all rooms of this process: their number, and those to be listed.

        `lobby`: the number of open pages of the lobby here.

        Send it even without a room: a process knows by its own heartbeat that it still receives.
        """
        await notifications.send(
            {
                "type": "watching",
                "sender": self.name,
                "counts": {str(table_id): count for table_id, count in spectators.items()},
                "shown": {str(table_id): sorted(map(str, who)) for table_id, who in shown.items()},
                "lobby": lobby,
            }
        )

    # -- hearing -----------------------------------------------------------------------------

    def hear(self, message: dict[str, Any]) -> None:
        """Note what a process says of its rooms: a message of `tell_room` or `tell_watching`."""
        if message["type"] == "rooms":
            process = self._known.setdefault(message["sender"], _Process())
            for table_id in map(uuid.UUID, message["tables"]):
                process.spectators.setdefault(table_id, 0)
        else:
            shown = message.get("shown", {})
            self._known[message["sender"]] = _Process(
                {uuid.UUID(table_id): count for table_id, count in message["counts"].items()},
                {uuid.UUID(table_id): set(map(uuid.UUID, who)) for table_id, who in shown.items()},
                message.get("lobby", 0),
            )

    def age(self) -> None:
        """Forget processes that have long been silent; call it with each heartbeat."""
        for process in self._known.values():
            process.kept -= 1
        self._known = {name: process for name, process in self._known.items() if process.kept}

    def spectators(self) -> Counter[uuid.UUID]:
        """The number of spectators in all other processes, by table."""
        total: Counter[uuid.UUID] = Counter()
        for process in self._known.values():
            total.update(process.spectators)
        return total

    def in_lobby(self) -> int:
        """The number of open pages of the lobby in all other processes; from any thread."""
        return sum(process.lobby for process in tuple(self._known.values()))

    def shown_at(self, table_id: uuid.UUID) -> set[uuid.UUID]:
        """The spectators of a table in other processes who agree to be listed; from any thread."""
        known = tuple(self._known.values())
        return {who for process in known for who in process.shown.get(table_id, ())}

    def _has_room(self, table_id: uuid.UUID) -> bool:
        return any(table_id in process.spectators for process in self._known.values())
