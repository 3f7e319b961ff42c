"""Calling, bidding, robbing, doubling and opening in Dou Dizhu by the chance to win alone.

The chance is what the network (`games.bots.dou_dizhu_net`) learned of hands before the kitty, on
the average over all kitties and all hands of the others.
"""

import random
from collections.abc import Mapping
from typing import Any

from games.bots.choice import Choice
from games.bots.dou_dizhu_net.ratings import hand_chances, lead_chance
from games.bots.dou_dizhu_spot import Spot, read
from games.bots.dou_dizhu_tactics import few
from games.engines.core.cards import parse_card
from games.engines.dou_dizhu.ranks import pack
from games.engines.dou_dizhu.rules import LandlordRules

BIDS = {3: ((0.63, 3), (0.53, 2), (0.41, 1)), 4: ((0.51, 3), (0.46, 2), (0.4, 1))}
"""The chances from which a bot bids, by the number of players: hands of 25 differ less.

The lowest are below a half: nobody who passed before has a good hand, and landlords win more than
the network says, most of all four players' against peasants who defend badly.
"""
ROB_MORE = 0.06
"""How much better a hand has to be to rob the landlord: another player called."""
OPEN = 0.97
DOUBLE = {"landlord": 0.68, "peasant": 0.62}


def decide_call(
    view: Mapping[str, Any], rules: LandlordRules, level: str, rng: random.Random
) -> Choice:
    """Return the call of a bot in the bidding."""
    legal = {option["kind"]: option for option in view["you"]["legal"]}
    hopes = _misjudged(_chances(view, rules)[0], level, rng)
    bids = BIDS[rules.PLAYERS]
    if "bid" in legal:
        return _bid(legal, next((bid for least, bid in bids if hopes > least), 0))
    kind = "call" if "call" in legal else "rob"
    least = bids[-1][0] + (ROB_MORE if kind == "rob" else 0)
    return Choice(kind) if hopes > least or "pass" not in legal else Choice("pass")


def _bid(legal: Mapping[str, Mapping[str, Any]], wanted: int) -> Choice:
    """Return the bid that the hand is worth if it exceeds the bids so far."""
    least = legal["bid"]["min"]
    if wanted >= least:
        return Choice("bid", wanted)
    return Choice("pass") if "pass" in legal else Choice("bid", least)


def double(view: Mapping[str, Any], rules: LandlordRules, level: str, rng: random.Random) -> Choice:
    """Return whether to double; peasants also double with cards that stop the landlord."""
    spot = read(view, rules)
    role = "peasant" if spot.landlord else "landlord"
    chance = _chances(view, rules)[1] if spot.landlord else _landlord_chance(spot)
    return Choice("double" if _misjudged(chance, level, rng) > DOUBLE[role] else "decline")


def opens(spot: Spot, level: str) -> bool:
    """Return whether to open the hand for double: only a hand that can hardly be stopped."""
    return level != "easy" and _landlord_chance(spot) > OPEN


def _landlord_chance(spot: Spot) -> float:
    """Return the chance of the landlord, who knows the kitty and leads."""
    return lead_chance(spot, few(spot.rules.plays(spot.hand)))


def _chances(view: Mapping[str, Any], rules: LandlordRules) -> tuple[float, float]:
    """Return the chances of the bot's own hand, as the landlord and as a peasant."""
    own = next(entry for entry in view["seats"] if entry["seat"] == view["you"]["seat"])
    return hand_chances(rules.GAME, pack(parse_card(text) for text in own["cards"]))


def _misjudged(chance: float, level: str, rng: random.Random) -> float:
    """Return the chance as the bot estimates it: easy misjudges it."""
    return chance + rng.uniform(-0.15, 0.15) if level == "easy" else chance
