"""Sentences for the events of hold'em, in records and transcripts."""

from collections.abc import Mapping
from typing import Any

from games.engines.core.contract import Typed
from games.engines.core.words import a_hand, hand_name
from games.engines.holdem.rules import HoldemRules

_SENTENCES = {
    "ante": "{name} pays the ante of {amount}.",
    "cards": "{name} holds {cards}.",
    "check": "{name} checks.",
    "call": "{name} calls {amount}{all_in}.",
    "bet": "{name} bets {amount}{all_in}.",
    "raise_to": "{name} raises to {amount}{all_in}.",
    "returned": "{amount} returned to {name} (uncalled bet).",
    "open": "{name} opens {cards}: {hand}.",
    "show": "{name} shows {cards}: {hand}.",
    "muck": "{name} mucks.",
    "rabbit": "Rabbit hunt: the next cards were {cards}.",
}
_BLINDS = {
    "small": "{name} posts the small blind of {amount}{all_in}.",
    "big": "{name} posts the big blind of {amount}{all_in}.",
    "straddle": "{name} straddles with {amount}{all_in}.",
    "post": "{name} posts a late blind of {amount}{all_in}.",
    "dead": "{name} posts {amount} for the missed small blind{all_in}.",
}
_FOLDS = {
    "fold": "{name} folds.",
    "left": "{name} leaves the table and folds.",
    "timeout": "{name} folds.",
}


def say(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return an event as an English sentence, or "" for one that needs none (`deal`, `collect`)."""
    kind = event["kind"]
    words = {
        **event,
        "name": names.get(event.get("seat", -1), ""),
        "cards": " ".join(event.get("cards", ())),
        "amount": f"{event.get('amount') or 0:,}",
        "all_in": " and is all-in" if event.get("all_in") else "",
        "hand": hand_name(event["hand_value"]) if event.get("hand_value") else "",
    }
    if kind == "blind":
        return _BLINDS[event["which"]].format(**words)
    if kind == "fold":
        return _FOLDS[event["reason"]].format(**words)
    if kind == "street":
        second = " of the second board" if event["board"] == 2 else ""
        return f"{event['street'].capitalize()}{second}: {words['cards']}."
    if kind == "vote":
        return f"{words['name']} wants the board run {'twice' if event['twice'] else 'once'}."
    if kind == "run":
        return "The board is run twice." if event["boards"] == 2 else ""
    if kind == "win":
        hand = f" with {a_hand(event['hand_value'])}" if event["hand_value"] else ""
        pot = f" from side pot {event['pot']}" if event["pot"] else ""
        second = " on the second board" if event["board"] == 2 else ""
        return f"{words['name']} wins {words['amount']}{pot}{second}{hand}."
    return _SENTENCES.get(kind, "").format(**words)


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
