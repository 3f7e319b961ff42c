"""Advice on a hand against the dealer: what a raise comes to on average, beside a fold.

A fold loses the ante. So the best play is to raise where the exact average over all hands that the
dealer may hold is above −1 (docs/rules/dealer-teen-patti.md 3.3).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from core.messages import catalogue
from games.advice import Advice
from games.engines.dealer_teen_patti.rules import DealerRules
from games.odds.analysis import raise_worth
from games.odds.hands import number_of
from games.records.hand_names import hand_title


def advice_on(rules: DealerRules, view: Mapping[str, Any]) -> Iterator[Advice]:
    """Yield the advice for each seat that was dealt cards which this view shows."""
    words = catalogue()
    for entry in view["seats"]:
        cards = entry["cards"]
        if len(cards) != 3 or "??" in cards:
            continue
        worth = raise_worth(rules.pay_table, number_of(*cards))
        best = "raise" if worth > -1 else "fold"
        args = {
            "hand": hand_title(entry["hand_value"]),
            "worth": words.number(float(worth), decimals=3, signed=True),
            "fold": words.number(-1, signed=True),
        }
        yield Advice(entry["seat"], words.text(f"dealer_teen_patti.advice.{best}", args))
