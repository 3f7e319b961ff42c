"""Pay tables of the game against the dealer: every option of rule 3.1, validated.

A pay table is data. Known ones are in `designs`; `games.odds` computes their value.
"""

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any, Self

from games.engines.core.errors import RulesError
from games.engines.dealer_teen_patti.payouts import (
    BONUS_LINES,
    MOST,
    PAIR_PLUS_LINES,
    SIX_CARD_LINES,
    Lines,
    fraction,
    lines,
    number_json,
)
from games.engines.dealer_teen_patti.ranking import (
    CATEGORY_ORDERS,
    RUN_ORDERS,
    Hand,
    Ranking,
    group_of,
)

LOWEST_TOP = {
    "always": 0,
    "jack_high": 9,
    "queen_high": 10,
    "king_high": 11,
    "ace_high": 12,
    "pair": 13,
}
"""The lowest rank of the high card that qualifies, for each qualifier."""
QUALIFIERS = tuple(LOWEST_TOP)
TIES = ("push", "dealer_wins")
ON_FOLD = ("still_live", "forfeit")

_CHOICES = {
    "category_order": CATEGORY_ORDERS,
    "run_order": RUN_ORDERS,
    "dealer_qualifies": QUALIFIERS,
    "tie": TIES,
    "pair_plus_on_fold": ON_FOLD,
}
_NUMBERS = {
    "raise_multiple": 100,
    "no_qualify": MOST,
    "win_ante": MOST,
    "win_raise": MOST,
    "commission": 1,
}
"""The numbers with the largest value of each."""
_LINES = {
    "ante_bonus": BONUS_LINES,
    "pair_plus": PAIR_PLUS_LINES,
    "six_card_bonus": SIX_CARD_LINES,
}


@dataclass(frozen=True, slots=True)
class PayTable:
    """One design of the game against the dealer; odds are x to 1 and exact.

    Fields accept whatever `payouts.fraction` and `payouts.lines` read, and store exact values.
    Raises `RulesError` whose `field` names the invalid field, such as `ante_bonus.trail`.

    - `category_order`, `run_order`, `suits`: which hand is higher (`Ranking`).
    - `dealer_qualifies`: the lowest hand with which the dealer plays.
    - `no_qualify`: what the ante wins if the dealer does not qualify; the raise is returned.
    - `raise_multiple`: the raise in antes; 0 for a game without a raise decision.
    - `win_ante`, `win_raise`: what each wins against a lower hand that qualifies.
    - `tie`: `push` returns ante and raise, `dealer_wins` takes both.
    - `commission`: the share of the winnings of ante and raise that the house keeps; bonuses
      and side bets are paid in full.
    - `ante_bonus`: paid on the ante whatever the dealer has, to a player who raised.
    - `pair_plus`: a side bet on the player's hand; a hand without a line loses it, a line that
      pays 0 returns it. `pair_plus_on_fold`: whether it is still live after a fold.
    - `mini_royal`: what A-K-Q in one suit pays on Pair Plus instead of its pure sequence.
    - `six_card_bonus`: a side bet on the best five of all six cards.
    - `tie_bet`: a side bet that the hands are equal.
    """

    category_order: str = "teen_patti"
    run_order: str = "a23_top"
    suits: tuple[str, ...] = ()
    dealer_qualifies: str = "always"
    no_qualify: Fraction = Fraction(1)
    raise_multiple: Fraction = Fraction(1)
    win_ante: Fraction = Fraction(1)
    win_raise: Fraction = Fraction(1)
    tie: str = "push"
    commission: Fraction = Fraction(0)
    ante_bonus: Lines = ()
    pair_plus: Lines = ()
    pair_plus_on_fold: str = "still_live"
    mini_royal: Fraction | None = None
    six_card_bonus: Lines = ()
    tie_bet: Fraction | None = None

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise RulesError("NOT_ONE_OF", name, choices=choices)
        for name, most in _NUMBERS.items():
            self._keep(name, fraction(name, getattr(self, name), most))
        for name, known in _LINES.items():
            self._keep(name, lines(name, getattr(self, name), known))
        self._check_bonuses()
        if not isinstance(self.suits, list | tuple):
            raise RulesError("NOT_ALL_SUITS", "suits")
        self._keep("suits", self.ranking().suits)

    def _keep(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def _check_bonuses(self) -> None:
        # An ante bonus of 0 is no bonus; a Pair Plus of 0 to 1 returns the stake.
        self._keep("ante_bonus", tuple(line for line in self.ante_bonus if line[1]))
        for name in ("mini_royal", "tie_bet"):
            if getattr(self, name) is not None:
                self._keep(name, fraction(name, getattr(self, name)))
        if self.mini_royal is not None and not self.pair_plus:
            raise RulesError("ROYAL_WITHOUT_PAIR_PLUS", "mini_royal")

    def ranking(self) -> Ranking:
        """Return which hand is higher under this pay table."""
        return Ranking(self.run_order, self.category_order, tuple(self.suits))

    def pair_plus_lines(self) -> Lines:
        """Return the lines of Pair Plus including the mini royal."""
        pays = dict(self.pair_plus)
        if self.mini_royal is not None:
            pays["mini_royal"] = self.mini_royal
        return tuple((name, pays[name]) for name in BONUS_LINES if name in pays)

    def qualifies(self, cards: Hand) -> bool:
        """Return whether the dealer plays with these cards."""
        plain = group_of(cards, self.ranking()) == "high"
        return not plain or max(card >> 2 for card in cards) >= LOWEST_TOP[self.dealer_qualifies]

    def raise_for(self, ante: int) -> int:
        """Return the chips of the raise on an ante, rounded up to a whole chip."""
        return math.ceil(self.raise_multiple * ante)

    def changed(self, **values: Any) -> Self:
        """Return the pay table with other values; raises `RulesError`."""
        self._known(values)
        return replace(self, **values)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the pay table of a JSON object; missing options get their defaults.

        Raises `RulesError` for an unknown field or an invalid value.
        """
        if not isinstance(data, Mapping):
            raise RulesError("NOT_AN_OBJECT", "pay_table")
        cls._known(data)
        values = dict(data)
        if isinstance(values.get("suits"), list):
            values["suits"] = tuple(values["suits"])
        return cls(**values)

    @classmethod
    def _known(cls, values: Mapping[str, Any]) -> None:
        names = {field.name for field in fields(cls)}
        for name in values:
            if name not in names:
                raise RulesError("UNKNOWN_OPTION", str(name)[:40])

    def to_json(self) -> dict[str, Any]:
        """Return every option as a JSON value; odds as whole numbers or `19/20`."""
        return {field.name: _json(field.name, getattr(self, field.name)) for field in fields(self)}

    def hash(self) -> str:
        """Return the SHA-256 of the canonical JSON (sorted keys, no spaces), as hex."""
        text = json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def differences_from(self, other: "PayTable") -> dict[str, Any]:
        """Return the JSON values of the options that differ from another pay table's."""
        own, theirs = self.to_json(), other.to_json()
        return {name: value for name, value in own.items() if value != theirs[name]}


def _json(name: str, value: Any) -> Any:
    if name in _LINES:
        return {line: number_json(pays) for line, pays in value}
    if isinstance(value, Fraction):
        return number_json(value)
    return list(value) if isinstance(value, tuple) else value
