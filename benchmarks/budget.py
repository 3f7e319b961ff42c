"""The CPU budget of the hot path: the cost of each part of the server, beside its goal.

python -m benchmarks.budget [--rounds 7] [--keep FILE] [--check FILE] [--metrics]

Each part runs many times in this process, on a real PostgreSQL with fsync on: no sockets, no web
process, no dealer. Figures are CPU time, the minimum over the rounds, of this process and of its
PostgreSQL backend. Each round also times the yardstick (plain Python work). Figures are stored as a
ratio to it, so that those of different machines can be compared.

An action of a played hand: 17 actions, in batches of 14 tables, with the views of each step, the
end of the hand, the next deal and the reads of the room, together divided by 17.

With `--check` the exit status is 1 if an action of a played hand costs 15 % more than in the stored
file, or if a part takes more statements or 15 % more WAL. A busy minute of the machine can add as
much: what is not found again a minute later was no regression.

With `--metrics` each round is followed by one that counts all metrics, as where METRICS_ADDRESS is
set. Printed is the median of what the second costs more.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.figures import MOVED, ROOT, yardstick
from benchmarks.platform import services

ACTION = "action of a played hand"


class Part(NamedTuple):
    """A row of the budget: its goal in milliseconds of CPU on the machine of the yardstick."""

    name: str
    goal_ms: float | None = None


PARTS = (
    Part("action alone", 0.6),
    Part("action in a batch", 0.10),
    Part("views of a step", 0.12),
    Part("end of a hand alone"),
    Part("end of a hand in a batch", 0.8),
    Part("room after the end", 0),
    Part("next hand alone"),
    Part("next hand in a batch", 0.8),
    Part("room after the deal", 0),
    Part("room after another's deal", 0),
    Part("bot's move", 0.2),
    Part("look at a table of nobody"),
    Part("look at a table of one person"),
)
GOAL_MACHINE_MS = 66.7
"""The yardstick of the machine that the goals apply to."""
HAND = 17
_WHOLE_HAND = {
    "action in a batch": HAND - 1,
    "views of a step": HAND - 1,
    "end of a hand in a batch": 1,
    "room after the end": 1,
    "next hand in a batch": 1,
    "room after the deal": 1,
}

Figures = dict[str, dict[str, float]]


def figures_of(costs: Mapping[str, Any], stick_ms: float) -> Figures:
    """Return the figures of one round, for each part and for an action of a played hand.

    Milliseconds, bytes of WAL and `ratio` (to the yardstick) are per execution of the part;
    `statements` are per call, which may cover a batch.
    """
    found: Figures = {}
    for name, cost in costs.items():
        own, postgres = cost.own_s * 1e3 / cost.count, cost.postgres_s * 1e3 / cost.count
        found[name] = {
            "own_ms": own,
            "postgres_ms": postgres,
            "ratio": (own + postgres) / stick_ms,
            "statements": cost.statements / cost.calls,
            "wal": cost.wal / cost.count,
        }
    found[ACTION] = {
        key: sum(times * found[name][key] for name, times in _WHOLE_HAND.items()) / HAND
        for key in ("own_ms", "postgres_ms", "ratio", "wal")
    }
    found[ACTION]["statements"] = (
        sum(
            costs[name].statements / costs[name].count * times
            for name, times in _WHOLE_HAND.items()
        )
        / HAND
    )
    return found


def least(rounds: list[Figures]) -> Figures:
    """Return for each part the round in which it cost least, because disturbances only add.

    So does the WAL of a round: with a checkpoint in it PostgreSQL logs whole pages.
    """
    return {
        name: min((found[name] for found in rounds), key=lambda one: one["ratio"])
        | {"wal": min(found[name]["wal"] for found in rounds)}
        for name in rounds[0]
    }


def _shares(plain: list[Figures], watched: list[Figures]) -> dict[str, float]:
    """Return what a round costs more with metrics than the one before: the median, by part."""
    pairs = list(zip(plain, watched, strict=False))
    return {
        name: median(after[name]["ratio"] / before[name]["ratio"] - 1 for before, after in pairs)
        for name in (plain[0] if pairs else ())
    }


async def _measured(
    rounds: int, *, with_metrics: bool
) -> tuple[Figures, float, dict[str, float], dict[str, float]]:
    import gc

    from benchmarks.budget_parts import Bench
    from config.processes.telemetry import declared
    from tests.support.measured import measured

    bench = Bench()
    await bench.enter()
    gc.collect()  # as the web process does
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    with measured(known := declared("web")):
        counted = [metric._metric for metric in known]
        await bench.round()
    await bench.round()
    found, sticks, watched = [], [], []
    for number in range(rounds):
        bench.meter.costs.clear()
        before = yardstick()
        await bench.round()
        sticks.append((before + yardstick()) / 2)
        found.append(figures_of(bench.meter.costs, sticks[-1]))
        if with_metrics:
            bench.meter.costs.clear()
            for metric, one in zip(known, counted, strict=True):
                metric._metric = one
            await bench.round()
            for metric in known:
                metric._metric = None
            watched.append(figures_of(bench.meter.costs, sticks[-1]))
        print(f"round {number + 1} of {rounds}", file=sys.stderr, end="\r", flush=True)
    return least(found), min(sticks), bench.looks_an_hour, _shares(found, watched)


def measure(rounds: int, *, with_metrics: bool = False) -> dict[str, Any]:
    """Return all figures, with the commit, the yardstick and the looks at quiet tables."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # rooms read in the thread that is measured
    os.environ["CUT_COMMITS_WAIT_MS"] = "0"  # nobody cuts: the next hand is dealt at once
    with services():
        parts, stick, looks, watched = asyncio.run(_measured(rounds, with_metrics=with_metrics))
    head = ["git", "rev-parse", "--short=7", "HEAD"]
    commit = subprocess.run(head, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    found = {"commit": commit, "yardstick_ms": stick, "looks_an_hour": looks, "parts": parts}
    return found | ({"with_metrics": watched} if with_metrics else {})


def report(measured: Mapping[str, Any]) -> str:
    """Return the budget as a Markdown table, with the goals scaled to this machine."""
    stick = measured["yardstick_ms"]
    pace = stick / GOAL_MACHINE_MS
    lines = [
        f"yardstick {stick:.1f} ms ({pace:.2f} times the machine of the goals), "
        f"commit {measured['commit']}",
        "",
        "| part | CPU ms | ours | PostgreSQL | at yardstick 66.7 | goal | statements | WAL bytes |",
        "|---|---|---|---|---|---|---|---|",
    ]
    goals = {part.name: part.goal_ms for part in PARTS} | {ACTION: 0.5}
    for name, goal in goals.items():
        one = measured["parts"][name]
        received = "" if goal is None else f"{goal:g}"
        lines.append(
            f"| {name} | {one['own_ms'] + one['postgres_ms']:.3f} | {one['own_ms']:.3f} "
            f"| {one['postgres_ms']:.3f} | {one['ratio'] * GOAL_MACHINE_MS:.3f} | {received} "
            f"| {one['statements']:.4g} | {one['wal']:,.0f} |"
        )
    lines.append("")
    for name, times in measured["looks_an_hour"].items():
        ratio = measured["parts"][f"look at a table of {name}"]["ratio"]
        lines.append(
            f"A table of {name} is looked at {times:.0f} times an hour: "
            f"{ratio * GOAL_MACHINE_MS * times:,.0f} ms of CPU an hour (yardstick 66.7)."
        )
    return "\n".join(lines)


def worse(now: Mapping[str, Any], then: Mapping[str, Any]) -> list[str]:
    """Return what costs more now than in the stored file, in sentences."""
    found = []
    for name, one in now["parts"].items():
        kept = then["parts"].get(name)
        if kept is None:
            continue
        if name == ACTION and one["ratio"] > kept["ratio"] * (1 + MOVED):
            by = one["ratio"] / kept["ratio"] - 1
            found.append(f"{name}: {by:+.0%} CPU")
        for key, text, noise in (("statements", "statements", 0.5), ("wal", "bytes of WAL", 50)):
            if one[key] > kept[key] * (1 + MOVED) + noise:
                found.append(f"{name}: {one[key]:,.4g} {text}, {kept[key]:,.4g} before")
    return found


def main() -> None:
    """Measure, print the table, and store or compare it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--keep", type=Path, help="write the figures as JSON")
    parser.add_argument("--check", type=Path, help="compare with figures that were kept")
    parser.add_argument("--metrics", action="store_true", help="compare rounds with metrics")
    options = parser.parse_args()
    measured = measure(options.rounds, with_metrics=options.metrics)
    print(report(measured))
    for name, share in measured.get("with_metrics", {}).items():
        print(f"with metrics, {name}: {share:+.1%}")
    if options.keep:
        options.keep.parent.mkdir(parents=True, exist_ok=True)
        options.keep.write_text(json.dumps(measured, indent=1) + "\n")
    if options.check:
        then = json.loads(options.check.read_text())
        found = worse(measured, then)
        print(f"\nAgainst {then['commit']}: " + ("; ".join(found) or "nothing costs more."))
        sys.exit(bool(found))


if __name__ == "__main__":
    main()
