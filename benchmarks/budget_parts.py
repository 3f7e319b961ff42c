"""The parts of the server that `benchmarks.budget` measures, with every call into the platform.

One process does everything: requests of people, the dealer's work, the views of rooms. Nothing else
uses the database, so that statements, WAL and the CPU time of its backend belong to the part alone.
"""

import asyncio
import os
import random
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg

from benchmarks.tables import BenchTable, let_start, make_due, open_tables, rest

if TYPE_CHECKING:
    from lobby.tables.play.play import Answer, PlayedAction
    from lobby.tables.transaction.changes import Change
    from lobby.tables.ws.room import Room

_NOBODY: Any = None
"""Nobody waits for the answers."""
SEATS = 4
ALONE = 4
"""Tables whose actions, ends and deals come one at a time."""
BATCH = 14
"""Tables whose actions, ends and deals come together."""
BETS = 14
"""This many bets, two packs and a show make a hand of 17 actions."""
SPECTATORS = 2


@dataclass(slots=True)
class Cost:
    """The cost of a part: CPU seconds of this process and the backend; statements; bytes of WAL."""

    own_s: float = 0.0
    postgres_s: float = 0.0
    statements: int = 0
    wal: int = 0
    count: int = 0
    """How often the part ran."""
    calls: int = 0
    """The number of calls; fewer than `count` where they are batched."""


class Meter:
    """Adds up the cost of each part."""

    def __init__(self) -> None:
        from django.db import connection

        connection.ensure_connection()
        self.costs: defaultdict[str, Cost] = defaultdict(Cost)
        self._connection = connection.connection
        self._backend = self._connection.info.backend_pid
        self._statements = 0
        _count_statements(self._note)

    def _note(self, count: int = 1) -> None:
        self._statements += count

    @contextmanager
    def part(self, name: str, count: int = 1, calls: int = 1) -> Iterator[None]:
        """Measure the body, which runs the part `count` times."""
        wal, statements, backend = self._wal(), self._statements, _cpu_s(self._backend)
        own = time.process_time()
        yield
        cost = self.costs[name]
        cost.own_s += time.process_time() - own
        cost.statements += self._statements - statements
        time.sleep(0.001)  # the backend finishes work after its answer
        cost.postgres_s += _cpu_s(self._backend) - backend
        cost.wal += self._wal() - wal
        cost.count += count
        cost.calls += calls

    def _wal(self) -> int:
        """Return the WAL position in bytes, read outside Django so that nothing counts it."""
        answer = self._connection.pgconn.exec_(
            b"SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint"
        )
        return int(answer.get_value(0, 0))


def _count_statements(note: Callable[..., None]) -> None:
    """Call `note` for each statement of psycopg's cursors and of `core.runtime.sql.run`."""
    from core.runtime import prepared, sql

    def run_prepared(connection: Any, statements: Any) -> Any:
        note(sum(sql != "COMMIT" for sql, _values in statements))
        return prepared.run_prepared(connection, statements)

    patched: Any = sql
    patched.run_prepared = run_prepared
    plain, many = psycopg.Cursor.execute, psycopg.Cursor.executemany

    def execute(self: Any, *args: Any, **named: Any) -> Any:
        note()
        return plain(self, *args, **named)

    def executemany(self: Any, *args: Any, **named: Any) -> Any:
        note()
        return many(self, *args, **named)

    psycopg.Cursor.execute = execute  # type: ignore[method-assign]
    psycopg.Cursor.executemany = executemany  # type: ignore[method-assign]


def _cpu_s(pid: int) -> float:
    """Return the CPU seconds of a process, in nanoseconds where the kernel counts them."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
    except (OSError, IndexError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Bench:
    """Tables of people, of bots and without players; `round` plays and measures a hand at each."""

    def __init__(self) -> None:
        from lobby.tables.play.timers import run_due_timers
        from lobby.tables.seats.presence import note_presence
        from lobby.tables.transaction import publish

        self.meter = Meter()
        self._changes: list[Change] = []
        publish.listen(self._changes.extend)
        self._alone = open_tables(ALONE, SEATS, SEATS, name="Alone")
        self._batch = open_tables(BATCH, SEATS, SEATS, name="Batch")
        hour = 3_600_000
        self._bots = open_tables(BATCH, SEATS, 0, bots=SEATS, pause_ms=hour, name="Bots")
        self._empty = open_tables(BATCH, SEATS, 0, name="Empty")
        self._waiting = open_tables(BATCH, SEATS, 1, name="Waiting")
        while run_due_timers().tables:  # the first look at each
            pass
        note_presence(table_ids={table.id for table in self._bots}, people=set())
        let_start(table.id for table in (*self._alone, *self._batch, *self._bots))
        while run_due_timers().tables:
            pass
        for tables in (self._bots, self._empty, self._waiting):
            rest(tables)
        self._rooms: dict[uuid.UUID, Room] = {}
        self.looks_an_hour: dict[str, float] = {}
        """How often the dealer looks at a quiet table in an hour, by who is there."""

    async def enter(self) -> None:
        """Let four players and two spectators into the room of each table."""
        from lobby.tables.ws.connection import Connection
        from lobby.tables.ws.room import Room

        for table in self._batch:
            room = self._rooms[table.id] = Room(table.id, _in_this_thread)
            for person in (*table.people, *[None] * SPECTATORS):
                await room.join(Connection(_sent_nowhere, user=person))

    async def round(self) -> None:
        """Play one hand at each table, with the views of the people who sit there."""
        from lobby.tables.seats.presence import note_presence

        people = {(t.id, person.pk) for t in self._all_people() for person in t.people}
        note_presence(table_ids={table.id for table in self._bots}, people=people)
        self._changes.clear()
        await self._play_alone()
        await self._play_together()
        self._play_bots()
        self._look_at_quiet_tables()

    def _all_people(self) -> list[BenchTable]:
        return [*self._alone, *self._batch, *self._waiting]

    # -- people ------------------------------------------------------------------------------

    async def _play_alone(self) -> None:
        from lobby.tables.play.timers import run_due_timers

        hands = [_commands(table) for table in self._alone]
        between = [commands[:-1] for commands in hands]
        with self.meter.part("action alone", *[sum(map(len, between))] * 2):
            answers = [_played([command])[0] for commands in between for command in commands]
        with self.meter.part("end of a hand alone", ALONE, ALONE):
            answers += [_played([commands[-1]])[0] for commands in hands]
        _accepted(answers)
        with self.meter.part("next hand alone", ALONE, ALONE):
            for _ in hands:
                run_due_timers(limit=1)
        self._changes.clear()

    async def _play_together(self) -> None:
        from lobby.tables.play.timers import run_due_timers

        hands = [_commands(table) for table in self._batch]
        *steps, last = zip(*hands, strict=True)
        for step in steps:
            with self.meter.part("action in a batch", BATCH):
                answers = _played(step)
            _accepted(answers)
            await self._show_step()
        with self.meter.part("end of a hand in a batch", BATCH):
            answers = _played(last)
        _accepted(answers)
        await self._show_end()
        with self.meter.part("next hand in a batch", BATCH):
            run_due_timers(limit=20)
        await self._show_deals()

    def _take_changes(self) -> "list[Change]":
        changes, self._changes[:] = list(self._changes), []
        return changes

    async def _show_step(self) -> None:
        """Let the rooms show one step of each table, as frames in the queues of the sockets."""
        changes = self._take_changes()
        with self.meter.part("views of a step", len(changes), len(changes)):
            for change in changes:
                self._rooms[change.table_id].take(change)
        await _settled()

    async def _show_end(self) -> None:
        """Let the rooms show the end of a hand, and the seats after it."""
        changes = self._take_changes()
        with self.meter.part("room after the end", len(changes), len(changes)):
            for change in changes:
                self._rooms[change.table_id].take(change)
            await _settled()

    async def _show_deals(self) -> None:
        """Let half of the rooms show their own deals, and the others learn of a dealer's deals."""
        from games.hands.queries import live

        changes = self._take_changes()
        own, others = changes[::2], changes[1::2]
        with self.meter.part("room after the deal", len(own), len(own)):
            for change in own:
                self._rooms[change.table_id].take(change)
            await _settled()
        for change in others:
            assert change.hand_id is not None
            live.cache.drop(change.hand_id)
        with self.meter.part("room after another's deal", len(others), len(others)):
            for change in others:
                self._rooms[change.table_id].compare(
                    change.hand_id, change.seq, change.version, change.chat_id
                )
            await _settled()

    # -- bots and quiet tables ---------------------------------------------------------------

    def _play_bots(self) -> None:
        """Make two moves of the bots at each table, then play their hands to the end unmeasured."""
        from lobby.tables.models import TableHead
        from lobby.tables.play import bot_turns
        from lobby.tables.play.timers import run_due_timers

        ids = [table.id for table in self._bots]
        for _ in range(2):
            make_due(ids)
            self._changes.clear()
            with self.meter.part("bot's move", BATCH, 1):
                woken = run_due_timers(limit=20)
            moved = [one for one in self._changes if one.steps and one.steps[-1].hand.records]
            assert len(moved) + len(woken.turns) == BATCH, "a table of bots is not playing"
            chosen = [(turn, turn.decide()) for turn in woken.turns]
            with self.meter.part("bot's move", 0, 0):
                bot_turns.play(chosen)
        while live := list(
            TableHead.objects.filter(pk__in=ids, live=True).values_list("pk", flat=True)
        ):
            make_due(live)
            bot_turns.play_at_once(run_due_timers(limit=20).turns)
        make_due(ids)
        run_due_timers(limit=20)
        rest(self._bots)
        self._changes.clear()

    def _look_at_quiet_tables(self) -> None:
        from lobby.tables.play.timers import run_due_timers

        for name, tables in (("nobody", self._empty), ("one person", self._waiting)):
            make_due([table.id for table in tables])
            with self.meter.part(f"look at a table of {name}", BATCH):
                run_due_timers(limit=20)
            self.looks_an_hour[name] = _looks_an_hour(tables)
            rest(tables)
        self._changes.clear()


def _looks_an_hour(tables: Sequence[BenchTable]) -> float:
    from django.utils import timezone

    from lobby.tables.models import TableHead

    heads = TableHead.objects.filter(pk__in=[table.id for table in tables])
    next_at = [at for at in heads.values_list("next_timer_at", flat=True) if at is not None]
    waits = [max(0.1, (at - timezone.now()).total_seconds()) for at in next_at]
    return sum(3600 / wait for wait in waits) / len(tables)


def _commands(table: BenchTable) -> "list[PlayedAction]":
    """Return all commands of the present hand at a table: bets, two packs and the show."""
    from games.engines.core.contract import Action
    from games.hands.queries import live
    from lobby.tables.models import TableHead
    from lobby.tables.play.play import PlayedAction

    head = TableHead.objects.get(pk=table.id)
    assert head.live, "a table did not deal"
    assert head.hand_id is not None
    hand = live.load(head.hand_id, seq=head.seq)
    person = {seat: user_id for user_id, seat in hand.seat_of.items()}
    game, state = hand.game, hand.state
    commands: list[PlayedAction] = []
    rng = random.Random(hand.number)
    while (seat := game.turn(state)) is not None:
        legal = {option.kind: option for option in game.legal(state, seat)}
        kind = "bet" if len(commands) < BETS else "show" if "show" in legal else "fold"
        amount = legal[kind].min
        commands.append(
            PlayedAction(
                table_id=table.id,
                user_id=person[seat],
                hand_id=hand.id,
                seq=head.seq + len(commands),
                kind=kind,
                key=uuid.UUID(int=rng.getrandbits(64) | hand.id.int << 64 & (1 << 128) - 1),
                amount=amount,
            )
        )
        state = game.apply(state, Action(seat, kind, amount)).state
    assert len(commands) == BETS + SEATS - 1
    return commands


def _played(commands: "Sequence[PlayedAction]") -> "list[Answer]":
    """Play commands as the hub does, which notes how long each took."""
    from lobby.tables.play.play import play
    from lobby.tables.ws.command_timing import Waiting, note_answers

    began = time.perf_counter()
    answers = play(commands)
    note_answers([Waiting(one, _NOBODY, began) for one in commands], answers, began, [])
    return answers


def _accepted(answers: Sequence[Any]) -> None:
    refused = [answer for answer in answers if answer.code]
    assert not refused, f"{len(refused)} commands were refused: {refused[0].code}"


async def _in_this_thread(job: Callable[..., Any], *args: Any, **named: Any) -> Any:
    return job(*args, **named)


async def _sent_nowhere(_message: dict[str, Any]) -> None:
    """Discard the frames of the rooms."""


async def _settled() -> None:
    """Let the rooms' tasks finish: all they wait for is done in this thread."""
    for _ in range(12):
        await asyncio.sleep(0)
