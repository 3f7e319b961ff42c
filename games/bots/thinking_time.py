"""The time that bots seem to think: longer where the table shows that much is played for.

Times vary as people's do: each bot has a pace and habits of its own, each hand a mood, and now and
then a bot is distracted. Nothing here knows a card, nor which moves the cards allow.
"""

import random
from functools import lru_cache
from math import exp, log2
from typing import NamedTuple

SHORTEST_THINKING_MS = 250
LONGEST_THINKING_MS = 9_000
"""An upper bound of `thinking_ms`, exclusive."""
EASY_MS = 1_600
"""Half of the simplest choices take longer, at the usual pace."""
HARDER = 0.7
"""The hardest choices take this much longer, as a natural logarithm."""
PACE_SPREAD, HABIT_SPREAD, MOOD_SPREAD = 0.25, 0.1, 0.2
"""The standard deviations among bots, among what went before, and among hands, as logarithms."""
SPREADS = (0.38, 0.58)
"""The least and the largest standard deviation of one bot's times in one mood, as logarithms."""
DISTRACTED_SHARE, DISTRACTED_TIMES = 0.02, (2.0, 4.0)
FULL_UNITS = 200
"""A pot of this many units (boots, big blinds, bases) makes the hardest choice."""


class Manner(NamedTuple):
    """How a bot takes its time: `pace` and `habit` as logarithms, `spread` as their deviation."""

    pace: float = 0.0
    spread: float = sum(SPREADS) / 2
    habit: float = 0.0


@lru_cache(maxsize=4096)
def manner_of(bot: str, after: str) -> Manner:
    """Return the manner of a bot after an action of this kind, "" for none: both are public."""
    rng, habits = random.Random(f"manner {bot}"), random.Random(f"habit {bot} {after}")
    return Manner(rng.gauss(0, PACE_SPREAD), rng.uniform(*SPREADS), habits.gauss(0, HABIT_SPREAD))


def weight_of(pot: int, unit: int) -> float:
    """Return how hard a choice looks from the table, 0..1: by the pot, in units.

    Both are public. Legal moves are not: which plays a hand has would tell its cards.
    """
    return min(1.0, log2(1 + pot / unit) / log2(1 + FULL_UNITS))


def thinking_ms(
    rng: random.Random,
    *,
    mood: random.Random | None = None,
    manner: Manner = Manner(),  # noqa: B008 - frozen
    weight: float = 0.0,
    hurried: bool = False,
) -> int:
    """Return how long a bot seems to think, in ms; `rng` must be independent of the cards.

    The times are lognormal, as people's are, with a median that grows with `weight` (`weight_of`).
    `mood` is the same generator at each choice of a bot in a hand. `hurried`: only bots are left in
    the hand, and people wait for the next one.
    """
    if hurried:
        return 250 + int(rng.random() * 200)
    temper = mood.gauss(0, MOOD_SPREAD) if mood is not None else 0.0
    usual = manner.pace + manner.habit + temper + HARDER * weight
    ms = EASY_MS * exp(usual + rng.gauss(0, manner.spread))
    if rng.random() < DISTRACTED_SHARE:
        ms *= rng.uniform(*DISTRACTED_TIMES)
    shortest = SHORTEST_THINKING_MS + rng.random() * 200
    longest = LONGEST_THINKING_MS * (1 - 0.2 * rng.random())  # not all at one time
    return int(min(max(ms, shortest), longest - 1))
