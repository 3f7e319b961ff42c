"""Sentences for the events of Teen Patti against the dealer, in records and transcripts."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from games.engines.core.contract import Typed
from games.engines.core.words import hand_name, hand_title
from games.engines.dealer_teen_patti.betting import NAMES
from games.engines.dealer_teen_patti.payouts import LINE_LABELS, number_text

_SENTENCES = {
    "cards": "{name} holds {cards}.",
    "raise": "{name} raises {amount}.",
    "show": "{name} shows {cards}: {hand}.",
}
_PASSES = {
    "pass": "{name} sits this hand out.",
    "left": "{name} leaves the table without a bet.",
    "timeout": "{name} sits this hand out.",
}
_FOLDS = {
    "fold": "{name} folds.",
    "left": "{name} leaves the table and folds.",
    "timeout": "{name} folds.",
}
_PLAIN = {
    "pass": "pass",
    "fold": "fold",
    "f": "fold",
    "raise": "raise",
    "r": "raise",
    "play": "raise",
    "deal me out": "pass",
    "sit out": "pass",
}
_WITH_AMOUNT = {
    "ante": "ante",
    "a": "ante",
    "pair plus": "pair_plus",
    "pair_plus": "pair_plus",
    "six card": "six_card",
    "six-card": "six_card",
    "six_card": "six_card",
    "tie": "tie_bet",
    "tie bet": "tie_bet",
    "tie_bet": "tie_bet",
}


def read(words: list[str]) -> Typed | None:
    """Return the action of `ante 20`, `pair plus 5`, `raise`, `fold`, `deal me out`, or None."""
    plain = _PLAIN.get(" ".join(words))
    if plain is not None:
        return Typed(plain)
    *name, amount = words
    kind = _WITH_AMOUNT.get(" ".join(name))
    if kind is None or not (amount.isascii() and amount.isdigit()):
        return None
    return Typed(kind, int(amount[:12]))


def say(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return an event as an English sentence, or "" for one that needs none (`deal`)."""
    kind = event["kind"]
    words = {
        **event,
        "name": names.get(event.get("seat", -1), ""),
        "cards": " ".join(event.get("cards", ())),
        "amount": f"{event.get('amount') or 0:,}",
        "hand": hand_name(event["hand_value"]) if "hand_value" in event else "",
    }
    if kind == "ante":
        last = " with the last chips" if event["all_in"] else ""
        return f"{words['name']} antes {words['amount']}{last}."
    if kind == "bet":
        did = "bets {amount} on" if event["amount"] else "takes back the bet on"
        return f"{{name}} {did} {{bet}}.".format(**{**words, "bet": _bet_name(event["bet"])})
    if kind == "pass":
        return _PASSES[event["reason"]].format(**words)
    if kind == "fold":
        return _FOLDS[event["reason"]].format(**words)
    if kind == "dealer":
        does = "qualifies" if event["qualifies"] else "does not qualify"
        return f"The dealer shows {words['cards']}: {words['hand']}, and {does}."
    if kind == "pay":
        parts = ", ".join(f"{_paid(line)} {line['net']:+,}" for line in event["lines"])
        return f"{words['name']} {_result(event['net'], 'wins', 'loses')} ({parts})."
    if kind == "hand_end":
        return f"The house {_result(event['house'], 'wins', 'pays')}."
    return _SENTENCES.get(kind, "").format(**words)


def _bet_name(bet: str) -> str:
    return NAMES[bet] if bet == "pair_plus" else f"the {NAMES[bet]}"


def _result(net: int, wins: str, loses: str) -> str:
    if not net:
        return "breaks even"
    return f"{wins if net > 0 else loses} {abs(net):,}"


_PAID = {
    "ante": "Ante",
    "raise": "Raise",
    "bonus": "Ante bonus",
    "pair_plus": "Pair Plus",
    "six_card": "Six-card bonus",
    "tie_bet": "Tie bet",
}
_OUTCOMES = {
    "folded": "lost with the fold",
    "equal_loses": "loses: equal hands",
}
_ALONE = {
    "not_qualified": "The dealer does not qualify",
    "equal_returned": "Equal hands: ante returned",
}


def paid_title(line: Mapping[str, Any]) -> str:
    """Return what became of one bet: `Ante wins`, `Pair Plus: pair of nines`."""
    bet, outcome = _PAID[line["bet"]], line["outcome"]
    kept = Fraction(line.get("commission", 0))
    after = f", less {number_text(100 * kept)} %" if kept else ""
    after += f" ({line['rest']} of a chip stays with the house)" if "rest" in line else ""
    if "hand_value" in line:
        return f"{bet}: {hand_title(line['hand_value'])}{after}"
    if "line" in line:
        return f"{bet}: {LINE_LABELS[line['line']].lower()}{after}"
    if (line["bet"], outcome) == ("tie_bet", "wins"):
        return f"{bet}: equal hands{after}"
    if (line["bet"], outcome) == ("ante", "folded"):
        return "Folded"
    return _ALONE.get(outcome, f"{bet} {_OUTCOMES.get(outcome, outcome)}") + after


def _paid(line: Mapping[str, Any]) -> str:
    """Return the same inside a sentence; Pair Plus keeps its capitals."""
    title = paid_title(line).removesuffix(" loses").removesuffix(" wins")
    return title if title.startswith("Pair Plus") else title[:1].lower() + title[1:]
