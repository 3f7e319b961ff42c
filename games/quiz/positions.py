"""Positions of a hand, played at random from a seed: what a spot and a question are about."""

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from core.messages import catalogue
from games.engines.core import registry
from games.engines.core.contract import (
    Action,
    Event,
    Game,
    Legal,
    Opening,
    SeatSnapshot,
    TableHistory,
    Viewer,
)
from games.engines.core.errors import IllegalAction
from games.quiz.game_quiz import quiz_of
from games.records.card_signs import with_signs
from games.records.refusals import in_words
from games.records.sentences import say

NAMES = ("Asha", "Binod", "Chitra", "Dev")
ACTIONS_MAX = 60
STACK_UNITS_COUNT = 100


class Position(NamedTuple):
    """A state in which a seat is to act."""

    game: Game
    opening: Opening
    state: Any
    seat: int

    @property
    def view(self) -> dict[str, Any]:
        """Return what the seat to act sees."""
        return self.game.view(self.state, Viewer(seat=self.seat))

    @property
    def legal(self) -> tuple[Legal, ...]:
        """Return what the seat may do."""
        return self.game.legal(self.state, self.seat)


def rules_of(key: str) -> Any:
    """Return the rules of a game's positions and questions."""
    return registry.get(key).presets[quiz_of(key).preset]


def positions(key: str, rng: random.Random) -> Iterator[Position]:
    """Yield the positions of random hands, one after the other, for ever."""
    while True:
        yield from _hand(key, rng)


def _hand(key: str, rng: random.Random) -> Iterator[Position]:
    game, rules = registry.get(key), rules_of(key)
    stack = max(game.entry_price(rules), STACK_UNITS_COUNT * game.unit(rules))
    taken = tuple(SeatSnapshot(seat, stack) for seat in range(quiz_of(key).players))
    line = game.next_hand(rules, taken, TableHistory())
    assert line is not None
    deck = tuple(rng.sample(range(game.deck_size), game.deck_size))
    opening = Opening(
        key, rules, line.seats, (stack,) * len(line.seats), line.button, deck, line.terms
    )
    state = game.deal(opening).state
    for _ in range(ACTIONS_MAX):
        seat = game.turn(state)
        if seat is None:
            return
        yield Position(game, opening, state, seat)
        state = game.apply(state, _some(game.legal(state, seat), seat, rng)).state


def _some(legal: tuple[Legal, ...], seat: int, rng: random.Random) -> Action:
    """Return a legal action; giving up and all-in are rare, so that hands are long and usual."""
    usual = [one for one in legal if one.kind not in ("fold", "all_in")]
    one = rng.choice(usual if usual and rng.random() < 0.85 else legal)
    amount = None
    if one.min is not None and one.max is not None:
        top = min(one.max, one.min + 2 * one.step)
        amount = rng.randrange(one.min, top + 1, one.step)
    return Action(seat, one.kind, amount, one.cards, one.reading)


class Verdict(NamedTuple):
    """The engine's answer to an action: sentences of what happens, or why it is refused."""

    is_legal: bool
    code: str
    lines: tuple[str, ...]
    is_over: bool = False


def judged(position: Position, action: Action) -> Verdict:
    """Return the engine's answer, in the reader's language."""
    game, rules = position.game, position.opening.rules
    try:
        step = game.apply(position.state, action)
    except IllegalAction as no:
        return Verdict(False, no.code, (in_words(catalogue(), game, rules, no)[0],))
    viewer = Viewer(seat=position.seat)
    lines = [_said(position, event) for event in step.events if event.visible_to(viewer)]
    over = game.result(step.state) is not None
    return Verdict(True, "", tuple(filter(None, lines)), over)


def _said(position: Position, event: Event) -> str:
    names = dict(zip(position.opening.seats, NAMES, strict=False))
    return say(
        catalogue(),
        position.game.key,
        event.to_json(),
        names,
        seat=position.seat,
        cards=lambda cards: " ".join(with_signs(cards)),
    )


@lru_cache(maxsize=64)
def found(key: str, name: str) -> Position:
    """Return the spot of a game with this name: the first position that is like it.

    Raises `KeyError` for an unknown name.
    """
    fits = quiz_of(key).spots[name]
    rng = random.Random(f"{key}/{name}")  # noqa: S311 - a lesson, not a deal
    return next(one for one in positions(key, rng) if fits(one))


def kinds_at(position: Position) -> set[str]:
    """Return the kinds of the legal actions."""
    return {one.kind for one in position.legal}
