"""The course of a match: which hands are open, what house bots do, and what a hand counts.

Pure: a match is its terms plus the bots' actions. Every card and every random number of a house
bot comes from the seed, so that a match with the same seed deals the same and answers alike. In a
duel two bots sit at the table, and the deck is played once more by house bots in both places.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
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
"""The hands of a match that are played at the same time."""
STACK_STAKES = 100


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match; `seed` is secret while a rated match goes on."""

    game: str
    preset: str
    level: str
    deals: int
    seed: str
    bots_count: int = 1
    """The registered bots of the match: two in a duel."""

    @property
    def engine(self) -> Game:
        """Return the game's engine."""
        return registry.get(self.game)

    @property
    def rules(self) -> Any:
        """Return the house rules."""
        return self.engine.presets[self.preset]


class LadderHand(NamedTuple):
    """A hand of a match: its actions, and once it is over what the bot won more than its double.

    In a duel `net` is that of the first bot less that of the second. `side` is the bot whose turn
    it is: 0, or 1 for the second one of a duel.
    """

    actions: tuple[Action, ...] = ()
    net: int | None = None
    side: int = 0

    def waits_for(self, side: int) -> bool:
        """Return whether it is this bot's turn."""
        return self.net is None and self.side == side


class Move(NamedTuple):
    """An action of a bot in the hand `number`, after `seq` actions; its seat does not matter."""

    number: int
    seq: int
    action: Action
    side: int = 0


def seats_of(terms: Terms, number: int) -> tuple[int, ...]:
    """Return the bots' seats in a hand; over the hands they have all seats and buttons in turn."""
    seats = terms.engine.min_seats
    orders = list(permutations(range(seats), terms.bots_count))
    return orders[number // seats % len(orders)]


def state_of(terms: Terms, number: int, actions: Iterable[Action]) -> Any:
    """Return the state of a hand after these actions."""
    state = terms.engine.deal(_opening(terms, number)).state
    for action in actions:
        state = terms.engine.apply(state, action).state
    return state


def view_of(terms: Terms, number: int, hand: LadderHand, side: int = 0) -> dict[str, Any]:
    """Return the hand as the bot of this side may see it."""
    state = state_of(terms, number, hand.actions)
    return terms.engine.view(state, Viewer(seat=seats_of(terms, number)[side]))


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
    action = move.action._replace(seat=seats_of(terms, move.number)[move.side])
    state = terms.engine.apply(state_of(terms, move.number, hand.actions), action).state
    return _answered(terms, move.number, state, (*hand.actions, action))


def _answered(terms: Terms, number: int, state: Any, actions: tuple[Action, ...]) -> LadderHand:
    """Return a hand once house bots have acted until it is the turn of a bot, or over."""
    seats = seats_of(terms, number)
    state, actions = _played_on(terms, number, state, actions, until=seats)
    if (seat := terms.engine.turn(state)) is not None:
        return LadderHand(actions, side=seats.index(seat))
    double, _actions = _played_on(terms, number, state_of(terms, number, ()), (), until=())
    won, doubles = _won(terms, state), _won(terms, double)
    own, *rival = [won[seat] - doubles[seat] for seat in seats]
    return LadderHand(actions, own - sum(rival))


def _won(terms: Terms, state: Any) -> dict[int, int]:
    """Return what each seat won in a hand that is over, in chips."""
    result = terms.engine.result(state)
    assert result is not None
    return dict(result.net)


def _played_on(
    terms: Terms, number: int, state: Any, actions: tuple[Action, ...], *, until: tuple[int, ...]
) -> tuple[Any, tuple[Action, ...]]:
    """Let house bots act until it is the turn of one of the seats `until`."""
    game, rules = terms.engine, terms.rules
    while (seat := game.turn(state)) is not None and seat not in until:
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
