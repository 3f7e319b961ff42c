"""The messages of each kind of page as static files, made from `locale/` on demand.

`messages/<language>/<page>.json` has the messages that the scripts of such a page show, and
`<page>/<subject>.json` those of a page of one game. A page names its file by
`{% page_messages "lobby" %}`, and `static/js/messages.js` loads it.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage
from typing_extensions import override

from core.messages import Catalogue, catalogue, languages
from games.engines.core import registry
from games.records.sentences import subject_of
from games.rulebook.rule_words import RuleWords

FOLDER: Final = "messages"

_EVERY = ("pages", "cards.joker", "common.list_separator")
_RECORDS = ("fair.record", "fair.check")
_SEAL = ("fair.seal", "fair.amber", "fair.thrown", "fair.checked", "fair.failure", "fair.check")
_RULES = ("stakes", "house_rules.changed")
_CODES = (
    *("NO_HAND_IN_PROGRESS", "NOT_IN_HAND", "ALREADY_FOLDED", "NOT_YOUR_TURN", "WRONG_PHASE"),
    *("UNKNOWN_ACTION", "BAD_AMOUNT", "AMOUNT_TOO_SMALL", "AMOUNT_TOO_LARGE", "INSUFFICIENT_CHIPS"),
    *("ON_BREAK", "OWN_LOSS", "OWN_MINUTES", "PAUSED", "TABLE_FROZEN"),
)
"""The refusals that pages get as codes: those of the games, and of the reader's own limits."""
_REFUSALS = ("refusals.rule", "refusals.wording", "refusals.moment")
_WHY = (*_REFUSALS, *(f"refusals.{code}" for code in _CODES))
_TABLE = (*_EVERY, *_SEAL, *_WHY, *_RULES, "game", "common", "cards", "names", "house", "table")

PAGES: Final = {
    "site": _EVERY,
    "lobby": (*_EVERY, "lobby", "stakes"),
    "odds": (*_EVERY, "odds"),
    "settings": (
        *_EVERY,
        *_REFUSALS,
        "common",
        "house",
        "table",
        "accounts.alert",
        "accounts.alerts",
    ),
    "table": _TABLE,
    "text": (*_TABLE, "text"),
    "hand": (*_TABLE, *_RECORDS),
    "fair": (*_EVERY, *_RECORDS),
    "cheat": (*_EVERY, "fair"),
}
"""What each kind of page needs: subjects, or groups of a subject's messages.

`game` is the subject of the page's game, `stakes` the messages of all games' stakes.
"""


def pages() -> dict[str, tuple[str, ...]]:
    """Return what each page needs, by the name of its file: `lobby`, `table/<subject>`."""
    keys = [game.key for game in registry.all_games()]
    games = dict.fromkeys(map(subject_of, keys))
    stakes = [RuleWords(key).stakes_key for key in keys]
    found = {}
    for page, named in PAGES.items():
        parts = tuple(p for part in named for p in (stakes if part == "stakes" else [part]))
        for game in games if "game" in parts else ():
            found[f"{page}/{game}"] = tuple(game if part == "game" else part for part in parts)
        if "game" not in parts:
            found[page] = parts
    return found


def messages_of(page: str, language: str) -> Catalogue:
    """Return the messages of a page; those of the source where a translation lacks one."""
    words = catalogue(language)
    needed = tuple(f"{part}." for part in pages()[page])
    given = {key: entry for key, entry in words.entries.items() if f"{key}.".startswith(needed)}
    return Catalogue(language, given)


@cache
def _home() -> "TemporaryDirectory[str]":
    return TemporaryDirectory(prefix="cardhouse-messages-")


def write(language: str, page: str) -> Path:
    """Write the messages of a page, if they have changed; return the file."""
    path = Path(_home().name, FOLDER, language, f"{page}.json")
    messages = messages_of(page, language).to_json()
    text = json.dumps(messages, ensure_ascii=False, separators=(",", ":"))
    if not path.exists() or path.read_text("utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return path


class MessagesFinder(BaseFinder):
    """Finds the messages of all pages in all languages."""

    @override
    def find(self, path: str, find_all: bool = False, **_options: Any) -> Any:
        names = {f"{FOLDER}/{language}/{page}.json": (language, page) for language, page in _all()}
        paths = [str(write(*names[path]))] if path in names else []
        return paths[0] if paths and not find_all else paths

    @override
    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, Storage]]:
        storage = FileSystemStorage(location=_home().name)
        for language, page in _all():
            write(language, page)
            yield f"{FOLDER}/{language}/{page}.json", storage


def _all() -> Iterator[tuple[str, str]]:
    return ((language, page) for language in languages() for page in pages())
