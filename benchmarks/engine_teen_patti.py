"""The speed of the Teen Patti engine: random six-handed hands, `legal` called at each turn.

python -m benchmarks.engine_teen_patti [--hands 20000]
"""

import argparse
import random
import time

from games.engines.core import registry
from games.engines.core.contract import Action, Opening

GAME = registry.get("teen_patti")


def openings(hands: int) -> list[Opening]:
    """Return `hands` six-handed hands, the same each time."""
    rng, rules = random.Random(6), GAME.presets["standard"]
    seats, stacks = tuple(range(6)), (1_000,) * 6
    decks = [tuple(rng.sample(range(52), 52)) for _ in range(hands)]
    return [Opening(GAME.key, rules, seats, stacks, n % 6, deck) for n, deck in enumerate(decks)]


def play(deals: list[Opening]) -> int:
    """Play them at random, calling `legal` at each turn; return the number of actions."""
    rng, actions = random.Random(7), 0
    for opening in deals:
        state = GAME.deal(opening).state
        while (seat := GAME.turn(state)) is not None:
            option = rng.choice(GAME.legal(state, seat))
            amount = None
            if option.min is not None and option.max is not None:
                amount = rng.randrange(option.min, option.max + 1, option.step)
            state = GAME.apply(state, Action(seat, option.kind, amount)).state
            actions += 1
        assert GAME.result(state) is not None
    return actions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    hands = parser.parse_args().hands
    deals = openings(hands)
    start = time.perf_counter()
    actions = play(deals)
    took = time.perf_counter() - start
    print(f"{hands:,} hands, {actions:,} actions in {took:.2f} s, one core")
    print(f"{hands / took:,.0f} hands a second, {took / actions * 1e6:.1f} us an action")


if __name__ == "__main__":
    main()
