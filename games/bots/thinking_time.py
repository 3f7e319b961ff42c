"""The time that bots seem to think: longer where the table shows that much is played for."""

import random
from math import exp, log2

SHORTEST_THINKING_MS = 450
LONGEST_THINKING_MS = 6_000
"""An upper bound of `thinking_ms`, exclusive."""
EASY_MS = 1_050
"""Half of the simplest choices take longer."""
HARDER = 0.75
"""The hardest choices take this much longer, as a natural logarithm."""
SPREAD = 0.42
"""The standard deviation of the times' logarithm: about that of people at one table."""
FULL_UNITS = 200
"""A pot of this many units (boots, big blinds, bases) makes the hardest choice."""


def weight_of(pot: int, unit: int) -> float:
    """Return how hard a choice looks from the table, 0..1: by the pot, in units.

    Both are public. Legal moves are not: which plays a hand has would tell its cards.
    """
    return min(1.0, log2(1 + pot / unit) / log2(1 + FULL_UNITS))


def thinking_ms(rng: random.Random, *, weight: float = 0.0, hurried: bool = False) -> int:
    """Return how long a bot seems to think, in ms; `rng` must be independent of the cards.

    The times are lognormal, as people's are, with a median that grows with `weight` (`weight_of`).
    `hurried`: only bots are left in the hand, and people wait for the next one.
    """
    if hurried:
        return 250 + int(rng.random() * 200)
    ms = EASY_MS * exp(HARDER * weight + rng.gauss(0, SPREAD))
    return int(min(max(ms, SHORTEST_THINKING_MS + rng.random() * 200), LONGEST_THINKING_MS - 1))
