"""The equilibrium of heads-up hold'em, from which the bots play before the river.

For each depth the tree of `games.bots.holdem_tree` is searched by CFR with DCFR's weights. Each
step deals some boards to all hands at once (public chance sampling); hands are told apart by the
buckets of `games.bots.holdem_buckets`. The program prints the curve: how much a player who learns
against the average strategies wins from them in this tree, in thousandths of a big blind a hand.
That is no more than what a best response wins.

With CuPy it runs on a GPU.

python -m benchmarks.solve_holdem --depths 100 50 --iterations 560 280 --seed 1
"""

import argparse
import json
import subprocess
import time
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from games.bots.cfr import Array, Deal, Solver
from games.bots.holdem_buckets import (
    CLASSES,
    HANDS,
    RUN_OUTS,
    SIZES,
    buckets_of,
    river_buckets,
    shares_beaten,
    values_of,
)
from games.bots.holdem_table import PATH
from games.bots.holdem_tree import DEPTHS, RIVER, Game

AT_ONCE = 128
"""The boards whose hands are sorted into buckets at once."""
LEARNED = 100
"""The steps of a player who learns against the average strategies."""


class Boards:
    """Boards with the buckets of all hands, from which deals are drawn."""

    def __init__(self, count: int, seed: int, xp: Any = np) -> None:
        self.xp, self.chance = xp, np.random.default_rng(seed)
        parts = [self._some(min(count - at, AT_ONCE)) for at in range(0, count, AT_ONCE)]
        self.values, self.flop, self.turn, self.river = (
            xp.concatenate([part[at] for part in parts]) for at in range(4)
        )
        apart = ~(HANDS[:, None, :, None] == HANDS[None, :, None, :]).any((2, 3))
        self.fits, self.classes = xp.asarray(apart, dtype=xp.float32), xp.asarray(CLASSES)

    def _some(self, count: int) -> tuple[Array, Array, Array, Array]:
        xp = self.xp
        order = self.chance.random((count, 52)).argsort(1)
        cards, rest = xp.asarray(order[:, :5]), xp.asarray(order[:, 3:])
        values = values_of(cards, xp)
        flop = _early(1, cards[:, :3], rest, self.chance, xp)
        turn = _early(2, cards[:, :4], rest[:, 1:], self.chance, xp)
        river = river_buckets(values, xp)
        return values.astype(xp.int32), *(one.astype(xp.int16) for one in (flop, turn, river))

    def deals(self, boards: int) -> Iterator[Deal]:
        """Yield deals of so many boards, in another order each time all have been dealt."""
        xp = self.xp
        while True:
            order = xp.asarray(self.chance.permutation(len(self.values)))
            for at in range(0, len(order) - boards + 1, boards):
                some = order[at : at + boards]
                values = self.values[some]
                free = (values >= 0).astype(xp.float32)
                both = self.fits * free[:, :, None] * free[:, None, :]
                sign = xp.sign(values[:, :, None] - values[:, None, :]).astype(xp.float32)
                known = xp.broadcast_to(self.classes, values.shape)
                buckets = (known, self.flop[some], self.turn[some], self.river[some])
                yield Deal((free,) * 2, (both,) * 2, (both * sign,) * 2, buckets, SIZES)


def _early(street: int, cards: Array, rest: Array, chance: np.random.Generator, xp: Any) -> Array:
    """Return the buckets on flops or turns; `rest`: for each board the cards that may come."""
    count, width = len(cards), rest.shape[1]
    if street == 1:
        picks = xp.asarray(chance.random((count, RUN_OUTS, width)).argsort(2)[:, :, :2])
    else:
        picks = xp.broadcast_to(xp.arange(width)[None, :, None], (count, width, 1))
    number = picks.shape[1]
    later = rest[xp.arange(count)[:, None, None], picks]
    known = xp.broadcast_to(cards[:, None], (count, number, cards.shape[1]))
    whole = xp.concatenate((known, later), 2).reshape(count * number, 5)
    values = values_of(whole, xp)
    beaten = shares_beaten(values, xp).reshape(count, number, -1)
    return buckets_of(street, beaten, (values >= 0).reshape(count, number, -1), xp)


def gain(solver: Solver, dealt: Iterator[Deal], steps: int = LEARNED) -> float:
    """Return what learners win from the average strategies, on average of both seats.

    In big blinds a hand; the value of the game cancels out. The second half of the steps counts.
    """
    won = 0.0
    for me in (0, 1):
        other = Solver(solver.tree, SIZES, solver.xp)
        for block, theirs in zip(other.blocks, solver.blocks, strict=True):
            block.sums = theirs.sums
            block.regrets = theirs.regrets / solver.iterations
        values = []
        for step in range(steps):
            deal = next(dealt)
            if step >= steps // 2:
                values.append(other.learned_value(me, deal))
            other.step(deal, (me,))
        won += float(np.mean(values))
    return won / 2


def solve(
    depth: float,
    iterations: int,
    boards: Boards,
    at_once: int,
    *,
    points: int = 2,
    learned: int = LEARNED,
) -> tuple[Game, Solver, list[tuple[int, float]]]:
    """Return the game of a depth, its solution, and its curve as (iterations, gain)."""
    game = Game(depth)
    solver, curve = Solver(game.tree, SIZES, boards.xp), []
    dealt, began = boards.deals(at_once), time.monotonic()
    for number in range(1, iterations + 1):
        solver.step(next(dealt))
        if number % max(1, iterations // points) == 0:
            curve.append((number, round(gain(solver, dealt, learned), 5)))
            spent = time.monotonic() - began
            won = f"{curve[-1][1] * 1e3:.1f} mbb a hand"
            print(f"{depth:g} blinds, {number} iterations: {won}, {spent:.0f} s", flush=True)
    return game, solver, curve


def plans_of(game: Game, solver: Solver) -> dict[str, Array]:
    """Return the average strategies of each street before the river, in 1/255, as stored."""
    stored = {}
    for street in range(RIVER):
        nodes = [n for n, at in enumerate(game.tree.street) if at == street]
        widest = max(len(game.moves[n]) for n in nodes)
        plans = np.zeros((len(nodes), SIZES[street], widest), dtype=np.uint8)
        for at, node in enumerate(nodes):
            plan = solver.average(node)
            plan = plan if isinstance(plan, np.ndarray) else plan.get()
            plans[at, :, : len(plan)] = np.rint(plan.T * 255)
        stored[f"{game.depth:g} {street}"] = plans
    return stored


def save(path: Path, plans: Mapping[str, Array], origin: Mapping[str, object]) -> None:
    """Write the table of `games.bots.holdem_table`, with where it comes from."""
    np.savez_compressed(path, origin=np.array(json.dumps(origin)), **plans)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--depths", nargs="+", type=int, default=DEPTHS)
    parser.add_argument("--iterations", nargs="+", type=int, default=[300], help="of each depth")
    parser.add_argument("--boards", type=int, default=6_144)
    parser.add_argument("--at-once", type=int, default=32, help="boards of an iteration")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--into", type=Path, default=PATH)
    options = parser.parse_args()
    counts = options.iterations * (len(options.depths) if len(options.iterations) == 1 else 1)
    boards = Boards(options.boards, options.seed, _arrays())
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    command = f"""python -m benchmarks.solve_holdem --depths {" ".join(map(str, options.depths))} \
--iterations {" ".join(map(str, counts))} --boards {options.boards} --at-once {options.at_once} \
--seed {options.seed}"""
    plans: dict[str, Array] = {}
    curves = {}
    for depth, iterations in zip(options.depths, counts, strict=True):
        game, solver, curve = solve(depth, iterations, boards, options.at_once)
        plans |= plans_of(game, solver)
        curves[depth] = curve
        save(options.into, plans, {"command": command, "commit": commit, "curves": curves})
        print(f"{len(game.moves):,} positions, {options.into.stat().st_size:,} bytes", flush=True)


def _arrays() -> Any:
    """Return CuPy, or NumPy where there is no GPU."""
    try:
        cupy = import_module("cupy")
        cupy.zeros(1)
    except Exception:
        return np
    return cupy


if __name__ == "__main__":
    main()
