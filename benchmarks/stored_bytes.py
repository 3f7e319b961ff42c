"""How many bytes a stored hand takes: its row, its actions and the results of its seats.

python -m benchmarks.stored_bytes [hands]

First as it is played, then with its actions packed.

Bots play `hands` hands (600) of Teen Patti, hold'em and Dou Dizhu at 21 tables of a scratch
platform. After `VACUUM FULL` the tables and their indexes hold nothing else; a share is the size of
one of them by the number of hands. Then the average size of each column of a hand is printed.
"""

import argparse
import uuid
from datetime import timedelta

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
SELECT pg_relation_size(%(t)s), pg_table_size(%(t)s) - pg_relation_size(%(t)s),
    pg_indexes_size(%(t)s)
"""


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
                shares = [a + b / hands for a, b in zip(shares, cursor.fetchone(), strict=True)]
            total += sum(shares)
            heap, toast, indexes = shares
            print(
                f"{part:8} {sum(shares):7,.0f} bytes a hand: rows {heap:,.0f}, "
                f"TOAST {toast:,.0f}, indexes {indexes:,.0f}"
            )
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
    parser.add_argument("hands", type=int, nargs="?", default=600)
    options = parser.parse_args()
    with services():
        from django.utils import timezone

        from games.hands.actions.pack import pack_actions
        from games.hands.models import Hand

        hands = play(options.hands)
        print(f"{hands:,} hands of bots")
        measure(hands)
        Hand.objects.update(finished_at=timezone.now() - timedelta(days=40))
        print(f"actions of {pack_actions(hands):,} hands packed")
        measure(hands)


if __name__ == "__main__":
    main()
