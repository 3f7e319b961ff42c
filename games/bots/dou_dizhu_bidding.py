"""Calling, bidding, robbing, doubling and opening in Dou Dizhu by the chance to win alone."""

import random
from collections.abc import Mapping
from typing import Any

from games.bots.choice import Choice
from games.bots.dou_dizhu_plan import FULL, Planner, Values
from games.bots.dou_dizhu_spot import Spot
from games.engines.core.cards import parse_card
from games.engines.dou_dizhu.ranks import BLACK, JOKERS, RED, TWO, masks, pack, size

CALL, ROB = 0.46, 0.53
"""The chances from which a bot calls or robs.

A caller has to do better than a peasant against another caller.
"""
BIDS = ((0.62, 3), (0.54, 2), (CALL, 1))
OPEN = 0.97
DOUBLE = {"landlord": 0.68, "peasant": 0.62}
KITTY = 0.05
"""How much three more cards add to the chance of a player who already knows them."""


def chance(hand: int) -> float:
    """Return the approximate chance that 17 cards win as the landlord's.

    Fitted to games of the medium bots; together with the cards it explains a seventh of the
    variance.
    """
    one, _two, _three, four = masks(hand)
    unseen = FULL - hand
    leads = Planner(Values(unseen, size(unseen), 1.0)).cost(hand)
    return (
        0.357
        + 0.181 * (one >> RED & 1)
        + 0.197 * (one >> BLACK & 1)
        + (0.122 if one & JOKERS == JOKERS else 0.0)
        + 0.065 * (hand >> 4 * TWO & 15)
        + 0.106 * four.bit_count()
        - 0.037 * leads
    )


def decide_call(view: Mapping[str, Any], level: str, rng: random.Random) -> Choice:
    """Return the call of a bot in the bidding."""
    legal = {option["kind"]: option for option in view["you"]["legal"]}
    hopes = _chance(view, level, rng)
    if "bid" in legal:
        return _bid(legal, hopes)
    kind = "call" if "call" in legal else "rob"
    if hopes > (CALL if kind == "call" else ROB) or "pass" not in legal:
        return Choice(kind)
    return Choice("pass")


def _bid(legal: Mapping[str, Mapping[str, Any]], hopes: float) -> Choice:
    """Return a bid for the hand's value if it exceeds the bids so far."""
    wanted = next((bid for least, bid in BIDS if hopes > least), 0)
    least = legal["bid"]["min"]
    if wanted >= least:
        return Choice("bid", wanted)
    return Choice("pass") if "pass" in legal else Choice("bid", least)


def double(view: Mapping[str, Any], level: str, rng: random.Random) -> Choice:
    """Return whether to double; peasants also double with cards that stop the landlord."""
    role = _own(view)["role"]
    return Choice("double" if _chance(view, level, rng) > DOUBLE[role] else "decline")


def opens(spot: Spot, level: str) -> bool:
    """Return whether to open the hand for double: only a hand that can hardly be stopped."""
    return level != "easy" and chance(spot.hand) > OPEN


def _own(view: Mapping[str, Any]) -> Mapping[str, Any]:
    entries: list[Mapping[str, Any]] = view["seats"]
    return next(entry for entry in entries if entry["seat"] == view["you"]["seat"])


def _chance(view: Mapping[str, Any], level: str, rng: random.Random) -> float:
    """Return the estimated chance of the bot's own hand, which easy misjudges."""
    own = _own(view)
    hopes = chance(pack(parse_card(text) for text in own["cards"]))
    if own["role"] == "landlord":
        hopes += KITTY
    return hopes + rng.uniform(-0.15, 0.15) if level == "easy" else hopes
