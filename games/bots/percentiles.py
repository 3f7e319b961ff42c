"""How strong three cards are: the exact share of all 22,100 hands that they beat."""

from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import combinations

from games.engines.teen_patti.ranking import Key, hand_key
from games.engines.teen_patti.rules import TeenPattiRules


@lru_cache(maxsize=32)
def _sorted_keys(rules: TeenPattiRules) -> tuple[Key, ...]:
    return tuple(sorted(hand_key(hand, rules) for hand in combinations(range(52), 3)))


def _ranking_only(rules: TeenPattiRules) -> TeenPattiRules:
    """The rules with everything that does not rank hands set aside, so that tables share."""
    return TeenPattiRules(
        run_order=rules.run_order,
        suit_tiebreak=rules.suit_tiebreak,
        suit_tiebreak_scope=rules.suit_tiebreak_scope,
        suit_pair_basis=rules.suit_pair_basis,
        variant=rules.variant,
        best_trail=rules.best_trail,
    )


def percentile(cards: tuple[int, ...], rules: TeenPattiRules) -> float:
    """The share of all hands that are worse, equal ones counted half; 0 < p < 1."""
    ranking = _ranking_only(rules)
    keys, key = _sorted_keys(ranking), hand_key(cards, ranking)
    return (bisect_left(keys, key) + bisect_right(keys, key)) / (2 * len(keys))
