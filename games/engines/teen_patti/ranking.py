"""The order of hands: keys that compare as tuples, categories and values in codes.

Categories from high to low: trail, pure sequence, sequence, color, pair, high card
(docs/rules/teen-patti.md 2.3). Run orders, suits, trails of threes, muflis and jokers are options
of the rules.
"""

from functools import lru_cache

from games.engines.core.hand_values import HandValue, hand_value
from games.engines.teen_patti.rules import TeenPattiRules

Hand = tuple[int, ...]
Key = tuple[int, ...]

TRAIL, PURE, SEQUENCE, COLOR, PAIR, HIGH = 6, 5, 4, 3, 2, 1
CATEGORIES = {
    TRAIL: "trail",
    PURE: "pure",
    SEQUENCE: "sequence",
    COLOR: "color",
    PAIR: "pair",
    HIGH: "high",
}
_KINDS = {**CATEGORIES, PURE: "pure_sequence", HIGH: "high_card"}
_ACE, _KING, _TWO, _THREE = 12, 11, 0, 1
_JOKERS_AK47 = frozenset((12, 11, 2, 5))
_A23, _AKQ = (_ACE, _TWO, _THREE), (_ACE, _KING, _KING - 1)
_POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1)  # for 999: A is 1, tens and court cards are 0


@lru_cache(maxsize=60_000)
def _key(cards: Hand, rules: TeenPattiRules) -> Key:
    if rules.variant == "999":
        return tuple(sorted((_POINTS[card >> 2] for card in cards), reverse=True))
    wild = _wild(cards, rules.variant)
    key = _plain_key(cards, rules) if not wild else _joker_key(cards, wild, rules)
    return tuple(-part for part in key) if rules.variant == "muflis" else key


def hand_key(cards: Hand, rules: TeenPattiRules) -> Key:
    """Return a tuple that is higher for the better hand and equal for equal hands.

    >>> hand_key(parse_cards("7h 7d 2c"), TeenPattiRules())
    (2, 5, 0, 0)
    """
    return _key(tuple(sorted(cards)), rules)


def category(cards: Hand, rules: TeenPattiRules) -> str:
    """Return the category: `trail`, `pure`, `sequence`, `color`, `pair` or `high`.

    The variant `999` has no categories and returns `high`.
    """
    if rules.variant == "999":
        return "high"
    return CATEGORIES[abs(hand_key(cards, rules)[0])]


def _wild(cards: Hand, variant: str) -> tuple[int, ...]:
    """Return the indexes of the jokers in the hand."""
    if variant == "ak47":
        return tuple(i for i, card in enumerate(cards) if card >> 2 in _JOKERS_AK47)
    if variant == "lowest_joker":
        lowest = min(card >> 2 for card in cards)
        return tuple(i for i, card in enumerate(cards) if card >> 2 == lowest)
    return ()


def _joker_key(cards: Hand, wild: tuple[int, ...], rules: TeenPattiRules) -> Key:
    """Return the key of the best hand that the jokers can make; a joker stands for any card."""
    fixed = [card for i, card in enumerate(cards) if i not in wild]
    if len(fixed) == 1:
        # Two jokers always make a trail of the third card, the highest category.
        rank = fixed[0] >> 2
        return _plain_key((rank * 4, rank * 4 + 1, rank * 4 + 2), rules)
    if not fixed:
        best = _THREE if rules.best_trail == "threes" else _ACE
        return _plain_key((best * 4, best * 4 + 1, best * 4 + 2), rules)
    return max(_plain_key((*fixed, card), rules) for card in range(52))


def _run_value(ranks: tuple[int, ...], order: str) -> int:
    """Return the value of a run, 0 for none; the higher the better. `ranks` descend."""
    high, middle, low = ranks
    if high - middle == 1 and middle - low == 1:
        if high == _ACE:
            return 13 if order in ("akq_a23", "literal_2ak") else 12
        return high
    if high != _ACE:
        return 0
    if (middle, low) == (_THREE, _TWO):  # TP-32 to TP-35
        return {"a23_top": 13, "akq_a23": 12, "a23_low": 1}.get(order, 0)
    if (middle, low) == (_KING, _TWO) and order == "literal_2ak":  # TP-38
        return 12
    return 0


def _plain_key(cards: Hand, rules: TeenPattiRules) -> Key:
    by_rank = sorted(cards, key=lambda card: card >> 2, reverse=True)
    high, middle, low = (card >> 2 for card in by_rank)
    if high == low:
        top = high == _THREE and rules.best_trail == "threes"
        return (TRAIL, 13 if top else high)
    suited = cards[0] & 3 == cards[1] & 3 == cards[2] & 3
    run = _run_value((high, middle, low), rules.run_order)
    if run:
        return (PURE if suited else SEQUENCE, run)
    if suited:
        return (COLOR, high, middle, low, _suit(by_rank[:1], "color", rules))
    if high == middle or middle == low:
        pair, odd = (by_rank[:2], by_rank[2:]) if high == middle else (by_rank[1:], by_rank[:1])
        shown = pair if rules.suit_pair_basis == "pair" else odd
        return (PAIR, pair[0] >> 2, odd[0] >> 2, _suit(shown, "pair", rules))
    return (HIGH, high, middle, low, _suit(by_rank[:1], "high", rules))


def _suit(cards: list[int], kind: str, rules: TeenPattiRules) -> int:
    """Return the value of the best suit among `cards`, 0 where suits do not count (TP-43)."""
    if not rules.suit_tiebreak or kind not in rules.suit_tiebreak_scope:
        return 0
    return max(4 - rules.suit_tiebreak.index("cdhs"[card & 3]) for card in cards)


@lru_cache(maxsize=8_192)
def hand_value_of(cards: Hand, rules: TeenPattiRules) -> HandValue:
    """Return the value of a hand in codes; its ranks in the variant 999 are points, 0 to 9.

    >>> hand_value_of(parse_cards("7h 7d 2c"), TeenPattiRules())
    {'kind': 'pair', 'ranks': ['7']}
    >>> hand_value_of(parse_cards("Qs Ks As"), TeenPattiRules())
    {'kind': 'pure_sequence', 'ranks': ['A', 'K', 'Q']}
    """
    key = tuple(abs(part) for part in hand_key(cards, rules))
    if rules.variant == "999":
        return {"kind": "points", "ranks": [str(point) for point in key]}
    kind = _KINDS[key[0]]
    if key[0] == TRAIL:
        return hand_value(kind, [_THREE if key[1] == 13 else key[1]])
    if key[0] in (PURE, SEQUENCE):
        return hand_value(kind, _run(key[1], rules.run_order))
    return hand_value(kind, key[1:2] if key[0] == PAIR else key[1:4])


def _run(value: int, order: str) -> tuple[int, ...]:
    """Return the ranks of a run as players name them; `value` is that of `_run_value`."""
    special = {
        "a23_top": {13: _A23, 12: _AKQ},
        "akq_a23": {13: _AKQ, 12: _A23},
        "a23_low": {12: _AKQ, 1: _A23},
        "no_a23": {12: _AKQ},
        "literal_2ak": {13: _AKQ, 12: (_TWO, _ACE, _KING)},
    }[order]
    return special.get(value, (value, value - 1, value - 2))
