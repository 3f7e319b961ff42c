"""What the rules pages show in a fixed form: rankings, examples, moves with keys, glossaries.

The prose is in `templates/games/rules/<key>.html`; options and presets come from the engines. Cards
are written as in `core.cards` ("As Th"). Every figure and every example is checked against the
engines in `tests/games/test_rulebook.py`. A game without a book has a page all the same.
"""

from games.rulebook import dealer_teen_patti, dou_dizhu, holdem, teen_patti
from games.rulebook.pieces import Book

HOUSE_SECTIONS = (("presets", "Presets"), ("options", "House rules a table may choose"))
"""What every game's page ends with, from its engine."""

BOOKS: dict[str, Book] = {
    "teen_patti": teen_patti.BOOK,
    "holdem": holdem.BOOK,
    "dou_dizhu": dou_dizhu.BOOK,
    "dealer_teen_patti": dealer_teen_patti.BOOK,
}
