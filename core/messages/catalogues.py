"""Catalogues: the messages of a language by key, from its files in `locale/`.

A file is an object of entries. An entry has a `text`, or one for each reader of an event: `me`, to
whom it happened or who acted; `to_me`, to whom somebody did it; `other` for other players;
`spectator`. `to_me` and `spectator` may be left out for `other`; null says nothing to that reader.
Each entry of the source language has a `comment` for translators.
"""

import json
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from core.messages.formatting import format_message, format_number, format_short
from core.messages.parser import InvalidMessage, Message, parse

SOURCE: Final = "en"
LOCALE = Path(__file__).resolve().parents[2] / "locale"
READERS: Final = ("me", "to_me", "other", "spectator")
_log = logging.getLogger(__name__)

Entry = Message | dict[str, Message | None]


class Catalogue:
    """The messages of one language, with numbers grouped as `digits` says."""

    def __init__(self, language: str, entries: Mapping[str, Entry], digits: str = "auto") -> None:
        self.language = language
        self.entries = entries
        self.digits = digits

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def text(self, key: str, args: Mapping[str, Any] | None = None, reader: str = "other") -> str:
        """Return the text of a message; "" if it says nothing to this reader.

        A key that does not exist, or arguments that do not fit, are an error in the log, and the
        key stands for the text.
        """
        try:
            message = for_reader(self.entries[key], reader)
            return format_message(message, args or {}, self.language, self.digits)
        except (KeyError, InvalidMessage) as wrong:
            _log.error("Message %s in %s: %r", key, self.language, wrong)
            return key

    def number(self, number: float, *, decimals: int = 0, signed: bool = False) -> str:
        """Return a number as this language writes it: `1,234.5`, `+1,234`."""
        return format_number(
            number, self.language, decimals=decimals, signed=signed, digits=self.digits
        )

    def short(self, number: float) -> str:
        """Return a large number for tight places: `12.3k`."""
        return format_short(number, self.language)

    def to_json(self) -> dict[str, Any]:
        """Return the catalogue as pages get it: messages as trees, without comments."""
        return {"language": self.language, "messages": dict(self.entries)}


def for_reader(entry: Entry, reader: str) -> Message:
    """Return the message of an entry for one reader; "" for none."""
    if not isinstance(entry, dict):
        return entry
    return entry.get(reader, entry["other"]) or ""


def read_catalogue(language: str) -> Catalogue:
    """Read the messages of a language; raises `InvalidMessage` for a file with a mistake."""
    files = sorted((LOCALE / language.replace("-", "_")).glob("*.json"))
    entries = {key: entry for file in files for key, entry in _entries(file)}
    return Catalogue(language, entries)


@cache
def _complete(language: str, digits: str = "auto") -> Catalogue:
    """Return a language's catalogue, with the source's messages where it has none yet."""
    if digits != "auto":
        return Catalogue(language, _complete(language).entries, digits)
    own = read_catalogue(language)
    return Catalogue(language, {**read_catalogue(SOURCE).entries, **own.entries})


class _Reader:
    """The present reader; `core.apps` says how their language and digits are found."""

    language: Callable[[], str | None] = staticmethod(lambda: SOURCE)
    digits: Callable[[], str] = staticmethod(lambda: "auto")


def read_in(language_of_reader: Callable[[], str | None], digits: Callable[[], str]) -> None:
    """Say how the language and the grouping of digits of the present reader are found."""
    _Reader.language = staticmethod(language_of_reader)
    _Reader.digits = staticmethod(digits)


def catalogue(language: str | None = None) -> Catalogue:
    """Return the messages of a language (`hi`, `zh-hans`), or the present reader's.

    Only the reader's groups digits as they chose.
    """
    if language:
        return _complete(_tag(language))
    return _complete(_tag(_Reader.language() or SOURCE), _Reader.digits())


class Saying(NamedTuple):
    """A message with its arguments; `str` makes its text for the present reader."""

    key: str
    args: Mapping[str, Any] = {}

    def __str__(self) -> str:
        return catalogue().text(self.key, self.args)


def languages() -> list[str]:
    """Return the languages that have a catalogue, as browsers write them: `zh-Hans`."""
    return sorted({_tag(file.parent.name) for file in LOCALE.glob("*/*.json")})


@cache
def _tag(language: str) -> str:
    """Return a language as browsers write it: `zh-Hans` for `zh-hans` and `zh_Hans`."""
    main, *script = re.split("[-_]", language)
    return "-".join([main.lower(), *(part.title() for part in script)])


def _entries(file: Path) -> Iterator[tuple[str, Entry]]:
    for key, fields in json.loads(file.read_text("utf-8")).items():
        texts = {name: text for name, text in fields.items() if name != "comment"}
        try:
            if texts.keys() == {"text"}:
                yield f"{file.stem}.{key}", parse(texts["text"])
            elif {"me", "other"} <= texts.keys() <= set(READERS):
                parsed = {name: None if t is None else parse(t) for name, t in texts.items()}
                yield f"{file.stem}.{key}", parsed
            else:
                raise InvalidMessage(f"fields {sorted(texts)}")
        except InvalidMessage as wrong:
            raise InvalidMessage(f"{file.name}: {key}: {wrong}") from None
