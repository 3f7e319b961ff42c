"""Teen Patti in records: substitutes for the hands of side shows."""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from games.engines.teen_patti.ranking import hand_key
from games.records.fillers import Hands, Puzzle, anything

FORMATS: Mapping[str, Any] = {}


def guesses(puzzle: Puzzle, rng: random.Random) -> Iterator[Hands]:
    """Yield hands in which a side show's loser is lower; an asker also loses with equal cards."""
    lower = _side_shows(puzzle.events)
    hidden = sorted({seat for pair in lower for seat in pair[:2]} & puzzle.unknown)
    if not hidden:
        yield from anything()
        return
    every = list(combinations(puzzle.free, 3))
    sample = 300
    while True:
        rng.shuffle(hidden)
        guess: Hands = {}
        for seat in hidden:
            keys = {s: hand_key(c, puzzle.rules) for s, c in {**puzzle.known, **guess}.items()}
            used = {card for cards in guess.values() for card in cards}
            some = rng.sample(every, min(sample, len(every)))
            fits = (
                three
                for three in some
                if used.isdisjoint(three)
                and _agrees(seat, hand_key(three, puzzle.rules), keys, lower)
            )
            found = next(fits, None)
            if found is None:
                # The true cards are among these.
                sample = len(every)
                break
            guess[seat] = found
        yield guess


def _side_shows(events: Sequence[Mapping[str, Any]]) -> list[tuple[int, int, bool]]:
    """Return (lower seat, higher seat, whether equal hands end alike), including what follows."""
    lower: list[tuple[int, int, bool]] = []
    answer: Mapping[str, Any] = {}
    for event in events:
        if event["kind"] == "side_show_answer":
            answer = event
        elif event["kind"] == "fold" and event["reason"] == "side_show":
            asker_lost = event["seat"] == answer["asker"]
            winner = answer["asked"] if asker_lost else answer["asker"]
            lower.append((event["seat"], winner, asker_lost))
    grown = True
    while grown:
        more = [
            (one, three, equal and too)
            for one, two, equal in lower
            for other, three, too in lower
            if two == other and all((one, three) != pair[:2] for pair in lower)
        ]
        lower += more
        grown = bool(more)
    return lower


def _agrees(
    seat: int,
    key: tuple[int, ...],
    keys: Mapping[int, tuple[int, ...]],
    lower: Sequence[tuple[int, int, bool]],
) -> bool:
    """Return whether a hand of this value fits all hands that are chosen already."""
    for low, high, equal in lower:
        if low == seat and high in keys and (key, not equal) >= (keys[high], True):
            return False
        if high == seat and low in keys and (keys[low], not equal) >= (key, True):
            return False
    return True
