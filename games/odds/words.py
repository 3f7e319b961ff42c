"""Hands and decisions in words: `Q-6-4`, `Q-6-4 or better`, `every hand`."""

from dataclasses import dataclass

import numpy as np

from core.messages import Catalogue, Named
from games.engines.dealer_teen_patti.ranking import Ranking
from games.odds.counts import OddsTable, table_of
from games.odds.hands import RANKS, Bools, Ints, dealt_hands, ranks, ways
from games.odds.strength import CATEGORIES, HIGH


def rank_letter(rank: int) -> str:
    """Return the letter of a rank 0..12: `T`, `Q`."""
    return RANKS[12 - rank]


def rank_text(rank: int) -> str:
    """Return a rank 0..12 as it is printed: `10`, `Q`."""
    return "10" if rank == 8 else rank_letter(rank)


def name_of(number: int, ranking: Ranking, words: Catalogue, decks: int = 1) -> str:
    """Return the name of a hand: `Q-6-4`, `pair of kings with 7`, `pure sequence A-2-3`."""
    high, middle, low = (int(rank) for rank in ranks(decks)[number])
    kind = CATEGORIES[int(table_of(ranking, decks).category[number])]
    run = (high, middle, low)
    if kind in ("sequence", "pure") and run == (12, 1, 0):
        run = (12, 0, 1)
    pair, odd = (high, low) if high == middle else (low, high)
    return words.text(
        f"odds.hand.{kind}",
        {
            "ranks": "-".join(map(rank_text, run)),
            "firsts": words.text(f"cards.many.{rank_letter(pair)}"),
            "odd": rank_text(odd),
        },
    )


@dataclass(frozen=True, slots=True)
class Threshold:
    """The hands that are raised: `lowest` and better, of one ranking with so many decks.

    `lowest`: the number of such a hand, None where no hand is raised for its rank alone; `every`:
    its highest rank, if all hands with that are raised. `lower`: how many hands below it are raised
    too; if all of them have one value, that of the hand `partly`, `of` hands have it. `raised` of
    `dealt_hands(decks)` in all.
    """

    ranking: Ranking
    raised: int
    decks: int
    lowest: int | None = None
    every: int | None = None
    lower: int = 0
    partly: int | None = None
    of: int = 0

    def text(self, words: Catalogue) -> str:
        """Return the hands in words: `Q-6-4 or better`, `every hand`."""
        hands = dealt_hands(self.decks)
        if self.raised in (0, hands):
            return words.text("odds.raised.all" if self.raised else "odds.raised.none")
        if self.lowest is None:
            return words.text("odds.raised.scattered", {"raised": self.raised, "hands": hands})
        every: Named | None = None
        if self.every is not None:
            letter = rank_letter(self.every)
            every = Named(letter, words.text(f"cards.rank.{letter}"))
        named = {"hand": name_of(self.lowest, self.ranking, words, self.decks), "every": every}
        if self.partly is not None:
            partly = name_of(self.partly, self.ranking, words, self.decks)
            args = named | {"some": self.lower, "of": self.of, "partly": partly}
            return words.text("odds.raised.by_suits", args)
        if self.lower:
            return words.text("odds.raised.lower", named | {"lower": self.lower})
        return words.text("odds.raised.from", named)


def threshold(ranking: Ranking, raised: Bools, decks: int = 1) -> Threshold:
    """Return the raising threshold; `raised`: for each hand.

    It also has where suits decide between hands of one value, and where a lower hand is raised and
    a higher one folded.
    """
    table, each = table_of(ranking, decks), ways(decks)
    hands = int(each[raised].sum())
    all_of = np.bincount(table.level, each).astype(np.int64)
    some_of = np.bincount(table.level, each * raised).astype(np.int64)
    not_all = np.flatnonzero(some_of < all_of)
    lowest = int(not_all[-1]) + 1 if not_all.size else 0
    if lowest in (0, all_of.size):
        return Threshold(ranking, hands, decks)
    number, every = _one_of(table.level, lowest), _every(table, lowest, ranks(decks)[:, 0])
    below = some_of[:lowest]
    lower, partly = int(below.sum()), lowest - 1
    if not lower or below[:partly].any():
        return Threshold(ranking, hands, decks, number, every, lower)
    same = _one_of(table.level, partly)
    return Threshold(ranking, hands, decks, number, every, lower, same, int(all_of[partly]))


def _one_of(level: Ints, wanted: int) -> int:
    return int(np.flatnonzero(level == wanted)[0])


def _every(table: OddsTable, level: int, highest: Ints) -> int | None:
    """Return the highest rank of a level's hands, where it is the lowest level with that."""
    number = _one_of(table.level, level)
    if level == 0 or table.category[number] != HIGH:
        return None
    top = int(highest[number])
    lower = int(highest[_one_of(table.level, level - 1)])
    return None if lower == top else top
