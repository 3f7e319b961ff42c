"""The kill storm: every process is killed again and again during play; nothing may be lost.

python -m benchmarks.storm [--kills 500] [--seconds 600] [--tables 4] [--seed N]

A whole platform of its own (`manage.py up`, durable, two web processes and two dealers), people and
bots at fast tables of three games, SIGKILL to web, dealer, PostgreSQL and Valkey at moments drawn
from the seed, and continuous reads of the bank in one snapshot. Then the clocks must move every
hand on, and the acknowledgements that people received are compared with the stored data. The exit
status is 1 on any finding; the data are then kept.
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
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import django

from benchmarks.platform import UNLIMITED_ADDRESS, quantile
from benchmarks.storm.bank import Bank
from benchmarks.storm.checks import Story, faults
from benchmarks.storm.killer import SHARES, WEB_PROCESSES, Killer, plan, recoveries
from benchmarks.storm.players import Log, Player
from config.processes.supervisor import Child, Children
from tests.crash.running import NO_POOLS, Running
from tests.support.ports import free_port

WARM_UP_S = 3.0
CALM_S = 120.0
"""How long, at most, people play on without kills until enough was observed: on a slow machine
servers may take longer to restart than the time between kills.
"""
HOME_S = 300.0
"""How long it may take until everyone has left at the end: hands are played out first."""
GAMES = 3
SHOWN = 5
"""Sentences of each check that are printed."""


@dataclass(slots=True)
class Outcome:
    """All observations; `wrong` by the check that made them."""

    story: Story
    log: Log
    kills: list[tuple[float, str]]
    bank: Bank
    took: float
    end: float
    wrong: dict[str, list[str]] = field(default_factory=dict)


def main() -> None:
    """Run the storm, print one table, exit 1 on any finding."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--tables", type=int, default=4, help="of each game")
    parser.add_argument("--seed", type=int, default=random.randrange(2**31))
    parser.add_argument(
        "--moves-on", type=float, default=10, help="seconds from the last fault to the clocks' move"
    )
    parser.add_argument("--folder", type=Path, help="the state folder, instead of an empty one")
    options = parser.parse_args()
    # `mkdtemp` would close it to the account that the servers use when we are root.
    folder = options.folder or Path(tempfile.gettempdir()) / f"cardhouse-storm-{os.getpid()}"
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
    print(f"seed {options.seed}, load of the machine {os.getloadavg()[0]:.1f}", flush=True)
    try:
        running.start()
        django.setup()
        outcome = asyncio.run(_storm(running, options))
    finally:
        running.stop()
    _print(outcome)
    if any(outcome.wrong.values()):
        sys.exit(f"The data are kept in {folder}; again with --seed {options.seed}")
    while folder.exists():  # the servers remove files of their own while they end
        shutil.rmtree(folder, ignore_errors=True)


async def _storm(running: Running, options: argparse.Namespace) -> Outcome:
    from django.conf import settings

    from benchmarks.storm import stored

    rng, log = random.Random(options.seed), Log()
    people = await asyncio.to_thread(stored.open_tables, options.tables)
    second = Children([Child("dealer", _to_log(running, "manage.py", "dealer"))])
    kinds = plan(options.kills, rng)
    killer = Killer(running, second, kinds, options.seconds / options.kills, options.seed)
    bank = Bank(settings.DATABASE_URL)
    host = f"127.0.0.1:{running.port}"
    players = [Player(host, person, log, random.Random(rng.random())) for person in people]
    with killer, bank:
        async with asyncio.TaskGroup() as playing:
            for player in players:
                playing.create_task(player.play())
            await asyncio.sleep(WARM_UP_S)
            began = time.monotonic()
            await asyncio.to_thread(killer.run, began + options.seconds)
            await _see_enough(log, len(killer.kills))
            end = time.monotonic()
            for player in players:
                player.quiet.set()
            stuck = await asyncio.to_thread(stored.stuck, time.monotonic() + options.moves_on)
            for player in players:
                player.over.set()
        wallets = await asyncio.gather(*(player.go_home(HOME_S) for player in players))
    received = {person.id: wallet for person, wallet in zip(people, wallets, strict=True)}
    story = await asyncio.to_thread(stored.story, people, log, received)
    outcome = Outcome(story, log, killer.kills, bank, end - began, end)
    outcome.wrong = {
        **faults(story),
        "bank": bank.wrong,
        "stuck": stuck,
        "frozen": await asyncio.to_thread(stored.frozen),
        "audit": await asyncio.to_thread(stored.audit),
        "too little": list(_too_little(outcome)),
    }
    return outcome


async def _see_enough(log: Log, kills: int) -> None:
    """Wait until the players received enough answers for meaningful checks, or `CALM_S`."""
    limit = time.monotonic() + CALM_S
    while any(_untold(log, kills)) and time.monotonic() < limit:
        await asyncio.sleep(0.2)


def _untold(log: Log, kills: int) -> Iterator[str]:
    """Yield the answers that the players should have received and did not."""
    if len(log.acknowledged) < 2 * kills:
        yield f"only {len(log.acknowledged)} actions were acknowledged"
    if not any(len(act.received) > 1 for act in log.acts):
        yield "no action was acknowledged twice"
    if not any(each.received for each in log.brought):
        yield "no buy-in was acknowledged"
    if len(log.games) < GAMES:
        yield f"players saw hands end only of {', '.join(sorted(log.games)) or 'no game'}"


def _to_log(running: Running, *arguments: str) -> list[str]:
    """Return the command with its output redirected to a file."""
    log = str(running.folder / "second.log")
    return ["/bin/sh", "-c", 'exec "$@" >>"$0" 2>&1', log, sys.executable, *arguments]


def _too_little(outcome: Outcome) -> Iterator[str]:
    """Yield what did not happen, because a storm without events finds nothing."""
    killed = Counter(kind for _, kind in outcome.kills)
    for kind in SHARES:
        if not killed[kind]:
            yield f"{kind} was never killed"
    yield from _untold(outcome.log, len(outcome.kills))
    if len(outcome.story.hands) < GAMES:
        yield f"hands were finished only of {', '.join(outcome.story.hands)}"
    if not any(row.auto == "timeout" for row in outcome.story.rows):
        yield "no time ran out"
    if not outcome.bank.reads:
        yield "no snapshot was read"


def _print(outcome: Outcome) -> None:
    story, log = outcome.story, outcome.log
    killed = Counter(kind for _, kind in outcome.kills)
    autos = Counter(row.auto for row in story.rows)
    hands = ", ".join(f"{game} {count:,}" for game, count in sorted(story.hands.items()))
    others = sum(autos.values()) - autos[""] - autos["bot"] - autos["timeout"]
    again = sum(len(act.received) > 1 for act in log.acts)
    unanswered = sum(act.unanswered > 0 for act in log.acts)
    kinds = ", ".join(f"{kind} {killed[kind]}" for kind in SHARES)
    rows = [
        ("kills", f"{len(outcome.kills)} in {outcome.took:.0f} s: {kinds}"),
        ("hands", hands),
        (
            "actions",
            f"{len(story.rows) / outcome.took:.0f} a second: people {autos['']:,}, "
            f"bots {autos['bot']:,}, time-outs {autos['timeout']:,}, others {others:,}",
        ),
        (
            "acknowledged",
            f"{len(log.acknowledged):,} times; {again:,} actions more than once, {unanswered:,} "
            f"had at first no answer; {sum(bool(each.received) for each in log.brought):,} buy-ins",
        ),
        ("answers", ", ".join(f"{code} {times:,}" for code, times in log.answers.most_common())),
        ("bank", f"{outcome.bank.reads:,} snapshots, cut off {outcome.bank.cut} times"),
    ]
    for kind, seconds in recoveries(outcome.kills, log.acknowledged, outcome.end).items():
        if seconds:
            p50, p99, most = (quantile(seconds, q) for q in (0.5, 0.99, 1.0))
            rows.append((f"after {kind}", f"p50 {p50:.2f} s, p99 {p99:.2f} s, most {most:.2f} s"))
    rows += [(name, f"{len(found)} wrong") for name, found in outcome.wrong.items()]
    for name, words in rows:
        print(f"{name:<18}{words}")
    for name, found in outcome.wrong.items():
        for sentence in found[:SHOWN]:
            print(f"    {name}: {sentence}")


if __name__ == "__main__":
    main()
