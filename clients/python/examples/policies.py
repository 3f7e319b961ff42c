"""A simple, sensible policy for each game, from a seat's view and its legal actions alone."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, cast

from cardhouse_client import Action, HandNow, shapes

RANKS = "23456789TJQKA"


def decide(hand: HandNow) -> Action:
    """Return the action for a hand that waits for this seat."""
    return _POLICIES[hand.view["game"]](hand)


def own(hand: HandNow) -> dict[str, Any]:
    """Return the client's own seat in the view."""
    return next(dict(s) for s in hand.view["seats"] if s["seat"] == hand.seat)


def first_of(legal: Collection[str], *kinds: str) -> Action:
    """Return the first of these kinds that is legal now, else any legal kind."""
    return Action(next((kind for kind in kinds if kind in legal), next(iter(legal))))


def teen_patti(hand: HandNow) -> Action:
    """Bet twice blind, then look; stay with a pair, an ace or better, then ask for a show."""
    me, legal = own(hand), hand.legal
    if not me["blind"]:
        good = is_made(me["cards"]) or ranks_of(me["cards"])[0] == RANKS.index("A")
        if "accept" in legal:
            return Action("accept" if good else "refuse")
        if not good:
            return Action("fold")
        if me["paid"] >= 8 * cast(shapes.TeenPattiView, hand.view)["stake"]:
            return first_of(legal, "show", "side_show", "fold")
    elif me["blind_bets"] >= 2 and "see" in legal:
        return Action("see")
    if "bet" in legal:
        return Action("bet", legal["bet"]["min"])
    return first_of(legal, "show", "see", "cover", "fold")


def dealer_teen_patti(hand: HandNow) -> Action:
    """Bet the smallest ante without side bets; raise with queen-six-four or better."""
    legal = hand.legal
    if "ante" in legal:
        return Action("ante", legal["ante"]["min"])
    if "raise" in legal:
        cards = own(hand)["cards"]
        worth = is_made(cards) or ranks_of(cards) >= [RANKS.index(rank) for rank in "Q64"]
        return Action("raise" if worth else "fold")
    return first_of(legal, "pass", "fold")


def ranks_of(cards: Sequence[str]) -> list[int]:
    """Return the ranks, highest first."""
    return sorted((RANKS.index(card[0]) for card in cards), reverse=True)


def is_made(cards: Sequence[str]) -> bool:
    """Return whether three cards are a pair, a flush or a run."""
    high, _, low = ranks = ranks_of(cards)
    return len(set(ranks)) < 3 or len({card[1] for card in cards}) == 1 or high - low == 2


def holdem(hand: HandNow) -> Action:
    """Play pairs and two high cards before the flop; then bet and call with a hit."""
    me, legal, view = own(hand), hand.legal, cast(shapes.HoldemView, hand.view)
    if "run_once" in legal:
        return Action("run_once")
    high, low = ranks_of(me["cards"])
    hit = {high, low} & set(ranks_of(view["board"])) if view["board"] else low >= RANKS.index("T")
    strong = high == low or bool(hit)
    if strong and me["bet"] < 6 * view["blinds"]["big"]:
        for kind in ("bet", "raise_to"):
            if kind in legal:
                return Action(kind, legal[kind]["min"])
    cheap = legal.get("call", {}).get("amount", 0) * 4 <= view["pot"]
    return first_of(legal, "check", *(["call"] if strong or cheap else []), "fold")


def dou_dizhu(hand: HandNow) -> Action:
    """Bid with twos and jokers; play the weakest hint, and never beat the partner."""
    me, legal, view = own(hand), hand.legal, cast(shapes.DouDizhuView, hand.view)
    high = sum(card[0] == "2" or card[1] in "Jj" for card in me["cards"])
    if high >= 3:
        if "bid" in legal:
            return Action("bid", legal["bid"]["max"])
        if "call" in legal:
            return Action("call")
    if "play" not in legal:
        return first_of(legal, "pass", "decline")
    last = view["last"]
    partner = last and me["role"] == "peasant" and last["seat"] != view["landlord"]
    if partner and "pass" in legal:
        return Action("pass")
    return Action("play", cards=view["you"]["hints"][0])


_POLICIES: dict[str, Callable[[HandNow], Action]] = {
    "teen_patti": teen_patti,
    "dealer_teen_patti": dealer_teen_patti,
    "holdem": holdem,
    "dou_dizhu": dou_dizhu,
    "dou_dizhu_four": dou_dizhu,
}
