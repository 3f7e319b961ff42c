"""Bots: policies that choose a seat's action from its view.

A policy gets the seat's view, the rules and a random generator, never a state: it cannot know more
than a person in its seat. Pure; independent of databases and clocks.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any

from games.bots import dealer_teen_patti, dou_dizhu, holdem, percentiles, teen_patti
from games.bots.choice import LEVELS, Choice
from games.bots.thinking_time import LONGEST_THINKING_MS, thinking_ms
from games.engines.teen_patti.rules import TeenPattiRules

__all__ = [
    "EASY",
    "HARD",
    "LEVELS",
    "LONGEST_THINKING_MS",
    "Choice",
    "decide",
    "thinking_ms",
    "warm_up",
]

EASY, HARD = "easy", "hard"

Policy = Callable[[Mapping[str, Any], Any, str, random.Random], Choice]

_POLICIES: dict[str, Policy] = {
    "teen_patti": teen_patti.decide,
    "holdem": holdem.decide,
    "dou_dizhu": dou_dizhu.decide,
    "dealer_teen_patti": dealer_teen_patti.decide,
}


def decide(
    game_key: str, view: Mapping[str, Any], rules: Any, level: str, rng: random.Random
) -> Choice:
    """Return the action of a bot of `level` in this view's seat; unknown levels play medium."""
    return _POLICIES[game_key](view, rules, level if level in LEVELS else "medium", rng)


def warm_up() -> None:
    """Precompute the table that Teen Patti's policies read first, which takes a moment."""
    percentiles.percentile((0, 1, 2), TeenPattiRules())
