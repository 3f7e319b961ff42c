"""The structured content of the rules pages: rankings, examples, moves with keys, glossaries.

The prose is in `templates/games/rules/<key>.html`; options and presets come from the engines. Cards
are written as in `core.cards` ("As Th"). `tests/games/rulebook` checks every figure and every
example against the engines. A game without a book still has a page.
"""

from games.rulebook import dealer_teen_patti, dou_dizhu, holdem, teen_patti
from games.rulebook.pieces import Book

HOUSE_SECTIONS = (("presets", "Presets"), ("options", "House rules a table may choose"))
"""The last sections of every game's page, which come from its engine."""

BOOKS: dict[str, Book] = {
    "teen_patti": teen_patti.BOOK,
    "holdem": holdem.BOOK,
    "dou_dizhu": dou_dizhu.BOOK,
    "dealer_teen_patti": dealer_teen_patti.BOOK,
}
