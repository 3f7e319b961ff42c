"""The time that bots seem to think."""

import random

LONGEST_THINKING_MS = 2_300
"""An upper bound of `thinking_ms`, exclusive."""


def thinking_ms(rng: random.Random, *, hurried: bool = False) -> int:
    """Return how long a bot seems to think, in ms; `rng` must be independent of the cards.

    `hurried`: only bots are left in the hand, and people wait for the next one.
    """
    if hurried:
        return 250 + int(rng.random() * 200)
    return 700 + int(rng.random() * 1100 + rng.random() * 500)
