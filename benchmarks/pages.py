"""The server time of pages with 200,000 hands, and what the lobby costs with many tables.

python -m benchmarks.pages [--hands 200000] [--people 2000] [--tables 200,1000] [--visitors 100]

`benchmarks.standings` fills a scratch platform. Each page is requested 40 times over one connection
of its own, by a visitor and by users; printed are median and 95th percentile, CPU of the web
process, queries and bytes. Then, for each number of tables, visitors sit in the lobby while five
tables a second change: bytes of the page, of the first frame and of a change, and CPU.
"""

import argparse
import asyncio
import gzip
import http.client
import time
import uuid
from dataclasses import dataclass, field
from datetime import timedelta

from benchmarks.figures import yardstick
from benchmarks.platform import Platform, cpu_of, platform, quantile, session_of
from benchmarks.standings import fill
from benchmarks.thin_socket import open_socket

LIMIT_MS = 15
RUNS = 40
CHANGES_A_SECOND, SECONDS = 5, 20
OTHER_TABLE = """
WITH made AS (INSERT INTO lobby_table SELECT (jsonb_populate_record(t, jsonb_build_object(
    'id', gen_random_uuid(), 'name', 'Lotus ' || n, 'slug', 'bench' || n, 'invite', 'bench' || n,
    'created_at', now() + n * interval '1 ms'))).*
    FROM lobby_table t, generate_series(%(first)s::int, %(last)s::int) n WHERE t.id = %(like)s
    RETURNING id, slug),
heads AS (INSERT INTO lobby_tablehead SELECT (jsonb_populate_record(p, jsonb_build_object(
    'table_id', made.id, 'next_timer_at', null))).*
    FROM lobby_tablehead p, made WHERE p.table_id = %(like)s)
INSERT INTO lobby_seat SELECT (jsonb_populate_record(s, jsonb_build_object(
    'id', nextval(pg_get_serial_sequence('lobby_seat', 'id')), 'table_id', made.id,
    'user_id', c.id))).*
FROM lobby_seat s, made, LATERAL (SELECT id FROM accounts_user WHERE name LIKE 'Player %%'
    AND avatar = 1 + (substr(made.slug, 6)::int * 3 + s.number) %% %(people)s) c
WHERE s.table_id = %(like)s
"""


@dataclass(slots=True)
class Visitors:
    """The sizes of the frames that visitors of the lobby receive, in bytes."""

    first: list[int] = field(default_factory=list)
    changes: list[int] = field(default_factory=list)

    def hear(self, text: bytes) -> None:
        (self.first if text.startswith(b'{"type":"tables",') else self.changes).append(len(text))


def real_hand() -> tuple[uuid.UUID, uuid.UUID]:
    """Let bots play a hand; return the ids of it and of its table."""
    from django.utils import timezone

    from games.hands.models import Hand
    from lobby.tables.hosting.tables import TablePlan, open_table
    from lobby.tables.models import Table, TableHead
    from lobby.tables.play.timers import run_timer

    plan = TablePlan(name="Lotus", game="holdem", preset="cash", bots=3, bot_level="easy")
    table = open_table(plan=plan, host=None, is_house_table=True)
    Table.objects.filter(pk=table.pk).update(watched_at=timezone.now() + timedelta(hours=9))
    while not (found := Hand.objects.filter(table_id=table.pk, status="finished").first()):
        TableHead.objects.filter(pk=table.pk).update(next_timer_at=timezone.now())
        run_timer(table.pk)
    return found.pk, table.pk


def more_tables(like: uuid.UUID, first: int, last: int, people: int) -> None:
    """Open tables like another one, with other people in the seats of its bots."""
    from django.db import connection

    from config.database.roles import as_owner

    named: dict[str, str | int] = {
        "like": str(like),
        "first": first,
        "last": last,
        "people": people,
    }
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(OTHER_TABLE, named)
        cursor.execute("RESET session_replication_role")
        cursor.execute("ANALYZE lobby_table, lobby_tablehead, lobby_seat")


def queries_of(path: str, user: object) -> int:
    """The number of queries of a page, in this process."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(headers={"host": "127.0.0.1"})
    if user is not None:
        client.force_login(user)  # type: ignore[arg-type]
    with CaptureQueriesContext(connection) as found:
        client.get(path)
    return len(found)


def page(place: Platform, path: str, cookies: list[str]) -> tuple[float, str]:
    """Request a page again and again; the median in milliseconds, and a line about it."""
    line = http.client.HTTPConnection(place.host, timeout=30)

    def get(number: int) -> bytes:
        headers = {"Accept-Encoding": "gzip"}
        if cookies:
            headers["Cookie"] = cookies[number % len(cookies)]
        line.request("GET", path, headers=headers)
        response = line.getresponse()
        body = response.read()
        assert response.status == 200, (path, response.status)
        sent.append(len(body))
        packed = response.headers.get("Content-Encoding") == "gzip"
        return gzip.decompress(body) if packed else body

    sent: list[int] = []
    size = len([get(number) for number in range(5)][-1])
    spent, before = [], cpu_of(place.web)
    for number in range(RUNS):
        began = time.perf_counter()
        get(number)
        spent.append(1_000 * (time.perf_counter() - began))
    cpu = 1_000 * (cpu_of(place.web) - before) / RUNS
    line.close()
    median = quantile(spent, 0.5)
    tail = quantile(spent, 0.95)
    return median, f"{median:6.1f} {tail:6.1f} {cpu:6.1f}  {size:>7,} {max(sent):>7,}"


async def in_lobby(
    place: Platform, count: int, table_ids: list[uuid.UUID]
) -> tuple[Visitors, float]:
    """Let visitors watch the lobby while tables change; CPU seconds of the web process."""
    visitors = Visitors()
    sockets = [await open_socket(place.host, "/ws/lobby/", "", visitors.hear) for _ in range(count)]
    while len(visitors.first) < count:
        await asyncio.sleep(0.05)
    before = cpu_of(place.web)
    for number in range(CHANGES_A_SECOND * SECONDS):
        await asyncio.to_thread(change, table_ids[number % len(table_ids)])
        await asyncio.sleep(1 / CHANGES_A_SECOND)
    spent = cpu_of(place.web) - before
    for socket in sockets:
        socket.close()
    return visitors, spent


def change(table_id: uuid.UUID) -> None:
    """Pause a table, or let it go on, as its host would."""
    from lobby.tables.transaction.transaction import lock_tables

    with lock_tables([table_id]) as tx:
        table = tx.rows(tx.locked(table_id)).table
        table.state = "open" if table.state == "paused" else "paused"


def main() -> None:
    """Fill, request, and print whether every median is under the limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=200_000)
    parser.add_argument("--people", type=int, default=2_000)
    parser.add_argument("--tables", default="200,1000")
    parser.add_argument("--visitors", type=int, default=100)
    options = parser.parse_args()
    with platform(port=9144, dealers=0, one_address=True) as place:
        fill(options.hands, options.people)
        from accounts.people.models import User
        from lobby.tables.models import Table

        people = list(User.objects.filter(name__startswith="Player").order_by("avatar")[:8])
        hand, like = real_hand()
        cookies = [session_of(user) for user in people]
        print(f"yardstick {yardstick():.0f} ms; {options.hands:,} hands", flush=True)
        print(
            f"{'page':<34}{'p50':>6} {'p95':>6} {'CPU':>6} {'queries':>8} {'bytes':>7} {'sent':>7}"
        )
        worst, opened = 0.0, 1
        paths = ["/me/hands/", f"/hands/{hand}/", "/leaderboards/", "/odds/", "/odds/design/"]
        for count in map(int, options.tables.split(",")):
            more_tables(like, opened, count - 1, options.people)
            opened = count
            for path in ("/", "/?page=3&free=true", *paths):
                for named, cookie, user in (("", [], None), (" (user)", cookies, people[0])):
                    if path == "/me/hands/" and user is None:
                        continue
                    median, line = page(place, path, cookie)
                    worst = max(worst, median)
                    times, sizes = line[:20], line[20:]
                    shown = path.replace(str(hand), "…") + named
                    print(f"{shown:<34}{times} {queries_of(path, user):>8} {sizes}", flush=True)
            paths = []
            ids = list(Table.objects.filter(slug__startswith="bench").values_list("pk", flat=True))
            for visitors in (1, options.visitors):
                heard, cpu = asyncio.run(in_lobby(place, visitors, ids))
                changes = sorted(heard.changes) or [0]
                print(
                    f"{count} tables, {visitors} in the lobby: first frame {max(heard.first):,} "
                    f"bytes; {len(changes) / visitors / SECONDS:.2f} changes a second of "
                    f"{changes[len(changes) // 2]:,} bytes at the median, {changes[-1]:,} at most; "
                    f"CPU {1_000 * cpu / SECONDS:.1f} ms a second, "
                    f"{1_000 * cpu / SECONDS / visitors:.2f} a visitor",
                    flush=True,
                )
    print(f"worst median {worst:.1f} ms: {'under' if worst < LIMIT_MS else 'OVER'} {LIMIT_MS} ms")


if __name__ == "__main__":
    main()
