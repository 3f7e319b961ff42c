"""The structured content of the rules pages: rankings, examples, moves with keys, glossaries.

The book of a game is `BOOK` in the module `games.rulebook.<key>`, its prose is in
`templates/games/rules/<key>.html`; options and presets come from the engines. Cards are written as
in `core.cards` ("As Th"). `tests/games/rulebook` checks every figure and every example against
the engines. A game without a book still has a page.
"""

from games.engines.core import registry
from games.rulebook.pieces import Book

HOUSE_SECTIONS = (("presets", "Presets"), ("options", "House rules a table may choose"))
"""The last sections of every game's page, which come from its engine."""


def book_of(key: str) -> Book | None:
    """Return the book of the game with this key, or None."""
    module = registry.module_of(__name__, key)
    if module is None:
        return None
    book: Book = module.BOOK
    return book
