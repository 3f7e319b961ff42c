"""Substitutes for the cards that a record does not hold, so that it can be folded.

Any cards do where hands were never compared. Where one was compared (a hand mucked at the showdown,
a side show between two players), the true cards won or lost, and so must the substitutes: a
game yields suitable ones in `guesses` of its module `games.records.<key>`. The checker then lets
the engine decide.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engines.core import registry
from games.records.record import Written

Hands = dict[int, tuple[int, ...]]
TRIES_MAX = 100


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
    module = registry.module_of("games.records", written.game.key)
    guesses = anything() if module is None else module.guesses(puzzle, rng)
    for _try, guess in zip(range(TRIES_MAX), guesses, strict=False):
        deck, rest = list(written.deck), set(free)
        for seat, cards in guess.items():
            rest.difference_update(cards)
            for at, card in zip(positions[seat], cards, strict=True):
                deck[at] = card
        yield _full(deck, sorted(rest, key=lambda _card: rng.random()))


def _full(deck: Sequence[int | None], free: Sequence[int]) -> tuple[int, ...]:
    others = iter(free)
    return tuple(next(others) if card is None else card for card in deck)


def anything() -> Iterator[Hands]:
    """Yield arbitrary hands, for games that compare none that a record could hide."""
    while True:
        yield {}
