"""How often players of hold'em fold to a bet after a check, and to a raise of their bet.

A player who bets and raises at random after the flop meets each of them heads-up at 100 blinds.
`games.bots.holdem_reads` takes its shares from what this prints.

python -m benchmarks.answers_holdem --hands 4000 --seed 1
"""

import argparse
import random
from collections import Counter, defaultdict
from typing import Any

from games import bots
from games.arena.players import opponents_of
from games.bots.holdem_reads import is_checked_through
from games.bots.holdem_spot import Spot, aggressive, give_up, passive, read
from games.engines.core import registry
from games.engines.core.contract import Action, Opening, Viewer

GAME = registry.get("holdem")
RULES: Any = GAME.presets["cash"]
BETS = (0.35, 0.6, 1.0)
"""The bets, in pots."""
RAISES = (0.5, 0.8)
"""The raises, in pots after the call."""
STACK_BLINDS = 100

Answers = dict[str, Counter[str]]
"""By situation and size, what the player did."""


def explore(spot: Spot, rng: random.Random) -> tuple[bots.Choice, str]:
    """Return an action at random, and the situation that it brings the rival to, if it counts."""
    rival, size = spot.rivals[0], rng.choice(BETS if spot.to_call == 0 else RAISES)
    total = spot.current + size * (spot.pot + spot.to_call)
    if spot.to_call == 0:
        choice = aggressive(spot, total) if rng.random() < 0.6 else passive(spot)
        if choice.kind != "bet" or not (rival.last == "check" or is_checked_through(spot)):
            return choice, ""
        when = "checked" if rival.last == "check" else "checked the street before"
        return choice, f"{when}, bet {size}"
    if rng.random() < 0.35 and spot.raises == 1:
        choice = aggressive(spot, total)
        return choice, f"bet, raised {size}" if choice.kind == "raise_to" else ""
    return passive(spot) if rng.random() < 0.6 else give_up(spot), ""


def answers_of(name: str, hands: int, seed: int) -> Answers:
    """Return what a player answers, after the flop."""
    found: Answers = defaultdict(Counter)
    stacks = (STACK_BLINDS * GAME.unit(RULES),) * 2
    for number in range(hands):
        chance = random.Random(f"{seed} {number}")
        deck = tuple(chance.sample(range(52), 52))
        state = GAME.deal(Opening("holdem", RULES, (0, 1), stacks, number // 2 % 2, deck)).state
        situation = ""
        while (seat := GAME.turn(state)) is not None:
            view = GAME.view(state, Viewer(seat=seat, course=True))
            if seat == number % 2 or view["phase"] == "run_vote":
                choice = _decide(name, view, chance)
                if situation:
                    found[situation][choice.kind] += 1
                situation = ""
            elif view["phase"] == "preflop":
                choice = bots.decide("holdem", view, RULES, "expert", chance)
            else:
                choice, situation = explore(read(view), chance)
            state = GAME.apply(state, Action(seat, choice.kind, choice.amount)).state
    return found


def _decide(name: str, view: dict[str, Any], chance: random.Random) -> bots.Choice:
    if name in bots.LEVELS:
        return bots.decide("holdem", view, RULES, name, chance)
    choice: bots.Choice = opponents_of("holdem")[name](view, RULES, chance)
    return choice


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=4_000, help="against each player")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("players", nargs="*", default=["easy", "medium", "hard", "expert"])
    options = parser.parse_args()
    for name in options.players:
        for situation, kinds in sorted(answers_of(name, options.hands, options.seed).items()):
            count = kinds.total()
            print(f"{name}: {situation}: {kinds['fold'] / count:.0%} of {count} fold", flush=True)


if __name__ == "__main__":
    main()
