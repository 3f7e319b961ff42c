"""Gradients and steps: the networks learn the results of the games that they played."""

from typing import Any

import numpy as np

from games.bots.dou_dizhu_net.network import Network, views_of
from games.bots.dou_dizhu_net.self_play import Games

DECAY_1, DECAY_2, TINY = 0.9, 0.999, 1e-8
MEAN_DECAY = 0.999
"""How slowly the weights that are written follow those that learn."""


class Learner:
    """One network with the state of its steps (Adam, D. Kingma and J. Ba, 2015)."""

    def __init__(self, xp: Any, network: Network) -> None:
        self.xp = xp
        self.network = Network(network.sizes, xp.asarray(network.vector))
        vector = self.network.vector
        self.mean = vector.copy()
        self.first, self.second = xp.zeros_like(vector), xp.zeros_like(vector)
        self.slope = xp.zeros_like(vector)
        self.slopes = views_of(network.sizes, self.slope)
        self.steps_done = 0

    def arrays(self) -> dict[str, Any]:
        """Return what a checkpoint has to hold."""
        return {
            "weights": self.network.vector,
            "mean": self.mean,
            "first": self.first,
            "second": self.second,
            "steps": np.array(self.steps_done),
        }

    def restore(self, arrays: dict[str, Any]) -> None:
        """Continue from what `arrays` gave."""
        self.network.vector[:] = self.xp.asarray(arrays["weights"])
        self.mean[:] = self.xp.asarray(arrays["mean"])
        self.first[:] = self.xp.asarray(arrays["first"])
        self.second[:] = self.xp.asarray(arrays["second"])
        self.steps_done = int(arrays["steps"])

    def averaged(self) -> Network:
        """Return the mean of the latest weights, in NumPy."""
        vector = self.mean if self.xp is np else self.xp.asnumpy(self.mean)
        return Network(self.network.sizes, np.array(vector))

    def step(self, rate: float) -> None:
        """Move the weights against the slope."""
        xp, slope = self.xp, self.slope
        self.steps_done += 1
        self.first += (1 - DECAY_1) * (slope - self.first)
        self.second += (1 - DECAY_2) * (slope * slope - self.second)
        first = self.first / (1 - DECAY_1**self.steps_done)
        second = self.second / (1 - DECAY_2**self.steps_done)
        self.network.vector -= rate * first / (xp.sqrt(second) + TINY)
        decay = min(MEAN_DECAY, self.steps_done / (self.steps_done + 10))
        self.mean += (1 - decay) * (self.network.vector - self.mean)


def learn_plays(learner: Learner, states: Any, plays: Any, results: Any, rate: float) -> Any:
    """Learn one batch: columns (B, .) and results (B, 2); return the squared error of games won."""
    xp, w, slope = learner.xp, learner.network.layers, learner.slopes
    states, plays = states.astype(xp.float32), plays.astype(xp.float32)
    first = xp.maximum(states @ w["state"] + w["state_bias"], 0)
    zero = first @ w["position"] + w["position_bias"] + plays @ w["play"]
    hidden = [xp.maximum(zero, 0)]
    added = []
    for name in ("one", "two"):
        added.append(xp.maximum(hidden[-1] @ w[name] + w[f"{name}_bias"], 0))
        hidden.append(hidden[-1] + added[-1])
    last = xp.maximum(hidden[-1] @ w["three"] + w["three_bias"], 0)
    error = last @ w["out"] + w["out_bias"] - results
    back = error * (2 / len(error))
    back = _through(slope, w, "out", last, back) * (last > 0)
    back = _through(slope, w, "three", hidden[2], back)
    for at, name in ((1, "two"), (0, "one")):
        back = back + _through(slope, w, name, hidden[at], back * (added[at] > 0))
    back = back * (hidden[0] > 0)
    slope["play"][:] = plays.T @ back
    back = _through(slope, w, "position", first, back) * (first > 0)
    slope["state"][:] = states.T @ back
    slope["state_bias"][:] = back.sum(axis=0)
    learner.step(rate)
    return (error[:, 0] ** 2).mean()


def learn_hands(learner: Learner, hands: Any, results: Any, counted: Any, rate: float) -> Any:
    """Learn games won with these hands; `counted` says which output each row has a result for."""
    xp, w, slope = learner.xp, learner.network.layers, learner.slopes
    hands = hands.astype(xp.float32)
    first = xp.maximum(hands @ w["hand"] + w["hand_bias"], 0)
    second = xp.maximum(first @ w["one"] + w["one_bias"], 0)
    error = (second @ w["out"] + w["out_bias"] - results) * counted
    back = error * (2 / len(error))
    back = _through(slope, w, "out", second, back) * (second > 0)
    back = _through(slope, w, "one", first, back) * (first > 0)
    slope["hand"][:] = hands.T @ back
    slope["hand_bias"][:] = back.sum(axis=0)
    learner.step(rate)
    return (error**2).sum() / counted.sum()


def _through(slope: Any, weights: Any, name: str, entered: Any, back: Any) -> Any:
    """Note the slope of a layer with a bias; return the slope of what entered it."""
    slope[name][:] = entered.T @ back
    slope[f"{name}_bias"][:] = back.sum(axis=0)
    return back @ weights[name].T


def learn_games(
    learners: list[Learner], games: Games, rng: Any, batch: int, rate: float
) -> list[float]:
    """Learn every decision of the games once; return the squared errors by network."""
    xp, errors = learners[0].xp, []
    landlord = games.results(xp)
    for learner, decisions in zip(learners, games.decisions, strict=True):
        states = xp.concatenate(decisions.states)
        plays = xp.concatenate(decisions.plays)
        results = xp.concatenate(
            [
                landlord[rows] if own else -landlord[rows]
                for rows, own in zip(decisions.games, decisions.is_landlord, strict=True)
            ]
        )
        order = xp.argsort(rng.random(len(states), dtype=xp.float32))
        size = min(batch, len(states))
        found = []
        for start in range(0, len(states) - size + 1, size):
            rows = order[start : start + size]
            found.append(learn_plays(learner, states[rows], plays[rows], results[rows], rate))
        errors.append(float(sum(found)) / len(found))
    return errors
