"""One run: tables, people, web processes and dealers, and what befalls them, from a seed.

The people are those of the kill storm (`benchmarks.storm.players`): they play, top up, leave, send
twice, click late, and ask again under the same key until there is an answer.
"""

import asyncio
import logging
import random
import types
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import httpx
import pytest
from django.conf import settings
from django.urls import get_resolver

from benchmarks.storm import players, stored
from benchmarks.storm.players import Log, Person
from games.hands.queries import live
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import Table
from lobby.tables.play import dealer
from lobby.tables.transaction import notifications, publish
from lobby.tables.ws import hub
from tests.simulation import database, findings, virtual
from tests.simulation.database import Database
from tests.simulation.network import Network, Requests, Socket
from tests.simulation.people import SimulatedPlayer
from tests.simulation.scheduler import Process, Scheduler, Stuck
from tests.simulation.threads import PAUSES

OWN = (
    (hub, "_hub", None),
    (publish, "_listener", None),
    (live, "cache", live._Cache),
)
"""The values that modules keep for a process: object, attribute, value at its start."""
GAMES: tuple[dict[str, Any], ...] = (
    {
        "game": "teen_patti",
        "preset": "standard",
        "options": {"boot": 2},
        "seats": 5,
        "bots": 1,
    },
    {"game": "holdem", "preset": "cash", "options": {"small_blind": 1}, "seats": 5},
    {"game": "dealer_teen_patti", "preset": "standard", "seats": 4},
    # After each loss a player, or a bot, is short of what a hand may cost.
    {
        "game": "dou_dizhu",
        "preset": "standard",
        "seats": 3,
        "bots": 1,
        "max_buy_in": 220,
        "options": {
            "score_mode": "chips",
            "multiplier_cap": 20,
            "restart_by": "auto",
            "leaver": "forfeits",
        },
    },
)
"""What the plans of the tables say."""
WEBS, DEALERS = 2, 2
SKEW_S = 0.2
FAULT_EVERY_S = 2.5
"""The mean time between two faults, in virtual seconds."""
FROZEN_S_MAX = 3.0
DOWN_S_MAX = 2.0
BETWEEN_MOVES_S = 5.0
"""The mean time until a seated player tops up, leaves or sits out."""
QUIET_S, CALM_S = 200.0, 300.0
FOUND_SHOWN_MAX = 20


@dataclass
class Run:
    """The findings of a run, and its course."""

    seed: int
    seconds: float = 0.0
    planted: str = ""
    """The name of the planted bug."""
    found: list[str] = field(default_factory=list)
    trace: list[tuple[float, str, str]] = field(default_factory=list)
    hands: int = 0
    virtual_s: float = 0.0
    faults: dict[str, int] = field(default_factory=dict)
    answers: dict[str, int] = field(default_factory=dict)

    @property
    def replayed_by(self) -> str:
        """The command that plays it again."""
        planted = f" --plant {self.planted}" if self.planted else ""
        return f"python -m tests.simulation --seed {self.seed} --seconds {self.seconds:g}{planted}"

    def __str__(self) -> str:
        lines = [
            f"seed {self.seed}: {self.hands} hands in {self.virtual_s:.0f} virtual seconds,"
            f" {len(self.trace)} steps, {sum(self.faults.values())} faults,"
            f" {sum(self.answers.values())} answers, {len(self.found)} findings"
        ]
        lines += [f"  {one}" for one in self.found[:FOUND_SHOWN_MAX]]
        return "\n".join([*lines, f"  again: {self.replayed_by}"] if self.found else lines)


class World:
    """The processes and people of a run."""

    def __init__(self, seed: int, base: Database, *, hasty: bool = False) -> None:
        self.hasty = hasty
        """Whether the first finding ends the run."""
        self.rng = random.Random(f"world {seed}")
        self.database = base
        self.scheduler = Scheduler(seed, base, OWN)
        self.network = Network(self.scheduler)
        self.loop = self.network.world.loop
        self.log = Log()
        self.players: list[SimulatedPlayer] = []
        self.dealers: list[Process] = []
        self.ids: dict[str, str] = {}
        """The ids of users, by their tokens."""
        self.faults: dict[str, int] = {}
        self.watch = findings.Watch(base, self.scheduler)
        self.serving = True
        self._names = 0

    # -- processes -----------------------------------------------------------------------------

    def start_web(self) -> None:
        """Start a web process; another one follows when it dies."""
        process = self._start("web")

        async def serve() -> None:
            hub._hub = hub.Hub()
            hub._hub.start()
            self.network.webs.append(process)

        process.main = process.loop.create_task(serve())  # type: ignore[attr-defined]
        process.on_death.append(lambda: self._dead(process, self.network.webs, self.start_web))

    def start_dealer(self) -> None:
        """Start a dealer; another one follows when it dies."""
        process = self._start("dealer")
        self.dealers.append(process)
        process.main = process.loop.create_task(dealer.run(asyncio.Event()))  # type: ignore[attr-defined]
        process.on_death.append(lambda: self._dead(process, self.dealers, self.start_dealer))

    def _start(self, kind: str) -> Process:
        self._names += 1
        skew = self.rng.uniform(-SKEW_S, SKEW_S)
        return self.scheduler.start(f"{kind}{self._names}", skew=skew)

    def _dead(self, process: Process, among: list[Process], start: Callable[[], None]) -> None:
        if process in among:
            among.remove(process)
        self.network.layers.pop(process, None)
        if self.serving:
            self.loop.call_later(self.rng.uniform(0.1, DOWN_S_MAX), start)

    # -- people --------------------------------------------------------------------------------

    def open_tables(self, games: Sequence[Any]) -> list[Person]:
        """Open a table of each game, with its people."""
        people = []
        for number, game in enumerate(games):
            bank_s = 0 if number % 2 else 2
            plan = TablePlan(name=f"Table {number}", bank_s=bank_s, bot_level="easy", **game)
            table = open_table(plan=plan, host=None, is_house_table=True)
            pause_ms = 200 if number % 2 else 0
            Table.objects.filter(pk=table.pk).update(clock_ms=players.CLOCK_MS, pause_ms=pause_ms)
            people += [stored.person_at(table.slug) for _ in range(min(plan.seats, 4) - plan.bots)]
        return people

    async def open_socket(self, _host: str, path: str, cookie: str, hear: Any) -> Socket:
        """Connect a player to a web process (`benchmarks.thin_socket.open_socket`)."""
        if not self.network.webs:
            await asyncio.sleep(self.network.delay())
            raise OSError("refused")
        process = self.network.webs[self.rng.randrange(len(self.network.webs))]
        socket = Socket(self.network, process, hear)
        player = next(one for one in self.players if one.person.cookie == cookie)
        socket.open(path.split("/")[-2], player.person.id, cookie.partition("=")[2])
        player.connected(process)
        return socket

    def client(self, *, headers: dict[str, str], **_: Any) -> Requests:
        """The requests of a player (`httpx.AsyncClient`)."""
        token = headers["Authorization"].removeprefix("Bearer ")
        return Requests(self.network, self.ids[token], httpx.TransportError)

    # -- faults --------------------------------------------------------------------------------

    async def break_things(self) -> None:
        """Kill, freeze and cut off processes, one after the other."""
        while True:
            await asyncio.sleep(self.rng.expovariate(1 / FAULT_EVERY_S))
            victims = [*self.network.webs, *self.dealers]
            if not victims:
                continue
            process = self.rng.choice(victims)
            kind = self.rng.choice(("kill", "kill", "cut", "freeze"))
            if kind == "freeze":
                process.frozen_until = self.loop.time() + self.rng.uniform(0.1, FROZEN_S_MAX)
            else:
                where = self.rng.choice(PAUSES if kind == "cut" else ("await", *PAUSES))
                process.doom = f"cut {where}" if kind == "cut" else where
                kind = f"{kind} at {where}"
            self.faults[kind] = self.faults.get(kind, 0) + 1
            self.scheduler.note(process.name, kind)

    # -- the run -------------------------------------------------------------------------------

    def play(self, people: list[Person], seconds: float) -> list[str]:
        """Let everybody play for a time and go home; returns what was found meanwhile."""
        self.ids = {person.token: person.id for person in people}
        for person in people:
            rng = random.Random(self.rng.random())
            player = SimulatedPlayer("simulation", person, self.log, rng)
            player.watch = self.watch
            self.players.append(player)
        for _ in range(WEBS):
            self.start_web()
        for _ in range(DEALERS):
            self.start_dealer()
        tasks = [self.loop.create_task(player.play()) for player in self.players]
        tasks.append(self.loop.create_task(self.watch.look(self.players)))
        breaking = self.loop.create_task(self.break_things())
        home: list[asyncio.Task[int | None]] = []
        try:
            self._run_for(seconds)
            breaking.cancel()
            for player in self.players:
                player.quiet.set()
            self.watch.expect_moves()
            self._run_until(self.watch.all_moved, QUIET_S)
            home = [self.loop.create_task(one.go_home(CALM_S)) for one in self.players]
            self._run_until(lambda: all(task.done() for task in home), CALM_S)
            self._run_for(findings.STALE_AFTER_S + 3)
        except Stuck as stuck:
            self.watch.found.append(f"stuck: {stuck} {self.watch.unmoved()}")
        for player in self.players:
            player.over.set()
        for task in tasks:
            if task.done() and not task.cancelled() and task.exception() is not None:
                self.watch.found.append(f"a client failed: {task.exception()!r}")
        self.serving = False
        self.wallets = {
            player.person.id: task.result() if task.done() and not task.cancelled() else None
            for player, task in zip(self.players, home, strict=False)
        }
        return self.watch.found

    def _run_for(self, seconds: float) -> None:
        end = self.scheduler.now + seconds
        reached = asyncio.Event()
        self.loop.call_at(end, reached.set)
        self._run_until(reached.is_set, seconds + 1)

    def _run_until(self, reached: Callable[[], bool], seconds: float) -> None:
        found = self.watch.found
        self.scheduler.run(lambda: reached() or (self.hasty and bool(found)), seconds=seconds)


@contextmanager
def _quiet_logs() -> Any:
    """Silence the logs: faults are no news here."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def run(
    seed: int,
    *,
    seconds: float = 20.0,
    games: Sequence[Any] = GAMES,
    plant: Callable[[pytest.MonkeyPatch], None] | None = None,
) -> Run:
    """Play one run of so many virtual seconds; with `plant`, on a platform that it has changed.

    The first run of this process comes after a short one, because caches are cold before it: so a
    seed leads to the same run everywhere.
    """
    _warm_up()
    return _run(seed, seconds, games, plant)


@cache
def _warm_up() -> None:
    get_resolver().url_patterns  # noqa: B018 -- imports all views
    _run(0, 1.0, GAMES, None)


def _run(
    seed: int,
    seconds: float,
    games: Sequence[Any],
    plant: Callable[[pytest.MonkeyPatch], None] | None,
) -> Run:
    done = Run(seed, seconds, plant.__name__ if plant is not None else "")
    name = f"simulation_{settings.DATABASES['default']['TEST']['NAME']}"
    with (
        pytest.MonkeyPatch.context() as patch,
        _quiet_logs(),
        database.fresh(name) as base,
        database.watched(patch.setattr),
    ):
        world = World(seed, base, hasty=plant is not None)
        virtual.replace(patch.setattr, world.scheduler, seed)
        layer = world.network.layer
        patch.setattr(notifications, "get_channel_layer", layer)
        patch.setattr(players, "open_socket", world.open_socket)
        patch.setattr(players, "BETWEEN_MOVES_S", BETWEEN_MOVES_S)
        own_httpx = types.SimpleNamespace(**{**vars(httpx), "AsyncClient": world.client})
        patch.setattr(players, "httpx", own_httpx)
        patch.setattr(publish, "_listener", lambda _changes: None)
        live.cache.clear()
        if plant is not None:
            plant(patch)
        people = world.open_tables(games)
        try:
            done.found = list(world.play(people, seconds))
        finally:
            world.scheduler.bury()
        done.trace, done.virtual_s = world.scheduler.trace, world.scheduler.now
        done.faults, done.answers = world.faults, dict(world.log.answers)
        if not (world.hasty and done.found):
            done.found += findings.after(people, world.log, world.wallets, base)
        done.hands = base.rows("SELECT count(*) FROM games_hand WHERE finished_at IS NOT NULL")[0][
            0
        ]
    live.cache.clear()
    return done
