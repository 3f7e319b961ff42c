"""The course of a match: which hands are open, what house bots do, and what a hand counts.

Pure: a match is its terms plus the bot's actions. Every card and every random number of a house bot
comes from the seed, so that a match with the same seed deals the same and answers alike.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games import bots
from games.arena.match import opening_of
from games.engines.core import registry
from games.engines.core.contract import Action, Game, Opening, Viewer
from games.engines.core.errors import IllegalAction

DEALS_MAX = 40
"""The deals of a rated match; one in the sandbox may have fewer."""
SEED_CHARS = 64
OPEN_HANDS_MAX = 8
"""The hands of a match that wait for the bot at the same time."""
STACK_STAKES = 100


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match; `seed` is secret while a rated match goes on."""

    game: str
    preset: str
    level: str
    deals: int
    seed: str

    @property
    def engine(self) -> Game:
        """Return the game's engine."""
        return registry.get(self.game)

    @property
    def rules(self) -> Any:
        """Return the house rules."""
        return self.engine.presets[self.preset]


class LadderHand(NamedTuple):
    """A hand of a match: its actions, and once it is over what the bot won more than its double."""

    actions: tuple[Action, ...] = ()
    net: int | None = None


class Move(NamedTuple):
    """An action of the bot in the hand `number`, after `seq` actions; its seat does not matter."""

    number: int
    seq: int
    action: Action


def seat_of(terms: Terms, number: int) -> int:
    """Return the bot's seat in a hand; it has each seat with each button equally often."""
    seats = terms.engine.min_seats
    return number // seats % seats


def state_of(terms: Terms, number: int, actions: Iterable[Action]) -> Any:
    """Return the state of a hand after these actions."""
    state = terms.engine.deal(_opening(terms, number)).state
    for action in actions:
        state = terms.engine.apply(state, action).state
    return state


def view_of(terms: Terms, number: int, hand: LadderHand) -> dict[str, Any]:
    """Return the hand as the bot may see it."""
    state = state_of(terms, number, hand.actions)
    return terms.engine.view(state, Viewer(seat=seat_of(terms, number)))


def advance(
    terms: Terms, hands: Sequence[LadderHand], moves: Sequence[Move]
) -> tuple[LadderHand, ...]:
    """Return the hands after these moves, the house bots' answers, and the deals that follow.

    Raises `IllegalAction`, with the number of the hand among its limits, for a move that is not
    possible: NO_HAND_IN_PROGRESS, STALE_ACTION (another `seq`), or what the rules say.
    """
    played = dict(enumerate(hands))
    for move in moves:
        try:
            played[move.number] = _after(terms, played.get(move.number), move)
        except IllegalAction as no:
            no.limits["hand"] = move.number
            raise
    while len(played) < terms.deals and _open(played.values()) < OPEN_HANDS_MAX:
        number = len(played)
        played[number] = _answered(terms, number, state_of(terms, number, ()), ())
    return tuple(played.values())


def _open(hands: Iterable[LadderHand]) -> int:
    return sum(hand.net is None for hand in hands)


def _after(terms: Terms, hand: LadderHand | None, move: Move) -> LadderHand:
    if hand is None or hand.net is not None:
        raise IllegalAction("NO_HAND_IN_PROGRESS")
    if move.seq != len(hand.actions):
        raise IllegalAction("STALE_ACTION")
    action = move.action._replace(seat=seat_of(terms, move.number))
    state = terms.engine.apply(state_of(terms, move.number, hand.actions), action).state
    return _answered(terms, move.number, state, (*hand.actions, action))


def _answered(terms: Terms, number: int, state: Any, actions: tuple[Action, ...]) -> LadderHand:
    """Return a hand once house bots have acted until it is the bot's turn, or over."""
    own = seat_of(terms, number)
    state, actions = _played_on(terms, number, state, actions, until=own)
    result = terms.engine.result(state)
    if result is None:
        return LadderHand(actions)
    return LadderHand(actions, dict(result.net)[own] - _of_the_double(terms, number))


def _of_the_double(terms: Terms, number: int) -> int:
    """Return what a house bot wins in the bot's seat with the same deck."""
    state, _actions = _played_on(terms, number, state_of(terms, number, ()), (), until=None)
    result = terms.engine.result(state)
    assert result is not None
    return dict(result.net)[seat_of(terms, number)]


def _played_on(
    terms: Terms, number: int, state: Any, actions: tuple[Action, ...], *, until: int | None
) -> tuple[Any, tuple[Action, ...]]:
    """Let house bots act while it is not the turn of the seat `until`."""
    game, rules = terms.engine, terms.rules
    while (seat := game.turn(state)) is not None and seat != until:
        rng = random.Random(f"{terms.seed} {number} {seat} {len(actions)}")  # noqa: S311 (secret)
        view = game.view(state, Viewer(seat=seat, course=True))
        choice = bots.decide(terms.game, view, rules, terms.level, rng)
        action = Action(seat, choice.kind, choice.amount, choice.cards, choice.reading)
        state, actions = game.apply(state, action).state, (*actions, action)
    return state, actions


def _opening(terms: Terms, number: int) -> Opening:
    return opening_of(
        terms.engine,
        terms.rules,
        seats=terms.engine.min_seats,
        stack=STACK_STAKES,
        seed=terms.seed,
        number=number,
    )
