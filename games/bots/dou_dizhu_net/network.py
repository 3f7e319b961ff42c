"""The network that rates plays: its layers, its file, and the value of plays.

A position goes through two layers once; each play adds its own columns and goes through three more.
A play gets two values: games won (+-1) and points (+-2 to the power of the bombs, halved).
"""

from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np

from games.bots.dou_dizhu_net.features import play_width, state_width
from games.bots.dou_dizhu_net.moves import RANKS_COUNT, SHAPES, Shape

OUTPUTS_COUNT = 2
POINTS_WEIGHT = 0.25
"""What points count beside games won when plays are compared."""
WIDTHS = {"dou_dizhu": (384, 320), "dou_dizhu_four": (320, 256)}
"""Columns of the first layer of positions, and of all others."""
NETS_COUNT = {"dou_dizhu": 3, "dou_dizhu_four": 2}
"""One network a role; with four players all peasants share one."""
BID_WIDTH = 96


class Network:
    """One network: float32 weights in one vector, with a view of it for each layer."""

    def __init__(self, sizes: dict[str, tuple[int, ...]], vector: Any) -> None:
        self.sizes, self.vector = sizes, vector
        self.layers = views_of(sizes, vector)

    @classmethod
    def random(cls, sizes: dict[str, tuple[int, ...]], rng: np.random.Generator) -> "Network":
        """Return a network with random weights whose spread suits rectifiers, and no biases."""
        network = cls(sizes, np.zeros(length_of(sizes), dtype=np.float32))
        for name, layer in network.layers.items():
            if layer.ndim == 2:
                gain = 0.1 if name == "out" else 2.0
                layer[:] = rng.normal(0, np.sqrt(gain / layer.shape[0]), layer.shape)
        return network


def length_of(sizes: dict[str, tuple[int, ...]]) -> int:
    """Return the number of weights of these layers."""
    return sum(int(np.prod(size)) for size in sizes.values())


def views_of(sizes: dict[str, tuple[int, ...]], vector: Any) -> dict[str, Any]:
    """Return the layers of a vector of weights, which share its memory."""
    found, start = {}, 0
    for name, size in sizes.items():
        end = start + int(np.prod(size))
        found[name] = vector[start:end].reshape(size)
        start = end
    return found


def play_sizes(shape: Shape, widths: tuple[int, int]) -> dict[str, tuple[int, ...]]:
    """Return the layers of the network that rates plays."""
    first, width = widths
    return {
        "state": (state_width(shape), first),
        "state_bias": (first,),
        "position": (first, width),
        "position_bias": (width,),
        "play": (play_width(shape), width),
        "one": (width, width),
        "one_bias": (width,),
        "two": (width, width),
        "two_bias": (width,),
        "three": (width, width),
        "three_bias": (width,),
        "out": (width, OUTPUTS_COUNT),
        "out_bias": (OUTPUTS_COUNT,),
    }


def bid_sizes(shape: Shape) -> dict[str, tuple[int, ...]]:
    """Return the layers of the network that rates hands before the bidding.

    Its outputs are games won as the landlord, and as a peasant.
    """
    return {
        "hand": (RANKS_COUNT * shape.levels, BID_WIDTH),
        "hand_bias": (BID_WIDTH,),
        "one": (BID_WIDTH, BID_WIDTH),
        "one_bias": (BID_WIDTH,),
        "out": (BID_WIDTH, OUTPUTS_COUNT),
        "out_bias": (OUTPUTS_COUNT,),
    }


def position_values(xp: Any, network: Network, states: Any) -> Any:
    """Return what the plays of each position share, (B, width)."""
    one = network.layers
    first = states.astype(xp.float32) @ one["state"]
    first += one["state_bias"]
    xp.maximum(first, 0, out=first)
    found = first @ one["position"]
    found += one["position_bias"]
    return found


def play_values(xp: Any, network: Network, positions: Any, plays: Any) -> Any:
    """Return the two values of plays, (K, 2), from `positions` by play (or one row for all)."""
    one = network.layers
    hidden = plays.astype(xp.float32) @ one["play"]
    hidden += positions
    xp.maximum(hidden, 0, out=hidden)
    for name in ("one", "two"):
        added = hidden @ one[name]
        added += one[f"{name}_bias"]
        xp.maximum(added, 0, out=added)
        hidden += added
    last = hidden @ one["three"]
    last += one["three_bias"]
    xp.maximum(last, 0, out=last)
    return last @ one["out"] + one["out_bias"]


def hand_values(xp: Any, network: Network, hands: Any) -> Any:
    """Return games won as landlord and as peasant with these `hand_columns`, (B, 2) in +-1."""
    one = network.layers
    hidden = hands.astype(xp.float32) @ one["hand"] + one["hand_bias"]
    hidden = xp.maximum(hidden, 0)
    hidden = xp.maximum(hidden @ one["one"] + one["one_bias"], 0)
    return hidden @ one["out"] + one["out_bias"]


def net_of(shape: Shape, role: int) -> int:
    """Return which network a player uses, `role` seats after the landlord."""
    return min(role, NETS_COUNT[shape.key] - 1)


class Trained:
    """The networks of a game: one a role for plays, and one for hands before the bidding."""

    def __init__(self, shape: Shape, plays: list[Network], bid: Network) -> None:
        self.shape, self.plays, self.bid = shape, plays, bid

    @classmethod
    def random(cls, shape: Shape, widths: tuple[int, int], seed: int) -> "Trained":
        """Return networks with random weights."""
        rng = np.random.default_rng(seed)
        sizes = play_sizes(shape, widths)
        plays = [Network.random(sizes, rng) for _ in range(NETS_COUNT[shape.key])]
        return cls(shape, plays, Network.random(bid_sizes(shape), rng))

    def save(self, path: str) -> None:
        """Write the weights in half precision."""
        arrays = {f"plays{n}": net.vector for n, net in enumerate(self.plays)}
        arrays["bid"] = self.bid.vector
        widths = [self.plays[0].sizes["position"][n] for n in range(2)]
        half = {name: vector.astype(np.float16) for name, vector in arrays.items()}
        np.savez_compressed(path, widths=np.array(widths), **half)


def read(shape: Shape, file: Any) -> Trained:
    """Return the networks that `Trained.save` wrote."""
    with np.load(file, allow_pickle=False) as data:
        first, width = (int(n) for n in data["widths"])
        sizes = play_sizes(shape, (first, width))
        plays = [
            Network(sizes, data[f"plays{n}"].astype(np.float32))
            for n in range(NETS_COUNT[shape.key])
        ]
        return Trained(shape, plays, Network(bid_sizes(shape), data["bid"].astype(np.float32)))


@lru_cache(maxsize=len(SHAPES))
def trained(key: str) -> Trained:
    """Return the networks that come with the platform."""
    with (files(__package__) / f"{key}.npz").open("rb") as file:
        return read(SHAPES[key], file)
