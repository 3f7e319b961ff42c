"""Policies against the dealer: easy raises any jack, medium any queen, hard by a chart.

Expert compares its cards with every hand the dealer may hold, and raises exactly where that is
worth more than the ante that a fold loses. Side bets affect no decision; only easy makes them.
"""

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

from games.bots.choice import Choice
from games.engines.core.cards import parse_card
from games.engines.dealer_teen_patti.nets import nets_of
from games.engines.dealer_teen_patti.payouts import GROUPS
from games.engines.dealer_teen_patti.paytable import LOWEST_TOP, PayTable
from games.engines.dealer_teen_patti.ranking import Hand, Ranking, group_of, hand_key
from games.engines.dealer_teen_patti.rules import DealerRules
from games.engines.dealer_teen_patti.state import BETTING, SIDE_BETS
from games.engines.teen_patti.ranking import HIGH, Key

DEALER_HANDS = 18_424
"""The number of hands that the 49 cards outside a player's hand make."""
_CHART = (10, 4, 2)
"""Q-6-4: raising pays from this hand on if the dealer qualifies with a queen (rule 3.4)."""
_QUEEN, _JACK = (10,), (9,)


def is_quick(_rules: DealerRules, level: str) -> bool:
    """Whether the policy looks up its chart; expert compares hands for many milliseconds."""
    return level != "expert"


def decide(view: Mapping[str, Any], rules: DealerRules, level: str, rng: random.Random) -> Choice:
    """Return the action of a bot in the seat of this view."""
    you = view["you"]
    legal = {entry["kind"]: entry for entry in you["legal"]}
    own = next(entry for entry in view["seats"] if entry["seat"] == you["seat"])
    if view["phase"] == BETTING:
        return _bet(legal, own["bets"], level, rng)
    cards = tuple(parse_card(text) for text in own["cards"])
    return Choice("raise" if _RAISES[level](cards, rules.pay_table) else "fold")


def _bet(
    legal: Mapping[str, Mapping[str, Any]], bets: Mapping[str, int], level: str, rng: random.Random
) -> Choice:
    """Return the ante, mostly the smallest; easy sometimes adds a side bet."""
    least, most = legal["ante"]["min"], legal["ante"]["max"]
    if level == "easy" and not any(bets[bet] for bet in SIDE_BETS) and rng.random() < 0.25:
        there = [bet for bet in SIDE_BETS if bet in legal]
        if there:
            bet = rng.choice(there)
            return Choice(bet, min(max(1, least // 2), legal[bet]["max"]))
    times = rng.choice((1, 1, 1, 1, 1, 2, 2, 3))
    return Choice("ante", min(least * times, most))


def _easy(cards: Hand, pay_table: PayTable) -> bool:
    return _at_least(_JACK, cards, pay_table)


def _medium(cards: Hand, pay_table: PayTable) -> bool:
    return _at_least(_QUEEN, cards, pay_table)


def _hard(cards: Hand, pay_table: PayTable) -> bool:
    return _at_least(_CHART, cards, pay_table)


def _at_least(ranks: tuple[int, ...], cards: Hand, pay_table: PayTable) -> bool:
    """Return whether a hand is a pair or better, or a high card of at least these ranks."""
    plain = group_of(cards, pay_table.ranking()) == "high"
    return not plain or tuple(sorted((card >> 2 for card in cards), reverse=True)) >= ranks


def _expert(cards: Hand, pay_table: PayTable) -> bool:
    return raise_worth(cards, pay_table) > -1


def raise_worth(cards: Hand, pay_table: PayTable) -> Fraction:
    """Return the exact average result of raising this hand, in antes; a fold results in -1."""
    ranking = pay_table.ranking()
    mine, mask = hand_key(cards, ranking), _mask(cards)
    none = win = lose = 0
    for theirs, held, plays in _dealer_hands(ranking, pay_table.dealer_qualifies):
        if held & mask:
            continue
        if not plays:
            none += 1
        elif theirs < mine:
            win += 1
        elif theirs > mine:
            lose += 1
    nets = nets_of(pay_table)
    tie = DEALER_HANDS - none - win - lose
    sum_ = none * nets.none + win * nets.win + lose * nets.lose + tie * nets.tie
    return sum_ / DEALER_HANDS + nets.bonus[GROUPS.index(group_of(cards, ranking))]


@lru_cache(maxsize=4)
def _dealer_hands(ranking: Ranking, qualifier: str) -> tuple[tuple[Key, int, bool], ...]:
    """Return key, cards as bits, and whether the dealer qualifies, for each hand of the deck."""
    keys: dict[Hand, Key] = {}
    lowest, found = LOWEST_TOP[qualifier], []
    for hand in combinations(range(52), 3):
        alike = hand if ranking.suits else _alike(hand)
        key = keys.get(alike)
        if key is None:
            key = keys[alike] = hand_key(hand, ranking)
        found.append((key, _mask(hand), key[0] > HIGH or key[1] >= lowest))
    return tuple(found)


def _alike(hand: Hand) -> Hand:
    """Return one representative for all hands of equal value without suits: there are 741."""
    first, second, third = hand
    one_suit = first & 3 == second & 3 == third & 3
    return (first >> 2, second >> 2, third >> 2, one_suit)


def _mask(cards: Hand) -> int:
    first, second, third = cards
    return 1 << first | 1 << second | 1 << third


_RAISES: dict[str, Callable[[Hand, PayTable], bool]] = {
    "easy": _easy,
    "medium": _medium,
    "hard": _hard,
    "expert": _expert,
}
