"""Substitutes for the cards that a record does not hold, so that it can be folded.

Any cards do where hands were never compared. Where one was compared (a hand mucked at the showdown,
a side show between two players), the true cards won or lost, and so must the substitutes: each game
lists suitable ones here. The checker then lets the engine decide.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from games.engines.core.cards import parse_card
from games.engines.holdem.ranking import value
from games.engines.teen_patti.ranking import hand_key
from games.records.record import Written

Hands = dict[int, tuple[int, ...]]
TRIES = 100


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The known parts of a hand: events in order, whole hands by seat, and the free cards."""

    rules: Any
    events: Sequence[Mapping[str, Any]]
    known: Mapping[int, tuple[int, ...]]
    unknown: frozenset[int]
    free: tuple[int, ...]


def decks(written: Written) -> Iterator[tuple[int, ...]]:
    """Yield full decks that agree with the record, likely ones first; one if no hand is unknown."""
    positions = written.holes()
    hands = {seat: tuple(written.deck[at] for at in ats) for seat, ats in positions.items()}
    held = set(written.deck)
    free = tuple(card for card in range(written.game.deck_size) if card not in held)
    data = written.data
    puzzle = Puzzle(
        written.rules,
        [event for step in (data["deal"], *data["actions"]) for event in step["events"]],
        {seat: hand for seat, hand in hands.items() if None not in hand},  # type: ignore[misc]
        frozenset(seat for seat, hand in hands.items() if None in hand),
        free,
    )
    if not puzzle.unknown:
        yield _full(written.deck, free)
        return
    rng = random.Random(7)  # noqa: S311 - made-up cards, the same at every check
    guesses = _GUESSES.get(written.game.key, _anything)(puzzle, rng)
    for _try, guess in zip(range(TRIES), guesses, strict=False):
        deck, rest = list(written.deck), set(free)
        for seat, cards in guess.items():
            rest.difference_update(cards)
            for at, card in zip(positions[seat], cards, strict=True):
                deck[at] = card
        yield _full(deck, sorted(rest, key=lambda _card: rng.random()))


def _full(deck: Sequence[int | None], free: Sequence[int]) -> tuple[int, ...]:
    others = iter(free)
    return tuple(next(others) if card is None else card for card in deck)


def _anything(puzzle: Puzzle, rng: random.Random) -> Iterator[Hands]:
    """Yield arbitrary hands, for games without a filler of their own."""
    while True:
        yield {}


def _holdem(puzzle: Puzzle, rng: random.Random) -> Iterator[Hands]:
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
        yield from _anything(puzzle, rng)
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


def _teen_patti(puzzle: Puzzle, rng: random.Random) -> Iterator[Hands]:
    """Yield hands in which a side show's loser is lower; an asker also loses with equal cards."""
    lower = _side_shows(puzzle.events)
    hidden = sorted({seat for pair in lower for seat in pair[:2]} & puzzle.unknown)
    if not hidden:
        yield from _anything(puzzle, rng)
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


_GUESSES: dict[str, Callable[[Puzzle, random.Random], Iterator[Hands]]] = {
    "holdem": _holdem,
    "teen_patti": _teen_patti,
}
"""The fillers by game; a game without an entry gets arbitrary cards."""
