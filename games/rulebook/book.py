"""A rule book as data: the chapters of `docs/rules/<game>.md` and the pieces that they are made of.

A piece is prose, a table, or a fence of records, each drawn by the template of its kind. The module
`games.rulebook.<key>` may compute pieces from the game's engine.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from games.engines.core import registry
from games.records.card_signs import with_signs
from games.rulebook.figures import add_figures
from games.rulebook.prose import Html, inline, paragraph, table

FOLDER = Path(__file__).parents[2] / "docs/rules"
Record = dict[str, Any]

_CARDS = {"cards", "fan", "first", "second", "board", "last", "reply", "mine", "dealer"}
_LISTS = {"press": " ", "pots": ", ", "players": ", ", "hands": ", "}
_NUMBERS = {"count", "of_seven", "total", "total_of_seven", "several", "bid", "bombs", "rockets"}
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


@cache
def book_of(key: str) -> Book | None:
    """Return the book of the game with this key, or None.

    Raises KeyError for a chapter that a book takes from another one without it.
    """
    path = FOLDER / f"{key.replace('_', '-')}.md"
    if not path.exists():
        return None
    text, *parts = _CHAPTER.split(path.read_text(encoding="utf-8"))
    (head,) = _records(_FENCE.split(text)[3])
    module = registry.module_of("games.rulebook", key)
    computed = module.COMPUTED if module else {}
    chapters = tuple(
        Chapter(anchor, title, tuple(_pieces(anchor, _with_totals(body, head), computed)))
        for anchor, title, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
        if anchor
    )
    book = Book(head, chapters)
    add_figures(registry.get(key), head, book.records)
    return book


def _with_totals(body: str, head: Record) -> str:
    """Return the part of a chapter that pages show, with the totals that it names."""
    shown = _EXACT.split(body)[0]
    return re.sub(r"\{(\w+)\}", lambda name: f"{head[name[1]]:,}", shown)


def _pieces(anchor: str, text: str, computed: Mapping[str, list[Record]]) -> list[Piece]:
    """Return the pieces of a chapter: fences, and prose between them."""
    prose, *rest = _FENCE.split(text)
    found = _prose(prose)
    for kind, other, lines, prose in zip(*[iter(rest)] * 4, strict=True):
        base = book_of(other.replace("-", "_")) if other else None
        if base and kind == "chapter":
            (chapter,) = (one for one in base.chapters if one.anchor == anchor)
            found += chapter.pieces
        elif kind == "example":
            found.append(Piece(kind, html=paragraph(lines)))
        else:
            records = computed.get(kind) or _records(lines)
            found.append(Piece(kind, filled(records, base.records(kind)) if base else records))
        found += _prose(prose)
    return found


def _prose(text: str) -> list[Piece]:
    """Return paragraphs, lists and tables; lines under a heading are a panel up to a note."""
    found: list[Piece] = []
    panel, caption = None, ""
    for part in filter(None, re.split(r"\n\n+", text.strip())):
        if part.startswith("### "):
            panel = {"title": inline(part[4:]), "html": Html()}
            if not found or found[-1].kind != "panels":
                found.append(Piece("panels"))
            found[-1].records.append(panel)
        elif part.startswith("|"):
            found.append(Piece("table", [table(part, caption)]))
            caption = ""
        elif re.fullmatch(r"\*[^*]+\*", part):
            caption = part[1:-1]
        elif panel and not part.startswith("> "):
            panel["html"] = Html(panel["html"] + paragraph(part))
        else:
            panel = None
            if not found or found[-1].kind != "prose":
                found.append(Piece("prose"))
            found[-1].html = Html(found[-1].html + paragraph(part))
    return found


def _records(lines: str) -> list[Record]:
    """Return the records of a fence: lines `name: value`, a blank line between two records."""
    records = (
        {name: _value(name, text) for name, text in _FIELD.findall(one)}
        for one in lines.split("\n\n")
    )
    return [record for record in records if record]


def _value(name: str, text: str) -> Any:
    if name in _CARDS:
        return Cards(*text.split(" + "))
    if name == "runs":
        return [Cards(one) for one in text.split(", ")]
    if name in _LISTS:
        return text.split(_LISTS[name])
    return int(text) if name in _NUMBERS else inline(text)


def filled(records: list[Record], base: list[Record]) -> list[Record]:
    """Return records with what they leave out from another book, by key or else by place."""
    known = {record.get("key"): record for record in base}
    at_place = records and "key" not in records[0]
    pairs = (
        (base[place] if at_place else known.get(one["key"], {}), one)
        for place, one in enumerate(records)
    )
    return [other | one for other, one in pairs] if records else [dict(one) for one in base]
