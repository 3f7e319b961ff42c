"""A rolling restart during play: each web process and dealer ends by SIGTERM, one after the other.

python -m benchmarks.restart [--tables 50] [--webs 2] [--dealers 2]

A platform of its own (`manage.py up`, durable). Two people play at each table over sockets, at a
human's pace, and do what a page does: when their socket closes they open the next one at once, and
send the command without an answer again, under its key. The exit status is 1 if anybody noticed: a
refusal, a socket that was cut off or did not come back at the first try, a time-out, a void hand.
"""

import argparse
import asyncio
import json
import os
import random
import shutil
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import django
import psutil

from benchmarks.bench_games import TEEN_PATTI, Option
from benchmarks.platform import UNLIMITED_ADDRESS, quantile
from benchmarks.thin_socket import ThinSocket, open_socket
from config.processes.supervisor import Child, Children
from tests.crash.running import NO_POOLS, Running
from tests.support.ports import free_port
from tests.support.processes import runs
from tests.support.waiting import PATIENCE_S, until

PLAYERS = 2
PACE_S = (0.6, 1.6)
PAUSE_MS = 300
COME_BACK_CODE = 1012
LOOK_S = 0.1


@dataclass
class Log:
    """The experience of all players together; times in seconds."""

    acknowledged: list[float] = field(default_factory=list)
    """For each action, from the first time it was sent to its answer."""
    away: list[float] = field(default_factory=list)
    """From the end of each socket to the greeting of the next one."""
    live: set[str] = field(default_factory=set)
    """Tables where somebody has a turn."""
    noticed: Counter[str] = field(default_factory=Counter)


class Player:
    """A person at a table, whose socket comes back."""

    def __init__(self, host: str, slug: str, cookie: str, log: Log, seed: int) -> None:
        self.host, self.slug, self.cookie, self.log = host, slug, cookie, log
        self.rng = random.Random(seed)
        self.greeted = asyncio.Event()
        self._socket: ThinSocket | None = None
        self._at: tuple[str, int] | None = None
        self._asked: tuple[float, str, bytes] | None = None
        """When a command without an answer was first sent, its id, and itself."""

    async def live(self) -> None:
        """Connect, and again at once whenever the socket has ended."""
        ended: float | None = None
        while True:
            self.greeted.clear()
            try:
                path = f"/ws/table/{self.slug}/"
                self._socket = await open_socket(self.host, path, self.cookie, self._hear)
                async with asyncio.timeout(PATIENCE_S):
                    await self.greeted.wait()
            except (OSError, TimeoutError) as error:
                self.log.noticed[f"no socket: {error!r}"] += 1
                await asyncio.sleep(LOOK_S)
                continue
            if ended is not None:
                self.log.away.append(time.monotonic() - ended)
            await self._socket.over
            ended = time.monotonic()
            if self._socket.close_code != COME_BACK_CODE:
                self.log.noticed[f"a socket closed with {self._socket.close_code}"] += 1

    def _hear(self, text: bytes) -> None:
        message = json.loads(text)
        answer = message.get("ok") or message  # a hand may bring the answer along
        if self._asked is not None and answer.get("id") == self._asked[1]:
            if answer["type"] == "ok":
                self.log.acknowledged.append(time.monotonic() - self._asked[0])
            else:
                self.log.noticed[f"refused {answer['code']}"] += 1
            self._asked = None
        if message["type"] == "hello":
            self.greeted.set()
            if self._asked is not None:
                self._send(self._asked[2])
        hand = message.get("hand")
        if hand is None or (hand["id"], hand["seq"]) == self._at:
            return
        self._at = hand["id"], hand["seq"]
        (self.log.live.discard if hand["view"]["turn"] is None else self.log.live.add)(self.slug)
        if (hand["view"].get("you") or {}).get("legal"):
            asyncio.get_running_loop().call_later(self.rng.uniform(*PACE_S), self._act, hand)

    def _act(self, hand: dict[str, Any]) -> None:
        if self._at != (hand["id"], hand["seq"]):
            return
        legal = hand["view"]["you"]["legal"]
        options = {one["kind"]: Option(one.get("min"), one.get("max")) for one in legal}
        kind, amount = TEEN_PATTI.choose(options, hand["seq"], self.rng)
        id_ = uuid.uuid4().hex
        act = {"type": "act", "id": id_, "hand": hand["id"], "seq": hand["seq"]}
        act |= {"action": kind, "amount": amount, "key": str(uuid.uuid4())}
        self._asked = time.monotonic(), id_, json.dumps(act).encode()
        self._send(self._asked[2])

    def _send(self, text: bytes) -> None:
        if self._socket is not None and not self._socket.closed:
            self._socket.send(text)


def main() -> None:
    """Restart everything once, print what was measured, exit 1 if anybody noticed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--webs", type=int, default=2)
    parser.add_argument("--dealers", type=int, default=2)
    parser.add_argument(
        "--calm", type=float, default=3, help="seconds before each restart, and after the last"
    )
    parser.add_argument("--folder", type=Path, help="the state folder, instead of an empty one")
    options = parser.parse_args()
    # `mkdtemp` would close it to the account that the servers use when we are root.
    folder = options.folder or Path(tempfile.gettempdir()) / f"cardhouse-restart-{os.getpid()}"
    folder.mkdir(exist_ok=True)
    settings = {"WEB_PROCESSES": str(options.webs), **UNLIMITED_ADDRESS, **NO_POOLS}
    running = Running(folder, free_port(), demo=False, settings=settings)
    for name in ("DATABASE_URL", "VALKEY_URL"):
        os.environ.pop(name, None)
    os.environ.update(running.environment(), LOG_LEVEL="ERROR")
    print(f"load of the machine {os.getloadavg()[0]:.1f}", flush=True)
    dealer = [sys.executable, "manage.py", "dealer"]
    others = Children([Child(f"dealer {n}", dealer) for n in range(2, options.dealers + 1)])
    try:
        running.start()
        django.setup()
        log = asyncio.run(_play(running, others, options))
    finally:
        others.stop()
        running.stop()
    print(f"sockets that came back {len(log.away)}")
    for what, seconds in (
        ("a socket was away", log.away),
        ("an action's answer", log.acknowledged),
    ):
        p50, p99, most = (1000 * quantile(seconds, q) for q in (0.5, 0.99, 1.0))
        print(f"{what:<24}p50 {p50:.0f} ms, p99 {p99:.0f} ms, most {most:.0f} ms")
    print(f"noticed: {dict(log.noticed) or 'nothing'}")
    if log.noticed:
        sys.exit(f"The data are kept in {folder}")
    while folder.exists():  # the servers remove files of their own while they end
        shutil.rmtree(folder, ignore_errors=True)


async def _play(running: Running, others: Children, options: argparse.Namespace) -> Log:
    from benchmarks.platform import session_of
    from benchmarks.tables import let_start, open_tables

    log = Log()
    tables = await asyncio.to_thread(
        open_tables, options.tables, PLAYERS, PLAYERS, pause_ms=PAUSE_MS
    )
    players = [
        Player(running.host, table.slug, await asyncio.to_thread(session_of, user), log, seed)
        for seed, (table, user) in enumerate((t, user) for t in tables for user in t.people)
    ]
    looking = asyncio.create_task(_look(others))
    lives = [asyncio.create_task(player.live()) for player in players]
    await until(lambda: all(player.greeted.is_set() for player in players), "all sockets")
    await asyncio.to_thread(let_start, [table.id for table in tables])
    await until(lambda: len(log.live) == len(tables), "a hand at each table")
    await until(lambda: len(running.children("web")) > options.webs, "the one in reserve")
    for kind, process in _processes(running, others, options):
        await asyncio.sleep(options.calm)
        live, count = len(log.live), len(log.acknowledged)
        process.terminate()
        await until(lambda p=process: not runs(p), f"the {kind} to end")  # type: ignore[misc]
        await until(lambda k=kind: _is_whole(running, others, options, k), f"another {kind}")  # type: ignore[misc]
        acted = len(log.acknowledged) - count
        print(f"{kind} restarted: {live} live hands, {acted} actions meanwhile", flush=True)
    await asyncio.sleep(options.calm)
    for task in [*lives, looking]:
        task.cancel()
    await asyncio.gather(*lives, looking, return_exceptions=True)
    for what, count in (await asyncio.to_thread(_stored)).items():
        log.noticed[what] += count
    return log


def _processes(
    running: Running, others: Children, options: argparse.Namespace
) -> Iterator[tuple[str, psutil.Process]]:
    """Yield each process that serves; those that were restarted are the youngest."""
    for _ in range(options.webs):
        yield "web", running.children("web")[0]
    yield "dealer", running.child("dealer")
    for child in others.members:
        assert child.process is not None
        yield "dealer", psutil.Process(child.process.pid)


def _is_whole(running: Running, others: Children, options: argparse.Namespace, kind: str) -> bool:
    if kind == "web":
        return len(running.children("web")) > int(options.webs)
    return bool(running.children("dealer")) and all(child.process for child in others.members)


async def _look(others: Children) -> None:
    while True:
        others.look()
        await asyncio.sleep(LOOK_S)


def _stored() -> Counter[str]:
    """Return what the database says that players had to notice."""
    from django.db import connection

    from games.hands.models import Hand, PlayedAction

    with closing(connection):
        return +Counter(
            {
                "void hands": Hand.objects.filter(status=Hand.Status.VOID).count(),
                "time-outs": PlayedAction.objects.filter(auto__gt="").count(),
            }
        )


if __name__ == "__main__":
    main()
