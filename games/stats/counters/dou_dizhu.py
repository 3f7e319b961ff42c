"""Dou Dizhu, of three and of four: wins as landlord and as peasant, and bombs.

A deal in which everyone passed counts as a hand, but not as a landlord's or a peasant's. Categories
of hands are by the number of bombs, including the rocket, in the cards dealt; after a game every
card is known.
"""

from fractions import Fraction
from math import comb

from games.engines.dou_dizhu.combos import BOMB, ROCKET
from games.engines.dou_dizhu.ranks import BLACK, RED, masks, pack
from games.engines.dou_dizhu.rules import DouDizhuRules, LandlordRules
from games.stats.counters.base import (
    Category,
    Counter,
    Played,
    left_of_dealer,
)
from games.stats.counters.ratios import Ratio

COUNTERS = ("landlord", "landlord_won", "peasant", "peasant_won", "bombs")

_RANKS_COUNT = 13
_CATEGORIES = ("no_bomb", "one_bomb", "two_bombs", "three_bombs")


def count(hand: Played, player: int) -> tuple[int, ...]:
    """Return one player's counters; `bombs` are those they played, including rockets."""
    seat = hand.state.seats[player]
    bombs = sum(
        _is_bomb(hand.state.rules, action.cards)
        for _before, action, _after in hand.moves
        if action.kind == "play" and action.seat == seat
    )
    if not hand.result.pots:
        return 0, 0, 0, 0, bombs
    won = int(seat in hand.result.pots[0].winners)
    if player == hand.state.landlord:
        return 1, won, 0, 0, bombs
    return 0, 0, 1, won, bombs


def _is_bomb(rules: LandlordRules, cards: tuple[int, ...]) -> bool:
    return any(reading.category in (BOMB, ROCKET) for reading in rules.readings(pack(cards)))


def category_of(hand: Played, player: int) -> int:
    """Return how many bombs the player was dealt; three stands for three or more."""
    cards, packs = pack(hand.dealt.hands[player]), hand.dealt.rules.PACKS
    _one, _two, _three, four = masks(cards)
    rocket = all(cards >> 4 * joker & 15 == packs for joker in (BLACK, RED))
    return min(3, four.bit_count() + rocket)


def everybody(hand: Played) -> tuple[int, ...]:
    """Return all players once a game was played: the remaining cards are shown at its end."""
    return tuple(range(len(hand.state.seats))) if hand.result.shown else ()


def _chances(packs: int, dealt: int) -> tuple[Fraction, ...]:
    """Return the exact probability of each category of `dealt` cards, rank by rank.

    `ways[cards, bombs]` counts the ways to take that many from the ranks so far. From four cards of
    a rank on they are a bomb; the jokers are one when all are there.
    """
    of_rank = [comb(4 * packs, taken) for taken in range(4 * packs + 1)]
    jokers = [comb(2 * packs, taken) for taken in range(2 * packs + 1)]
    ways = {(0, 0): 1}
    for choices, least in [(of_rank, 4)] * _RANKS_COUNT + [(jokers, 2 * packs)]:
        grown: dict[tuple[int, int], int] = {}
        for (cards, bombs), old in ways.items():
            for taken, number in enumerate(choices):
                key = (cards + taken, bombs + (taken >= least))
                grown[key] = grown.get(key, 0) + old * number
        ways = grown
    found = [0] * len(_CATEGORIES)
    for (cards, bombs), number in ways.items():
        if cards == dealt:
            found[min(3, bombs)] += number
    return tuple(Fraction(number, comb(54 * packs, dealt)) for number in found)


def counter_of_rules(rules: type[LandlordRules]) -> Counter:
    """Return the counter of the game with these rules."""
    chances = _chances(rules.PACKS, rules.HAND)
    return Counter(
        counters=COUNTERS,
        categories=tuple(
            Category(key, chance) for key, chance in zip(_CATEGORIES, chances, strict=True)
        ),
        between_players=True,
        count=count,
        category=category_of,
        open_players=everybody,
        sampled=left_of_dealer,
    )


COUNTER = counter_of_rules(DouDizhuRules)
RATIOS = (
    Ratio("landlord", "landlord", "hands"),
    Ratio("landlord_won", "landlord_won", "landlord"),
    Ratio("peasant_won", "peasant_won", "peasant"),
    Ratio("bombs", "bombs", "hands", False),
)
