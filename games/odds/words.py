"""Hands and decisions in words: `Q-6-4`, `Q-6-4 or better`, `every hand`."""

import numpy as np

from games.engines.dealer_teen_patti.ranking import Ranking
from games.odds.counts import OddsTable, table_of
from games.odds.hands import HANDS, RANKS, Bools, Ints, ranks
from games.odds.strength import COLOR, HIGH, PAIR, SEQUENCE, TRAIL

_ONE = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)


def rank_text(rank: int) -> str:
    """Return a rank 0..12 as it is printed: `10`, `Q`."""
    return "10" if rank == 8 else RANKS[12 - rank]


def rank_word(rank: int, *, many: bool = False) -> str:
    """Return a rank 0..12 in words: `queen`, `queens`, `sixes`."""
    word = _ONE[rank]
    return word if not many else f"{word}es" if word == "six" else f"{word}s"


def name_of(number: int, ranking: Ranking) -> str:
    """Return the name of a hand: `Q-6-4`, `pair of kings with 7`, `pure sequence A-2-3`."""
    category = int(table_of(ranking).category[number])
    high, middle, low = (int(rank) for rank in ranks()[number])
    cards = "-".join(map(rank_text, (high, middle, low)))
    if category == HIGH:
        return cards
    if category == COLOR:
        return f"color {cards}"
    if category == PAIR:
        pair, odd = (high, low) if high == middle else (low, high)
        return f"pair of {rank_word(pair, many=True)} with {rank_text(odd)}"
    if category == TRAIL:
        return f"trail of {rank_word(high, many=True)}"
    kind = "sequence" if category == SEQUENCE else "pure sequence"
    if (middle, low) == (1, 0) and high == 12:
        cards = "A-2-3"
    return f"{kind} {cards}"


def threshold(ranking: Ranking, raised: Bools) -> str:
    """Return the raising threshold in words.

    `raised`: for each of the 22,100 hands. The text also says where suits decide between hands of
    one value, and where a lower hand is raised and a higher one folded.
    """
    if raised.all():
        return "every hand"
    if not raised.any():
        return "no hand"
    table = table_of(ranking)
    all_of = np.bincount(table.level)
    some_of = np.bincount(table.level[raised], minlength=all_of.size)
    not_all = np.flatnonzero(some_of < all_of)
    lowest = int(not_all[-1]) + 1
    below = some_of[:lowest]
    if lowest == all_of.size:
        return f"{int(raised.sum()):,} of {HANDS:,} hands, none of them for its rank alone"
    text = f"{_named(table, lowest)} or better{_every(table, lowest)}"
    if not below.any():
        return text
    partly = lowest - 1
    if below[:partly].any():
        return f"{text}, and {int(below.sum()):,} lower hands"
    name = _named(table, partly)
    return f"{text}, and {int(below[partly])} of the {int(all_of[partly])} {name} by their suits"


def _one_of(level: Ints, wanted: int) -> int:
    return int(np.flatnonzero(level == wanted)[0])


def _named(table: OddsTable, level: int) -> str:
    return name_of(_one_of(table.level, level), table.ranking)


def _every(table: OddsTable, level: int) -> str:
    """Return ` (every queen)` where the level is the lowest with its highest card."""
    number = _one_of(table.level, level)
    if level == 0 or table.category[number] != HIGH:
        return ""
    top = int(ranks()[number, 0])
    lower = int(ranks()[_one_of(table.level, level - 1), 0])
    return "" if lower == top else f" (every {rank_word(top)})"
