"""Counterfactual regret minimisation over a public tree, for two players and all hands at once.

The players hold private hands; a deal says how hands see the public cards (`Deal`). With every
board in one deal the search is exact; with a few boards drawn for each step it samples public
chance. Regrets and averages are discounted as in DCFR (Brown and Sandholm 2019: 1.5, 0, 2). The
arrays belong to NumPy, or to CuPy where the caller passes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Array = Any
"""An array of NumPy or CuPy."""


@dataclass(slots=True)
class Tree:
    """Public positions. Node 0 is the root; a child is a node, or leaf n as -1 - n."""

    player: list[int] = field(default_factory=list)
    street: list[int] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    leaves: list[tuple[float, float]] = field(default_factory=list)
    """What player 0 wins for sure, and what the better hand wins from the other, in chips."""

    def node(self, player: int, street: int) -> int:
        """Add a position and return its number; its children are to follow."""
        self.player.append(player)
        self.street.append(street)
        self.children.append([])
        return len(self.player) - 1

    def leaf(self, sure: float, shown: float) -> int:
        """Add an end of the hand and return its number as a child."""
        self.leaves.append((sure, shown))
        return -len(self.leaves)


@dataclass(frozen=True, slots=True)
class Deal:
    """Public cards, as the hands of both players see them.

    Shapes: K boards, H hands.
    """

    reach: tuple[Array, Array]
    """Both players' weights before the first action, K x H; 0 for what a board blocks."""
    fits: tuple[Array, Array]
    """For each player how likely own and other hands are held at once, K x own x other."""
    beats: tuple[Array, Array]
    """Of that, where the own hand wins less where it loses; K x own x other."""
    buckets: Sequence[Array | None]
    """By street the bucket of each hand, K x H; None where each hand is its own."""
    sizes: Sequence[int]
    """By street the number of buckets."""


@dataclass(slots=True)
class _Block:
    """Nodes of one street, depth, player and number of actions."""

    player: int
    street: int
    nodes: list[int]
    rows: slice
    children: Array
    regrets: Array
    sums: Array


class Solver:
    """Both players' regrets and average strategies in a tree."""

    def __init__(self, tree: Tree, sizes: Sequence[int], xp: Any = np) -> None:
        self.tree, self.xp, self.iterations = tree, xp, 0
        depth = [0] * len(tree.player)
        groups: dict[tuple[int, int, int, int], list[int]] = {}
        for node, children in enumerate(tree.children):
            street, player = tree.street[node], tree.player[node]
            groups.setdefault((street, depth[node], player, len(children)), []).append(node)
            for child in children:
                if child > 0:
                    depth[child] = depth[node] + 1 if tree.street[child] == street else 0
        order = sorted(groups)
        places = {node: at for at, node in enumerate(n for key in order for n in groups[key])}
        folds = [n for n, (_, shown) in enumerate(tree.leaves) if shown == 0]
        shows = [n for n, (_, shown) in enumerate(tree.leaves) if shown != 0]
        nodes = len(places)
        places |= {-1 - leaf: nodes + at for at, leaf in enumerate(folds + shows)}
        self._folds = slice(nodes, nodes + len(folds))
        self._shows = slice(nodes + len(folds), len(places))
        ends = xp.asarray([tree.leaves[n] for n in folds + shows], dtype=xp.float32)
        self._sure, self._shown = (ends[:, at, None, None] for at in (0, 1))
        self._places = len(places)
        self._where: dict[int, tuple[_Block, int]] = {}
        self.blocks: list[_Block] = []
        for key in order:
            group = groups[key]
            start = places[group[0]]
            shape = (len(group), key[3], sizes[key[0]])
            block = _Block(
                key[2],
                key[0],
                group,
                slice(start, start + len(group)),
                xp.asarray([[places[child] for child in tree.children[node]] for node in group]),
                xp.zeros(shape, dtype=xp.float32),
                xp.zeros(shape, dtype=xp.float32),
            )
            self.blocks.append(block)
            self._where |= {node: (block, at) for at, node in enumerate(group)}

    def step(self, deal: Deal, learners: Sequence[int] = (0, 1)) -> None:
        """Play one iteration. A player who is no learner plays the average strategy."""
        self.iterations += 1
        time = self.iterations
        for me in learners:
            plans = self._plans(1 - me if len(learners) == 1 else None)
            reach = self._reach(plans, 1 - me, deal, time**2 if len(learners) == 2 else 0)
            self._values(me, plans, reach, deal, discount=(time**1.5 / (time**1.5 + 1), 0.5))

    def average(self, node: int) -> Array:
        """Return a node's average strategy, actions x buckets; even where it was never reached."""
        block, at = self._where[node]
        return _shares(self.xp, block.sums[at : at + 1])[0]

    def value(self, me: int, deal: Deal, *, best: bool = False) -> float:
        """Return what a player wins a hand with the average strategies, in chips.

        `best`: with the best response to the other's. Exact only if the deal has every board.
        """
        plans = self._plans(0, 1)
        reach = self._reach(plans, 1 - me, deal)
        root = (self._values(me, plans, reach, deal, best=best)[0] * deal.reach[me]).sum()
        return float(root / self._hands(deal))

    def exploitability(self, deal: Deal) -> float:
        """Return what best responses win on average of both seats, in chips a hand."""
        return sum(self.value(me, deal, best=True) for me in (0, 1)) / 2

    def learned_value(self, me: int, deal: Deal) -> float:
        """Return what a player's current strategy wins from the other's average, in chips."""
        plans = self._plans(1 - me)
        values = self._values(me, plans, self._reach(plans, 1 - me, deal), deal)
        return float((values[0] * deal.reach[me]).sum() / self._hands(deal))

    def _hands(self, deal: Deal) -> Any:
        """Return the weight of all pairs of hands."""
        return (self._meet(deal.reach[1][None], deal.fits[0])[0] * deal.reach[0]).sum()

    def _plans(self, *averaged: int | None) -> list[Array]:
        return [
            _shares(self.xp, block.sums if block.player in averaged else block.regrets)
            for block in self.blocks
        ]

    def _meet(self, reach: Array, pairs: Array) -> Array:
        """Return for each own hand the sum over the other's; rows x K x H."""
        return self.xp.matmul(reach.swapaxes(0, 1), pairs.swapaxes(-1, -2)).swapaxes(0, 1)

    def _by_hand(self, plan: Array, street: int, deal: Deal) -> Array:
        """Return a plan for each hand, nodes x actions x K x H."""
        bucket = deal.buckets[street]
        return plan[:, :, None, :] if bucket is None else plan[:, :, bucket]

    def _by_bucket(self, values: Array, street: int, deal: Deal) -> Array:
        """Return sums over boards and the hands of each bucket; the last two axes become one."""
        bucket = deal.buckets[street]
        if bucket is None:
            return values.sum(-2)
        flat = bucket.reshape(-1)
        chosen = self.xp.zeros((flat.size, deal.sizes[street]), dtype=self.xp.float32)
        chosen[self.xp.arange(flat.size), flat] = 1
        return self.xp.matmul(values.reshape(*values.shape[:-2], flat.size), chosen)

    def _reach(self, plans: list[Array], who: int, deal: Deal, weight: float = 0) -> Array:
        """Return how likely a player's choices lead to each place; add `weight` times the plan."""
        reach = self.xp.empty((self._places, *deal.reach[who].shape), dtype=self.xp.float32)
        reach[0] = deal.reach[who]
        for block, plan in zip(self.blocks, plans, strict=True):
            here = reach[block.rows]
            if block.player != who:
                reach[block.children] = here[:, None]
                continue
            reach[block.children] = here[:, None] * self._by_hand(plan, block.street, deal)
            if weight:
                each = self._by_bucket(here, block.street, deal)
                block.sums += weight * each[:, None] * plan
        return reach

    def _values(
        self,
        me: int,
        plans: list[Array],
        reach: Array,
        deal: Deal,
        *,
        best: bool = False,
        discount: tuple[float, float] | None = None,
    ) -> Array:
        """Return a player's values of all places, weighted with the other's reach.

        `discount`: learn, and weigh earlier positive and negative regrets with these.
        """
        sign = 1 if me == 0 else -1
        folds = self._folds.stop - self._folds.start
        values = reach
        met = self._meet(reach[self._folds], deal.fits[me])
        values[self._folds] = sign * self._sure[:folds] * met
        shown = self._meet(reach[self._shows], deal.beats[me]) * self._shown[folds:]
        if (self._sure[folds:] != 0).any():
            shown += sign * self._sure[folds:] * self._meet(reach[self._shows], deal.fits[me])
        values[self._shows] = shown
        for block, plan in zip(reversed(self.blocks), reversed(plans), strict=True):
            each = values[block.children]
            if block.player != me:
                values[block.rows] = each.sum(1)
                continue
            rated = self._by_bucket(each, block.street, deal) if best or discount else plan
            if best:
                plan = (rated.argmax(1)[:, None] == self.xp.arange(each.shape[1])[:, None]) * 1.0
            values[block.rows] = (each * self._by_hand(plan, block.street, deal)).sum(1)
            if discount:
                self._learn(block, plan, rated, discount)
        return values

    def _learn(
        self, block: _Block, plan: Array, rated: Array, discount: tuple[float, float]
    ) -> None:
        gained = rated - (rated * plan).sum(1, keepdims=True)
        kept = self.xp.where(block.regrets > 0, *(self.xp.float32(part) for part in discount))
        block.regrets *= kept
        block.regrets += gained


def _shares(xp: Any, weights: Array) -> Array:
    """Return the positive weights as shares of 1; even where there are none."""
    positive = xp.maximum(weights, 0)
    total = positive.sum(1, keepdims=True)
    even = xp.float32(1 / weights.shape[1])
    return xp.where(total > 1e-20, positive / xp.maximum(total, 1e-20), even)
