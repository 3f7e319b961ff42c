"""The records of a book as the tests of rules pages read them."""

from types import SimpleNamespace
from typing import Any

from games.rulebook.book import Book


class Told(SimpleNamespace):
    """A record of a book; a field that it does not have is empty."""

    def __getattr__(self, name: str) -> Any:
        return ""


def told_of(book: Book, kind: str) -> list[Told]:
    """The records of a kind."""
    return [Told(**record) for record in book.records(kind)]
