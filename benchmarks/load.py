"""A load generator in a process of its own: it opens seats, lets them play, and reports.

Started by `benchmarks.compare` as `python -m benchmarks.load`. It reads a `Job` as one line of
JSON, prints "open" when all sockets are open, begins to measure at the next line, and prints a
`Report`.
"""

import asyncio
import sys
import time

import msgspec
import uvloop

from benchmarks.platform import quantile
from benchmarks.seats import Meter, Pace, Place, Table, sit_down
from config.processes.scheduling import interrupt_nobody

STUCK_S = 3.0
"""A table without an event for this long at the end has lost something, or waits."""
AT_ONCE = 8
"""Sockets that are opened at the same time."""
OPEN_S = 180
"""The time limit for opening all of them."""


class Job(msgspec.Struct):
    """The tables of one generator, each a list of its seats."""

    tables: list[list[Place]]
    seconds: float
    pace: Pace = None
    seed: int = 20


class Report(msgspec.Struct):
    """The measurements of one generator; latencies are in milliseconds."""

    moves: int
    hands: int
    frames: int
    seconds: float
    latency: list[float]
    gaps: int
    stuck: int
    """Tables at which somebody has the turn and nothing has happened for long."""
    undealt: int
    """Tables that have waited for long for a hand."""
    refused: dict[str, int]
    wrong: dict[str, int]
    cpu: float
    """CPU seconds of the generator itself while it measured."""


async def _play(job: Job) -> Report:
    meter = Meter()
    tables = [Table() for _ in job.tables]
    limit = asyncio.Semaphore(AT_ONCE)

    async def seated(table: Table, seed: int, place: Place) -> None:
        async with limit:
            seats.append(await sit_down(meter, table, job.pace, seed, place))

    seats: list[object] = []
    async with asyncio.timeout(OPEN_S), asyncio.TaskGroup() as group:
        for number, (table, places) in enumerate(zip(tables, job.tables, strict=True)):
            for place in places:
                seed = job.seed * 100_000 + number * 100 + place.number
                group.create_task(seated(table, seed, place))
    print("open", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    meter.frames = 0
    cpu, meter.since = time.process_time(), time.perf_counter()
    meter.until = meter.since + job.seconds
    await asyncio.sleep(job.seconds)
    cpu, end = time.process_time() - cpu, time.perf_counter()
    patience = STUCK_S + (job.pace[1] if job.pace else 0)
    idle = [table for table in tables if end - table.moved_at > patience]
    return Report(
        moves=meter.moves,
        hands=meter.hands,
        frames=meter.frames,
        seconds=end - meter.since,
        latency=[1e3 * took for took in meter.latency],
        gaps=meter.gaps,
        stuck=sum(table.is_dealt for table in idle),
        undealt=sum(not table.is_dealt for table in idle),
        refused=dict(meter.refused),
        wrong=dict(meter.wrong),
        cpu=cpu,
    )


def merged(reports: list[Report]) -> Report:
    """Return the reports of several generators as one."""
    first, *others = reports
    for other in others:
        for name in ("moves", "hands", "frames", "latency", "gaps", "stuck", "undealt"):
            setattr(first, name, getattr(first, name) + getattr(other, name))
        for counts, more in ((first.refused, other.refused), (first.wrong, other.wrong)):
            for key, count in more.items():
                counts[key] = counts.get(key, 0) + count
        first.cpu = max(first.cpu, other.cpu)  # the busiest one
        first.seconds = max(first.seconds, other.seconds)
    return first


def p(report: Report, q: float) -> float:
    """Return a quantile of the time from a click to the other seats, in milliseconds."""
    return quantile(report.latency, q) if report.latency else float("nan")


def main() -> None:
    """Do the job of the first line of standard input.

    Players on machines of their own would not interrupt the server under test.
    """
    interrupt_nobody()
    job = msgspec.json.decode(sys.stdin.readline(), type=Job)
    report = uvloop.run(_play(job))
    # Not `print`: where PYTHONUNBUFFERED is set it loses what a full pipe does not take at once.
    with open(sys.stdout.fileno(), "wb", closefd=False) as out:
        out.write(msgspec.json.encode(report) + b"\n")


if __name__ == "__main__":
    main()
