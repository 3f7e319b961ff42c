"""How far the river that the hold'em expert solves is from equilibrium, and what it costs.

Two experts play heads-up hands to the river. There both ranges are known from the solved game; the
program solves the river from them as the bot does. Then it lets both players answer best with each
of their true cards: what that wins on average is a share of the pot.

python -m benchmarks.river_holdem --rivers 200 --seed 1
"""

import argparse
import random
import time
from collections.abc import Iterator
from statistics import fmean

import numpy as np

from games import bots
from games.bots.holdem_buckets import values_of
from games.bots.holdem_river import River, by_cards, solve
from games.bots.holdem_spot import Spot, read
from games.bots.holdem_table import place_of
from games.engines.core import registry
from games.engines.core.contract import Action, Opening, Viewer

GAME = registry.get("holdem")
RULES = GAME.presets["cash"]


def rivers(seed: int, blinds: int) -> Iterator[Spot]:
    """Yield first decisions on rivers that two experts reach."""
    chance = random.Random(seed)
    stacks = (blinds * GAME.unit(RULES),) * 2
    while True:
        deck = tuple(chance.sample(range(52), 52))
        state = GAME.deal(Opening("holdem", RULES, (0, 1), stacks, chance.randrange(2), deck)).state
        while (seat := GAME.turn(state)) is not None:
            view = GAME.view(state, Viewer(seat=seat, course=True))
            if view["phase"] == "river":
                yield read(view)
                break
            choice = bots.decide("holdem", view, RULES, "expert", chance)
            state = GAME.apply(state, Action(seat, choice.kind, choice.amount)).state


def distance(spot: Spot) -> tuple[float, float]:
    """Return a river's exploitability as a share of the pot, and the CPU seconds to solve it."""
    ranges = place_of(spot).ranges[::-1]
    start = time.process_time()
    river = River(spot.pot, min(spot.stack, spot.rivals[0].stack))
    values = values_of(np.array([spot.board]))[0]
    solved = solve(river, values, ranges)
    spent = time.process_time() - start
    return by_cards(river, solved, values, ranges), spent


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rivers", type=int, default=200)
    parser.add_argument("--blinds", type=int, default=100, help="the stacks")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = rivers(options.seed, options.blinds)
    rows = [distance(next(found)) for _ in range(options.rivers)]
    shares = sorted(share for share, _spent in rows)
    print(
        f"{len(rows)} rivers: {fmean(shares):.2%} of the pot, median {shares[len(rows) // 2]:.2%},"
        f" 95 % within {shares[int(0.95 * len(rows))]:.2%}, worst {shares[-1]:.2%};"
        f" {1e3 * fmean(spent for _share, spent in rows):.0f} ms of CPU each"
    )


if __name__ == "__main__":
    main()
