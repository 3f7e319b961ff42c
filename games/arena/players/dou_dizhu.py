"""A random play of Dou Dizhu, whose legal actions do not list every combination."""

import random
from collections.abc import Mapping
from typing import Any

from games.arena.players import Decision
from games.bots import Choice
from games.bots.dou_dizhu_spot import choice_of, read
from games.engines.dou_dizhu.rules import LandlordRules

OPPONENTS: Mapping[str, Decision] = {}


def any_play(view: Mapping[str, Any], rules: LandlordRules, rng: random.Random) -> Choice:
    """Return any combination that may be played now."""
    spot = read(view, rules)
    return choice_of(spot, rng.choice(spot.legal_plays()))
