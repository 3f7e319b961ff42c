"""The river between two players, solved when it is played: range against range, by CFR.

Hands that are equally strong, or nearly, share a bucket. Player 0 acts first. Bets are parts of the
pot and all-in; those that were really made are in the tree with their true size.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from games.bots.cfr import Array, Deal, Solver, Tree
from games.bots.holdem_buckets import HANDS
from games.bots.holdem_tree import CALL, FOLD

BUCKETS = 100
STEPS = 160
BETS = (0.4, 0.8, 1.5)
"""The bets, in pots."""
RAISE = 0.9
"""A raise, in pots after the call."""
ALL_IN_POTS = 2.5
"""All-in is an option when it is at most this many pots."""
COMMITTED = 0.7
"""A bet of more than this share of the stacks is all-in."""
NEAR = 1.25
"""A bet that was made replaces others that differ by less than this factor."""


@dataclass(slots=True)
class River:
    """The tree of a river: pot and stacks at its start, in chips, and the bets made so far."""

    pot: float
    stack: float
    """The smaller stack."""
    made: Sequence[float] = ()
    """The total of the player who acted, after each action."""
    tree: Tree = field(default_factory=Tree)
    totals: list[list[float]] = field(default_factory=list)
    """By node what each child brings the player's bet to; less than a call is a fold."""
    here: int = 0
    """The node after these bets."""

    def __post_init__(self) -> None:
        self._grow(0, (0.0, 0.0), 0, tuple(self.made), acted=False)

    def _grow(
        self,
        player: int,
        bets: tuple[float, float],
        raises: int,
        made: tuple[float, ...] | None,
        *,
        acted: bool,
    ) -> int:
        """Add a position and all that follow. `made`: the bets to come; None off their path."""
        tree, other = self.tree, 1 - player
        node = tree.node(player, 0)
        if made == ():
            self.here = node
        totals: list[float] = []
        self.totals.append(totals)
        children = tree.children[node]
        mine, theirs = bets[player], bets[other]
        if theirs > mine:
            totals.append(FOLD)
            lost = self.pot / 2 + mine
            children.append(tree.leaf(-lost if player == 0 else lost, 0))
        totals.append(theirs)
        if acted:
            children.append(tree.leaf(0, self.pot / 2 + theirs))
        else:
            checked = made[1:] if made and made[0] <= theirs else None
            children.append(self._grow(other, bets, raises, checked, acted=True))
        real = min(made[0], self.stack) if made and made[0] > theirs else None
        for total in self._bets(raises, theirs, real):
            totals.append(total)
            raised = (total, theirs) if player == 0 else (theirs, total)
            later = made[1:] if made and total == real else None
            children.append(self._grow(other, raised, raises + 1, later, acted=True))
        return node

    def _bets(self, raises: int, theirs: float, real: float | None) -> list[float]:
        if theirs >= self.stack:
            return []
        pot = self.pot + 2 * theirs
        shares = BETS if raises == 0 else (RAISE,) if raises == 1 else ()
        found = [theirs + share * pot for share in shares]
        kept = [total for total in found if total <= COMMITTED * self.stack]
        if len(kept) < len(found) or raises > 1 or self.stack - theirs <= ALL_IN_POTS * pot:
            kept.append(self.stack)
        if real is not None:
            kept = [one for one in kept if not 1 / NEAR < (one - theirs) / (real - theirs) < NEAR]
            kept.append(real)
        return sorted(kept)


def buckets_of(values: Array, ranges: Sequence[Array], most: int = BUCKETS) -> tuple[Array, Array]:
    """Return the numbers of all hands in either range, the worst first, and their buckets."""
    live = np.flatnonzero((values >= 0) & (ranges[0] + ranges[1] > 0))
    live = live[np.argsort(values[live], kind="stable")]
    weight = sum(one[live] / one[live].sum() for one in ranges) / 2
    _, group = np.unique(values[live], return_inverse=True)
    by_value = np.bincount(group, weight)
    middle = np.cumsum(by_value) - by_value / 2
    steps = np.minimum((middle * most).astype(int), most - 1)
    return live, np.unique(steps[group], return_inverse=True)[1]


def deal_of(live: Array, bucket: Array, ranges: Sequence[Array]) -> Deal:
    """Return the deal of two ranges of hands in buckets."""
    count = int(bucket.max()) + 1
    chosen = (bucket[:, None] == np.arange(count)).astype(np.float32)
    one, other = (each[live, None].astype(np.float32) * chosen for each in ranges)
    cards = (HANDS[live][:, :, None] == np.arange(52)).any(1).astype(np.float32)
    # All of the other range, less the hands with one of these cards, plus those with both.
    met = other.sum(0) - cards @ (cards.T @ other) + other
    fits = one.T @ met
    fits /= fits.sum()
    sign = np.sign(np.arange(count)[:, None] - np.arange(count)).astype(np.float32)
    even = np.ones((1, count), dtype=np.float32)
    pairs = (fits[None], fits.T[None])
    beats = (pairs[0] * sign, pairs[1] * sign)
    return Deal((even, even), pairs, beats, (None,), (count,))


def solve(
    river: River, values: Array, ranges: Sequence[Array], steps: int = STEPS
) -> tuple[Solver, Array, Array]:
    """Return the solution, the hands in it by number, and their buckets.

    `values`: of all hands on the board, -1 for blocked ones. `ranges`: their weights for the
    player who acts first, and for the other.
    """
    live, bucket = buckets_of(values, ranges)
    deal = deal_of(live, bucket, ranges)
    solver = Solver(river.tree, deal.sizes)
    for _ in range(steps):
        solver.step(deal)
    return solver, live, bucket


def by_cards(
    river: River, solved: tuple[Solver, Array, Array], values: Array, ranges: Sequence[Array]
) -> float:
    """Return what best responses that see their cards win, on average, as a share of the pot."""
    solver, live, bucket = solved
    full = Solver(river.tree, (len(live),))
    for block, coarse in zip(full.blocks, solver.blocks, strict=True):
        block.sums = coarse.sums[:, :, bucket]
    cards = HANDS[live]
    fits = ~(cards[:, None, :, None] == cards[None, :, None, :]).any((2, 3))
    fits = fits.astype(np.float32)[None]
    sign = np.sign(values[live][:, None] - values[live][None]).astype(np.float32)
    reach = tuple(one[live].astype(np.float32)[None] for one in ranges)
    deal = Deal(
        (reach[0], reach[1]), (fits, fits), (fits * sign, fits * sign), (None,), (len(live),)
    )
    return full.exploitability(deal) / river.pot


__all__ = ["CALL", "FOLD", "River", "by_cards", "solve"]
