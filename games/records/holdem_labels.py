"""The names of hold'em hands in PokerStars' words."""

from games.engines.core.cards import parse_cards
from games.engines.holdem import ranking

_RANKS = [
    "Deuce",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Jack",
    "Queen",
    "King",
    "Ace",
]


def _many(rank: int) -> str:
    return f"{_RANKS[rank]}es" if _RANKS[rank] == "Six" else f"{_RANKS[rank]}s"


def label_of(cards: list[str]) -> str:
    """Return the name of the best five of seven cards in PokerStars' words."""
    known = parse_cards(" ".join(cards))
    best = [card >> 2 for card in ranking.best_five(known)]
    kind, high, last = ranking.category(ranking.value(known)), best[0], best[-1]
    words = {
        ranking.HIGH: f"high card {_RANKS[high]}",
        ranking.PAIR: f"a pair of {_many(high)}",
        ranking.TWO_PAIR: f"two pair, {_many(high)} and {_many(best[2])}",
        ranking.TRIPS: f"three of a kind, {_many(high)}",
        ranking.STRAIGHT: f"a straight, {_RANKS[last]} to {_RANKS[high]}",
        ranking.FLUSH: f"a flush, {_RANKS[high]} high",
        ranking.FULL: f"a full house, {_many(high)} full of {_many(last)}",
        ranking.QUADS: f"four of a kind, {_many(high)}",
        ranking.STRAIGHT_FLUSH: f"a straight flush, {_RANKS[last]} to {_RANKS[high]}",
    }
    royal = kind == ranking.STRAIGHT_FLUSH and _RANKS[high] == "Ace"
    return "a Royal Flush" if royal else words[kind]
