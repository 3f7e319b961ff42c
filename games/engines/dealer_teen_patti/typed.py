"""Actions of Teen Patti against the dealer that players type."""

from games.engines.core.contract import Typed

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


def read(words: list[str], view: object, rules: object) -> Typed | None:
    """Return the action of `ante 20`, `pair plus 5`, `raise`, `fold`, `deal me out`, or None."""
    plain = _PLAIN.get(" ".join(words))
    if plain is not None:
        return Typed(plain)
    *name, amount = words
    kind = _WITH_AMOUNT.get(" ".join(name))
    if kind is None or not (amount.isascii() and amount.isdigit()):
        return None
    return Typed(kind, int(amount[:12]))
