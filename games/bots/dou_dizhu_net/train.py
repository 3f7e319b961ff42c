"""Train the networks of a game by self-play.

python -m games.bots.dou_dizhu_net.train dou_dizhu --minutes 240 --out data [--games 1024]

Writes GAME.npz (the networks), GAME.json (command, seed, commit, curve) and GAME.state.npz (from
which the same command goes on after a stop) to the folder. A core plays about 50 games a second,
a GPU with CuPy about 16,000. `--rounds` ends the training after so many rounds of games instead:
with NumPy the same rounds and seed give the same networks.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from games.bots.dou_dizhu_net.features import levels
from games.bots.dou_dizhu_net.learning import Learner, learn_games, learn_hands
from games.bots.dou_dizhu_net.moves import SHAPES, Shape
from games.bots.dou_dizhu_net.network import WIDTHS, Trained
from games.bots.dou_dizhu_net.self_play import Games, play

RATE_FIRST, RATE_LAST = 1e-3, 3e-5
RANDOM_SHARE = 0.02
SAVE_EVERY_S = 60
CURVE_POINTS_MAX = 100


def backend(wanted: str) -> Any:
    """Return CuPy if it is wanted, or installed with a GPU; else NumPy."""
    if wanted == "cpu":
        return np
    os.environ.setdefault("CUPY_TF32", "1")
    try:
        cupy = import_module("cupy")
        cupy.zeros(1)
    except Exception:
        if wanted == "gpu":
            raise
        return np
    return cupy


class Training:
    """The training of one game: learners, random numbers and the curve so far."""

    def __init__(
        self, xp: Any, shape: Shape, widths: tuple[int, int], seed: int, games: int, batch: int
    ) -> None:
        self.xp, self.shape, self.seed = xp, shape, seed
        self.games, self.batch = games, batch
        start = Trained.random(shape, widths, seed)
        self.learners = [Learner(xp, network) for network in start.plays]
        self.bid = Learner(xp, start.bid)
        self.rounds, self.seconds = 0, 0.0
        self.curve: list[list[float]] = []

    def round(self, rate: float) -> None:
        """Play some games and learn from them."""
        began = time.monotonic()
        rng = self.xp.random.default_rng(self.seed * 1_000_003 + self.rounds)
        nets = [learner.network for learner in self.learners]
        games = play(self.xp, self.shape, nets, rng, self.games, RANDOM_SHARE)
        errors = learn_games(self.learners, games, rng, self.batch, rate)
        error = self._learn_bid(games, rate)
        self.rounds += 1
        self.seconds += time.monotonic() - began
        share, bombs = float(games.landlord_won.mean()), float(games.bombs.mean())
        self.curve.append([self.rounds, self.seconds, share, bombs, *errors, error])

    def _learn_bid(self, games: Games, rate: float) -> float:
        """Learn what hands before the kitty are worth to the landlord and to a peasant."""
        xp, shape = self.xp, self.shape
        won = xp.where(games.landlord_won, 1.0, -1.0).astype(xp.float32)
        hands = xp.concatenate([games.dealt[:, 0], games.dealt[:, 1]])
        results = xp.zeros((len(hands), 2), dtype=xp.float32)
        counted = xp.zeros_like(results)
        half = len(won)
        results[:half, 0], results[half:, 1] = won, -won
        counted[:half, 0] = counted[half:, 1] = 1
        columns, rng = levels(xp, hands, shape.levels), xp.random.default_rng(self.rounds)
        order = xp.argsort(rng.random(len(hands), dtype=xp.float32))
        size = min(self.batch // 2, len(hands))
        errors = []
        for start in range(0, len(hands) - size + 1, size):
            rows = order[start : start + size]
            errors.append(learn_hands(self.bid, columns[rows], results[rows], counted[rows], rate))
        return float(sum(errors)) / len(errors)

    def save(self, folder: Path, command: str) -> None:
        """Write the networks, how they came about, and the state to go on from."""
        folder.mkdir(parents=True, exist_ok=True)
        key = self.shape.key
        networks = Trained(
            self.shape, [learner.averaged() for learner in self.learners], self.bid.averaged()
        )
        networks.save(str(folder / f"{key}.npz"))
        every = max(1, len(self.curve) // CURVE_POINTS_MAX + 1)
        about = {
            "command": command,
            "commit": commit(),
            "seed": self.seed,
            "backend": self.xp.__name__,
            "rounds": self.rounds,
            "games": self.rounds * self.games,
            "minutes": round(self.seconds / 60, 2),
            "curve_columns": "round, seconds, landlord wins, bombs, errors by network, bid's error",
            "curve": [" ".join(f"{value:.4g}" for value in row) for row in self.curve[::every]],
        }
        (folder / f"{key}.json").write_text(json.dumps(about, indent=1) + "\n")
        arrays = {
            f"{n}.{name}": array if self.xp is np else self.xp.asnumpy(self.xp.asarray(array))
            for n, learner in enumerate([*self.learners, self.bid])
            for name, array in learner.arrays().items()
        }
        partial = folder / f"{key}.state.partial.npz"
        np.savez(
            partial,
            rounds=self.rounds,
            seconds=self.seconds,
            curve=np.array(self.curve),
            **arrays,
        )
        partial.replace(folder / f"{key}.state.npz")

    def restore(self, folder: Path) -> None:
        """Go on from the state in the folder, if there is one."""
        file = folder / f"{self.shape.key}.state.npz"
        if not file.exists():
            return
        with np.load(file, allow_pickle=False) as data:
            self.rounds, self.seconds = int(data["rounds"]), float(data["seconds"])
            self.curve = data["curve"].tolist()
            for n, learner in enumerate([*self.learners, self.bid]):
                learner.restore({name: data[f"{n}.{name}"] for name in learner.arrays()})


def commit() -> str:
    """Return the commit of the working tree, or "" outside one."""
    done = subprocess.run(
        ["git", "rev-parse", "--short=12", "HEAD"],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip()


def rate_at(share: float) -> float:
    """Return the rate of learning when this share of the training is done."""
    return float(RATE_FIRST * (RATE_LAST / RATE_FIRST) ** min(1.0, share))


def main(arguments: list[str] | None = None) -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(SHAPES))
    parser.add_argument("--minutes", type=float, default=240)
    parser.add_argument("--rounds", type=int, help="end after so many rounds")
    parser.add_argument("--games", type=int, default=1024, help="games a round")
    parser.add_argument("--batch", type=int, default=1024, help="decisions a step")
    parser.add_argument("--widths", type=int, nargs=2, metavar=("FIRST", "OTHERS"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on", choices=("auto", "cpu", "gpu"), default="auto")
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args(arguments)
    shape = SHAPES[chosen.game]
    widths = tuple(chosen.widths or WIDTHS[shape.key])
    training = Training(backend(chosen.on), shape, widths, chosen.seed, chosen.games, chosen.batch)
    training.restore(chosen.out)
    command = f"python -m games.bots.dou_dizhu_net.train {shlex.join(arguments or sys.argv[1:])}"
    whole_s, saved = 60 * chosen.minutes, time.monotonic()
    while True:
        share = training.seconds / whole_s
        if chosen.rounds is not None:
            share = training.rounds / chosen.rounds
        if share >= 1:
            break
        training.round(rate_at(share))
        print(*(f"{value:.4g}" for value in training.curve[-1]), flush=True)
        if time.monotonic() - saved > SAVE_EVERY_S:
            training.save(chosen.out, command)
            saved = time.monotonic()
    training.save(chosen.out, command)


if __name__ == "__main__":
    main()
