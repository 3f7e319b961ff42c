"""All connections of a room: they count the spectators and serve players first.

Frames to players are written as soon as all rooms of a batch have rendered theirs: rendering and
writing in turns would take longer, because each displaces the other's code from the processor's
cache. Frames to spectators wait in one queue, which the event loop sends in small portions, so that
thousands of spectators never delay a player's action.
"""

import asyncio
from collections import deque
from collections.abc import Iterator

from accounts.people.models import User
from lobby.tables.ws.connection import Connection
from lobby.tables.ws.events import Watching, encode

FRAMES_PER_TURN_MAX = 50
"""Frames sent to spectators before the event loop runs other work."""
WAITING_FRAMES_MAX = 100_000
"""The most frames that wait; beyond it spectators lose them all and get the whole table again."""
TELL_EVERY_S = 1.0
"""The shortest time between two messages with the number of spectators."""


class Crowd:
    """The connections of one room. Use it only from the event loop."""

    def __init__(self) -> None:
        self.elsewhere = 0
        """Spectators of the table in other processes."""
        self.moves = 0
        """How often a connection came, left, or changed its seat."""
        self._connections: dict[Connection, None] = {}
        self._spectators = 0
        self._rendered: dict[Connection, list[bytes]] = {}
        """Frames to players, to be written in the next turn of the event loop."""
        self._frames: deque[tuple[Connection, bytes]] = deque()
        self._told = -1
        self._told_at = float("-inf")
        self._telling: asyncio.TimerHandle | None = None

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._connections)

    def __len__(self) -> int:
        return len(self._connections)

    # -- connections --------------------------------------------------------------------------

    def add(self, connection: Connection) -> None:
        """Add a connection."""
        if connection not in self._connections:
            self._connections[connection] = None
            self.moves += 1
            self._spectators += connection.seat is None

    def discard(self, connection: Connection) -> None:
        """Remove a connection."""
        if connection in self._connections:
            del self._connections[connection]
            self.moves += 1
            self._spectators -= connection.seat is None

    def move(self, connection: Connection, seat: int | None) -> bool:
        """Set a connection's seat, None for a spectator; returns whether it changed.

        Frames of players and of spectators wait apart: those that it waits for are sent first, so
        that no later one overtakes them.
        """
        before = connection.seat
        if seat == before:
            return False
        self._send_waiting(connection)
        connection.seat = seat
        self.moves += 1
        if connection in self._connections:
            self._spectators += (seat is None) - (before is None)
        return True

    @property
    def spectators(self) -> list[User]:
        """The users who watch in this process; safe to read from any thread."""
        there = tuple(self._connections)
        return [c.user for c in there if c.seat is None and c.user is not None]

    @property
    def here(self) -> int:
        """Spectators in this process."""
        return self._spectators

    @property
    def watching(self) -> int:
        """Spectators in all processes."""
        return self._spectators + self.elsewhere

    def tell_watching(self) -> None:
        """Send everybody the number of spectators, at most once a second."""
        if self._telling is not None or self.watching == self._told:
            return
        loop = asyncio.get_running_loop()
        wait = self._told_at + TELL_EVERY_S - loop.time()
        if wait > 0:
            self._telling = loop.call_later(wait, self._tell)
        else:
            self._tell()

    def _tell(self) -> None:
        self._telling = None
        if self.watching != self._told:
            self._told, self._told_at = self.watching, asyncio.get_running_loop().time()
            frame = encode(Watching(self._told))
            for connection in self._connections:
                self.push(connection, frame)

    # -- frames ------------------------------------------------------------------------------

    def push(self, connection: Connection, frame: bytes) -> None:
        """Send a frame: to a player soon, to a spectator after the frames already queued.

        A connection that waits for its first frame gets nothing before it: that frame has it all.
        """
        if not connection.greeted:
            return
        if connection.seat is not None:
            if not self._rendered:
                asyncio.get_running_loop().call_soon(self._write_rendered)
            self._rendered.setdefault(connection, []).append(frame)
            return
        if len(self._frames) >= WAITING_FRAMES_MAX:
            for waiting, _frame in self._frames:
                waiting.lost = True
            self._frames.clear()
        if not self._frames:
            asyncio.get_running_loop().call_soon(self._send_some)
        self._frames.append((connection, frame))

    def _send_waiting(self, connection: Connection) -> None:
        if connection.seat is not None:
            connection.push(*self._rendered.pop(connection, ()))
            return
        waiting = [frame for one, frame in self._frames if one is connection]
        if waiting:
            self._frames = deque(one for one in self._frames if one[0] is not connection)
            connection.push(*waiting)

    def _write_rendered(self) -> None:
        rendered, self._rendered = self._rendered, {}
        for connection, frames in rendered.items():
            connection.push(*frames)

    def _send_some(self) -> None:
        for _ in range(min(FRAMES_PER_TURN_MAX, len(self._frames))):
            connection, frame = self._frames.popleft()
            connection.push(frame)
        if self._frames:
            asyncio.get_running_loop().call_soon(self._send_some)
