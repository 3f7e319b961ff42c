"""Dou Dizhu policies: easy plays the weakest that is legal, medium by plan, hard by sampling.

Whatever happens, the answer is one that the view allows.
"""

import random
from collections.abc import Mapping
from typing import Any

from games.bots.choice import Choice
from games.bots.dou_dizhu_auction import double, open_hand, speak
from games.bots.dou_dizhu_hard import hard
from games.bots.dou_dizhu_spot import choice_of, read
from games.bots.dou_dizhu_tactics import Table
from games.engines.dou_dizhu.combos import Reading
from games.engines.dou_dizhu.ranks import size
from games.engines.dou_dizhu.rules import DouDizhuRules
from games.engines.dou_dizhu.state import AUCTION, DOUBLING


def decide(view: Mapping[str, Any], rules: DouDizhuRules, level: str, rng: random.Random) -> Choice:
    """The action of a bot in the seat whose view this is."""
    if view["phase"] == AUCTION:
        return speak(view, rules, level, rng)
    if view["phase"] == DOUBLING:
        return double(view, rules, level)
    spot = read(view, rules)
    if "open" in spot.kinds and open_hand(spot, level):
        return Choice("open")
    table = Table(spot)
    if not table.plays:
        return Choice("pass")
    out = table.out()
    if out is not None:
        return choice_of(spot, out)
    return choice_of(spot, _CHOOSE[level](table, rng))


def _easy(table: Table, rng: random.Random) -> Reading | None:
    """The weakest, mostly; now and then a pass, and no thought for the rest of the hand."""
    spot = table.spot
    if spot.last is None:
        return min(table.plays, key=lambda play: (play.rank, -size(play.cards), rng.random()))
    best, play = table.scored()[0]
    return play if rng.random() < 0.7 or best > 1 else min(table.plays, key=lambda p: p.rank)


def _medium(table: Table, rng: random.Random) -> Reading | None:
    sure = table.sure()
    return sure if sure is not None else table.scored()[0][1]


_CHOOSE = {"easy": _easy, "medium": _medium, "hard": hard}
