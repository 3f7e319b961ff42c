"""How fast the Teen Patti engine is: random six-handed hands, `legal` asked at each turn.

python -m benchmarks.engine_teen_patti [--hands 20000]
"""

import argparse
import random
import time

from games.engines.core import registry
from games.engines.core.contract import Action, Opening


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    hands = parser.parse_args().hands
    game, rng = registry.get("teen_patti"), random.Random(6)
    rules = game.presets["standard"]
    seats, stacks = tuple(range(6)), (1_000,) * 6
    decks = [tuple(rng.sample(range(52), 52)) for _ in range(hands)]
    openings = [
        Opening(game.key, rules, seats, stacks, n % 6, deck) for n, deck in enumerate(decks)
    ]
    actions, start = 0, time.perf_counter()
    for opening in openings:
        state = game.deal(opening).state
        while (seat := game.turn(state)) is not None:
            option = rng.choice(game.legal(state, seat))
            amount = None
            if option.min is not None and option.max is not None:
                amount = rng.randrange(option.min, option.max + 1, option.step)
            state = game.apply(state, Action(seat, option.kind, amount)).state
            actions += 1
        assert game.result(state) is not None
    took = time.perf_counter() - start
    print(f"{hands:,} hands, {actions:,} actions in {took:.2f} s, one core")
    print(f"{hands / took:,.0f} hands a second, {took / actions * 1e6:.1f} us an action")


if __name__ == "__main__":
    main()
