"""Pots from contributions, and their shares (rules.md 4.6)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Stake(NamedTuple):
    """A pot's chips, and the places that may win it."""

    amount: int
    rivals: tuple[int, ...]


def uncalled(bets: Sequence[int]) -> tuple[int, int] | None:
    """(place, chips) of the part of the highest bet that nobody matched; None if all is.

    >>> uncalled((40, 100, 60))
    (1, 40)
    """
    ordered = sorted(bets)
    over = ordered[-1] - ordered[-2]
    return (list(bets).index(ordered[-1]), over) if over else None


def side_pots(paid: Sequence[int], live: Iterable[int], dead: int = 0) -> list[Stake]:
    """The pots, the main one first.

    `paid` are the contributions by place with the uncalled part returned; `dead` is money that
    counts for no level and lies in the main pot. Chips of folded players above the highest live
    level join the top pot. No two pots have the same rivals: each level is somebody's last.

    Place 0 is all-in for 40, place 2 has folded after paying 60:

    >>> side_pots((40, 60, 60), live=(0, 1))
    [Stake(amount=120, rivals=(0, 1)), Stake(amount=40, rivals=(1,))]
    """
    alive = sorted(live)
    pots: list[Stake] = []
    below = 0
    for level in sorted({paid[place] for place in alive}):
        rivals = tuple(place for place in alive if paid[place] >= level)
        amount = sum(min(chips, level) - min(chips, below) for chips in paid)
        below = level
        pots.append(Stake(amount, rivals))
    above = sum(max(0, chips - below) for chips in paid)
    pots[-1] = Stake(pots[-1].amount + above, pots[-1].rivals)
    pots[0] = Stake(pots[0].amount + dead, pots[0].rivals)
    return [pot for pot in pots if pot.amount]


def shares(amount: int, winners: Sequence[int]) -> list[tuple[int, int]]:
    """(place, chips) for winners in the order of odd chips: the first gets the first one.

    >>> shares(101, (2, 0))
    [(2, 51), (0, 50)]
    """
    each, odd = divmod(amount, len(winners))
    return [(place, each + (1 if n < odd else 0)) for n, place in enumerate(winners)]
