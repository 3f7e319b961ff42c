"""Calling, bidding, robbing, doubling and opening in Dou Dizhu, by the strength of the hand."""

import random
from collections.abc import Mapping
from typing import Any

from games.bots.choice import Choice
from games.bots.dou_dizhu_plan import FULL, Planner, Values
from games.bots.dou_dizhu_spot import Spot
from games.engines.core.cards import parse_card
from games.engines.dou_dizhu.ranks import JOKERS, masks, pack, size
from games.engines.dou_dizhu.rules import DouDizhuRules


def strength(hand: int) -> float:
    """Controls, less the leads that the hand needs."""
    one, _two, _three, four = masks(hand)
    points = 2.0 * (hand >> 48 & 15) + 4.0 * (one >> 14 & 1) + 3.0 * (one >> 13 & 1)
    points += 1.0 if one & JOKERS == JOKERS else 0.0
    points += 5.0 * four.bit_count()
    unseen = FULL - hand
    plan = Planner(Values(unseen, size(unseen), 1.0)).cost(hand)
    return points - 0.8 * plan


def speak(view: Mapping[str, Any], rules: DouDizhuRules, level: str, rng: random.Random) -> Choice:
    """What to say in the auction."""
    legal = {option["kind"]: option for option in view["you"]["legal"]}
    own = next(e for e in view["seats"] if e["seat"] == view["you"]["seat"])
    value = strength(pack(parse_card(text) for text in own["cards"]))
    if level == "easy":
        value += rng.uniform(-2, 2)
    if "bid" in legal:
        return _bid(legal, value)
    kind = "call" if "call" in legal else "rob"
    if value > (3.0 if kind == "call" else 4.5) or "pass" not in legal:
        return Choice(kind)
    return Choice("pass")


def _bid(legal: Mapping[str, Mapping[str, Any]], value: float) -> Choice:
    wanted = 3 if value > 5 else 2 if value > 4 else 1 if value > 3 else 0
    least = legal["bid"]["min"]
    if wanted >= least:
        return Choice("bid", wanted)
    return Choice("pass") if "pass" in legal else Choice("bid", least)


def double(view: Mapping[str, Any], rules: DouDizhuRules, level: str) -> Choice:
    """Whether to double the own stake."""
    own = next(e for e in view["seats"] if e["seat"] == view["you"]["seat"])
    value = strength(pack(parse_card(text) for text in own["cards"]))
    limit = 7.0 if own["role"] == "landlord" else 6.0
    return Choice("double" if value > limit else "decline")


def open_hand(spot: Spot, level: str) -> bool:
    """Whether to lay the cards open for double: only a hand that hardly can be stopped."""
    return level != "easy" and strength(spot.hand) > 14
