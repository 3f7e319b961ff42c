"""Dou Dizhu policies: easy plays low cards, medium plans its hand, hard asks a network.

The network is trained by self-play (`games.bots.dou_dizhu_net`). With three players the expert also
simulates the plays that it rates best; with four, hard misjudges its ratings and the expert does
not.

Every answer is one that the view allows.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any

from games.bots.choice import Choice
from games.bots.dou_dizhu_bidding import decide_call, double, opens
from games.bots.dou_dizhu_expert import expert
from games.bots.dou_dizhu_hard import hard, hard_of_four
from games.bots.dou_dizhu_net.moves import SHAPES
from games.bots.dou_dizhu_net.network import trained
from games.bots.dou_dizhu_spot import choice_of, read
from games.bots.dou_dizhu_tactics import BOMBS, Table
from games.engines.dou_dizhu.combos import Reading
from games.engines.dou_dizhu.ranks import size
from games.engines.dou_dizhu.rules import LandlordRules
from games.engines.dou_dizhu.state import BIDDING, DEALING, DOUBLING

LOOKS_AHEAD = 0.35
"""How often easy considers the rest of its hand."""


def decide(view: Mapping[str, Any], rules: LandlordRules, level: str, rng: random.Random) -> Choice:
    """Return the action of a bot in the seat of this view."""
    if view["phase"] == DEALING:
        return Choice("decline")  # a partial hand is no reason to show it all
    if view["phase"] == BIDDING:
        return decide_call(view, rules, level, rng)
    if view["phase"] == DOUBLING:
        return double(view, rules, level, rng)
    spot = read(view, rules)
    if "open" in spot.kinds and opens(spot, level):
        return Choice("open")
    table = Table(spot)
    if not table.plays:
        return Choice("pass")
    out = table.out()
    return choice_of(spot, out if out is not None else _choose(level, rules)(table, rng))


def _choose(level: str, rules: LandlordRules) -> Callable[[Table, random.Random], Reading | None]:
    """Return the policy of a level."""
    return _CHOOSE[level] if rules.PLAYERS == 3 else _OF_FOUR[level]


def _easy(table: Table, rng: random.Random) -> Reading | None:
    """Return the lowest cards, more of them first; sometimes consider the rest of the hand."""
    if rng.random() < LOOKS_AHEAD:
        return table.scored()[0][1]
    spot = table.spot
    plain = [play for play in table.plays if play.category not in BOMBS]
    if spot.last is None:
        return min(plain or table.plays, key=lambda play: (play.rank, -size(play.cards)))
    if spot.last_by in spot.partners:
        return None
    if plain:
        return min(plain, key=lambda play: (play.rank, play.cards))
    return table.plays[0] if spot.danger <= 3 else None


def _medium(table: Table, rng: random.Random) -> Reading | None:
    """Return a play that goes out unstoppably, else the one that saves most leads."""
    sure = table.sure()
    return sure if sure is not None else table.scored()[0][1]


def warm_up() -> None:
    """Read the networks."""
    for key in SHAPES:
        trained(key)


_CHOOSE: dict[str, Callable[[Table, random.Random], Reading | None]] = {
    "easy": _easy,
    "medium": _medium,
    "hard": hard,
    "expert": expert,
}
_OF_FOUR = {**_CHOOSE, "hard": hard_of_four, "expert": hard}
