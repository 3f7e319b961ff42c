"""The hub of a web process: its rooms, its queue of commands and its notifications.

Commands of all sockets wait in one queue; those that arrive during a transaction share the next one
(`lobby.tables.play.play`). One subscription receives the notifications of other processes. Since
a notification may be lost, the hub also compares its rooms with the database every few seconds, and
asks which of its sockets belong to ended sessions.

The hub runs on the event loop of the server. `start` is called with the first connection of a loop
or by the server's lifespan, which not every server has; `stop` by the lifespan.
"""

import asyncio
import contextlib
import gc
import logging
import uuid
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

from django.db import InterfaceError, OperationalError, close_old_connections, connection
from django.utils import timezone

from accounts.people.queries import socket_access
from accounts.people.queries.social import blocks_of
from core.errors import RequestRefused
from core.runtime import tracing
from core.runtime.tracing import Span
from core.runtime.valkey import ValkeyUnavailable
from lobby.tables.access.access import anybody_may_watch
from lobby.tables.metrics import STAGES
from lobby.tables.play.play import Answer, PlayedAction, play
from lobby.tables.play.timers import stand_in
from lobby.tables.seats.presence import note_presence
from lobby.tables.transaction import notifications, publish
from lobby.tables.transaction.changes import Change
from lobby.tables.view.spectators import SPECTATORS_SHOWN_MAX
from lobby.tables.view.table_state import heads_of
from lobby.tables.ws.command_timing import Waiting, note_answers
from lobby.tables.ws.connection import COME_BACK_CODE, Connection, let_go
from lobby.tables.ws.limits import SocketLimits
from lobby.tables.ws.lobby_room import LobbyRoom
from lobby.tables.ws.long_poll import LongPolls
from lobby.tables.ws.other_processes import OtherProcesses
from lobby.tables.ws.room import Room

log = logging.getLogger(__name__)

BATCH_COMMANDS_MAX = 64
GATHER_PER_COMMAND_S, GATHER_S_MAX = 0.0003, 0.008
"""How long commands gather after a batch with more than one: for each of its commands, and at most.

It ends sooner once as many have come as the batch had. The next batch is then as large, because
those who saw the last one have had time to act. A command that comes alone never waits.
"""
CONNECTION_KEPT_S_MAX = 1.0
"""How long the transactions' thread keeps its connection to the database under load.

Taking one from the pool costs a check, and leads to another of PostgreSQL's processes, whose caches
are cold. A connection kept for longer may be dead when it is used again.
"""
COMPARE_EVERY_S = 3.0
SILENT_AFTER_S = 10.0
"""A subscription without messages for this long, even from its own process, counts as dead."""
PRESENCE_EVERY_S = 15.0
COUNTS_EVERY_S, STAND_IN_EVERY_S = 2.0, 1.0


class Hub:
    """The state that one process keeps for its sockets."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.rooms: dict[uuid.UUID, Room] = {}
        self.others = OtherProcesses()
        self.waiting = LongPolls()
        self.limits = SocketLimits()
        self.lobby = LobbyRoom(self.in_thread, self.watching_counts)
        self.commands: deque[Waiting] = deque()
        self._stages: list[Span] = []
        self._views: Span | None = None
        self._pausing: set[uuid.UUID] = set()
        self._work = asyncio.Event()
        self._gathered = asyncio.Event()
        self._enough = 1
        """How many waiting commands end the gathering."""
        # One transaction at a time: with two, batches are half as large, and an action costs more.
        self._tx = ThreadPoolExecutor(1, thread_name_prefix="tx")
        self._connected_at = float("-inf")
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="reader")
        self._tasks: list[asyncio.Task[None]] = []
        self._jobs: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Start the hub's tasks."""
        publish.listen(self.take_from_thread)
        rounds = (self._hear, self._compare, self._check_sessions, self._heartbeat, self._stand_in)
        for work in (self._serve, self.others.publish, *rounds):
            self._tasks.append(self.loop.create_task(self._keep_going(work)))

    async def stop(self) -> None:
        """Close every socket and stop the tasks; clients reconnect to the next process."""
        publish.listen(None)
        for connection_ in self._sockets():
            connection_.close(COME_BACK_CODE)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tx.submit(close_old_connections)
        self._tx.shutdown(wait=True)
        self._readers.shutdown(wait=True)

    async def _keep_going(self, work: Callable[[], Any]) -> None:
        """Run one of the hub's loops and restart it a second after a failure."""
        while True:
            try:
                await work()
            except asyncio.CancelledError:
                raise
            except ValkeyUnavailable as error:
                log.info("%s is waiting for Valkey: %s", work.__name__, error)
                await asyncio.sleep(1)
            except Exception:
                log.warning("%s failed; restarting it", work.__name__, exc_info=True)
                await asyncio.sleep(1)

    # -- threads -----------------------------------------------------------------------------

    async def in_thread(self, job: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Run database work in one of the reader threads."""
        return await self.loop.run_in_executor(self._readers, _database_job, job, args, named)

    def submit(self, command: PlayedAction) -> asyncio.Future[Answer]:
        """Queue a player's command for the next transaction; returns its future answer."""
        answer: asyncio.Future[Answer] = self.loop.create_future()
        self.commands.append(Waiting(command, answer, perf_counter()))
        self._work.set()
        if len(self.commands) >= self._enough:
            self._gathered.set()
        return answer

    async def _serve(self) -> None:
        """Carry out what waits: commands, and the deals at tables whose pauses are over."""
        while True:
            await self._work.wait()
            waiting = [
                self.commands.popleft() for _ in range(min(BATCH_COMMANDS_MAX, len(self.commands)))
            ]
            pausing, self._pausing = self._pausing, set()
            if not self.commands:
                self._work.clear()
            began = perf_counter()
            try:
                commands = [one.command for one in waiting]
                answers = await self.loop.run_in_executor(self._tx, self._play, commands, pausing)
            except Exception as error:
                log.warning("commands could not be carried out", exc_info=True)
                answers = [Answer(no=RequestRefused("TRY_AGAIN", status=503))] * len(waiting)
                if isinstance(error, asyncio.CancelledError):
                    raise
            for one, answer in zip(waiting, answers, strict=True):
                if not one.answer.done():
                    one.answer.set_result(answer)
            note_answers(waiting, answers, began, [*self._stages, self._views])
            if len(waiting) > 1:
                await self._gather(len(waiting))

    async def _gather(self, enough: int) -> None:
        """Wait until `enough` commands have come, but not for long."""
        if len(self.commands) >= enough:
            return
        self._enough = enough
        self._gathered.clear()
        after_s = min(GATHER_PER_COMMAND_S * enough, GATHER_S_MAX)
        timer = self.loop.call_later(after_s, self._gathered.set)
        await self._gathered.wait()
        timer.cancel()

    def _play(self, commands: list[PlayedAction], pausing: set[uuid.UUID]) -> list[Answer]:
        """Play in the transactions' thread, on the connection that it keeps for a second."""
        if self.loop.time() - self._connected_at > CONNECTION_KEPT_S_MAX:
            close_old_connections()
            self._connected_at = self.loop.time()
        self._stages = tracing.collect()
        try:
            return play(commands, pausing)
        finally:
            if connection.errors_occurred:
                close_old_connections()

    def _deal_after_pause(self, change: Change) -> None:
        if change.table is None or change.next_timer_at is None or change.table.head.live:
            return
        wait = (change.next_timer_at - timezone.now()).total_seconds()
        self.loop.call_later(max(0.0, wait), self._ring, change.table_id)

    def _ring(self, table_id: uuid.UUID) -> None:
        self._pausing.add(table_id)
        self._work.set()

    # -- changes and notifications ---------------------------------------------------------------

    def take_from_thread(self, changes: Sequence[Change]) -> None:
        """Take committed changes of this process from any thread."""
        with contextlib.suppress(RuntimeError):  # the loop has stopped: no sockets are left
            self.loop.call_soon_threadsafe(self._take, changes)

    def _take(self, changes: Sequence[Change]) -> None:
        began = perf_counter()
        for change in changes:
            room = self.rooms.get(change.table_id)
            if room is not None:
                room.take(change)
                self._deal_after_pause(change)
            self.waiting.wake(change.table_id)
        self.lobby.schedule_update(change.table_id for change in changes)
        self.others.tell_changes(changes)
        self._views = Span("views", began, perf_counter())
        STAGES.observe(self._views.ended - began, "views")

    async def _hear(self) -> None:
        """Receive the other processes' messages; a dead subscription is replaced."""
        channel = await notifications.subscribe()
        while True:
            message = await notifications.receive(channel, within_s=SILENT_AFTER_S)
            if message.get("sender") != self.others.name:
                self._take_message(message)

    def _take_message(self, message: dict[str, Any]) -> None:
        if message["type"] == "notifications":
            for notification in message["notifications"]:
                self._hear_notification(notification)
            self.lobby.schedule_update(uuid.UUID(one[0]) for one in message["notifications"])
        elif message["type"] == "sessions_ended":
            self.end_sessions(uuid.UUID(message["user"]))
        elif message["type"] in ("rooms", "watching"):
            self.others.hear(message)

    def _hear_notification(self, notification: list[Any]) -> None:
        told_id, hand_id, seq, version, chat_id = notification
        table_id = uuid.UUID(told_id)
        self.waiting.wake(table_id)
        room = self.rooms.get(table_id)
        if room is not None:
            room.compare(uuid.UUID(hand_id) if hand_id else None, seq, version, chat_id)

    async def _compare(self) -> None:
        while True:
            await asyncio.sleep(COMPARE_EVERY_S)
            table_ids = list(self.rooms)
            if not table_ids:
                continue
            positions = await self.in_thread(heads_of, table_ids)
            for table_id in table_ids:
                room = self.rooms.get(table_id)
                if room is None:
                    continue
                if table_id in positions:
                    room.compare(*positions[table_id])
                else:
                    room.ask_refresh()

    async def _stand_in(self) -> None:
        """Run timers that no dealer runs, so that hands go on while there is none."""
        while True:
            await asyncio.sleep(STAND_IN_EVERY_S)
            if late := await self.in_thread(stand_in):
                log.warning("no dealer ran the timers of %d tables in time", late)

    async def _check_sessions(self) -> None:
        """Close the sockets of sessions that have ended, whatever ended them.

        The remaining sockets get their users' current list of blocked users. While the database is
        unavailable nothing is closed; the next round checks again.
        """
        while True:
            await asyncio.sleep(COMPARE_EVERY_S)
            asked = [
                (connection_, connection_.admission)
                for connection_ in self._sockets()
                if connection_.admission is not None
            ]
            if asked:
                ended = await self.in_thread(
                    socket_access.ended, [admitted for _c, admitted in asked]
                )
                for index in ended:
                    asked[index][0].close()
                blocks = await self.in_thread(blocks_of, {one.user_id for _c, one in asked})
                for connection_, admission in asked:
                    connection_.blocked = blocks[admission.user_id]

    # -- connections -------------------------------------------------------------------------

    async def enter(self, table_id: uuid.UUID, connection_: Connection) -> Room | None:
        """Let a socket into a table's room; None if the table is closed."""
        room = self.rooms.get(table_id)
        if room is None:
            room = self.rooms[table_id] = Room(table_id, self.in_thread)
            self.others.tell_room(table_id)
        try:
            entered = await room.join(connection_)
        except BaseException:
            self.leave(room, connection_)
            raise
        if not entered:
            self.leave(room, connection_)
            return None
        if len(room.connections) == 1 or connection_.seat is not None:
            self._soon(self._note({table_id}))
        room.connections.tell_watching()
        return room

    def shown_to_all(self, slug: str) -> uuid.UUID | None:
        """The table at an address, if its room is fresh and open to anybody; otherwise None."""
        for room in self.rooms.values():
            if room.is_fresh and room.snapshot is not None and room.snapshot.table.slug == slug:
                return room.table_id if anybody_may_watch(room.snapshot.table) else None
        return None

    def leave(self, room: Room, connection_: Connection) -> None:
        """Remove a socket, and its room if that is now empty."""
        room.leave(connection_)
        if room.connections:
            room.connections.tell_watching()
        elif self.rooms.get(room.table_id) is room:
            del self.rooms[room.table_id]

    def end_sessions(self, user_id: uuid.UUID) -> None:
        """Close a user's sockets; a browser that is still logged in reconnects by itself."""
        for connection_ in self._sockets():
            if connection_.user_id == user_id:
                connection_.close()

    def end_sessions_from_thread(self, user_id: uuid.UUID) -> None:
        """Close a user's sockets here and tell the other processes; never waits."""
        with contextlib.suppress(RuntimeError):  # the loop has stopped: no sockets are left
            self.loop.call_soon_threadsafe(self._end_everywhere, user_id)

    def _end_everywhere(self, user_id: uuid.UUID) -> None:
        self.end_sessions(user_id)
        self.others.tell_session_end(user_id)

    def _sockets(self) -> list[Connection]:
        """All sockets of this process that are in a room."""
        at_tables = [c for room in self.rooms.values() for c in room.connections]
        return [*at_tables, *self.lobby.connections]

    def watching_counts(self) -> dict[uuid.UUID, int]:
        """Spectators in all processes, by table."""
        here = {table_id: room.watching for table_id, room in self.rooms.items()}
        return {**self.others.spectators(), **here}

    def _shown_here(self) -> dict[uuid.UUID, list[uuid.UUID]]:
        """Spectators who agree to be listed, by table; no others leave the process."""
        shown = {
            table_id: sorted(
                {user.pk for user in room.connections.spectators if user.shown_when_watching}
            )[:SPECTATORS_SHOWN_MAX]
            for table_id, room in self.rooms.items()
        }
        return {table_id: users for table_id, users in shown.items() if users}

    def spectators(self, table_id: uuid.UUID) -> set[uuid.UUID]:
        """Users who watch a table: all of this process, and of others those who may be listed.

        Whether a name is shown is decided by the database when it is shown.
        """
        room = self.rooms.get(table_id)
        here = {user.pk for user in room.connections.spectators} if room is not None else set()
        return here | self.others.shown_at(table_id)

    async def _heartbeat(self) -> None:
        """Report spectators to the other processes often, and presence to the database at times."""
        rounds = 0
        while True:
            # Send the first heartbeat at once: other processes then send their notifications here.
            waiting = dict.fromkeys(self.waiting.tables, 0)
            here = {table_id: room.connections.here for table_id, room in self.rooms.items()}
            await self.others.tell_watching(
                {**waiting, **here}, self._shown_here(), len(self.lobby.connections)
            )
            self._age_counts()
            now = self.loop.time()
            for room in self.rooms.values():
                for connection_ in room.connections:
                    connection_.give_up_if_stuck(now)
            if rounds % int(PRESENCE_EVERY_S / COUNTS_EVERY_S) == 0 and self.rooms:
                await self._note(set(self.rooms))
            await asyncio.sleep(COUNTS_EVERY_S)
            rounds += 1

    def _age_counts(self) -> None:
        self.others.age()
        elsewhere = self.others.spectators()
        for table_id, room in self.rooms.items():
            room.connections.elsewhere = elsewhere[table_id]
            room.connections.tell_watching()

    async def _note(self, table_ids: set[uuid.UUID]) -> None:
        people = {
            (table_id, c.user_id)
            for table_id in table_ids
            if table_id in self.rooms
            for c in self.rooms[table_id].connections
            if c.seat is not None and c.user_id is not None
        }
        try:
            await self.in_thread(note_presence, table_ids=table_ids, people=people)
        except (OperationalError, InterfaceError):
            log.warning("presence could not be stored", exc_info=True)

    def _soon(self, job: Any) -> None:
        task = self.loop.create_task(job)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)


def _database_job(job: Callable[..., Any], args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Run a job and return its connection to the pool, even a broken one."""
    try:
        return job(*args, **named)
    finally:
        close_old_connections()


_hub: Hub | None = None


def current() -> Hub:
    """The hub of this process. Raises `RuntimeError` before `start`."""
    if _hub is None:
        raise RuntimeError("the hub has not been started")
    return _hub


def running() -> Hub | None:
    """The hub of this process, None before `start` and after `stop`."""
    return _hub


def spectators(table_id: uuid.UUID) -> set[uuid.UUID]:
    """The ids of users who watch a table; empty if no hub is running."""
    return _hub.spectators(table_id) if _hub is not None else set()


def watching() -> dict[uuid.UUID, int]:
    """Spectators by table; empty if no hub is running."""
    return _hub.watching_counts() if _hub is not None else {}


def in_lobby() -> int:
    """Open pages of the lobby in all processes; 0 if no hub is running."""
    return _hub.others.in_lobby() + len(_hub.lobby.connections) if _hub is not None else 0


def end_sessions(user_id: uuid.UUID) -> None:
    """Close the sockets of a user whose sessions have ended, in all processes."""
    if _hub is not None:
        _hub.end_sessions_from_thread(user_id)
    else:
        notifications.publish_session_end(user_id)


def start() -> bool:
    """Start the hub on the running event loop; False if it runs there already.

    A process has one hub: one whose loop has ended without a lifespan is replaced. Raises
    `RuntimeError` if the hub runs on another loop.
    """
    global _hub
    loop = asyncio.get_running_loop()
    if _hub is not None:
        if _hub.loop is loop:
            return False
        if _hub.loop.is_running():
            raise RuntimeError("the hub runs on another event loop of this process")
    # Imported objects live for ever: collecting them again and again only causes pauses.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    _hub = Hub()
    _hub.start()
    return True


async def drain(within_s: float) -> None:
    """Ask all sockets to come back to the next process, spread over this time."""
    if _hub is not None:
        await let_go(_hub._sockets(), within_s)


async def stop() -> None:
    """Stop the hub (server stop)."""
    global _hub
    if _hub is not None:
        await _hub.stop()
        _hub = None
