"""Bots: policies that choose a seat's action from its view.

A policy gets the seat's view, the rules and a random generator, never a state: it cannot know more
than a person in its seat. Pure; independent of databases and clocks.

The policies of a game are in the module `games.bots.<key>`: `decide` chooses the action. If there
are any, `is_quick` says which of them take next to no time, and `warm_up` precomputes what `decide`
reads first.
"""

import random
from collections.abc import Mapping
from typing import Any

from games.bots.choice import LEVELS, STRONG_LEVELS, Choice, lower_level
from games.bots.thinking_time import LONGEST_THINKING_MS, manner_of, thinking_ms, weight_of
from games.engines.core import registry

__all__ = [
    "EASY",
    "LEVELS",
    "LONGEST_THINKING_MS",
    "STRONG_LEVELS",
    "Choice",
    "decide",
    "is_quick",
    "lower_level",
    "manner_of",
    "thinking_ms",
    "warm_up",
    "weight_of",
]

EASY = LEVELS[0]


def decide(
    game_key: str, view: Mapping[str, Any], rules: Any, level: str, rng: random.Random
) -> Choice:
    """Return the action of a bot of `level` in this view's seat; unknown levels play medium.

    Raises `KeyError` for a game without policies.
    """
    policy = registry.module_of(__name__, game_key)
    if policy is None:
        raise KeyError(game_key)
    choice: Choice = policy.decide(view, rules, level if level in LEVELS else "medium", rng)
    return choice


def is_quick(game_key: str, rules: Any, level: str) -> bool:
    """Whether a bot of `level` chooses within a fifth of a millisecond, once `warm_up` has run.

    Such a choice may be made while tables are locked.
    """
    policy = registry.module_of(__name__, game_key)
    return policy is not None and hasattr(policy, "is_quick") and policy.is_quick(rules, level)


def warm_up() -> None:
    """Import every policy and precompute what it reads first, which takes a moment."""
    for game in registry.all_games():
        policy = registry.module_of(__name__, game.key)
        if policy is not None and hasattr(policy, "warm_up"):
            policy.warm_up()
