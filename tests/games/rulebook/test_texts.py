"""Rule books in the language of their reader: every text is one of the catalogue."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils.translation import override

from core.messages import SOURCE, languages, read_catalogue
from games.engines.core import registry
from games.rulebook import book as books
from games.rulebook.book import Piece, book_of
from games.rulebook.prose import Html
from games.rulebook.texts import Texts

WORDS = re.compile("[a-z]{2}")


class Marked(Texts):
    """Texts as a translation has them: none is the English one."""

    def said(self, key: str, comment: str, text: str, totals: Any) -> str:
        return f"«{text}»"


def shown(value: Any) -> Iterator[str]:
    """The texts of a piece that stand on the page."""
    match value:
        case Html():
            yield value
        case Piece():
            yield from (text for part in (value.html, value.records) for text in shown(part))
        case dict():
            yield from (text for part in value.values() for text in shown(part))
        case list() | tuple():
            yield from (text for part in value for text in shown(part))


@pytest.mark.parametrize("key", [game.key for game in registry.all_games()])
def test_every_text_of_a_book_is_said_in_the_readers_language(key: str) -> None:
    book = books._read(key, Marked())
    assert book
    texts = [text for chapter in book.chapters for piece in chapter.pieces for text in shown(piece)]
    texts += [*shown(book.head), *(title for _anchor, title in book.sections)]
    assert len(texts) > 50
    unsaid = [text for text in texts if "«" not in text and WORDS.search(re.sub("<.*?>", "", text))]
    assert unsaid == []


def test_a_book_has_the_numbers_of_its_language() -> None:
    with override("hi"):
        (royal, *_rest) = book_of("holdem").records("ranking")
        assert "6,49,740" in royal["often"]
        assert Texts().of("", "", {})("cell", "133,784,560") == "13,37,84,560"


def test_a_total_is_an_argument_of_its_text() -> None:
    texts = books.english_texts()
    (entry,) = [
        one for key, one in texts.items() if key.startswith("dou_dizhu.") and "{" in one["text"]
    ]
    assert "{several, number}" in entry["text"]
    assert all(one["comment"].endswith(".") for one in texts.values())


@pytest.mark.parametrize("language", [one for one in languages() if one != SOURCE])
def test_a_translation_keeps_the_links_and_bold_words_of_its_text(language: str) -> None:
    english = read_catalogue(SOURCE).entries
    for key, message in read_catalogue(language).entries.items():
        if key.startswith("rulebook."):
            assert marks(message) == marks(english[key]), key


def marks(message: Any) -> list[str]:
    """The addresses and the marks of bold words, in any order; not every script is slanted."""
    return sorted(re.findall(r"\]\([^)]*\)|\*\*", str(message)))
