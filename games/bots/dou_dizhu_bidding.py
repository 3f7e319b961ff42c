"""Calling, bidding, robbing, doubling and opening in Dou Dizhu by the chance to win alone."""

import random
from collections.abc import Mapping
from typing import Any

from games.bots.choice import Choice
from games.bots.dou_dizhu_plan import FULL, Planner, Values
from games.bots.dou_dizhu_quick_plan import QuickPlanner
from games.bots.dou_dizhu_spot import Spot
from games.engines.core.cards import parse_card
from games.engines.dou_dizhu.ranks import BLACK, JOKERS, RED, TWO, masks, pack, size
from games.engines.dou_dizhu.rules import LandlordRules

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


def chance_of_four(hand: int) -> float:
    """Return how good 25 cards of two packs are for a landlord, on the scale of `chance`.

    Eight unknown cards and the lead matter more than the hand: the bots win about 64 of 100 games
    as landlords, whatever they hold. So this is no fitted chance; it ranks hands, and about half of
    them reach `CALL`.
    """
    _one, _two, _three, four = masks(hand)
    unseen = 2 * FULL - hand
    leads = QuickPlanner(Values(unseen, size(unseen), 1.0)).cost(hand)
    return (
        0.445
        + 0.05 * (hand >> 4 * RED & 15)
        + 0.04 * (hand >> 4 * BLACK & 15)
        + 0.02 * (hand >> 4 * TWO & 15)
        + 0.03 * four.bit_count()
        - 0.02 * leads
    )


def decide_call(
    view: Mapping[str, Any], rules: LandlordRules, level: str, rng: random.Random
) -> Choice:
    """Return the call of a bot in the bidding."""
    legal = {option["kind"]: option for option in view["you"]["legal"]}
    hopes = _chance(view, rules, level, rng)
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


def double(view: Mapping[str, Any], rules: LandlordRules, level: str, rng: random.Random) -> Choice:
    """Return whether to double; peasants also double with cards that stop the landlord."""
    role = _own(view)["role"]
    return Choice("double" if _chance(view, rules, level, rng) > DOUBLE[role] else "decline")


def opens(spot: Spot, level: str) -> bool:
    """Return whether to open the hand for double: only a hand that can hardly be stopped."""
    return level != "easy" and _CHANCES[spot.rules.PLAYERS](spot.hand) > OPEN


def _own(view: Mapping[str, Any]) -> Mapping[str, Any]:
    entries: list[Mapping[str, Any]] = view["seats"]
    return next(entry for entry in entries if entry["seat"] == view["you"]["seat"])


_CHANCES = {3: chance, 4: chance_of_four}
"""The chance of a hand by the number of players."""


def _chance(view: Mapping[str, Any], rules: LandlordRules, level: str, rng: random.Random) -> float:
    """Return the estimated chance of the bot's own hand, which easy misjudges."""
    own = _own(view)
    hopes = _CHANCES[rules.PLAYERS](pack(parse_card(text) for text in own["cards"]))
    if own["role"] == "landlord":
        hopes += KITTY
    return hopes + rng.uniform(-0.15, 0.15) if level == "easy" else hopes
