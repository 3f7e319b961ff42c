"""Texas Hold'em policies: from charts (easy, medium) to the solved game (expert).

Every answer is one of `view["you"]["legal"]`, within its bounds.
"""

import random
from collections.abc import Mapping
from typing import Any

from games.bots.choice import Choice
from games.bots.holdem_charts import easy, medium
from games.bots.holdem_hard import expert, hard
from games.bots.holdem_spot import give_up, read
from games.bots.holdem_table import flops
from games.engines.holdem.rules import HoldemRules

_POLICIES = {"easy": easy, "medium": medium, "hard": hard, "expert": expert}


def warm_up() -> None:
    """Read the solved game and build its trees, which takes a fifth of a second."""
    flops()


def decide(view: Mapping[str, Any], rules: HoldemRules, level: str, rng: random.Random) -> Choice:
    """Return the action of a bot in the seat of this view."""
    if view["phase"] == "run_vote":
        # Running it twice changes nobody's equity, only the variance.
        return Choice("run_twice" if rng.random() < 0.5 else "run_once")
    spot = read(view)
    choice = _POLICIES[level](spot, rng)
    return choice if choice.kind in spot.legal else give_up(spot)
