"""The cost of heavy thinking for people: the time of a click with and without expert bots.

python -m benchmarks.expert_bots [--bots 50] [--tables 24] [--rounds 6] [--seconds 10]

A scratch platform with one web process and one dealer. Two people play at each of `tables` tables,
0.3 to 0.9 s a move. In turns all bots rest, and `bots` expert bots of hold'em and Dou Dizhu (three
and four players) play at watched tables of their own. Printed: the time from a person's click to
its acknowledgement and to the frame at the other seat, how late the dealer is at people's tables,
and the levels at which experts chose (`lobby.tables.play.bot_workers`). The exit status is 1 if the
99th percentile of clicks with bots is more than twice that without, and more than 37 ms.
"""

import argparse
import asyncio
import os
import random
import re
import sys
import time
import urllib.request
import uuid
from collections import Counter
from contextlib import suppress
from datetime import timedelta

from benchmarks.floods import LEAST_BEFORE_MS, PLAYERS_ADDRESS, TIMES, Clicks, Lateness, Seat
from benchmarks.platform import Platform, platform, quantile, session_of
from benchmarks.tables import BenchTable, let_start, make_due, open_tables
from benchmarks.thin_socket import open_socket

GAMES = (("holdem", "cash", 6), ("dou_dizhu", "standard", 3), ("dou_dizhu_four", "standard", 4))
METRICS_PORT, PROCESSES = 9_640, 4
SETTLE_S = 5.0
_CHOICES = re.compile(r'^cardhouse_bot_choices_total\{chosen="(\w+)",level="expert"\} (\S+)', re.M)


def open_bot_tables(bots: int) -> list[uuid.UUID]:
    """Open house tables for this many expert bots, hold'em and Dou Dizhu in turn."""
    from lobby.tables.hosting.tables import TablePlan, open_table
    from lobby.tables.models import Table

    made: list[uuid.UUID] = []
    while bots > 0:
        game, preset, seats = GAMES[len(made) % len(GAMES)]
        plan = TablePlan(
            name=f"Experts {len(made)}",
            game=game,
            preset=preset,
            seats=seats,
            bot_level="expert",
        )
        table = open_table(plan=plan, host=None, is_house_table=True)
        Table.objects.filter(pk=table.pk).update(bots_wanted=min(seats, bots), pause_ms=500)
        bots -= seats
        made.append(table.pk)
    return made


def let_play(tables: list[uuid.UUID], *, on: bool) -> None:
    """Let bots play at these tables, as if somebody watched, or rest after the hand."""
    from django.utils import timezone

    from lobby.tables.models import Table

    watched_at = timezone.now() + timedelta(hours=1) if on else None
    Table.objects.filter(pk__in=tables).update(watched_at=watched_at)
    make_due(tables) if on else None


def choices() -> Counter[str]:
    """Return how often experts have chosen so far, by the level at which they chose."""
    found: Counter[str] = Counter()
    for port in range(METRICS_PORT, METRICS_PORT + PROCESSES):
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as page:
            for level, count in _CHOICES.findall(page.read().decode()):
                found[level] += round(float(count))
    return found


class Phase:
    """The measurements with bots, or those without them."""

    def __init__(self) -> None:
        self.clicks: list[float] = []
        self.seats: list[float] = []
        self.late: list[float] = []
        self.each: list[float] = []
        """The 99th percentile of clicks in each round, in ms."""

    def add(self, taken: dict[str, list[float]], late: list[float]) -> None:
        self.clicks += taken["ack"]
        self.seats += taken["seat"]
        self.late += late
        self.each.append(1_000 * quantile(taken["ack"], 0.99))

    def line(self, name: str) -> str:
        def told(seconds: list[float]) -> str:
            return " / ".join(f"{1_000 * quantile(seconds, q):.1f}" for q in (0.5, 0.99))

        each = f"{min(self.each):.1f} to {max(self.each):.1f}"
        late = told(self.late) if self.late else "-"
        return (
            f"{name:>16} {told(self.clicks):>14} {each:>14} {told(self.seats):>14} {late:>14} "
            f"{len(self.clicks):7,}"
        )


async def rounds(
    run: Platform,
    people: list[BenchTable],
    cookies: list[tuple[str, str]],
    bots: list[uuid.UUID],
    count: int,
    seconds: float,
) -> tuple[Phase, Phase]:
    """Measure without bots and with them in turn; `cookies` are the tables' and people's."""
    clicks, rng = Clicks(), random.Random(11)
    late = Lateness(table.id for table in people)
    for slug, cookie in cookies:
        seat = Seat(clicks, random.Random(rng.random()))
        seat.socket = await open_socket(
            run.host, f"/ws/table/{slug}/", cookie, seat.hear, address=PLAYERS_ADDRESS
        )
    await asyncio.to_thread(let_start, [table.id for table in people])
    late.start()
    phases = (Phase(), Phase())
    for number in range(2 * count):
        on = number % 2 == 1
        await asyncio.to_thread(let_play, bots, on=on)
        await asyncio.sleep(SETTLE_S)
        clicks.take(), late.take()
        await asyncio.sleep(seconds)
        phases[on].add(clicks.take(), late.take())
    late.stop.set()
    return phases


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bots", type=int, default=50)
    parser.add_argument("--tables", type=int, default=24, help="at which people play")
    parser.add_argument("--rounds", type=int, default=6, help="each without bots and with them")
    parser.add_argument("--seconds", type=float, default=10, help="of each half of a round")
    options = parser.parse_args()
    os.environ["METRICS_ADDRESS"] = f"127.0.0.1:{METRICS_PORT}"
    with platform(port=9_144) as run:
        people = open_tables(options.tables, 5, 2, pause_ms=500)
        bots = open_bot_tables(options.bots)
        start, cpu = time.perf_counter(), run.cpu_seconds()["dealer"]
        cookies = [(table.slug, session_of(guest)) for table in people for guest in table.people]
        quiet, busy = asyncio.run(
            rounds(run, people, cookies, bots, options.rounds, options.seconds)
        )
        share = (run.cpu_seconds()["dealer"] - cpu) / (time.perf_counter() - start)
        chosen = choices()
    print(
        f"{'p50 / p99, ms':>16} {'click':>14} {'p99 of rounds':>14} {'other seat':>14} "
        f"{'dealer late':>14} {'clicks':>7}"
    )
    print(quiet.line("no bots"))
    print(busy.line(f"{options.bots} experts"))
    print(
        f"choices of experts: {sum(chosen.values()):,}, by level {dict(chosen)}; the dealer and "
        f"its workers took {share:.0%} of a core; {options.tables} tables of two people"
    )
    ms = [1_000 * quantile(phase.clicks, 0.99) for phase in (quiet, busy)]
    return int(ms[1] > max(TIMES * ms[0], LEAST_BEFORE_MS))


if __name__ == "__main__":
    sys.exit(main())
