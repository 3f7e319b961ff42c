"""The equilibrium of heads-up Teen Patti, from which the expert plays.

The tree has every public course of a hand with blind and seen players, the smallest and the largest
bet, and at most `--bets` bets. In place of another bet a player must then pack or show at half the
price: at the full price the limit would decide who is worse off. Each hand is one of 100 buckets of
equal size by percentile; how often one bucket beats another is counted over all pairs of disjoint
hands. CFR+ with linear weights plays both sides. Nothing is random.

The program prints the curve: how much a best response wins from the average strategies, as a share
of the pot of two boots.

python -m benchmarks.solve_teen_patti --bets 5 --iterations 320
"""

import argparse
import json
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from games.bots.teen_patti_table import ACTIONS, BUCKETS, FOLD, LARGE, PATH, SEE, SHOW, SMALL
from games.engines.teen_patti.ranking import hand_key
from games.engines.teen_patti.rules import TeenPattiRules

Floats = NDArray[np.float64]
ROWS_AT_ONCE = 200
POT_BOOTS = 2


def odds_of_buckets(buckets: int = BUCKETS) -> tuple[Floats, Floats, Floats]:
    """Return how likely two buckets are dealt to two players, and that the first wins, or ties.

    The arrays are buckets x buckets; the first sums to 1.
    """
    rules = TeenPattiRules()
    hands = sorted(combinations(range(52), 3), key=lambda hand: hand_key(hand, rules))
    keys = [hand_key(hand, rules) for hand in hands]
    places = {key: place for place, key in enumerate(sorted(set(keys)))}
    values = np.array([places[key] for key in keys])
    masks = np.array([sum(1 << card for card in hand) for hand in hands], dtype=np.int64)
    middle = np.searchsorted(values, values, "left") + np.searchsorted(values, values, "right")
    bucket = np.minimum(middle * buckets // (2 * len(hands)), buckets - 1)
    starts = np.searchsorted(bucket, np.arange(buckets))
    dealt, wins, ties = (np.zeros((buckets, buckets)) for _ in range(3))
    for first in range(0, len(hands), ROWS_AT_ONCE):
        rows = slice(first, first + ROWS_AT_ONCE)
        free = (masks[rows, None] & masks) == 0
        higher, equal = values[rows, None] > values, values[rows, None] == values
        for sums, chosen in ((dealt, free), (wins, free & higher), (ties, free & equal)):
            by_bucket = np.add.reduceat(chosen.astype(np.float32), starts, axis=1)
            np.add.at(sums, bucket[rows], by_bucket)
    return dealt / dealt.sum(), wins / dealt.sum(), ties / dealt.sum()


@dataclass(frozen=True, slots=True)
class Spot:
    """A public position: who acts, who has seen, what was paid; in boots."""

    player: int
    seen: tuple[bool, bool] = (False, False)
    stake: int = 1
    paid: tuple[float, float] = (1, 1)
    blind_bets: tuple[int, int] = (0, 0)
    bets: int = 0

    def paying(self, amount: float) -> tuple[float, float]:
        """Return what both have paid once the player pays this."""
        paid = list(self.paid)
        paid[self.player] += amount
        return paid[0], paid[1]


@dataclass(slots=True)
class Tree:
    """All positions up to a number of bets; a child is a node, or a leaf behind the nodes."""

    most_bets: int
    spots: list[Spot] = field(default_factory=list)
    levels: list[int] = field(default_factory=list)
    children: list[dict[int, int]] = field(default_factory=list)
    leaves: list[tuple[int, int, float, float]] = field(default_factory=list)
    """Each as (FOLD or SHOW, the player who packs or pays, paid, paid)."""

    def __post_init__(self) -> None:
        self._add(Spot(0), 0)

    def _add(self, spot: Spot, level: int) -> int:
        number = len(self.spots)
        self.spots.append(spot)
        self.levels.append(level)
        children: dict[int, int] = {}
        self.children.append(children)
        me, other = spot.player, 1 - spot.player
        blind, price = not spot.seen[me], spot.stake * (2 if spot.seen[me] else 1)
        is_last = spot.bets >= self.most_bets
        if blind:
            seen = (True, spot.seen[1]) if me == 0 else (spot.seen[0], True)
            looked = Spot(me, seen, spot.stake, spot.paid, spot.blind_bets, spot.bets)
            children[SEE] = self._add(looked, level + 1)
        else:
            children[FOLD] = self._leaf(FOLD, me, spot.paid)
        if blind or spot.seen[other] or is_last:
            children[SHOW] = self._leaf(SHOW, me, spot.paying(price / 2 if is_last else price))
        if not is_last:
            counts = list(spot.blind_bets)
            counts[me] += blind
            for action, times in ((SMALL, 1), (LARGE, 2)):
                after = Spot(
                    other,
                    spot.seen,
                    spot.stake * times,
                    spot.paying(price * times),
                    (counts[0], counts[1]),
                    spot.bets + 1,
                )
                children[action] = self._add(after, level + 1)
        return number

    def _leaf(self, kind: int, player: int, paid: tuple[float, float]) -> int:
        self.leaves.append((kind, player, *paid))
        return -len(self.leaves)


class Solver:
    """CFR+ over a tree, both players in turn; all arrays are nodes x actions x buckets."""

    def __init__(self, tree: Tree, odds: tuple[Floats, Floats, Floats]) -> None:
        self.tree = tree
        self.dealt, wins, ties = odds
        self.wins = (wins, wins + ties)
        """That the first player wins a show which the first, or the second, player pays."""
        count = len(tree.spots)
        self.nodes = count
        self.player = np.array([spot.player for spot in tree.spots])
        self.blind = np.array([not spot.seen[spot.player] for spot in tree.spots])
        self.child = np.zeros((count, ACTIONS), dtype=np.int64)
        self.legal = np.zeros((count, ACTIONS), dtype=bool)
        for node, children in enumerate(tree.children):
            for action, child in children.items():
                self.child[node, action] = child if child > 0 else count - child - 1
                self.legal[node, action] = True
        depth = np.array(tree.levels)
        self.levels = [np.flatnonzero(depth == level) for level in range(depth.max() + 1)]
        self.kind, self.payer = (np.array([leaf[at] for leaf in tree.leaves]) for at in (0, 1))
        self.paid = np.array([leaf[2:] for leaf in tree.leaves])
        shape = (count, ACTIONS, self.dealt.shape[0])
        self.regrets, self.sums, self.iterations = np.zeros(shape), np.zeros(shape), 0

    def step(self) -> None:
        """Play one iteration for each player."""
        self.iterations += 1
        for me in (0, 1):
            plan = _shares(self.regrets, self.legal)
            values, options = self._values(me, plan, self._reach(plan, 1 - me))
            own = np.flatnonzero(self.player == me)
            regret = (options[own] - values[own][:, None, :]) * self.legal[own][:, :, None]
            self.regrets[own] = np.maximum(self.regrets[own] + self._unseen(own, regret), 0)
            reach = self._reach(plan, me)[own][:, None, :]
            self.sums[own] += self.iterations * reach * plan[own]

    def strategy(self) -> Floats:
        """Return the average strategy."""
        return _shares(self._unseen(np.arange(self.nodes), self.sums), self.legal)

    def exploitability(self) -> tuple[float, float]:
        """Return what a best response wins on average, and the first player's value, in boots."""
        plan = self.strategy()
        gains = [
            self._values(me, plan, self._reach(plan, 1 - me), best=True)[0][0].sum()
            for me in (0, 1)
        ]
        value = self._values(0, plan, self._reach(plan, 1))[0][0].sum()
        return float(sum(gains) / 2), float(value)

    def _unseen(self, nodes: NDArray[np.int64], values: Floats) -> Floats:
        """Return the values with those of blind players averaged: they do not know their hand."""
        mean = values.mean(2, keepdims=True)
        return np.where(self.blind[nodes][:, None, None], mean, values)

    def _reach(self, plan: Floats, who: int) -> Floats:
        """Return how likely a player's own choices lead to each node and leaf."""
        reach = np.ones((self.nodes + len(self.kind), plan.shape[2]))
        for nodes in self.levels:
            for action in range(ACTIONS):
                some = nodes[self.legal[nodes, action]]
                own = (self.player[some] == who)[:, None]
                reach[self.child[some, action]] = reach[some] * np.where(own, plan[some, action], 1)
        return reach

    def _leaves(self, me: int, reach: Floats) -> Floats:
        """Return a player's chips at each leaf, weighted with the other's reach."""
        cost, pot = self.paid[:, me], self.paid.sum(1)
        packs = self.kind == FOLD
        sure = np.where(packs & (self.payer != me), pot - cost, -cost)
        values = sure[:, None] * (reach @ (self.dealt.T if me == 0 else self.dealt))
        for payer in (0, 1):
            shown = ~packs & (self.payer == payer)
            wins = self.wins[payer].T if me == 0 else self.dealt - self.wins[payer]
            values[shown] += pot[shown, None] * (reach[shown] @ wins)
        return values

    def _values(
        self, me: int, plan: Floats, reach: Floats, *, best: bool = False
    ) -> tuple[Floats, Floats]:
        """Return a player's values of nodes and leaves, and of every action.

        `best`: the player does what is best against the other's plan, instead of their own.
        """
        values = np.zeros_like(reach)
        values[self.nodes :] = self._leaves(me, reach[self.nodes :])
        options = np.zeros_like(plan)
        for nodes in reversed(self.levels):
            legal = self.legal[nodes][:, :, None]
            each = values[self.child[nodes]] * legal
            options[nodes] = each
            if best:
                rated = self._unseen(nodes, np.where(legal, each, -np.inf))
                chosen = np.take_along_axis(each, rated.argmax(1)[:, None, :], 1)[:, 0]
            else:
                chosen = (plan[nodes] * each).sum(1)
            own = (self.player[nodes] == me)[:, None]
            values[nodes] = np.where(own, chosen, each.sum(1))
        return values, options


def _shares(weights: Floats, legal: NDArray[np.bool_]) -> Floats:
    """Return the weights of each node as shares of 1; even where there are none."""
    positive = np.maximum(weights, 0) * legal[:, :, None]
    total = positive.sum(1, keepdims=True)
    even = (legal / legal.sum(1, keepdims=True))[:, :, None]
    return np.where(total > 1e-12, positive / np.where(total > 1e-12, total, 1), even)


def solve(
    bets: int, iterations: int, odds: tuple[Floats, Floats, Floats], *, points: int = 8
) -> tuple[Solver, list[tuple[int, float, float]]]:
    """Return the solved game, and its curve as (iterations, share of the pot, value in boots)."""
    solver, curve = Solver(Tree(bets), odds), []
    for number in range(1, iterations + 1):
        solver.step()
        if number % max(1, iterations // points) == 0:
            gain, value = solver.exploitability()
            curve.append((number, round(gain / POT_BOOTS, 5), round(value, 4)))
    return solver, curve


def save(solver: Solver, path: Path, origin: Mapping[str, object]) -> None:
    """Write the table of `games.bots.teen_patti_table`, with where it comes from."""
    spots = [
        (
            spot.player,
            *spot.seen,
            spot.stake,
            *spot.paid,
            *spot.blind_bets,
            spot.bets,
        )
        for spot in solver.tree.spots
    ]
    plan = np.rint(solver.strategy().transpose(0, 2, 1) * 255).astype(np.uint8)
    np.savez_compressed(
        path,
        spots=np.array(spots, dtype=np.int16),
        blind=plan[solver.blind, 0],
        seen=plan[~solver.blind],
        origin=np.array(json.dumps(origin)),
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--bets", type=int, default=5)
    parser.add_argument("--iterations", type=int, default=320)
    parser.add_argument("--into", type=Path, default=PATH)
    options = parser.parse_args()
    start = time.process_time()
    solver, curve = solve(options.bets, options.iterations, odds_of_buckets())
    for number, gain, value in curve:
        print(f"{number:5} iterations: {gain:.3%} of the pot, first player {value:+.4f} boots")
    took = time.process_time() - start
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    origin = {
        "command": "python -m benchmarks.solve_teen_patti"
        f" --bets {options.bets} --iterations {options.iterations}",
        "commit": commit,
        "curve": curve,
    }
    save(solver, options.into, origin)
    print(f"{len(solver.tree.spots):,} positions, {took:.1f} s of CPU, {options.into}")


if __name__ == "__main__":
    main()
