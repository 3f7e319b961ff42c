"""Whether the audit that runs every minute keeps up with play, and how fast a full audit is.

python -m benchmarks.audit [hands] [--stored 20000]
python -m benchmarks.audit --full 50000
python -m benchmarks.audit --whole 200000

`benchmarks.standings` fills a scratch platform with synthetic hands, which cannot be folded. Then
bots play `hands` real ones (800) at 20 tables, evenly over two minutes, while a dealer runs its
periodic tasks as usual. A minute after the last hand none may still wait to be folded: the exit
status is 1 otherwise.

With `--full`, so many hands are played and stored as fast as that goes, and the whole audit runs
over them, in one process and in one for each core. With `--whole`, a database is filled as for
`benchmarks.standings`, and each check that reads whole tables runs.
"""

import argparse
import os
import sys
import time
import uuid
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from benchmarks.platform import cpu_of_services, platform, services, services_folder
from benchmarks.standings import fill

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.hands.models import Hand

TABLES, PLAY_S, AFTER_S = 20, 120, 60
GAMES = (("teen_patti", "standard", 5), ("holdem", "cash", 5), ("dealer_teen_patti", "standard", 4))
"""Game, preset and seats. Bots alone cannot play Dou Dizhu."""


def table_of_bots(number: int) -> uuid.UUID:
    """Open a table at which bots play; one seat stays free."""
    from lobby.tables.hosting.tables import TablePlan, open_table

    game, preset, seats = GAMES[number % len(GAMES)]
    plan = TablePlan(
        name=f"Bench {number}",
        game=game,
        preset=preset,
        seats=seats,
        bots=seats - 1,
        bot_level="easy",
    )
    return open_table(plan=plan, host=None, is_house_table=True).pk


def play(tables: list[uuid.UUID], hands: int) -> int:
    """Let bots play `hands` hands, evenly over `PLAY_S` seconds; return how many they played."""
    from django.utils import timezone

    from lobby.tables.models import Table
    from lobby.tables.play.timers import run_timer

    began, before = time.monotonic(), _real_hands().count()
    played = 0
    while (passed := time.monotonic() - began) < PLAY_S:
        if played >= hands * passed / PLAY_S:
            time.sleep(0.05)
            continue
        Table.objects.update(
            watched_at=timezone.now() + timedelta(hours=1)
        )  # otherwise the bots rest
        for table in tables:
            for _ in range(10):
                run_timer(table)
        played = _real_hands().filter(status="finished").count() - before
    return played


def _real_hands() -> "QuerySet[Hand]":
    from games.hands.models import Hand

    # Bots play on meanwhile: a hand that ends between two reads would look as if it never did.
    return Hand.objects.exclude(sealed=b"").exclude(status=Hand.Status.LIVE)


def _cpu_s() -> float:
    """The CPU seconds of this process and of those that it started and that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def full(hands: int, folder: str) -> int:
    """Play and store so many hands of bots, and audit everything."""
    from django.utils import timezone

    from core.audit import checks, workers
    from lobby.tables.models import Table
    from lobby.tables.play.timers import run_timer

    tables = [table_of_bots(number) for number in range(TABLES)]
    began = time.perf_counter()
    while (made := _real_hands().count()) < hands:
        Table.objects.update(watched_at=timezone.now() + timedelta(hours=1))
        for table in tables * 20:
            run_timer(table)
    print(f"{made:,} hands in {time.perf_counter() - began:.0f} s", flush=True)
    found = 0
    for count in (1, workers.available()):
        began, used, served = time.perf_counter(), _cpu_s(), cpu_of_services(folder)["postgres"]
        by_check = checks.run(workers=partial(workers.processes, count))
        took, used = time.perf_counter() - began, _cpu_s() - used
        served = cpu_of_services(folder)["postgres"] - served
        found = sum(map(len, by_check.values()))
        print(
            f"{count} processes: {took:.1f} s, {made / took:,.0f} hands a second; of CPU "
            f"{used / made * 1000:.2f} ms a hand and PostgreSQL {served / made * 1000:.2f}; "
            f"{found} found",
            flush=True,
        )
    return int(bool(found))


def whole(hands: int) -> int:
    """Fill a database, and run each check that reads whole tables."""
    from core.audit import checks
    from core.audit.parts import ByPart, BySum

    fill(hands, max(2_000, hands // 20))
    for name in checks.names():
        if isinstance(checks._checks[name], ByPart | BySum):
            continue  # it replays hands, and these were made up
        began = time.perf_counter()
        found = checks.run([name])[name]
        print(f"{name}: {time.perf_counter() - began:.1f} s, {len(found)} found", flush=True)
    return 0


def main() -> int:
    """Fill, play, and count every second how many hands wait to be folded."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hands", type=int, nargs="?", default=800)
    parser.add_argument("--stored", type=int, default=20_000)
    parser.add_argument("--full", type=int, default=0)
    parser.add_argument("--whole", type=int, default=0)
    options = parser.parse_args()
    if options.full:
        with services():
            return full(options.full, services_folder())
    if options.whole:
        with services():
            return whole(options.whole)
    with platform(port=8143):
        fill(options.stored, 2_000)
        from games.hands.audit import check_hands, folding_lag
        from games.hands.queries.stored import stored_hands

        tables = [table_of_bots(number) for number in range(TABLES)]
        played = play(tables, options.hands)
        at_end = folding_lag().hands
        began = time.monotonic()
        while (waiting := folding_lag().hands) and time.monotonic() - began < AFTER_S:
            time.sleep(0.5)
        took = time.monotonic() - began
        print(
            f"{played:,} hands in {PLAY_S} s: {at_end:,} waited at their end, {waiting:,} after "
            f"{took:.0f} s (limit: none after {AFTER_S} s)",
            flush=True,
        )
        begin = time.perf_counter()
        hands = stored_hands(_real_hands().values_list("pk", flat=True))
        found = list(check_hands(hands))
        each = (time.perf_counter() - begin) / _real_hands().count()
    print(f"everything: {1 / each:.0f} hands a second, {len(found)} found")
    for finding in found[:5]:
        print(finding)
    return int(bool(waiting) or bool(found) or played < options.hands * 0.9)


if __name__ == "__main__":
    sys.exit(main())
