"""Hold'em in records: substitutes for mucked hands, and the formats PHH and PokerStars text."""

import random
from collections.abc import Iterator
from itertools import combinations

from games.engines.core.cards import parse_card
from games.engines.holdem.ranking import value
from games.records.fillers import Hands, Puzzle, anything
from games.records.holdem_phh import phh
from games.records.holdem_pokerstars import pokerstars

FORMATS = {"phh": phh, "pokerstars": pokerstars}


def guesses(puzzle: Puzzle, rng: random.Random) -> Iterator[Hands]:
    """Yield hands that lose, as mucked hands do: at first the weakest of all."""
    mucked = [event["seat"] for event in puzzle.events if event["kind"] == "muck"]
    hidden = [seat for seat in mucked if seat in puzzle.unknown]
    board = [
        parse_card(text)
        for event in puzzle.events
        if event["kind"] == "street" and event["board"] == 1
        for text in event["cards"]
    ]
    if not hidden or len(board) < 5:
        yield from anything()
        return
    weak = sorted(combinations(puzzle.free, 2), key=lambda two: value((*two, *board)))
    reach = 1
    while True:
        guess: Hands = {}
        for seat in hidden:
            used = {card for cards in guess.values() for card in cards}
            left = [two for two in weak if used.isdisjoint(two)]
            guess[seat] = rng.choice(left[:reach])
        yield guess
        reach = min(2 * reach, len(weak))
