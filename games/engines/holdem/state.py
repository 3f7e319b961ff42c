"""The state of a hold'em hand: a frozen value, and the draft that a step works on.

Players are numbered 0..n-1 in the order of their seats; seat numbers appear only in actions,
events, terms and views.
"""

from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from games.engines.core import base
from games.engines.core.contract import Result
from games.engines.holdem.rules import HoldemRules

IN, FOLDED, ALL_IN = "in", "folded", "all_in"
PREFLOP, FLOP, TURN, RIVER = range(4)
STREETS = ("preflop", "flop", "turn", "river")
BOARD_AT = (0, 3, 4, 5)
"""The number of board cards on each street."""
Last = tuple[str, int] | None


class State(NamedTuple):
    """A hand at one moment; tuples have one value for each player.

    A named tuple because every action makes one: a frozen dataclass takes 2 us longer.
    """

    rules: HoldemRules
    seats: tuple[int, ...]
    button: int
    """A seat; with a dead button it may be empty."""
    first: int
    """The first player left of the button."""
    small: int
    """The player who posted the small blind, -1 for none."""
    big: int
    straddle: int
    """The player who straddled, -1 for none."""
    blinds: tuple[int, int, int]
    """Small blind, big blind, ante."""
    level: int | None
    start: tuple[int, ...]
    hands: tuple[tuple[int, int], ...]
    deck: tuple[int, ...]
    """The cards that may still be dealt: ten, in their order; the board is the first of them."""
    stacks: tuple[int, ...]
    paid: tuple[int, ...]
    """Chips put in so far that count for side pots."""
    dead: tuple[int, ...]
    """Chips put in for the main pot only: dead blinds, the big blind ante."""
    bets: tuple[int, ...]
    """Chips put in on this street."""
    status: tuple[str, ...]
    acted: tuple[bool, ...]
    last: tuple[Last, ...]
    course: tuple[tuple[int, int, int], ...]
    """Every action but votes, as its street, the player, and their bet after it."""
    street: int
    current: int
    """The highest bet on this street."""
    last_full: int
    """The size of the last full bet or raise on this street."""
    aggressor: int
    """The player who bet or raised last on this street, -1 for none."""
    turn: int
    """The player to act, -1 when the hand is over."""
    votes: int
    """The players who want to run it twice; -1 when there is no vote."""
    open: bool
    """Whether every live hand is open after an all-in."""
    twice: bool
    board: int
    """The number of open board cards."""
    shown: tuple[int, ...]
    result: Result | None


class Draft(base.Draft, state=State):
    """A state during one step: lists for the tuples that actions change, and the events so far."""

    __slots__ = State._fields

    rules: HoldemRules
    seats: tuple[int, ...]
    button: int
    first: int
    small: int
    big: int
    straddle: int
    blinds: tuple[int, int, int]
    level: int | None
    start: tuple[int, ...]
    hands: tuple[tuple[int, int], ...]
    deck: tuple[int, ...]
    stacks: list[int]
    paid: list[int]
    dead: tuple[int, ...]
    bets: list[int]
    status: list[str]
    acted: list[bool]
    last: list[Last]
    course: tuple[tuple[int, int, int], ...]
    street: int
    current: int
    last_full: int
    aggressor: int
    turn: int
    votes: int
    open: bool
    twice: bool
    board: int
    shown: tuple[int, ...]
    result: Result | None

    def bet(self, player: int, amount: int) -> None:
        """Move chips from a stack to the bet in front of it."""
        self.stacks[player] -= amount
        self.paid[player] += amount
        self.bets[player] += amount
        if self.stacks[player] == 0:
            self.status[player] = ALL_IN

    def note(self, player: int, kind: str, amount: int = 0) -> None:
        """Note what a player did, after it is done."""
        self.last[player] = (kind, amount)
        self.course = (*self.course, (self.street, player, self.bets[player]))

    def clockwise(self, players: Collection[int]) -> list[int]:
        """Return players in order from the left of the button."""
        everyone = order_from(len(self.seats), self.first)
        return [player for player in everyone if player in players]


@cache
def order_from(count: int, first: int) -> tuple[int, ...]:
    """Return all of `count` players clockwise from `first`."""
    return tuple((first + n) % count for n in range(count))


def boards(state: State | Draft) -> tuple[tuple[int, ...], ...]:
    """Return the open board, and the second one after running it twice.

    The second board shares the cards that were open before the vote and continues with the cards
    after the first board's.
    """
    first = state.deck[: state.board]
    if not state.twice:
        return (first,)
    common = BOARD_AT[state.street]
    return first, (*state.deck[:common], *state.deck[5 : 5 + state.board - common])


def shows_rabbit(state: State) -> bool:
    """Return whether a rabbit hunt showed the rest of the board."""
    over = state.result is not None and state.result.ended_by == "fold"
    return over and state.rules.rabbit


def on_boards(state: State) -> int:
    """Return how many of the cards that may still be dealt were dealt or shown."""
    if state.twice:
        return 2 * BOARD_AT[RIVER] - BOARD_AT[state.street]
    return BOARD_AT[RIVER] if shows_rabbit(state) else state.board
