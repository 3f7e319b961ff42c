"""Actions of hold'em that players type."""

from collections.abc import Mapping
from typing import Any

from games.engines.core.contract import Typed
from games.engines.holdem.rules import HoldemRules

_TYPED = {
    "fold": "fold",
    "f": "fold",
    "check": "check",
    "call": "call",
    "c": "call",
    "bet": "bet",
    "raise": "raise_to",
    "r": "raise_to",
    "all-in": "all_in",
    "allin": "all_in",
    "once": "run_once",
    "twice": "run_twice",
}


def read(words: list[str], view: Mapping[str, Any], rules: HoldemRules) -> Typed | None:
    """Return the action of `fold`, `call`, `raise 40`, `all-in`; None for none.

    A house rule decides whether 40 is the total or goes on top of the bet (rule 4.2). With no bet
    to raise, a raise is a bet.
    """
    kind = _TYPED.get(words[0])
    if words == ["all", "in"]:
        return Typed("all_in")
    if kind is None or len(words) > 2:
        return None
    if kind not in ("bet", "raise_to"):
        return Typed(kind) if len(words) == 1 else None
    if len(words) == 1 or not (words[1].isascii() and words[1].isdigit()):
        return None
    amount, bet = int(words[1][:12]), view["current_bet"]
    if kind == "raise_to" and bet == 0:
        kind = "bet"
    elif kind == "raise_to" and rules.raise_semantics == "raise_by":
        amount += bet
    return Typed(kind, amount)
