"""The kill storm: every process is killed again and again during play; nothing may be lost.

python -m benchmarks.storm [--kills 500] [--seconds 600] [--tables 4] [--seed N] [--cluster]
    [--only FAULT ...]

A whole platform of its own (`manage.py up`, durable, two web processes and two dealers), people and
bots at fast tables of three games, SIGKILL to web, dealer, PostgreSQL and Valkey at moments drawn
from the seed, and continuous reads of the bank in one snapshot. Then the clocks must move every
hand on, and the acknowledgements that people received are compared with the stored data. The exit
status is 1 on any finding; the data are then kept.

With `--cluster` the platform is that of `make cluster`, machines are killed and frozen, and rows
are written on each machine itself: never may two accept them (`benchmarks.storm.primaries`).
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
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

import django
from django.db import DatabaseError

from benchmarks.platform import UNLIMITED_ADDRESS, quantile
from benchmarks.storm.bank import Bank
from benchmarks.storm.checks import Story, faults
from benchmarks.storm.cluster import SHARES as CLUSTER_SHARES
from benchmarks.storm.cluster import ClusterFaults, ClusterPlatform, silences
from benchmarks.storm.killer import SHARES, WEB_PROCESSES, Killer, plan, recoveries
from benchmarks.storm.players import Log, Player
from benchmarks.storm.primaries import Primaries
from config.processes.supervisor import Child, Children
from tests.crash.running import NO_POOLS, Running
from tests.support.ports import free_port

WARM_UP_S = 3.0
CALM_S = 120.0
"""How long, at most, people play on without kills until enough was observed: on a slow machine
servers may take longer to restart than the time between kills.
"""
RENEW_AFTER_S = 240.0
"""Access tokens live for 15 minutes, and a fault may keep one from being renewed."""
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
    shares: Mapping[str, int]
    took: float
    end: float
    over: list[float]
    """On a cluster, when it was whole again after each fault."""
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
    parser.add_argument("--cluster", action="store_true", help="faults of machines of a cluster")
    parser.add_argument("--only", nargs="+", metavar="FAULT", help="these, equally often")
    parser.add_argument("--folder", type=Path, help="the state folder, instead of an empty one")
    options = parser.parse_args()
    options.shares = _shares(options, parser)
    # `mkdtemp` would close it to the account that the servers use when we are root.
    folder = options.folder or Path(tempfile.gettempdir()) / f"cardhouse-storm-{os.getpid()}"
    folder.mkdir(exist_ok=True)
    running = (_cluster if options.cluster else _one_machine)(folder)
    for name in ("DATABASE_URL", "VALKEY_URL"):
        os.environ.pop(name, None)
    os.environ.update(running.environment(), LOG_LEVEL="ERROR")
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


def _shares(options: argparse.Namespace, parser: argparse.ArgumentParser) -> Mapping[str, int]:
    known = CLUSTER_SHARES if options.cluster else SHARES
    if unknown := set(options.only or ()) - set(known):
        parser.error(f"no such fault: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    return dict.fromkeys(options.only, 1) if options.only else known


SETTINGS = {
    "RETURN_STACK_MINUTES": "0",  # players come back with any buy-in
    **UNLIMITED_ADDRESS,
    **NO_POOLS,
}


def _one_machine(folder: Path) -> Running:
    settings = {"WEB_PROCESSES": str(WEB_PROCESSES), **SETTINGS}
    return Running(folder, free_port(), demo=False, settings=settings)


def _cluster(folder: Path) -> ClusterPlatform:
    return ClusterPlatform(folder, free_port(), {"LOG_LEVEL": "WARNING", **SETTINGS})


async def _storm(running: Running | ClusterPlatform, options: argparse.Namespace) -> Outcome:
    from django.conf import settings

    from benchmarks.storm import stored

    rng, log = random.Random(options.seed), Log()
    people = await asyncio.to_thread(stored.open_tables, options.tables)
    kinds = plan(options.kills, rng, options.shares)
    killer: Killer | ClusterFaults
    primaries: Primaries | None = None
    if isinstance(running, ClusterPlatform):
        killer = ClusterFaults(running.cluster, kinds, log, options.seed)
        primaries = Primaries(running.cluster)
    else:
        second = Children([Child("dealer", _to_log(running, "manage.py", "dealer"))])
        killer = Killer(running, second, kinds, options.seconds / options.kills, options.seed)
    bank = Bank(settings.DATABASE_URL)
    players = [Player(running.host, person, log, random.Random(rng.random())) for person in people]
    with ExitStack() as helpers:
        helpers.enter_context(killer)
        helpers.enter_context(bank)
        if primaries is not None:
            helpers.enter_context(primaries)
        async with asyncio.TaskGroup() as playing:
            for player in players:
                playing.create_task(player.play())
            renewing = asyncio.create_task(_renew(players))
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
        renewing.cancel()
    received = {person.id: wallet for person, wallet in zip(people, wallets, strict=True)}
    story = await asyncio.to_thread(stored.story, people, log, received)
    over = killer.over if isinstance(killer, ClusterFaults) else []
    outcome = Outcome(story, log, killer.kills, bank, options.shares, end - began, end, over)
    outcome.wrong = {
        **faults(story),
        "bank": bank.wrong,
        "stuck": stuck,
        "frozen": await asyncio.to_thread(stored.frozen),
        "audit": await asyncio.to_thread(stored.audit),
        "too little": list(_too_little(outcome)),
    }
    if isinstance(killer, ClusterFaults) and primaries is not None:
        outcome.wrong["primaries"] = await asyncio.to_thread(primaries.wrong)
        outcome.wrong["not back"] = killer.wrong
        outcome.wrong["broken"] = [f"{len(log.broken)} answers"] if log.broken else []
        written = len(primaries.writes)
        print(f"rows accepted by a machine {written:,}, refused {primaries.refused:,}", flush=True)
    return outcome


async def _renew(players: list[Player]) -> None:
    """Give the players new access tokens before theirs end."""
    from benchmarks.storm import stored  # needs Django

    while True:
        await asyncio.sleep(RENEW_AFTER_S)
        with suppress(DatabaseError):
            people = [player.person for player in players]
            tokens = await asyncio.to_thread(stored.new_tokens, people)
            for player, token in zip(players, tokens, strict=True):
                player.renew(token)


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
    if not log.time_outs:
        yield "no time ran out"


def _to_log(running: Running, *arguments: str) -> list[str]:
    """Return the command with its output redirected to a file."""
    log = str(running.folder / "second.log")
    return ["/bin/sh", "-c", 'exec "$@" >>"$0" 2>&1', log, sys.executable, *arguments]


def _too_little(outcome: Outcome) -> Iterator[str]:
    """Yield what did not happen, because a storm without events finds nothing."""
    killed = Counter(kind for _, kind in outcome.kills)
    for kind in outcome.shares:
        if not killed[kind]:
            yield f"{kind} was never killed"
    yield from _untold(outcome.log, len(outcome.kills))
    if len(outcome.story.hands) < GAMES:
        yield f"hands were finished only of {', '.join(outcome.story.hands)}"
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
    kinds = ", ".join(f"{kind} {killed[kind]}" for kind in outcome.shares)
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
    rows += _of_faults(outcome)
    rows += [(name, f"{len(found)} wrong") for name, found in outcome.wrong.items()]
    for name, words in rows:
        print(f"{name:<18}{words}")
    for name, found in outcome.wrong.items():
        for sentence in found[:SHOWN]:
            print(f"    {name}: {sentence}")


def _of_faults(outcome: Outcome) -> Iterator[tuple[str, str]]:
    """Yield for each fault of a cluster a row of the table in docs/operations.md."""
    if not outcome.over:
        return
    again = recoveries(outcome.kills, outcome.log.acknowledged, outcome.end)
    silent = silences(outcome.kills, outcome.over, outcome.log.acknowledged)
    broken = Counter[str]()
    for (began, kind), end in zip(outcome.kills, outcome.over, strict=True):
        broken[kind] += sum(began < at < end for at in outcome.log.broken)
    yield (
        "fault",
        "times | next action: median, worst s | longest silence: median, worst s | BROKEN",
    )
    for kind, seconds in again.items():
        p50, most, quiet50, quiet = (
            quantile(values, q) for values in (seconds, silent[kind]) for q in (0.5, 1.0)
        )
        yield (
            kind,
            f"{len(seconds)} | {p50:.1f}, {most:.1f} | {quiet50:.1f}, {quiet:.1f} | {broken[kind]}",
        )


if __name__ == "__main__":
    main()
