"""Dou Dizhu: wins as landlord and as peasant, and bombs.

A deal in which everyone passed counts as a hand, but not as a landlord's or a peasant's. Categories
of hands are by the number of bombs, including the rocket, in the 17 cards dealt; after a game every
card is known.
"""

from fractions import Fraction
from math import comb

from games.engines.core.cards import rank_of
from games.stats.counters.base import (
    Category,
    Counter,
    Played,
    left_of_dealer,
)
from games.stats.counters.ratios import Ratio

COUNTERS = ("landlord", "landlord_won", "peasant", "peasant_won", "bombs")

_JOKERS = (52, 53)
_CARDS, _DEALT, _RANKS = 54, 17, 13
_LABELS = ("No bomb", "One bomb", "Two bombs", "Three or more")


def count(hand: Played, player: int) -> tuple[int, ...]:
    """Return one player's counters; `bombs` are those they played, including rockets."""
    seat = hand.state.seats[player]
    bombs = sum(
        _is_bomb(action.cards)
        for _before, action, _after in hand.moves
        if action.kind == "play" and action.seat == seat
    )
    if not hand.result.pots:
        return 0, 0, 0, 0, bombs
    won = int(seat in hand.result.pots[0].winners)
    if player == hand.state.landlord:
        return 1, won, 0, 0, bombs
    return 0, 0, 1, won, bombs


def _is_bomb(cards: tuple[int, ...]) -> bool:
    if len(cards) == 2:
        return sorted(cards) == list(_JOKERS)
    return len(cards) == 4 and len({rank_of(card) for card in cards}) == 1


def category_of(hand: Played, player: int) -> int:
    """Return how many bombs the player's 17 cards hold; three stands for three or more."""
    cards = set(hand.dealt.hands[player])
    fours = sum(all(4 * rank + suit in cards for suit in range(4)) for rank in range(_RANKS))
    return min(3, fours + cards.issuperset(_JOKERS))


def everybody(hand: Played) -> tuple[int, ...]:
    """Return all three players once a game was played: the remaining cards are shown at its end."""
    return (0, 1, 2) if hand.result.shown else ()


def _chances() -> tuple[Fraction, ...]:
    """Return the exact probability of each category of 17 cards, rank by rank.

    `ways[cards, bombs]` counts the ways to take that many from the ranks so far.
    """
    ways = {(0, 0): 1}
    for of_rank in [[comb(4, taken) for taken in range(5)]] * _RANKS + [[1, 2, 1]]:
        grown: dict[tuple[int, int], int] = {}
        for (cards, bombs), old in ways.items():
            for taken, choices in enumerate(of_rank):
                key = (cards + taken, bombs + (taken == len(of_rank) - 1))
                grown[key] = grown.get(key, 0) + old * choices
        ways = grown
    found = [0] * len(_LABELS)
    for (cards, bombs), number in ways.items():
        if cards == _DEALT:
            found[min(3, bombs)] += number
    return tuple(Fraction(number, comb(_CARDS, _DEALT)) for number in found)


COUNTER = Counter(
    counters=COUNTERS,
    categories=tuple(
        Category(label, chance) for label, chance in zip(_LABELS, _chances(), strict=True)
    ),
    between_players=True,
    count=count,
    category=category_of,
    open_players=everybody,
    sampled=left_of_dealer,
)
RATIOS = (
    Ratio("landlord", "Landlord", "of your hands", "landlord", "hands"),
    Ratio("landlord_won", "Won as landlord", "of those hands", "landlord_won", "landlord"),
    Ratio("peasant_won", "Won as peasant", "of those hands", "peasant_won", "peasant"),
    Ratio("bombs", "Bombs", "played per hand, including rockets", "bombs", "hands", False),
)
