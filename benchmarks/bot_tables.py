"""Whether tables full of bots delay the dealer: time-outs and next hands must be on time.

python -m benchmarks.bot_tables [--tables 55] [--seconds 30] [--level hard] [--game holdem]

A scratch platform deals at `tables` tables of bots alone, which count as watched, and at ten tables
of two people who never act, so that every turn there ends by its time-out. The benchmark samples
how late the most overdue timer is fifty times a second, and measures how late those time-outs come
and how long bots take. The exit status is 1 if the 99th percentile of the lateness exceeds 250 ms.
"""

import argparse
import datetime
import sys
import time
import uuid

from benchmarks.platform import platform, quantile

LIMIT_MS = 250
PEOPLE_TABLES, CLOCK_S, TABLES_EACH = 10, 5, 10
_LATE = """
SELECT coalesce(max(extract(epoch FROM clock_timestamp() - next_timer_at)), 0)
FROM lobby_tablehead WHERE next_timer_at <= clock_timestamp()
"""
_TURNS = """
SELECT a.auto, 1000 * extract(epoch FROM a.at - coalesce(p.at, h.started_at)) AS ms
FROM games_playedaction a JOIN games_hand h ON h.id = a.hand_id
LEFT JOIN games_playedaction p ON p.hand_id = a.hand_id AND p.seq = a.seq - 1
WHERE a.at > %s AND a.auto IN ('bot', 'timeout')
"""


def _open(tables: int, game: str, level: str) -> None:
    from accounts.people.actions.users import create_guest, register_person
    from lobby.tables.hosting.tables import TablePlan, open_table
    from lobby.tables.models import Table
    from lobby.tables.seats.seats import sit

    preset = {"holdem": "cash"}.get(game, "standard")
    host = None
    for number in range(tables):
        if number % TABLES_EACH == 0:
            host = register_person(name=f"Host {number}", password=uuid.uuid4().hex, email="")
        seats = 3 if game == "dou_dizhu" else 9
        plan = TablePlan(
            name=f"Bots {number}",
            game=game,
            preset=preset,
            seats=seats,
            min_buy_in=400,
            bots=seats - 1,
            bot_level=level,
        )
        table = open_table(plan=plan, host=host)
        Table.objects.filter(pk=table.pk).update(bots_wanted=min(8, seats), pause_ms=1_000)
    for number in range(PEOPLE_TABLES):
        plan = TablePlan(name=f"People {number}", clock_s=CLOCK_S, bank_s=0)
        table = open_table(plan=plan, host=None, is_house_table=True)
        Table.objects.filter(pk=table.pk).update(pause_ms=1_000)
        for seat in range(2):
            guest = create_guest(name=f"P{number} {seat}")
            sit(table_id=table.pk, user=guest, number=seat, buy_in=1_000, key=uuid.uuid4())
    _be_there()


def _be_there() -> None:
    """Give every table a spectator, and make all people present and ready."""
    from lobby.tables.models import Seat, Table
    from lobby.tables.seats.presence import note_presence
    from lobby.tables.seats.seats import sit_in

    tables = set(Table.objects.values_list("pk", flat=True))
    people = Seat.objects.exclude(user__kind="bot").select_related("user")
    note_presence(table_ids=tables, people={(seat.table_id, seat.user_id) for seat in people})
    for seat in people.filter(status=Seat.Status.SITTING_OUT):
        sit_in(table_id=seat.table_id, user=seat.user)


def _watch(seconds: float) -> list[float]:
    """Return the lateness of the most overdue timer in ms, sampled fifty times a second."""
    from django.db import connection

    late, end = [], time.monotonic() + seconds
    with connection.cursor() as cursor:
        while time.monotonic() < end:
            cursor.execute(_LATE)
            late.append(float(cursor.fetchone()[0]) * 1000)
            if len(late) % 50 == 0:  # two time-outs in a row make a seat sit out
                _be_there()
            time.sleep(0.02)
    return late


def _told(name: str, values: list[float]) -> str:
    if not values:
        return f"{name}: none"
    parts = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1.0))
    return f"{name} ({len(values):,}): " + ", ".join(
        f"{part} {quantile(values, q):,.0f} ms" for part, q in parts
    )


def main() -> None:
    """Open the tables, let them play, and print how late the dealer is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=55)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--game", default="holdem")
    parser.add_argument("--port", type=int, default=9143)
    options = parser.parse_args()
    with platform(port=options.port) as run:
        from django.db import connection

        _open(options.tables, options.game, options.level)
        _watch(20)  # until all bots sit and play
        since, before = datetime.datetime.now(datetime.UTC), run.cpu_seconds()["dealer"]
        late = _watch(options.seconds)
        cpu = run.cpu_seconds()["dealer"] - before
        with connection.cursor() as cursor:
            cursor.execute(_TURNS, [since])
            turns = [(auto, float(ms)) for auto, ms in cursor.fetchall()]
    grace = 250
    print(_told("most overdue timer", late))
    timeouts = [ms - 1000 * CLOCK_S - grace for auto, ms in turns if auto == "timeout"]
    print(_told("time-outs of people, late by", timeouts))
    print(_told("bots' moves after the one before", [ms for auto, ms in turns if auto == "bot"]))
    print(f"CPU of the dealer and its workers: {cpu / options.seconds:.0%} of a core")
    sys.exit(quantile(late, 0.99) > LIMIT_MS)


if __name__ == "__main__":
    main()
