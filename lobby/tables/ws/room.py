"""A table's room within one process: its connections, and what each of them sees.

A room applies each change once and renders each view once; all sockets of an audience get the same
frame. Use it only from the event loop. It holds a copy: the database is authoritative.
"""

import asyncio
import logging
import time
import uuid
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from accounts.people.queries.social import blocks_of
from games.engines.core.contract import Event, Viewer
from games.hands.live_hand import LiveHand
from lobby.tables.access.access import is_closer
from lobby.tables.transaction.changes import Change, TableNow
from lobby.tables.view.reading import RoomReading, read_room
from lobby.tables.view.shown import Shown, is_delayed_for, is_void, what_is_shown
from lobby.tables.view.table_state import (
    Moment,
    moment_of,
    render_hand_shown,
    render_table_shown,
)
from lobby.tables.view.table_view import TableSnapshot, waits_for_start
from lobby.tables.view.you import you_of
from lobby.tables.wire import You
from lobby.tables.ws.arrivals import Arrivals
from lobby.tables.ws.connection import Connection
from lobby.tables.ws.crowd import Crowd
from lobby.tables.ws.delayed import ANIMATED_STEPS_MAX, DelayedStream
from lobby.tables.ws.events import (
    Closed,
    HandMoved,
    Hello,
    WindowPlays,
    encode,
    now_ms,
)
from lobby.tables.ws.moves import events_between, moves_after
from lobby.tables.ws.openings_sent import OpeningsSent
from lobby.tables.ws.room_chat import RoomChat
from lobby.tables.ws.step_frames import Audience, EventsSoFar, StepFrames
from lobby.tables.ws.table_frames import TableFrames, deck_frame
from lobby.tables.ws.you_sent import YouSent

log = logging.getLogger(__name__)

RunInThread = Callable[..., Awaitable[Any]]
READING_AGE_S_MAX = 1.0
"""A new spectator gets a reading at most this old; later changes arrive as for everybody else."""


class Room:
    """All sockets of one table in this process."""

    def __init__(self, table_id: uuid.UUID, in_thread: RunInThread) -> None:
        self.table_id = table_id
        self.connections = Crowd()
        self.snapshot: TableSnapshot | None = None
        self.hand: LiveHand | None = None
        self.turn_at: datetime | None = None
        self.held_until: datetime | None = None
        self.next_at: datetime | None = None
        self.chat = RoomChat(self.connections)
        self.late: DelayedStream | None = None
        self._late_stacks: tuple[uuid.UUID, bool] | None = None
        """The hand whose stacks delayed spectators were sent, and whether it was over."""
        self._you_sent = YouSent()
        self._told = OpeningsSent()
        self._so_far = EventsSoFar()
        self._audience = Audience(self.connections)
        self._in_thread = in_thread
        self._asking: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()
        self._tickets = 0
        self._served = 0
        self._read_at = float("-inf")
        self._arrivals = Arrivals(self._welcome)

    # -- connections --------------------------------------------------------------------------

    async def join(self, connection: Connection) -> bool:
        """Add a socket and send it everything; False if the table is closed."""
        self.connections.add(connection)
        return await self._arrivals.join(connection)

    async def _welcome(self, connections: list[Connection]) -> bool:
        if not self.is_fresh or any(c.user_id is not None for c in connections):
            await self.refresh()
        await self.greet(*connections)
        return self.snapshot is not None

    @property
    def is_fresh(self) -> bool:
        """Whether the table was read within the last second."""
        return self.snapshot is not None and time.monotonic() - self._read_at < READING_AGE_S_MAX

    def leave(self, connection: Connection) -> None:
        """Remove a socket."""
        self.connections.discard(connection)
        if not any(c.watches_delayed for c in self.connections):
            self._end_delayed()

    @property
    def watching(self) -> int:
        """Spectators in all processes."""
        return self.connections.watching

    async def greet(self, *connections: Connection) -> None:
        """Send the whole table as these connections may see it (first frame and resync)."""
        snapshot = self.snapshot
        if snapshot is None:
            return
        for connection in connections:
            self._set_seat(connection, snapshot)
        you = await self._you(connections)
        self._you_sent.note(snapshot, you)
        if people := {c.user_id for c in connections if c.user_id is not None}:
            blocks = await self._in_thread(blocks_of, people)
            for connection in connections:
                if connection.user_id is not None:
                    connection.blocked = blocks[connection.user_id]
        if any(connection.watches_delayed for connection in connections):
            await self._begin_delayed(snapshot)
        if self.snapshot is None:
            return  # closed meanwhile; the connections were told
        strangers: bytes | None = None  # all of them get the same frame
        for connection in connections:
            frame = strangers if connection.user_id is None else None
            if frame is None:
                frame = encode(self._hello(connection, you.get(connection.user_id)))
            if connection.user_id is None:
                strangers = frame
            connection.caught_up()
            self.connections.push(connection, frame)
            connection.plays = None
            self._tell_window(connection)

    def _hello(self, connection: Connection, you: You | None) -> Hello:
        shown = self._shown_to(connection)
        events: list[dict[str, Any]] = []
        if shown.hand is not None:
            events = self._so_far.of(shown.hand, shown.viewer)
        return Hello(
            now=now_ms(),
            you=you,
            table=render_table_shown(self._current, shown),
            hand=render_hand_shown(shown, self._moment(), events),
            events=events,
            chat=self.chat.read_by(connection, self._current.table),
            watching=self.watching,
        )

    def _set_seats(self, snapshot: TableSnapshot) -> tuple[list[Connection], list[Connection]]:
        """Set all seats; returns who moved, and who now sees the table with another delay."""
        if self.late is not None and self.late.delay_s != snapshot.table.spectator_delay_s:
            self._end_delayed()
        late = {c for c in self.connections if c.watches_delayed and self.late is not None}
        moved = [c for c in self.connections if self._set_seat(c, snapshot)]
        return moved, [c for c in self.connections if c.watches_delayed != (c in late)]

    def _let_in_again(self, host_id: uuid.UUID | None) -> None:
        """Close the sockets of all but players and host; who may still watch connects again."""
        for connection in self.connections:
            is_host = host_id is not None and connection.user_id == host_id
            if connection.seat is None and not is_host:
                connection.close()

    def _set_seat(self, connection: Connection, snapshot: TableSnapshot) -> bool:
        """Set the connection's seat; returns whether it changed."""
        seat = snapshot.seat_of(connection.user_id)
        moved = self.connections.move(connection, seat.number if seat is not None else None)
        connection.watches_delayed = is_delayed_for(snapshot.table, seated=seat is not None)
        return moved

    def _tell_window(self, connection: Connection) -> None:
        """Tell a window whether it plays its user's seat, unless it knows."""
        if connection.window_id is None or self.snapshot is None:
            return
        plays = self.snapshot.plays_in(connection.user_id, connection.window_id)
        if plays != connection.plays:
            connection.plays = plays
            self.connections.push(connection, encode(WindowPlays(plays)))

    async def _you(self, connections: Iterable[Connection]) -> dict[uuid.UUID | None, You]:
        users = {c.user_id: c.user for c in connections if c.user_id is not None}
        if self.snapshot is None or not users:
            return {}
        found: dict[uuid.UUID | None, You] = await self._in_thread(
            you_of, self.snapshot, users.values()
        )
        return found

    # -- changes ------------------------------------------------------------------------------

    def take(self, change: Change) -> None:
        """Show a change that a transaction of this process made."""
        moves = moves_after(self.hand, change.steps)
        if moves is None:
            self.ask_refresh()
            return
        if change.table is not None:
            self._take_table(change.table, after=change.after)
        for move in moves:
            self.hand = move.hand
            if move is moves[-1]:
                self.turn_at, self.next_at = change.turn_at, change.next_at
                self.held_until = change.held_until
            else:  # its hand is over, and the next one began at once
                self.turn_at = self.next_at = self.held_until = None
            self._show_hand(move.events, move.seqs)
        self.compare(change.hand_id, change.seq, change.version, change.chat_id, change.closed)

    def _take_table(self, now: TableNow, *, after: int) -> None:
        """Show the table as a transaction of this process left it, with the same seated players."""
        before = self.snapshot
        if before is None or before.head.version != after:
            return  # it will be read again
        if now.table.host_id != before.table.host_id:
            return
        now.table.host = before.table.host
        snapshot = replace(
            before, table=now.table, head=now.head, seats=now.seats, next_deck=now.next_deck
        )
        self.snapshot = snapshot
        if now.deck_alone:
            self._show_deck(snapshot)
        else:
            self._show_public_table(snapshot, self._you_sent.after_hand(snapshot))

    def compare(
        self, hand_id: uuid.UUID | None, seq: int, version: int, chat_id: int, closed: bool = False
    ) -> None:
        """Read the table again if its version differs from this room's."""
        if self.snapshot is None:
            return
        at = (self.hand.id, self.hand.seq) if self.hand else (None, 0)
        behind = at[0] != hand_id or at[1] < seq
        if closed or behind or version > self.snapshot.head.version or chat_id > self.chat.last_id:
            self.ask_refresh()

    def ask_refresh(self) -> None:
        """Read the table again soon; many requests share one reading."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.get_running_loop().create_task(self._asked_refresh())

    async def _asked_refresh(self) -> None:
        try:
            await self.refresh()
        except Exception:
            # The database may be unavailable for a moment: the hub's next round asks again.
            log.warning("a room could not be read", exc_info=True)

    async def refresh(self) -> None:
        """Read the changes and show them; a reading that starts after the call serves it too."""
        self._tickets += 1
        ticket = self._tickets
        async with self._lock:
            if self._served >= ticket:
                return
            served = self._tickets
            self._asking = None
            began = time.monotonic()
            reading = await self._in_thread(
                read_room, self.table_id, self.chat.last_id, self.snapshot
            )
            self._read_at = began
            await self._take_reading(reading)
            self._served = served

    async def _take_reading(self, reading: RoomReading | None) -> None:
        if reading is None:
            self.snapshot = None
            frame = encode(Closed(now_ms()))
            for connection in list(self.connections):
                connection.push(frame)
                connection.close(1000)
            return
        before, was_void, clock_before = self.snapshot, self._void, self._clock
        snapshot = reading.snapshot
        if before is None or snapshot.head.version >= before.head.version:
            self.snapshot = snapshot
        newer = before is None or snapshot.head.version > before.head.version
        hand_before, hand_events = self.hand, self._take_hand(reading)
        moved, crossed = self._set_seats(snapshot)
        if before is not None and is_closer(snapshot.table, before.table):
            self._let_in_again(snapshot.table.host_id)
        for connection in self.connections:
            self._tell_window(connection)
        if before is not None:
            if (self._void and not was_void) or before.skips(snapshot, hand_before, self.hand):
                await self.greet(*self.connections)  # a frame of changes would not lead there
            else:
                if newer:
                    alone = not moved and before.has_other_deck(snapshot)
                    await self._show_table(moved, before.concerned, alone=alone)
                if hand_events is not None:
                    self._show_hand(hand_events)
                elif self._clock != clock_before:
                    self._show_hand([])  # the clock or the time of the next hand has changed
                await self.greet(*crossed)  # to the delayed table, to another delay, or back
        if self.late is not None:
            self.late.expect()
        self.chat.take(reading.lines, snapshot.table, show=before is not None)

    def _take_hand(self, reading: RoomReading) -> list[Event] | None:
        """Adopt a newer hand or state; returns the events that led there."""
        new, old = reading.hand, self.hand
        head = reading.snapshot.head
        if new is None:
            return None
        # A reading may have begun before a change of this process that is shown already.
        if old is not None and (old.number, old.seq) >= (new.number, new.seq):
            if (old.number, old.seq) == (new.number, new.seq):
                self.turn_at, self.next_at = head.turn_at, head.next_at
                self.held_until = head.held_until
            return None
        self.turn_at, self.next_at, self.hand = head.turn_at, head.next_at, new
        self.held_until = head.held_until
        return events_between(old, new, steps=ANIMATED_STEPS_MAX)

    # -- views --------------------------------------------------------------------------------

    @property
    def _current(self) -> TableSnapshot:
        assert self.snapshot is not None
        return self.snapshot

    def _shown_to(self, connection: Connection) -> Shown:
        late = self.late.reading if self.late is not None else None
        now = datetime.now(UTC)
        return what_is_shown(self._current, self.hand, late, connection.viewer, now=now)

    def _each_shown(self) -> Iterator[tuple[Connection, Shown]]:
        """All connections with what is shown to them; all visitors are one viewer."""
        visitors: Shown | None = None
        for connection in self.connections:
            if connection.user_id is not None:
                yield connection, self._shown_to(connection)
            else:
                visitors = visitors or self._shown_to(connection)
                yield connection, visitors

    @property
    def _stopped_by(self) -> str:
        return self.snapshot.stopped_by if self.snapshot is not None else ""

    def _waits(self) -> bool:
        return self.snapshot is not None and waits_for_start(self.snapshot)

    @property
    def _clock(self) -> tuple[datetime | None, datetime | None, str]:
        """The clock's values besides the hand itself."""
        return self.next_at, self.held_until, self._stopped_by

    @property
    def _void(self) -> bool:
        return self.snapshot is not None and is_void(self.snapshot.head, self.hand)

    def _moment(self) -> Moment | None:
        if self.hand is None:
            return None
        return moment_of(
            self.hand,
            turn_at=self.turn_at,
            held_until=self.held_until,
            next_at=self.next_at,
            waits=self._waits,
            stopped_by=self._stopped_by,
        )

    def _show_hand(
        self, events: list[Event], seqs: Mapping[uuid.UUID | None, int] = MappingProxyType({})
    ) -> None:
        """Send the hand after `events`; `seqs` has the numbers of its new actions by their keys."""
        hand, moment, snapshot = self.hand, self._moment(), self.snapshot
        if hand is None or moment is None or snapshot is None or self._void:
            return
        frames = StepFrames(hand, events, moment, self._told)
        for connection, viewer in self._audience.of(snapshot, hand):
            if connection.lost and connection.idle:
                asyncio.get_running_loop().create_task(self.greet(connection))
            elif viewer is not None:
                self.connections.push(connection, frames.to(viewer, connection.answer_among(seqs)))
        if self.late is not None:
            self.late.expect()

    async def _show_table(
        self, moved: list[Connection], concerned: frozenset[uuid.UUID | None], *, alone: bool
    ) -> None:
        snapshot = self.snapshot
        if snapshot is None:
            return
        if alone:
            self._show_deck(snapshot)
            return
        concerned |= snapshot.concerned
        asking = [c for c in self.connections if c.user_id in concerned]
        personal = [c for c in self.connections if c.seat is not None or c in moved]
        personal += [c for c in asking if not c.watches_delayed]
        you = await self._you(personal)
        self._you_sent.note(snapshot, you)
        self._show_public_table(snapshot, you)
        await self.greet(*(c for c in asking if c.watches_delayed))  # the delayed table

    def _show_public_table(
        self, snapshot: TableSnapshot, you: Mapping[uuid.UUID | None, You]
    ) -> None:
        """Send the table to everybody, with `you` of the users for whom it changed.

        Spectators of a delayed table get it when the delay is over.
        """
        frames = TableFrames(snapshot)
        for connection, shown in self._each_shown():
            own = you.get(connection.user_id)
            if own is not None or shown.late is None:
                self.connections.push(connection, frames.to(shown, own))
        if self.late is not None:
            later = asyncio.get_running_loop().call_later
            later(snapshot.table.spectator_delay_s, self._show_delayed_table)

    def _show_deck(self, snapshot: TableSnapshot) -> None:
        """Send the next deck alone; spectators of a delayed table learn of it with their hands."""
        frame = deck_frame(snapshot)
        for connection in (c for c in self.connections if not c.watches_delayed):
            self.connections.push(connection, frame)

    # -- delayed tables ----------------------------------------------------------------------

    async def _begin_delayed(self, snapshot: TableSnapshot) -> None:
        """Start the spectators' stream, for the first of them."""
        if self.late is None:
            delay = snapshot.table.spectator_delay_s
            self.late = DelayedStream(
                self.table_id,
                delay,
                self._in_thread,
                self._show_delayed_hand,
                self._show_delayed_table,
                self._greet_delayed,
            )
        await self.late.begin()

    def _end_delayed(self) -> None:
        if self.late is not None:
            self.late.stop()
            self.late = None

    def _greet_delayed(self) -> None:
        late = [connection for connection in self.connections if connection.watches_delayed]
        asyncio.get_running_loop().create_task(self.greet(*late))

    def _show_delayed_hand(self, events: list[Event]) -> None:
        """Send spectators what has become due, each as their viewer of that hand."""
        if self.snapshot is None:
            return
        frames: dict[Viewer, bytes] = {}
        for connection, shown in self._each_shown():
            if shown.late is None:
                continue
            if shown.hand is None or (connection.lost and connection.idle):
                asyncio.get_running_loop().create_task(self.greet(connection))
                continue
            frame = frames.get(shown.viewer)
            if frame is None:
                told = [event.to_json() for event in events if event.visible_to(shown.viewer)]
                hand = render_hand_shown(shown, None, told)
                frame = encode(HandMoved(now=now_ms(), hand=hand, events=told))
                frames[shown.viewer] = frame
            self.connections.push(connection, frame)
        hand_now = self.late.hand if self.late is not None else None
        if hand_now is not None:
            stacks = (hand_now.id, hand_now.game.result(hand_now.state) is not None)
            if stacks != self._late_stacks:
                self._late_stacks = stacks
                self._show_delayed_table()

    def _show_delayed_table(self) -> None:
        if self.snapshot is None:
            return
        frames = TableFrames(self.snapshot)
        for connection, shown in self._each_shown():
            if shown.late is not None:
                self.connections.push(connection, frames.to(shown))
