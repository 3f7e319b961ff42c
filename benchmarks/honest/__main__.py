"""Honest play under faults: no guard may raise an alarm.

python -m benchmarks.honest [--hands 500] [--kills 60] [--each 1] [--seed N]

A whole platform of its own (`manage.py up`, two web processes and two dealers), at least so many
hands of each game at tables of many kinds: delayed, private, closed and open ones, hidden stacks, a
dealer's choice of variants, runs twice, sit and gos, bots. People lose their lines, fall asleep,
reload, open second windows, leave between lock and deal; hosts pause and change their tables; hands
are voided; processes are killed. Each message passes the guard of the Python client; the frames of
spectators are kept as `seen/*.frames`, for another reader. The exit status is 1 if a guard failed;
the data are then kept.
"""

import argparse
import asyncio
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import django

from benchmarks.platform import UNLIMITED_ADDRESS
from benchmarks.storm.killer import WEB_PROCESSES, Killer, plan
from config.processes.supervisor import Child, Children
from tests.crash.running import NO_POOLS, ROOT, Running
from tests.support.ports import free_port

if TYPE_CHECKING:
    from accounts.people.models import User
    from benchmarks.honest.players import Log, Player
    from benchmarks.honest.tables import Place

HOST_EACH_S = 8.0
"""The mean time between two decisions of a host."""
LOOK_S = 2.0
SHOWN = 10


def main() -> None:
    """Play, print what happened, exit 1 on any alarm."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hands", type=int, default=500, help="of each game")
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--each", type=int, default=1, help="tables of each kind")
    parser.add_argument("--seconds", type=float, default=1_500, help="the longest time")
    parser.add_argument("--seed", type=int, default=random.randrange(2**31))
    parser.add_argument("--folder", type=Path, help="the state folder, instead of an empty one")
    options = parser.parse_args()
    # `mkdtemp` would close it to the account that the servers use when we are root.
    folder = options.folder or Path(tempfile.gettempdir()) / f"cardhouse-honest-{os.getpid()}"
    folder.mkdir(exist_ok=True)
    running = Running(
        folder,
        free_port(),
        demo=False,
        settings={
            "WEB_PROCESSES": str(WEB_PROCESSES),
            "RETURN_STACK_MINUTES": "0",  # players come back with any buy-in
            **UNLIMITED_ADDRESS,
            **NO_POOLS,
        },
    )
    os.environ.update(running.environment(), LOG_LEVEL="ERROR")
    os.environ.pop("DATABASE_URL", None)
    os.environ.pop("VALKEY_URL", None)
    sys.path += [str(ROOT / "clients/python")]
    print(f"seed {options.seed}, load of the machine {os.getloadavg()[0]:.1f}", flush=True)
    try:
        running.start()
        django.setup()
        wrong = asyncio.run(_play(running, options))
    finally:
        running.stop()
    if wrong:
        for sentence in wrong[:SHOWN]:
            print(f"    {sentence}")
        sys.exit(f"{len(wrong)} wrong. The data are kept in {folder}; again: --seed {options.seed}")
    while folder.exists():  # the servers remove files of their own while they end
        shutil.rmtree(folder, ignore_errors=True)


async def _play(running: Running, options: argparse.Namespace) -> list[str]:
    from benchmarks.honest import tables
    from benchmarks.honest.players import Log, Player
    from benchmarks.storm import stored

    rng, log = random.Random(options.seed), Log()
    folder = running.folder / "seen"
    folder.mkdir(exist_ok=True)
    places = await asyncio.to_thread(tables.open_places, options.each)
    staff = await asyncio.to_thread(tables.floorman)
    people = [
        Player(running.base, place, person, log, folder, random.Random(rng.random()), plays=plays)
        for place in places
        for plays, persons in ((True, place.players), (False, place.watchers))
        for person in persons
    ]
    began = time.monotonic()
    second = Children([Child("dealer", _to_log(running, "manage.py", "dealer"))])
    gap = options.seconds / 4 / max(1, options.kills)
    killer = Killer(running, second, plan(options.kills, rng), min(gap, 6), options.seed)
    with killer:
        async with asyncio.TaskGroup() as playing:
            for person in people:
                playing.create_task(person.live())
            hosts = [
                playing.create_task(_host(place, staff, log, random.Random(rng.random())))
                for place in places
            ]
            kills = asyncio.create_task(
                asyncio.to_thread(killer.run, began + options.seconds)
                if options.kills
                else asyncio.sleep(0)
            )
            hands = await _until_played(options, people, began)
            await kills
            for task in hosts:
                task.cancel()
            for place in places:
                await asyncio.to_thread(tables.resume, place)
                await asyncio.to_thread(tables.close, place)
            await asyncio.sleep(5)
            for person in people:
                person.over.set()
    took = time.monotonic() - began
    found = await asyncio.to_thread(tables.stored)
    kinds = Counter(kind for _, kind in killer.kills)
    _print(found, log, kinds, took)
    return [
        *log.failures,
        *(f"only {hands[game]} hands of {game}" for game in hands if hands[game] < options.hands),
        *await asyncio.to_thread(stored.frozen),
        *await asyncio.to_thread(stored.audit),
    ]


async def _until_played(
    options: argparse.Namespace, people: "list[Player]", began: float
) -> Counter[str]:
    """Wait until enough hands of each game were played, or for too long; returns their number."""
    from benchmarks.honest import tables

    games = {kind.game for kind in tables.KINDS}
    hands: Counter[str] = Counter()
    while time.monotonic() - began < options.seconds:
        await asyncio.sleep(LOOK_S)
        hands = await asyncio.to_thread(tables.hands_of) or hands
        for person in people:
            if hands[person.place.kind.game] >= options.hands:
                person.over.set()  # the others play on
        print(f"{time.monotonic() - began:.0f} s: {dict(hands)}", end="\r", file=sys.stderr)
        if all(hands[game] >= options.hands for game in games):
            break
    return Counter({game: hands[game] for game in games})


async def _host(place: "Place", staff: "User", log: "Log", rng: random.Random) -> None:
    """Pause and resume a table, change it, and have hands voided."""
    from benchmarks.honest import tables

    while True:
        await asyncio.sleep(rng.expovariate(1 / HOST_EACH_S))
        chance = rng.random()
        if chance < 0.5:
            log.faults["table paused"] += 1
            await asyncio.to_thread(tables.pause, place)
            await asyncio.sleep(rng.uniform(0.2, 2))
            if rng.random() < 0.7:
                log.faults["table changed"] += 1
                await asyncio.to_thread(tables.change, place, rng)
            await asyncio.to_thread(tables.resume, place)
        elif chance < 0.7 and await asyncio.to_thread(tables.void, place, staff):
            log.faults["hand voided"] += 1


def _to_log(running: Running, *arguments: str) -> list[str]:
    """Return the command with its output redirected to a file."""
    log = str(running.folder / "second.log")
    return ["/bin/sh", "-c", 'exec "$@" >>"$0" 2>&1', log, sys.executable, *arguments]


def _print(found: object, log: "Log", kills: Counter[str], took: float) -> None:
    rows = {
        "took": f"{took:.0f} s",
        "stored": found,
        "kills": dict(kills),
        "faults": dict(log.faults.most_common()),
        "deals checked": log.deals,
        "ambers": dict(log.ambers.most_common()),
        "failures": len(log.failures),
    }
    for name, words in rows.items():
        print(f"{name:<16}{words}", flush=True)


if __name__ == "__main__":
    main()
