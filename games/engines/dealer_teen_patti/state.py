"""The state of a hand against the dealer: a frozen value, and the draft that a step works on.

Players are numbered 0..n-1 in the order of their seats; seat numbers appear only in actions, events
and views. Every player's cards are fixed from the start, and nobody sees any before all bets are
made: the actions of one player never change another player's cards.
"""

from typing import NamedTuple

from games.engines.core import base
from games.engines.core.contract import EVERYONE, Result
from games.engines.dealer_teen_patti.rules import DealerRules

BETTING, DECISION, SETTLED = "betting", "decision", "settled"
"""The phases of a hand."""
IN, RAISED, FOLDED, OUT = "in", "raised", "folded", "out"
"""The status of a player: still betting (`BETTING`), has bet, raised, folded, or made no bet."""
ANTE, RAISE, PAIR_PLUS, SIX_CARD, TIE_BET = range(5)
BETS = ("ante", "raise", "pair_plus", "six_card", "tie_bet")
SIDE_BETS = BETS[PAIR_PLUS:]
Bets = tuple[int, int, int, int, int]
"""Chips by the index in `BETS`."""
NOTHING: Bets = (0, 0, 0, 0, 0)


class State(NamedTuple):
    """A hand at one moment; tuples have one value for each player."""

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
    """The player to act, -1 when the hand is over."""
    opened: bool
    """Whether everyone has seen the dealer's cards."""
    shown: tuple[int, ...]
    """Players whose cards everyone has seen."""
    result: Result | None


class Draft(base.Draft, state=State):
    """A state during one step: lists for tuples, and the events so far."""

    __slots__ = State._fields

    rules: DealerRules
    seats: tuple[int, ...]
    start: tuple[int, ...]
    hands: tuple[tuple[int, int, int], ...]
    dealer: tuple[int, int, int]
    stacks: list[int]
    bets: list[Bets]
    status: list[str]
    phase: str
    turn: int
    opened: bool
    shown: tuple[int, ...]
    result: Result | None

    def stake(self, player: int, bet: int, amount: int) -> None:
        """Set one bet of a player to `amount`; the difference moves to or from the stack."""
        bets = list(self.bets[player])
        self.stacks[player] -= amount - bets[bet]
        bets[bet] = amount
        self.bets[player] = (bets[0], bets[1], bets[2], bets[3], bets[4])

    def emit_public(self, kind: str, player: int, **data: object) -> None:
        """Record a public event about a player."""
        self.emit(kind, EVERYONE, seat=self.seats[player], **data)

    def next_of(self, status: str) -> int:
        """Return the first player with a status, -1 for none."""
        return self.status.index(status) if status in self.status else -1


def is_dealt(state: State) -> bool:
    """Return whether cards were dealt; none are when nobody has bet."""
    return state.phase != BETTING and any(bets[ANTE] for bets in state.bets)
