"""Dou Dizhu policies: easy plays the lowest, medium by the plan of its hand, hard tries it out.

Whatever happens, the answer is one that the view allows.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any

from games.bots.choice import Choice
from games.bots.dou_dizhu_auction import double, opens, speak
from games.bots.dou_dizhu_hard import hard
from games.bots.dou_dizhu_spot import choice_of, read
from games.bots.dou_dizhu_tactics import BOMBS, Table
from games.engines.dou_dizhu.combos import Reading
from games.engines.dou_dizhu.ranks import size
from games.engines.dou_dizhu.rules import DouDizhuRules
from games.engines.dou_dizhu.state import AUCTION, DEALING, DOUBLING

MUSES = 0.35
"""How often easy thinks of the rest of its hand."""


def decide(view: Mapping[str, Any], rules: DouDizhuRules, level: str, rng: random.Random) -> Choice:
    """The action of a bot in the seat whose view this is."""
    if view["phase"] == DEALING:
        return Choice("decline")  # a part of a hand is no reason to show it all
    if view["phase"] == AUCTION:
        return speak(view, level, rng)
    if view["phase"] == DOUBLING:
        return double(view, level, rng)
    spot = read(view, rules)
    if "open" in spot.kinds and opens(spot, level):
        return Choice("open")
    table = Table(spot)
    if not table.plays:
        return Choice("pass")
    out = table.out()
    return choice_of(spot, out if out is not None else _CHOOSE[level](table, rng))


def _easy(table: Table, rng: random.Random) -> Reading | None:
    """The lowest cards, more of them first; now and then a thought for the rest of the hand."""
    if rng.random() < MUSES:
        return table.scored()[0][1]
    spot = table.spot
    plain = [play for play in table.plays if play.category not in BOMBS]
    if spot.last is None:
        return min(plain or table.plays, key=lambda play: (play.rank, -size(play.cards)))
    if spot.partner and spot.last_by == spot.partner:
        return None
    if plain:
        return min(plain, key=lambda play: (play.rank, play.cards))
    return table.plays[0] if spot.danger <= 3 else None


def _medium(table: Table, rng: random.Random) -> Reading | None:
    """Out if nobody can stop it, else what saves most leads."""
    sure = table.sure()
    return sure if sure is not None else table.scored()[0][1]


_CHOOSE: dict[str, Callable[[Table, random.Random], Reading | None]] = {
    "easy": _easy,
    "medium": _medium,
    "hard": hard,
}
