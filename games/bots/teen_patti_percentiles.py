"""The strength of three cards: the exact share of all 22,100 hands that they beat."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import accumulate, combinations

from games.engines.teen_patti.ranking import Key, hand_key
from games.engines.teen_patti.rules import DEALERS_CHOICE, PRESETS, VARIANTS, TeenPattiRules

HANDS = 22_100
Table = tuple[tuple[Key, ...], tuple[int, ...]]
"""The distinct keys of a ranking ascending, and how many hands are below each, then the total."""
_AK47 = frozenset((12, 11, 2, 5))


def _table(rules: TeenPattiRules) -> Table:
    """Return the table of a ranking; those of presets stay, however many others are asked for."""
    return _of_preset(rules) if rules in _of_presets() else _of_other(rules)


def _count(rules: TeenPattiRules) -> Table:
    counts: Counter[Key] = Counter()
    for hand, times in _stand_ins(rules.variant):
        counts[hand_key(hand, rules)] += times
    keys = tuple(sorted(counts))
    return keys, tuple(accumulate((counts[key] for key in keys), initial=0))


_of_preset = cache(_count)
_of_other = lru_cache(maxsize=32)(_count)


@lru_cache(maxsize=8)
def _stand_ins(variant: str) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return hands that represent all others, with how many each represents.

    A joker is any card, so its identity does not rank a hand: hands that differ only in their
    jokers are evaluated once. Evaluating all takes more than a second.
    """
    hands: Iterator[tuple[int, ...]] = combinations(range(52), 3)
    if variant in ("ak47", "lowest_joker"):
        hands = (_stand_in(hand, variant) for hand in hands)
    return tuple(Counter(hands).items())


def _stand_in(hand: tuple[int, ...], variant: str) -> tuple[int, ...]:
    """Return the hand with its jokers replaced by aces (ak47) or twos, also jokers in it."""
    lowest = hand[0] >> 2  # the cards ascend
    if variant == "ak47":
        first, fixed = 48, [card for card in hand if card >> 2 not in _AK47]
    else:
        first, fixed = 0, [card for card in hand if card >> 2 > lowest]
    return (*fixed, *range(first, first + 3 - len(fixed)))


def _ranking_only(rules: TeenPattiRules) -> TeenPattiRules:
    """Return the rules with all options reset that do not rank hands, so that tables are shared."""
    return TeenPattiRules(
        run_order=rules.run_order,
        suit_tiebreak=rules.suit_tiebreak,
        suit_tiebreak_scope=rules.suit_tiebreak_scope,
        suit_pair_basis=rules.suit_pair_basis,
        variant=rules.variant,
        best_trail=rules.best_trail,
    )


@lru_cache(maxsize=1)
def _of_presets() -> frozenset[TeenPattiRules]:
    return frozenset(ranking for rules in PRESETS.values() for ranking in _rankings(rules))


def _rankings(rules: TeenPattiRules) -> list[TeenPattiRules]:
    """Return the rankings that a hand under these rules may have."""
    variants = VARIANTS if rules.variant == DEALERS_CHOICE else (rules.variant,)
    return [_ranking_only(rules.chosen(variant)) for variant in variants]


@lru_cache(maxsize=64)
def is_prepared(rules: TeenPattiRules) -> bool:
    """Whether `prepare` computes the tables of these rules; another takes a tenth of a second."""
    return _of_presets().issuperset(_rankings(rules))


def prepare() -> None:
    """Compute the tables of all presets."""
    for ranking in _of_presets():
        _table(ranking)


def percentile(cards: tuple[int, ...], rules: TeenPattiRules) -> float:
    """Return the share of all hands that are worse, equal ones counted half; 0 < p < 1."""
    ranking = _ranking_only(rules)
    keys, below = _table(ranking)
    at = bisect_left(keys, hand_key(cards, ranking))
    return (below[at] + below[at + 1]) / (2 * HANDS)
