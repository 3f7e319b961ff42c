"""The books of the games, by key; a game without one is counted by hands, wins and chips."""

from games.stats.counters import dou_dizhu, holdem, teen_patti
from games.stats.counters.base import Counter

_BOOKS = {"teen_patti": teen_patti.BOOK, "holdem": holdem.BOOK, "dou_dizhu": dou_dizhu.BOOK}
_PLAIN = Counter()


def counter_of(game: str) -> Counter:
    """The book of a game; the plain one for a game against the house and any that has none."""
    return _BOOKS.get(game, _PLAIN)
