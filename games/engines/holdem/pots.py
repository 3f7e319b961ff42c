"""Pots from contributions, and their shares (docs/rules/holdem.md 4.6).

The order in which odd chips go comes from `settlement`.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Stake(NamedTuple):
    """The chips of a pot, and the players who may win it."""

    amount: int
    rivals: tuple[int, ...]


def uncalled(bets: Sequence[int]) -> tuple[int, int] | None:
    """Return (player, chips) of the uncalled part of the highest bet, or None (TH-19).

    >>> uncalled((40, 100, 60))
    (1, 40)
    """
    highest = max(bets)
    if bets.count(highest) > 1:
        return None
    return bets.index(highest), highest - sorted(bets)[-2]


def side_pots(paid: Sequence[int], live: Iterable[int], dead: int = 0) -> list[Stake]:
    """Return the pots, the main pot first (TH-17, TH-18, TH-20).

    `paid` are the contributions by player without the uncalled part; `dead` is money that counts
    for no level and goes to the main pot. Chips of folded players above the highest live level join
    the top pot. No two pots have the same rivals: each level is the last of at least one player.

    Player 0 is all-in for 40, player 2 has folded after paying 60:

    >>> side_pots((40, 60, 60), live=(0, 1))
    [Stake(amount=120, rivals=(0, 1)), Stake(amount=40, rivals=(1,))]
    """
    alive = sorted(live)
    levels = sorted({paid[player] for player in alive})
    if len(levels) == 1:
        whole = Stake(sum(paid) + dead, tuple(alive))
        return [whole] if whole.amount else []
    pots: list[Stake] = []
    below = 0
    for level in levels:
        rivals = tuple(player for player in alive if paid[player] >= level)
        amount = sum(min(chips, level) - min(chips, below) for chips in paid)
        below = level
        pots.append(Stake(amount, rivals))
    above = sum(max(0, chips - below) for chips in paid)
    pots[-1] = Stake(pots[-1].amount + above, pots[-1].rivals)
    pots[0] = Stake(pots[0].amount + dead, pots[0].rivals)
    return [pot for pot in pots if pot.amount]


def shares(amount: int, winners: Sequence[int]) -> list[tuple[int, int]]:
    """Return (player, chips) for winners in the order of odd chips, one each (TH-24).

    >>> shares(101, (2, 0))
    [(2, 51), (0, 50)]
    """
    each, odd = divmod(amount, len(winners))
    return [(player, each + (1 if n < odd else 0)) for n, player in enumerate(winners)]
