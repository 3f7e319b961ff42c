"""The books of the games by key; a game without one counts hands, wins and chips."""

from games.stats.counters import dou_dizhu, holdem, teen_patti
from games.stats.counters.base import Counter

_BOOKS = {"teen_patti": teen_patti.BOOK, "holdem": holdem.BOOK, "dou_dizhu": dou_dizhu.BOOK}
_PLAIN = Counter()


def counter_of(game: str) -> Counter:
    """Return the book of a game; the plain one for games against the house or without a book."""
    return _BOOKS.get(game, _PLAIN)
