"""Simple players that the arena compares bots with: each makes one mistake that people make.

They see what a bot sees. `OPPONENTS` has those of each game by name; `random` plays every game.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any

from games.bots import Choice
from games.bots.holdem_cards import SHARE, share_beaten
from games.bots.teen_patti_percentiles import percentile
from games.engines.core.cards import parse_card

Decision = Callable[[Mapping[str, Any], Any, random.Random], Choice]
"""A choice from the seat's view, the rules and random numbers."""
Legal = Mapping[str, Mapping[str, Any]]


def anything(view: Mapping[str, Any], _rules: Any, rng: random.Random) -> Choice:
    """Choose any legal action, amount and cards."""
    option = rng.choice(view["you"]["legal"])
    amount = rng.randint(option["min"], option["max"]) if "min" in option else None
    if amount is not None and "step" in option:
        amount -= (amount - option["min"]) % option["step"]
    cards = tuple(parse_card(text) for text in option.get("cards") or ())
    return Choice(option["kind"], amount, cards, option.get("reading") or "")


def _legal(view: Mapping[str, Any]) -> Legal:
    return {option["kind"]: option for option in view["you"]["legal"]}


def _own(view: Mapping[str, Any]) -> tuple[int, ...]:
    seat = view["you"]["seat"]
    entry = next(entry for entry in view["seats"] if entry["seat"] == seat)
    return tuple(parse_card(card) for card in entry["cards"])


def _first(legal: Legal, *kinds: str) -> Choice:
    """Return the first of these kinds that is legal."""
    return next(Choice(kind) for kind in kinds if kind in legal)


# -- hold'em ---------------------------------------------------------------------------------


def _stay(view: Mapping[str, Any]) -> Choice:
    return _first(_legal(view), "check", "call", "run_once")


def _leave(view: Mapping[str, Any]) -> Choice:
    return _first(_legal(view), "check", "fold", "call", "run_once")


def _raise(view: Mapping[str, Any], total: float) -> Choice:
    """Bet or raise to about `total`, else stay."""
    legal = _legal(view)
    kind = next((kind for kind in ("bet", "raise_to") if kind in legal), None)
    if kind is None:
        return _stay(view)
    return Choice(kind, min(max(round(total), legal[kind]["min"]), legal[kind]["max"]))


def caller(view: Mapping[str, Any], _rules: Any, _rng: random.Random) -> Choice:
    """Call at any price."""
    return _stay(view)


def shover(view: Mapping[str, Any], _rules: Any, _rng: random.Random) -> Choice:
    """Go all-in at every turn."""
    return Choice("all_in") if "all_in" in _legal(view) else _stay(view)


def minbettor(view: Mapping[str, Any], _rules: Any, _rng: random.Random) -> Choice:
    """Make the smallest bet or raise at every turn, up to three on a street; then call."""
    return _raise(view, 0) if view["current_bet"] <= 8 * view["blinds"]["big"] else _stay(view)


def _has_pair(view: Mapping[str, Any]) -> bool:
    """Return whether a hole card makes a pair with the other one or with the board."""
    one, other = (card >> 2 for card in _own(view))
    return one == other or bool({one, other} & {parse_card(card) >> 2 for card in view["board"]})


def bully(view: Mapping[str, Any], _rules: Any, _rng: random.Random) -> Choice:
    """Raise any two cards, bet three quarters of the pot, fold to a raise without a pair."""
    if view["phase"] == "run_vote":
        return _stay(view)
    big = view["blinds"]["big"]
    if view["current_bet"] > (big if view["phase"] == "preflop" else 0):
        return _stay(view) if _has_pair(view) else _leave(view)
    return _raise(view, 3 * big if view["phase"] == "preflop" else 0.75 * view["pot"])


def tight_aggressive(view: Mapping[str, Any], _rules: Any, _rng: random.Random) -> Choice:
    """Raise a sixth of the hands, bet top pairs, fold the rest to any bet."""
    if view["phase"] == "run_vote":
        return _stay(view)
    one, other = _own(view)
    now = view["current_bet"]
    if view["phase"] == "preflop":
        share = SHARE[one, other]
        if share < (0.17 if now <= view["blinds"]["big"] else 0.05):
            return _raise(view, 3 * max(now, view["blinds"]["big"]))
        return _stay(view) if share < 0.12 and now <= 5 * view["blinds"]["big"] else _leave(view)
    beats = share_beaten((one, other), [parse_card(card) for card in view["board"]])
    if beats > (0.8 if view["you"]["to_call"] == 0 else 0.95):
        return _raise(view, 0.7 * view["pot"] if not now else 3 * now)
    return _stay(view) if beats > 0.82 else _leave(view)


def pot_odds(view: Mapping[str, Any], _rules: Any, _rng: random.Random) -> Choice:
    """Call whatever the chance against random hands pays for; bet half the pot when ahead."""
    if view["phase"] == "run_vote":
        return _stay(view)
    one, other = _own(view)
    rivals = sum(entry["status"] != "folded" for entry in view["seats"]) - 1
    if view["phase"] == "preflop":
        win = (0.75 - 0.45 * SHARE[one, other]) ** rivals
    else:
        win = share_beaten((one, other), [parse_card(card) for card in view["board"]]) ** rivals
    price = view["you"]["to_call"] / max(1, view["pot"] + view["you"]["to_call"])
    if win > 0.66 and view["current_bet"] <= 6 * view["blinds"]["big"]:
        return _raise(view, view["current_bet"] + 0.5 * view["pot"])
    return _stay(view) if win > price else _leave(view)


def changing(view: Mapping[str, Any], rules: Any, rng: random.Random) -> Choice:
    """Play one of the other styles, another one in each hand and against each opponent."""
    styles = (bully, caller, tight_aggressive, pot_odds)
    key = f"{view['button']} {sum(_own(view))}"
    return random.Random(key).choice(styles)(view, rules, rng)


# -- Teen Patti ------------------------------------------------------------------------------


def _strength(view: Mapping[str, Any], rules: Any) -> float:
    return percentile(_own(view), rules.chosen(view["variant"]))


def threshold(view: Mapping[str, Any], rules: Any, _rng: random.Random) -> Choice:
    """Look at once, raise good hands, stay with the better half, pack the rest."""
    legal = _legal(view)
    if "choose" in legal:
        return Choice("choose", reading="classic")
    if "see" in legal:
        return Choice("see")
    strength = _strength(view, rules)
    if "accept" in legal:
        return _first(legal, *(("accept",) if strength > 0.7 else ()), "refuse", "accept")
    if strength < 0.5:
        return _first(legal, "fold")
    if strength > 0.8 and "bet" in legal:
        return Choice("bet", legal["bet"]["max"])
    if "bet" in legal and "show" not in legal:
        return Choice("bet", legal["bet"]["min"])
    return _first(legal, "show", "cover", "fold")


def patti_caller(view: Mapping[str, Any], _rules: Any, _rng: random.Random) -> Choice:
    """Stay blind for three bets, then pay the smallest bet with anything, and show if possible."""
    legal = _legal(view)
    if "choose" in legal:
        return Choice("choose", reading="classic")
    own = next(entry for entry in view["seats"] if entry["seat"] == view["you"]["seat"])
    if "see" in legal and own["blind_bets"] >= 3:
        return Choice("see")
    if "bet" in legal and (own["blind"] or "show" not in legal):
        return Choice("bet", legal["bet"]["min"])
    return _first(legal, "show", "cover", "accept", "fold")


def patti_bully(view: Mapping[str, Any], rules: Any, _rng: random.Random) -> Choice:
    """Make the largest bet with anything for four bets, then look and show."""
    legal = _legal(view)
    own = next(entry for entry in view["seats"] if entry["seat"] == view["you"]["seat"])
    if "bet" in legal and own["paid"] < 30 * rules.boot:
        return Choice("bet", legal["bet"]["max"])
    if "choose" in legal:
        return Choice("choose", reading="classic")
    if "see" in legal:
        return Choice("see")
    return _first(legal, "show", "refuse", "accept", "cover", "fold")


OPPONENTS: dict[str, dict[str, Decision]] = {
    "holdem": {
        "bully": bully,
        "caller": caller,
        "tight": tight_aggressive,
        "pot_odds": pot_odds,
        "changing": changing,
        "shover": shover,
        "minbettor": minbettor,
    },
    "teen_patti": {"threshold": threshold, "caller": patti_caller, "bully": patti_bully},
}
