"""Simple players of Teen Patti."""

import random
from collections.abc import Mapping
from typing import Any

from games.arena.players import Decision, first_of, legal_of, own_cards
from games.bots import Choice
from games.bots.teen_patti_percentiles import percentile


def _strength(view: Mapping[str, Any], rules: Any) -> float:
    return percentile(own_cards(view), rules.chosen(view["variant"]))


def threshold(view: Mapping[str, Any], rules: Any, _rng: random.Random) -> Choice:
    """Look at once, raise good hands, stay with the better half, pack the rest."""
    legal = legal_of(view)
    if "choose" in legal:
        return Choice("choose", reading="classic")
    if "see" in legal:
        return Choice("see")
    strength = _strength(view, rules)
    if "accept" in legal:
        return first_of(legal, *(("accept",) if strength > 0.7 else ()), "refuse", "accept")
    if strength < 0.5:
        return first_of(legal, "fold")
    if strength > 0.8 and "bet" in legal:
        return Choice("bet", legal["bet"]["max"])
    if "bet" in legal and "show" not in legal:
        return Choice("bet", legal["bet"]["min"])
    return first_of(legal, "show", "cover", "fold")


def caller(view: Mapping[str, Any], _rules: Any, _rng: random.Random) -> Choice:
    """Stay blind for three bets, then pay the smallest bet with anything, and show if possible."""
    legal = legal_of(view)
    if "choose" in legal:
        return Choice("choose", reading="classic")
    own = next(entry for entry in view["seats"] if entry["seat"] == view["you"]["seat"])
    if "see" in legal and own["blind_bets"] >= 3:
        return Choice("see")
    if "bet" in legal and (own["blind"] or "show" not in legal):
        return Choice("bet", legal["bet"]["min"])
    return first_of(legal, "show", "cover", "accept", "fold")


def bully(view: Mapping[str, Any], rules: Any, _rng: random.Random) -> Choice:
    """Make the largest bet with anything for four bets, then look and show."""
    legal = legal_of(view)
    own = next(entry for entry in view["seats"] if entry["seat"] == view["you"]["seat"])
    if "bet" in legal and own["paid"] < 30 * rules.boot:
        return Choice("bet", legal["bet"]["max"])
    if "choose" in legal:
        return Choice("choose", reading="classic")
    if "see" in legal:
        return Choice("see")
    return first_of(legal, "show", "refuse", "accept", "cover", "fold")


OPPONENTS: dict[str, Decision] = {"threshold": threshold, "caller": caller, "bully": bully}
