"""A machine-made language: every text of ours in other letters, and two fifths longer.

A text that stands in plain letters on a page of this language is no message and no text marked for
gettext. Longer texts show which layouts break with other languages.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
import pytest
from django.utils.translation import trans_real

from core.messages import catalogues
from core.messages.catalogues import LOCALE
from core.messages.parser import Message, parse
from core.templatetags import fragments

CODE = "xx"
_LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "àƀćđéƒĝĥíĵķĺɱñóþɋŕšţúṽŵẋýžÀƁĆĐÉƑĜĤÍĴĶĹḾÑÓÞɊŔŠŢÚṼŴẊÝŽ",
)
_KEPT = re.compile(r"(<[^>]*>|%\(\w+\)[sd]|%[sd]|&[a-z]+;|\{\{.*?\}\}|\{%.*?%\}|https?://\S+)")
_PADDING = "ļóñĝéŕ ţéẋţ "


def pseudo(text: str) -> str:
    """Return a text in other letters and longer; markup and placeholders stay."""
    if not re.search("[A-Za-z]", _KEPT.sub("", text)):
        return text
    parts = _KEPT.split(text)
    words = "".join(part if at % 2 else part.translate(_LETTERS) for at, part in enumerate(parts))
    pad = (_PADDING * 40)[: round(0.4 * len(words))].strip()
    end = len(words.rstrip())
    return f"{words[:end]} {pad}{words[end:]}" if pad else words


def pseudo_message(message: Message) -> str:
    """Return the source of a message in other letters; its arguments stay."""
    if isinstance(message, str):
        return _quoted(pseudo(message))
    parts = [
        _quoted(part.translate(_LETTERS)) if isinstance(part, str) else _argument(part)
        for part in message
    ]
    return "".join(parts)


def _quoted(text: str) -> str:
    return re.sub("[{}#]", lambda found: f"'{found[0]}'", text.replace("'", "''"))


def _argument(part: list[Any]) -> str:
    *words, last = part
    if not isinstance(last, dict):
        return "{" + ", ".join(part) + "}"
    choices = " ".join(f"{name} {{{pseudo_message(text)}}}" for name, text in last.items())
    return "{" + ", ".join([*words, choices]) + "}"


def write_catalogue(folder: Path) -> None:
    """Write the files of the language, as a translator would, from those in English."""
    for file in (LOCALE / "en").glob("*.json"):
        entries = {
            key: {name: text and pseudo_message(parse(text)) for name, text in fields.items()}
            for key, fields in json.loads(file.read_text("utf-8")).items()
        }
        (folder / file.name).write_text(json.dumps(entries, ensure_ascii=False), "utf-8")


def write_gettext(folder: Path) -> None:
    """Write the compiled texts of templates, forms and models."""
    made = polib.POFile()
    made.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    for one in polib.pofile(str(LOCALE / "hi/LC_MESSAGES/django.po")):
        entry = polib.POEntry(msgid=one.msgid, msgctxt=one.msgctxt, msgid_plural=one.msgid_plural)
        entry.msgstr = "" if one.msgid_plural else pseudo(one.msgid)
        if one.msgid_plural:
            entry.msgstr_plural = {0: pseudo(one.msgid), 1: pseudo(one.msgid_plural)}
        if not one.obsolete:
            made.append(entry)
    (folder / "LC_MESSAGES").mkdir()
    made.save_as_mofile(str(folder / "LC_MESSAGES/django.mo"))


@pytest.fixture
def pseudo_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> Iterator[str]:
    """The code of the language, which is offered during a test."""
    for language in LOCALE.iterdir():
        (tmp_path / language.name).symlink_to(language)
    folder = tmp_path / CODE
    folder.mkdir()
    write_catalogue(folder)
    write_gettext(folder)
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = [("en", "English"), (CODE, "Þšéúđó")]
    _forget()
    yield CODE
    _forget()


def _forget() -> None:
    catalogues._complete.cache_clear()
    fragments._kept.cache_clear()
    trans_real._translations.clear()
