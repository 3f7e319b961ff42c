"""The order of hands against the dealer: that of the table game, with its options.

The keys are those of `engines.teen_patti.ranking`; Three Card Poker ranks the pure sequence above
the trail (docs/rules/dealer-teen-patti.md 3.1).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games.engines.core.errors import RulesError
from games.engines.core.hand_values import HandValue
from games.engines.teen_patti import ranking as table_game
from games.engines.teen_patti.ranking import PURE, TRAIL, Key
from games.engines.teen_patti.rules import TeenPattiRules

CATEGORY_ORDERS = ("teen_patti", "three_card_poker")
RUN_ORDERS = ("a23_top", "akq_a23", "a23_low", "no_a23", "literal_2ak")
BEST_TRAILS = ("aces", "threes")
PAIR_BASES = ("pair", "kicker")
SCOPE = ("color", "pair", "high")
SUITS = "dchs"
Hand = tuple[int, ...]
_ACE = 12
_ACE_KING_QUEEN = {12, 11, 10}
_TURNED = {TRAIL: PURE, PURE: TRAIL}


@dataclass(frozen=True, slots=True)
class Ranking:
    """The options that decide which of two hands is higher; raises `RulesError`.

    `suits` lists the four suits from high to low (`s`, `d`, `h`, `c`), or is empty where suits
    decide nothing. `suit_scope` has the categories in which suits decide, and `suit_pair_basis` the
    card of a pair that is compared. Sources: rule 2.2, and rule 3.1 for `category_order`.
    """

    run_order: str = "a23_top"
    category_order: str = "teen_patti"
    suits: tuple[str, ...] = ()
    suit_scope: tuple[str, ...] = SCOPE
    suit_pair_basis: str = "pair"
    best_trail: str = "aces"

    def __post_init__(self) -> None:
        run_order = "no_a23" if self.run_order == "none" else self.run_order
        object.__setattr__(self, "run_order", _one_of("run_order", run_order, RUN_ORDERS))
        _one_of("category_order", self.category_order, CATEGORY_ORDERS)
        _one_of("suit_pair_basis", self.suit_pair_basis, PAIR_BASES)
        _one_of("best_trail", self.best_trail, BEST_TRAILS)
        order = tuple(self.suits)
        if order and sorted(map(str, order)) != sorted(SUITS):
            raise RulesError("NOT_ALL_SUITS", "suits")
        for part in self.suit_scope:
            _one_of("suit_scope", part, SCOPE)
        # Without suits their other options make no difference: all such rankings are equal.
        scope = tuple(part for part in SCOPE if part in self.suit_scope)
        order = order if scope else ()
        object.__setattr__(self, "suits", order)
        object.__setattr__(self, "suit_scope", scope if order else SCOPE)
        if not order or "pair" not in scope:
            object.__setattr__(self, "suit_pair_basis", "pair")


def _one_of(field: str, value: Any, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise RulesError("NOT_ONE_OF", field, choices=choices)
    return str(value)


@lru_cache(maxsize=64)
def _rules(ranking: Ranking) -> TeenPattiRules:
    """Return rules of the table game that rank hands alike, except for the category order."""
    return TeenPattiRules(
        run_order=ranking.run_order,
        suit_tiebreak=ranking.suits,
        suit_tiebreak_scope=ranking.suit_scope,
        suit_pair_basis=ranking.suit_pair_basis,
        best_trail=ranking.best_trail,
    )


def hand_key(cards: Hand, ranking: Ranking) -> Key:
    """Return a tuple that is higher for the better hand and equal for equal hands."""
    key = table_game.hand_key(cards, _rules(ranking))
    if ranking.category_order == "three_card_poker":
        return (_TURNED.get(key[0], key[0]), *key[1:])
    return key


def hand_value_of(cards: Hand, ranking: Ranking) -> HandValue:
    """Return the value of a hand in codes."""
    return table_game.hand_value_of(cards, _rules(ranking))


def group_of(cards: Hand, ranking: Ranking) -> str:
    """Return the group of a hand in bonus tables, one of `payouts.GROUPS`."""
    category = table_game.category(cards, _rules(ranking))
    ranks = {card >> 2 for card in cards}
    if category == "pure" and ranks == _ACE_KING_QUEEN:
        return "mini_royal"
    return "three_aces" if category == "trail" and ranks == {_ACE} else category
