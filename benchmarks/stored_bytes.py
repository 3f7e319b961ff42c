"""How many bytes a stored hand takes: its row, its actions and the results of its seats.

python -m benchmarks.stored_bytes [hands]

First as it is played, then with its actions packed.

Bots play `hands` hands (300) of Teen Patti, hold'em and Dou Dizhu at 21 tables of a scratch
platform. Each is copied `COPIES` times with other ids, at other tables, of other people: few hands
would leave the last pages of tables and indexes half empty. After `VACUUM FULL` the tables and
their indexes hold nothing else; a share is the size of one of them by the number of hands. Then the
average size of each column of a hand is printed.
"""

import argparse
import uuid
from datetime import timedelta
from typing import Any

from benchmarks.platform import services

TABLES_COUNT = 21
PLANS = (("teen_patti", "standard"), ("holdem", "cash"), ("dou_dizhu", "standard"))
STORED = {
    "hands": ("games_hand",),
    "actions": ("games_handaction", "games_packedactions"),
    "seats": ("games_handseat",),
}
"""The parts of a hand, and the database tables of each."""
_SIZES = """
SELECT sum(pg_relation_size(relid)), sum(pg_table_size(relid) - pg_relation_size(relid)),
    sum(pg_indexes_size(relid))
FROM pg_partition_tree(%(t)s) WHERE isleaf
    AND (pg_relation_size(relid) > 0 OR NOT EXISTS (
        SELECT FROM pg_partition_tree(%(t)s) WHERE isleaf AND pg_relation_size(relid) > 0))
"""
_INDEX_SIZES = """
SELECT regexp_replace(pg_get_indexdef(x.indexrelid), '.* USING ', ''),
    sum(pg_relation_size(x.indexrelid))
FROM pg_partition_tree(%(t)s) JOIN pg_index x ON x.indrelid = relid
WHERE isleaf AND pg_relation_size(relid) > 0 GROUP BY 1 ORDER BY 2 DESC
"""
COPIES = 50
_COPY_HELP = """
CREATE OR REPLACE FUNCTION pg_temp.other(id uuid, n int) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT overlay(md5(id::text || n) PLACING left(replace(id::text, '-', ''), 13) FROM 1)::uuid
$$
"""
_KEYS = ("id", "hand_id", "table_id", "user_id")


def table_of_bots(number: int) -> uuid.UUID:
    """Open a table at which bots play: three of Dou Dizhu, four of the others."""
    from lobby.tables.hosting.tables import TablePlan, open_table

    game, preset = PLANS[number % len(PLANS)]
    bots = 3 if game == "dou_dizhu" else 4
    plan = TablePlan(name=f"Bench {number}", game=game, preset=preset, bots=bots, bot_level="easy")
    return open_table(plan=plan, host=None, is_house_table=True).pk


def play(hands: int) -> int:
    """Let bots play at least `hands` hands to their end; return how many they played."""
    from django.utils import timezone

    from games.hands.models import Hand
    from lobby.tables.models import Table
    from lobby.tables.play.timers import run_timer

    tables = [table_of_bots(number) for number in range(TABLES_COUNT)]
    finished = Hand.objects.filter(status=Hand.Status.FINISHED)
    while finished.count() < hands:
        # Otherwise the bots rest.
        Table.objects.update(watched_at=timezone.now() + timedelta(hours=1))
        for table in tables:
            for _ in range(10):
                run_timer(table)
    return Hand.objects.count()


def copy(cursor: Any, copies: int) -> None:
    """Store copies of all hands, their actions and their seats; `cursor` is the owner's.

    The copies are of the same moments. They are no hands that an audit accepts.
    """
    cursor.execute(_COPY_HELP)
    for name in ("games_hand", "games_handaction", "games_packedactions", "games_handseat"):
        cursor.execute(f"SELECT * FROM {name} LIMIT 0")
        columns = [column.name for column in cursor.description]
        if name == "games_handseat":
            columns.remove("id")
        values = [f"pg_temp.other({c}, n)" if c in _KEYS else c for c in columns]
        cursor.execute(
            f"INSERT INTO {name} ({', '.join(columns)}) SELECT {', '.join(values)} "
            f"FROM {name}, generate_series(1, %s) n",
            [copies],
        )


def measure(hands: int) -> None:
    """Print the shares of everything that is stored, in bytes a hand."""
    from django.db import connection

    from config.database.roles import as_owner

    with as_owner(), connection.cursor() as cursor:
        total = 0.0
        for part, names in STORED.items():
            shares = [0.0, 0.0, 0.0]
            for name in names:
                cursor.execute(f"VACUUM FULL ANALYZE {name}")
                cursor.execute(_SIZES, {"t": name})
                found = map(float, cursor.fetchone())
                shares = [a + b / hands for a, b in zip(shares, found, strict=True)]
            total += sum(shares)
            heap, toast, indexes = shares
            print(
                f"{part:8} {sum(shares):7,.0f} bytes a hand: rows {heap:,.0f}, "
                f"TOAST {toast:,.0f}, indexes {indexes:,.0f}"
            )
            for name in names:
                cursor.execute(_INDEX_SIZES, {"t": name})
                for index, size in cursor.fetchall():
                    print(f"{'':11}{float(size) / hands:7,.0f} {name}: {index}")
        print(f"{'together':8} {total:7,.0f}")
        cursor.execute("SELECT * FROM games_hand LIMIT 0")
        columns = [column.name for column in cursor.description]
        sizes = ", ".join(f"coalesce(avg(pg_column_size({name})), 0)" for name in columns)
        cursor.execute(f"SELECT {sizes} FROM games_hand")
        widest = sorted(zip(cursor.fetchone(), columns, strict=True), reverse=True)
        print("columns: " + ", ".join(f"{name} {size:,.0f}" for size, name in widest if size >= 8))
        cursor.execute("SELECT count(*) FROM games_handaction")
        actions = cursor.fetchone()[0] / hands
        cursor.execute("SELECT count(*) FROM games_handseat")
        print(f"{actions:.1f} actions, {cursor.fetchone()[0] / hands:.1f} seats a hand")


def main() -> None:
    """Play and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hands", type=int, nargs="?", default=300)
    options = parser.parse_args()
    with services():
        from django.db import connection
        from django.utils import timezone

        from config.database.roles import as_owner
        from games.hands.actions.pack import pack_actions
        from games.hands.models import Hand

        played = play(options.hands)
        with as_owner(), connection.cursor() as cursor:
            copy(cursor, COPIES)
        hands = played * (COPIES + 1)
        print(f"{played:,} hands of bots, {hands:,} with their copies")
        measure(hands)
        Hand.objects.update(finished_at=timezone.now() - timedelta(days=40))
        print(f"actions of {pack_actions(hands):,} hands packed")
        measure(hands)


if __name__ == "__main__":
    main()
