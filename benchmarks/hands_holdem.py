"""Hands of the hold'em expert among hard bots, to be read by eye.

Prints hands in which the expert decides twice after the flop, in turn heads-up and six-handed, at
100 blinds. Amounts are what a player has bet on the street, in big blinds.

python -m benchmarks.hands_holdem --hands 20 --seed 1
"""

import argparse
import random
from collections.abc import Iterator
from typing import Any

from games import bots
from games.engines.core import registry
from games.engines.core.cards import texts_of
from games.engines.core.contract import Action, Opening, Viewer

GAME = registry.get("holdem")
RULES: Any = GAME.presets["cash"]
STACK_BLINDS = 100


def hand_of(seed: int, number: int, seats: int) -> tuple[list[str], int]:
    """Return the lines of a hand, and how often the expert decided after the flop."""
    chance, unit, decisions = random.Random(f"{seed} {number}"), GAME.unit(RULES), 0
    deck = tuple(chance.sample(range(52), 52))
    stacks, expert = (STACK_BLINDS * unit,) * seats, chance.randrange(seats)
    state = GAME.deal(Opening("holdem", RULES, tuple(range(seats)), stacks, 0, deck)).state
    lines = [f"{seats} players, {_place(expert, seats)}, {_cards(state.hands[expert])}"]
    phase = ""
    while (seat := GAME.turn(state)) is not None:
        view = GAME.view(state, Viewer(seat=seat, course=True))
        if view["phase"] != phase:
            phase = view["phase"]
            lines.append(
                f"{phase} {' '.join(view['board'])}".strip() + f", pot {view['pot'] / unit:g}:"
            )
        level = "expert" if seat == expert else "hard"
        choice = bots.decide("holdem", view, RULES, level, chance)
        decisions += seat == expert and phase != "preflop"
        amount = f" {choice.amount / unit:g}" if choice.amount else ""
        if seat == expert or choice.kind != "fold":
            who = "EXPERT" if seat == expert else _place(seat, seats)
            lines[-1] += f" {who} {choice.kind.replace('raise_to', 'raises to')}{amount};"
        state = GAME.apply(state, Action(seat, choice.kind, choice.amount)).state
    result = GAME.result(state)
    assert result is not None
    net = dict(result.net)[expert] / unit
    shown = [
        f"{_place(seat, seats)} {_cards(cards)}"
        for seat, cards in enumerate(state.hands)
        if state.status[seat] != "folded" and seat != expert
    ]
    lines.append(f"{net:+g}; others to the end: {', '.join(shown) or 'none'}")
    return lines, decisions


def _place(seat: int, seats: int) -> str:
    if seats == 2:
        return ("button", "big blind")[seat]
    return ("button", "small blind", "big blind", "first", "second", "third")[seat]


def _cards(cards: tuple[int, ...]) -> str:
    return " ".join(texts_of(cards))


def hands(seed: int) -> Iterator[list[str]]:
    """Yield hands with two decisions of the expert after the flop."""
    number = found = 0
    while True:
        lines, decisions = hand_of(seed, number, 2 if found % 2 == 0 else 6)
        number += 1
        if decisions > 1:
            found += 1
            yield lines


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for number, lines in zip(range(1, options.hands + 1), hands(options.seed), strict=False):
        print(number, *lines, sep="\n  ", flush=True)


if __name__ == "__main__":
    main()
