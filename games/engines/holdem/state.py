"""The state of a hold'em hand: one frozen value, and the draft a step is written on.

Inside, players are numbered 0..n-1 in the order of their seats ("places"); seat numbers appear
only in actions, events, terms and views.
"""

from typing import NamedTuple

from games.engines.core import base
from games.engines.core.contract import Result
from games.engines.holdem.rules import HoldemRules

IN, FOLDED, ALL_IN = "in", "folded", "all_in"
PREFLOP, FLOP, TURN, RIVER = range(4)
STREETS = ("preflop", "flop", "turn", "river")
BOARD_AT = (0, 3, 4, 5)
"""Cards on the board at each street."""
Last = tuple[str, int] | None


class State(NamedTuple):
    """Everything about a hand at one moment; tuples have one value for each place.

    A named tuple because one is made for each action: a frozen dataclass takes 2 us longer.
    """

    rules: HoldemRules
    seats: tuple[int, ...]
    button: int
    """A seat; with a dead button perhaps an empty one."""
    first: int
    """The first place left of the button."""
    small: int
    """Place that posted the small blind, -1 for none."""
    big: int
    straddle: int
    """Place that straddled, -1 for none."""
    blinds: tuple[int, int, int]
    """Small blind, big blind, ante."""
    level: int | None
    start: tuple[int, ...]
    hands: tuple[tuple[int, int], ...]
    deck: tuple[int, ...]
    """The cards that may still come: ten, in their order, of which the board is the first."""
    stacks: tuple[int, ...]
    paid: tuple[int, ...]
    """Put in so far and counted for side pots."""
    dead: tuple[int, ...]
    """Put in for the main pot only: dead blinds, the big blind's ante."""
    bets: tuple[int, ...]
    """Put in on this street."""
    status: tuple[str, ...]
    acted: tuple[bool, ...]
    last: tuple[Last, ...]
    street: int
    current: int
    """The level of the bet on this street."""
    last_full: int
    """The size of the last full bet or raise on this street."""
    aggressor: int
    """Place that bet or raised last on this street, -1 for none."""
    turn: int
    """Place to act, -1 when the hand is over."""
    votes: int
    """Players who want the board run twice; -1 when there is no vote."""
    open: bool
    """All-in: every live hand lies open."""
    twice: bool
    board: int
    """Cards of the board that lie open."""
    shown: tuple[int, ...]
    result: Result | None


class Draft(base.Draft):
    """A state that is being changed: lists for tuples, and the events so far."""

    __slots__ = State._fields

    def __init__(self, state: State) -> None:
        self.rules = state.rules
        self.seats = state.seats
        self.button = state.button
        self.first = state.first
        self.small = state.small
        self.big = state.big
        self.straddle = state.straddle
        self.blinds = state.blinds
        self.level = state.level
        self.start = state.start
        self.hands = state.hands
        self.deck = state.deck
        self.stacks = list(state.stacks)
        self.paid = list(state.paid)
        self.dead = list(state.dead)
        self.bets = list(state.bets)
        self.status = list(state.status)
        self.acted = list(state.acted)
        self.last = list(state.last)
        self.street = state.street
        self.current = state.current
        self.last_full = state.last_full
        self.aggressor = state.aggressor
        self.turn = state.turn
        self.votes = state.votes
        self.open = state.open
        self.twice = state.twice
        self.board = state.board
        self.shown = state.shown
        self.result = state.result
        self.events = []

    def bet(self, place: int, amount: int) -> None:
        """Move chips from a stack to the bet in front of it."""
        self.stacks[place] -= amount
        self.paid[place] += amount
        self.bets[place] += amount
        if self.stacks[place] == 0:
            self.status[place] = ALL_IN

    def live(self) -> list[int]:
        """Places that can still win."""
        return [place for place, status in enumerate(self.status) if status != FOLDED]

    def clockwise(self, places: list[int]) -> list[int]:
        """Places in their order from the left of the button."""
        count, first = len(self.seats), self.first
        return sorted(places, key=lambda place: (place - first) % count)

    def freeze(self) -> State:
        """The state as it is now."""
        return State(
            self.rules,
            self.seats,
            self.button,
            self.first,
            self.small,
            self.big,
            self.straddle,
            self.blinds,
            self.level,
            self.start,
            self.hands,
            self.deck,
            tuple(self.stacks),
            tuple(self.paid),
            tuple(self.dead),
            tuple(self.bets),
            tuple(self.status),
            tuple(self.acted),
            tuple(self.last),
            self.street,
            self.current,
            self.last_full,
            self.aggressor,
            self.turn,
            self.votes,
            self.open,
            self.twice,
            self.board,
            self.shown,
            self.result,
        )


def boards(state: State | Draft) -> tuple[tuple[int, ...], ...]:
    """The board as far as it lies open, and the second one where it was run twice.

    A second board shares the cards that lay open before the vote and takes the rest after the
    first board's.
    """
    first = state.deck[: state.board]
    if not state.twice:
        return (first,)
    common = BOARD_AT[state.street]
    return first, (*state.deck[:common], *state.deck[5 : 5 + state.board - common])


def hunted(state: State) -> bool:
    """Whether the rest of the board was shown after all but one had folded."""
    over = state.result is not None and state.result.ended_by == "fold"
    return over and state.rules.rabbit


def on_boards(state: State) -> int:
    """How many of the cards that could come have come, or were shown at the end."""
    if state.twice:
        return 2 * BOARD_AT[RIVER] - BOARD_AT[state.street]
    return BOARD_AT[RIVER] if hunted(state) else state.board
