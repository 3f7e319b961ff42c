"""The speed of the odds: a new table, another order, one change of a pay table.

python -m benchmarks.odds [--rounds 40]

For comparison it measures the notebook's own loop (pandas, if it can be imported) and the same loop
in plain Python: a few rows of each are measured and the rest is extrapolated.
"""

import argparse
import importlib.util
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from games import odds
from games.engines.dealer_teen_patti.designs import PRESETS
from games.odds import analysis, counts, groups, hands, strength

_FRESH = """
import time
from games import odds
import numpy
began = time.perf_counter(), time.process_time()
odds.table()
print(time.perf_counter() - began[0], time.process_time() - began[1])
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    rounds = parser.parse_args().rounds
    runs = [subprocess.check_output([sys.executable, "-c", _FRESH]) for _ in range(5)]
    both = [tuple(map(float, run.split())) for run in runs]
    wall, cpu = (statistics.median(column) * 1e3 for column in zip(*both, strict=True))
    print(f"table in a new process (NumPy imported): {wall:.1f} ms, {cpu:.1f} ms CPU")
    _say("table with empty caches", _timed(_forget_all, odds.table, rounds))
    orders = iter(["akq_a23", "a23_low", "no_a23", "a23_top"] * rounds)
    _say("another run order", _timed(_forget_tables, lambda: odds.table(next(orders)), rounds))
    suits = ("s", "d", "h", "c")
    _say(
        "another order with suits",
        _timed(_forget_tables, lambda: odds.table("akq_a23", suits), rounds),
    )
    _say("plain Python loop (extrapolated)", _plain_loop(3))
    if importlib.util.find_spec("pandas"):
        _say("the notebook's pandas loop (extrapolated)", _pandas_loop(20))
    else:
        print("the notebook's pandas loop: pandas is not installed here")
    changes = _changes(rounds * 5)
    _say("one change of a pay table", _timed(lambda: None, lambda: next(changes), rounds * 5))
    fresh = _changes(rounds)
    _say("one change, only the deck cached", _timed(_forget_tables, lambda: next(fresh), rounds))
    rng, table = np.random.default_rng(1), PRESETS["tcp_six"].table
    _say(
        "1,000,000 hands simulated, three bets",
        _timed(lambda: None, lambda: odds.simulate(table, 1_000_000, rng), 3),
    )


def _say(what: str, taken: list[float]) -> None:
    middle = statistics.median(taken) * 1e3
    if len(taken) < 5:
        print(f"{what}: {middle:,.0f} ms")
        return
    p95 = statistics.quantiles(taken, n=20)[-1] * 1e3
    print(f"{what}: {middle:.1f} ms CPU median, {p95:.1f} ms p95, {min(taken) * 1e3:.1f} ms least")


def _timed(before: Callable[[], None], run: Callable[[], Any], rounds: int) -> list[float]:
    """Return the CPU seconds of each round, which hardly depend on other load of the machine."""
    taken = []
    for _ in range(rounds):
        before()
        began = time.process_time()
        run()
        taken.append(time.process_time() - began)
    return taken


def _forget_tables() -> None:
    for kept in (
        strength._strength,
        counts.table_of,
        groups.groups_of,
        groups.qualifying,
        groups.rows_of,
        analysis.analyse,
    ):
        kept.cache_clear()


def _forget_all() -> None:
    _forget_tables()
    for kept in (
        hands._hands,
        hands._ranks,
        hands._suits,
        hands.ways,
        counts._pairs_of,
        counts._card_ways,
        counts._pair_ways,
        counts._by_card,
        counts._by_pair,
    ):
        kept.cache_clear()


def _changes(count: int) -> Any:
    """Yield analyses of pay tables, each one parameter away from the last."""
    rng = random.Random(2)
    table = PRESETS["tcp"].table
    parameters: list[tuple[str, Callable[[], Any]]] = [
        (
            "ante_bonus",
            lambda: {"sequence": 1, "trail": rng.randint(2, 60), "pure": rng.randint(2, 60)},
        ),
        ("win_raise", lambda: f"{rng.randint(50, 150)}/100"),
        ("commission", lambda: f"{rng.randint(0, 200)}/1000"),
        ("dealer_qualifies", lambda: rng.choice(["always", "jack_high", "queen_high"])),
        ("run_order", lambda: rng.choice(["a23_top", "akq_a23", "a23_low", "no_a23"])),
        ("pair_plus", lambda: {"pure": rng.randint(30, 60), "color": 4, "pair": 1}),
    ]
    for _ in range(count):
        name, value = rng.choice(parameters)
        table = table.changed(**{name: value()})
        yield odds.analyse(table)


def _plain_loop(sampled: int) -> list[float]:
    """Count as the notebook does, without pandas: each player hand against each dealer hand."""
    level = odds.table().level.tolist()
    cards = [frozenset(row) for row in hands.hands().tolist()]
    began = time.process_time()
    for mine in random.Random(1).sample(range(hands.HANDS), sampled):
        win = lose = tie = 0
        for theirs, held in zip(level, cards, strict=True):
            if held.isdisjoint(cards[mine]):
                win += theirs < level[mine]
                lose += theirs > level[mine]
                tie += theirs == level[mine]
        assert win == odds.table().win[mine]
        assert lose == odds.table().lose[mine]
    return [(time.process_time() - began) / sampled * hands.HANDS]


def _pandas_loop(sampled: int) -> list[float]:
    """Run the last cells of the notebook for some of its rows."""
    import copy

    import pandas as pd

    deck = list(hands.DECK)
    frame = pd.DataFrame([hands.cards_of(n) for n in range(hands.HANDS)], columns=["1", "2", "3"])
    frame["rank"] = odds.table("akq_a23").rank()
    began = time.process_time()
    for i in random.Random(1).sample(range(hands.HANDS), sampled):
        dealer = copy.deepcopy(frame)
        held = tuple(frame.loc[i, ["1", "2", "3"]])
        remain = [card for card in deck if card not in held]
        free = dealer[["1", "2", "3"]].isin(remain).all(axis=1)
        for found in (
            dealer["rank"] > frame.loc[i, "rank"],
            dealer["rank"] < frame.loc[i, "rank"],
            dealer["rank"] == frame.loc[i, "rank"],
        ):
            free[found].sum()
    return [(time.process_time() - began) / sampled * hands.HANDS]


if __name__ == "__main__":
    main()
