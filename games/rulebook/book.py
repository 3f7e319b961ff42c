"""A rule book as data: the chapters of `docs/rules/<game>.md` and the pieces that they are made of.

A piece is prose, a table, or a fence of records, each drawn by the template of its kind. The module
`games.rulebook.<key>` may compute pieces from the game's engine.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

from core.messages import catalogue
from games.engines.core import registry
from games.records.card_signs import with_signs
from games.rulebook.figures import add_figures, payments
from games.rulebook.prose import Html, inline, paragraph, table
from games.rulebook.texts import Collected, Say, Texts

FOLDER = Path(__file__).parents[2] / "docs/rules"
Record = dict[str, Any]

_CARDS = {"cards", "fan", "first", "second", "board", "last", "reply", "mine", "dealer"}
_LISTS = {"pots", "players", "hands"}
_NUMBERS = {"count", "of_seven", "total", "total_of_seven", "several", "bid", "bombs", "rockets"}
_CODES = re.compile("category|decision|doubled|equal|key|net|presets?|reading|sets|spring")
"""Fields that nobody reads on the page."""
_CHAPTER = re.compile(r'^## (?:<a id="([\w-]+)"></a>)?(.+)\n', re.M)
_EXACT = re.compile(r"^### \d", re.M)
_FENCE = re.compile(r"^```(\w+)(?: from ([\w-]+))?\n((?:.*\n)*?)```$", re.M)
_FIELD = re.compile(r"^(\S[^:\n]*): (.*(?:\n .*)*)", re.M)


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards to draw: `main` makes the hand, `rest` breaks ties or is carried; texts for readers."""

    main: str
    rest: str = ""

    @property
    def all(self) -> str:
        """Return all cards as an engine parses them."""
        return f"{self.main} {self.rest}".strip()

    @property
    def main_text(self) -> str:
        """Return the main cards with suit signs, for pages without scripts."""
        return " ".join(with_signs(self.main.split()))

    @property
    def rest_text(self) -> str:
        """Return the rest with suit signs."""
        return " ".join(with_signs(self.rest.split()))


@dataclass(slots=True)
class Piece:
    """A part of a chapter: records, or prose as HTML."""

    kind: str
    records: list[Record] = field(default_factory=list)
    html: Html = field(default_factory=Html)

    @property
    def template(self) -> str:
        """Return the template that draws pieces of this kind."""
        return f"games/rules/{self.kind}.html"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of the page."""

    anchor: str
    title: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """One game's page; `head` has its lead, the cards beside it, and the game's totals."""

    head: Record
    chapters: tuple[Chapter, ...]

    @property
    def sections(self) -> tuple[tuple[str, str], ...]:
        """Return the anchors and titles of the chapters."""
        return tuple((one.anchor, one.title) for one in self.chapters)

    def records(self, kind: str) -> list[Record]:
        """Return the records of all pieces of a kind."""
        pieces = (piece for chapter in self.chapters for piece in chapter.pieces)
        return [record for piece in pieces if piece.kind == kind for record in piece.records]


def book_of(key: str) -> Book | None:
    """Return the book of the game with this key in the reader's language, or None.

    Raises KeyError for a chapter that a book takes from another one without it.
    """
    return _book_in(catalogue().language, key)


@cache
def _book_in(_language: str, key: str) -> Book | None:
    return _read(key, Texts())


def english_texts() -> dict[str, dict[str, str]]:
    """Return the entries of the catalogue's file `rulebook.json`: the texts of all books."""
    texts = Collected()
    for game in registry.all_games():
        _read(game.key, texts)
    return texts.entries


def _read(key: str, texts: Texts) -> Book | None:
    path = FOLDER / f"{key.replace('_', '-')}.md"
    if not path.exists():
        return None
    text, *parts = _CHAPTER.split(path.read_text(encoding="utf-8"))
    name = text.partition("\n")[0].removeprefix("# ")
    page = _FENCE.split(text)[3]
    totals = {field: int(n) for field, n in _FIELD.findall(page) if field in _NUMBERS}
    (head,) = _records("page", page, texts.of(name, f"{key}.page", totals))
    module = registry.module_of("games.rulebook", key)
    reading = _Reading(texts, getattr(module, "COMPUTED", {}))
    chapters = []
    for anchor, title, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        if anchor:
            say = texts.of(f"{name}, {title}", f"{key}.{anchor.replace('-', '_')}", totals)
            shown = _EXACT.split(body)[0]
            chapters.append(
                Chapter(anchor, say("title", title), tuple(reading.pieces(anchor, shown, say)))
            )
    book = Book(head, tuple(chapters))
    add_figures(registry.get(key), head, book.records)
    return book


@dataclass(frozen=True, slots=True)
class _Reading:
    """How a book is read: with which texts, and with which records that its game computes."""

    texts: Texts
    computed: Mapping[str, Callable[[], list[Record]]]

    def pieces(self, anchor: str, text: str, say: Say) -> list[Piece]:
        """Return the pieces of a chapter: fences, and prose between them."""
        prose, *rest = _FENCE.split(text)
        found = _prose(prose, say)
        for kind, other, lines, prose in zip(*[iter(rest)] * 4, strict=True):
            base = _read(other.replace("-", "_"), self.texts) if other else None
            if base and kind == "chapter":
                (chapter,) = (one for one in base.chapters if one.anchor == anchor)
                found += chapter.pieces
            elif kind == "example":
                found.append(Piece(kind, html=paragraph(say("example", lines))))
            elif kind in self.computed:
                found.append(Piece(kind, self.computed[kind]()))
            else:
                records = _records(kind, lines, say)
                found.append(Piece(kind, filled(records, base.records(kind)) if base else records))
            found += _prose(prose, say)
        return found


def _prose(text: str, say: Say) -> list[Piece]:
    """Return paragraphs, lists and tables; lines under a heading are a panel up to a note."""
    found: list[Piece] = []
    panel, caption = None, ""
    for part in filter(None, re.split(r"\n\n+", text.strip())):
        if part.startswith("### "):
            panel = {"title": inline(say("heading", part[4:])), "html": Html()}
            if not found or found[-1].kind != "panels":
                found.append(Piece("panels"))
            found[-1].records.append(panel)
        elif part.startswith("|"):
            found.append(Piece("table", [table(part, caption, say)]))
            caption = ""
        elif re.fullmatch(r"\*[^*]+\*", part):
            caption = part[1:-1]
        elif panel and not part.startswith("> "):
            panel["html"] = Html(panel["html"] + paragraph(_said(part, say)))
        else:
            panel = None
            if not found or found[-1].kind != "prose":
                found.append(Piece("prose"))
            found[-1].html = Html(found[-1].html + paragraph(_said(part, say)))
    return found


def _said(part: str, say: Say) -> str:
    """Return a paragraph, a note or the items of a list in the reader's language."""
    if part.startswith("- "):
        return "\n".join(f"- {say('item', item)}" for item in re.split(r"\n- ", part[2:]))
    if part.startswith("> "):
        return f"> {say('note', re.sub('^> ', '', part, flags=re.M))}"
    return say("paragraph", part)


def _records(kind: str, lines: str, say: Say) -> list[Record]:
    """Return the records of a fence: lines `name: value`, a blank line between two records.

    The fields of a glossary are its words; their values are pairs of the word and its meaning.
    """
    records = [dict(_FIELD.findall(one)) for one in lines.split("\n\n")]
    if kind == "glossary":
        (words,) = records
        return [
            {
                word: (say("word", word), inline(say(f"meaning of {word}", text)))
                for word, text in words.items()
            }
        ]
    return [
        {name: _value(name, text, partial(say, f"{kind}, {name}")) for name, text in record.items()}
        for record in records
        if record
    ]


def _value(name: str, text: str, say: Callable[[str], str]) -> Any:
    if name in _CARDS:
        return Cards(*text.split(" + "))
    if name == "runs":
        return [Cards(one) for one in text.split(", ")]
    if name == "press":
        return text.split()
    if name in _LISTS:
        return [say(one) for one in text.split(", ")]
    if name in ("paid", "side_bets"):
        told = say if name == "paid" else str
        return [(told(bet), net) for bet, net in payments(text)]
    if _CODES.fullmatch(name):
        return text
    return int(text) if name in _NUMBERS else inline(say(text))


def filled(records: list[Record], base: list[Record]) -> list[Record]:
    """Return records with what they leave out from another book, by key or else by place."""
    known = {record.get("key"): record for record in base}
    at_place = records and "key" not in records[0]
    pairs = (
        (base[place] if at_place else known.get(one["key"], {}), one)
        for place, one in enumerate(records)
    )
    return [other | one for other, one in pairs] if records else [dict(one) for one in base]
