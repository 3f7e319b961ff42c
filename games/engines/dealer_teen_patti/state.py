"""The state of a hand against the dealer: one frozen value, and the draft a step is written on.

Players are numbered 0..n-1 in the order of their seats ("places"); seat numbers appear only in
actions, events and views. Every place has its cards from the start, and nobody sees any before
the bets are made: what others do changes no card of mine.
"""

from typing import NamedTuple

from games.engines.core import base
from games.engines.core.contract import EVERYONE, Result
from games.engines.dealer_teen_patti.rules import DealerRules

BETTING, DECISION, SETTLED = "betting", "decision", "settled"
"""Phases of a hand."""
IN, RAISED, FOLDED, OUT = "in", "raised", "folded", "out"
"""Of a place: still betting (`BETTING`), has bet, has raised, has folded, made no bet."""
ANTE, RAISE, PAIR_PLUS, SIX_CARD, TIE_BET = range(5)
BETS = ("ante", "raise", "pair_plus", "six_card", "tie_bet")
SIDE_BETS = BETS[PAIR_PLUS:]
Bets = tuple[int, int, int, int, int]
"""Chips by the place in `BETS`."""
NOTHING: Bets = (0, 0, 0, 0, 0)


class State(NamedTuple):
    """Everything about a hand at one moment; tuples have one value for each place."""

    rules: DealerRules
    seats: tuple[int, ...]
    start: tuple[int, ...]
    hands: tuple[tuple[int, int, int], ...]
    dealer: tuple[int, int, int]
    stacks: tuple[int, ...]
    bets: tuple[Bets, ...]
    status: tuple[str, ...]
    phase: str
    turn: int
    """Place to act, -1 when the hand is over."""
    opened: bool
    """Whether everybody has seen the dealer's cards."""
    shown: tuple[int, ...]
    """Places whose cards everybody has seen."""
    result: Result | None


class Draft(base.Draft):
    """A state that is being changed: lists for tuples, and the events so far."""

    __slots__ = State._fields

    def __init__(self, state: State) -> None:
        self.rules = state.rules
        self.seats = state.seats
        self.start = state.start
        self.hands = state.hands
        self.dealer = state.dealer
        self.stacks = list(state.stacks)
        self.bets = list(state.bets)
        self.status = list(state.status)
        self.phase = state.phase
        self.turn = state.turn
        self.opened = state.opened
        self.shown = state.shown
        self.result = state.result
        self.events = []

    def stake(self, place: int, bet: int, amount: int) -> None:
        """Make one bet of a place so many chips; the difference goes to or comes from its stack."""
        bets = list(self.bets[place])
        self.stacks[place] -= amount - bets[bet]
        bets[bet] = amount
        self.bets[place] = (bets[0], bets[1], bets[2], bets[3], bets[4])

    def everyone(self, kind: str, place: int, **data: object) -> None:
        """Tell everybody what a place does."""
        self.tell(kind, EVERYONE, seat=self.seats[place], **data)

    def next_of(self, status: str) -> int:
        """The first place with a status, -1 for none."""
        return self.status.index(status) if status in self.status else -1

    def freeze(self) -> State:
        """The state as it is now."""
        return State(
            self.rules,
            self.seats,
            self.start,
            self.hands,
            self.dealer,
            tuple(self.stacks),
            tuple(self.bets),
            tuple(self.status),
            self.phase,
            self.turn,
            self.opened,
            self.shown,
            self.result,
        )


def is_dealt(state: State) -> bool:
    """Whether cards are on the table; not when nobody has bet."""
    return state.phase != BETTING and any(bets[ANTE] for bets in state.bets)
