"""How long the audits take: each minute over what is new, and over everything.

    python -m benchmarks.audit [hands] [rounds]

A scratch platform of its own is filled with `hands` hands by `benchmarks.standings` (20,000; they
cannot be folded), then bots play real ones at 20 tables, some 1,000 actions a round, and the
online audit looks. Its 95th percentile must be under 200 ms. Then everything that was played is
folded again.
"""

import datetime
import sys
import time
import uuid

from benchmarks.platform import platform, quantile
from benchmarks.standings import fill

HOUR = datetime.timedelta(hours=1)
LIMIT_MS = 200
TABLES, ACTIONS = 20, 1_000


def table_of_bots(number: int) -> uuid.UUID:
    """A table where four bots play."""
    from lobby.actions.tables import TablePlan, open_table

    game, preset = (("teen_patti", "standard"), ("holdem", "cash"))[number % 2]
    plan = TablePlan(name=f"Bench {number}", game=game, preset=preset, bots=4, bot_level="easy")
    return open_table(plan=plan, host=None, standing=True).pk


def main() -> None:
    """Fill, play, look; and say whether it was quick enough."""
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    with platform(port=8143, dealers=0):
        fill(hands, 2_000)
        from django.utils import timezone

        from games.models import Hand, HandAction
        from games.queries.audit import check_hands
        from lobby.actions.audit import audit_new
        from lobby.actions.wake import wake_table
        from lobby.models import Table

        print(f"first look: {audit_new()}")
        tables = [table_of_bots(number) for number in range(TABLES)]
        spent = []
        for _ in range(rounds):
            Table.objects.update(watched_at=timezone.now() + HOUR)  # or the bots rest
            before = HandAction.objects.count()
            while HandAction.objects.count() < before + ACTIONS:
                for table in tables:
                    for _ in range(10):
                        wake_table(table)
            time.sleep(5.5)  # so long a hand counts as new, not as written
            begin = time.perf_counter()
            words = audit_new()
            spent.append(1000 * (time.perf_counter() - begin))
            actions = HandAction.objects.count() - before
            print(f"{actions:,} actions, {words}: {spent[-1]:.0f} ms", flush=True)
        real = Hand.objects.exclude(opening__seats=[])
        begin = time.perf_counter()
        found = list(check_hands(real))
        each = (time.perf_counter() - begin) / real.count()
    p95 = quantile(spent, 0.95)
    print(f"online: p50 {quantile(spent, 0.5):.0f} ms, p95 {p95:.0f} ms (limit {LIMIT_MS})")
    print(f"everything: {1 / each:.0f} hands a second, {len(found)} found")
    sys.exit(p95 > LIMIT_MS or bool(found))


if __name__ == "__main__":
    main()
