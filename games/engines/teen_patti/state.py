"""The state of a Teen Patti hand: a frozen value, and the draft that a step works on.

Players are numbered 0..n-1 in the order of their seats; seat numbers appear only in actions, events
and views.
"""

from typing import NamedTuple

from games.engines.core import base
from games.engines.core.contract import Result
from games.engines.teen_patti.rules import TeenPattiRules

IN, FOLDED, COVERED = "in", "folded", "covered"
Last = tuple[str, int] | None


class State(NamedTuple):
    """A hand at one moment; tuples have one value for each player."""

    rules: TeenPattiRules
    seats: tuple[int, ...]
    button: int
    first: int
    start: tuple[int, ...]
    hands: tuple[tuple[int, int, int], ...]
    stacks: tuple[int, ...]
    paid: tuple[int, ...]
    status: tuple[str, ...]
    seen: tuple[bool, ...]
    blind_bets: tuple[int, ...]
    last: tuple[Last, ...]
    level: tuple[int, ...]
    """For a player who covered, the newest frozen pot they are in; otherwise -1."""
    stake: int
    pot: int
    frozen: tuple[int, ...]
    bettors: tuple[int, ...]
    """Players who bet, the latest last."""
    turn: int
    """The player to act, -1 when the hand is over; in a side show, the player who was asked."""
    asker: int
    """The player who asked for a side show, -1 when no request is open."""
    requests: int
    known: tuple[tuple[int, int], ...]
    """Pairs of players who have seen each other's cards in a side show."""
    shown: tuple[int, ...]
    result: Result | None


class Draft(base.Draft, state=State):
    """A state during one step: lists for tuples, and the events so far."""

    __slots__ = State._fields

    rules: TeenPattiRules
    seats: tuple[int, ...]
    button: int
    first: int
    start: tuple[int, ...]
    hands: tuple[tuple[int, int, int], ...]
    stacks: list[int]
    paid: list[int]
    status: list[str]
    seen: list[bool]
    blind_bets: list[int]
    last: list[Last]
    level: list[int]
    stake: int
    pot: int
    frozen: list[int]
    bettors: tuple[int, ...]
    turn: int
    asker: int
    requests: int
    known: tuple[tuple[int, int], ...]
    shown: tuple[int, ...]
    result: Result | None

    def pay(self, player: int, amount: int) -> None:
        """Move chips from a stack to the pot."""
        self.stacks[player] -= amount
        self.paid[player] += amount
        self.pot += amount

    def able(self) -> list[int]:
        """Return the players who can still act."""
        return [player for player, status in enumerate(self.status) if status == IN]

    def after(self, player: int) -> int:
        """Return the next player in the direction of play who can act."""
        count = len(self.seats)
        for far in range(1, count + 1):
            other = (player + far * self.rules.step) % count
            if self.status[other] == IN:
                return other
        return -1
