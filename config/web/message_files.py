"""The messages of each kind of page as static files, made from `locale/` on demand.

`messages/<language>/<page>.json` has the messages that the scripts of such a page show. A page
names its file by `{% page_messages "lobby" %}`, and `static/js/messages.js` loads it.
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

from core.messages import SOURCE, Catalogue, languages, read_catalogue
from games.engines.core import registry
from games.records.sentences import subject_of
from games.rulebook.rule_words import RuleWords

FOLDER: Final = "messages"

_EVERY = ("pages", "cards.joker", "common.list_separator")
_RECORDS = ("fair.record", "fair.check")
_SEAL = ("fair.seal", "fair.amber", "fair.thrown", "fair.checked", "fair.failure", "fair.check")
_RULES = ("stakes", "house_rules.changed")
_TABLE = (*_EVERY, *_SEAL, *_RULES, "games", "common", "cards", "refusals", "table")

PAGES: Final = {
    "site": _EVERY,
    "lobby": (*_EVERY, "lobby", "stakes"),
    "odds": (*_EVERY, "odds"),
    "table": _TABLE,
    "hand": (*_TABLE, *_RECORDS),
    "fair": (*_EVERY, *_RECORDS),
    "cheat": (*_EVERY, "fair"),
}
"""What each kind of page needs: subjects, or groups of a subject's messages.

`games` are the subjects of all games, `stakes` the messages of their stakes.
"""


def messages_of(page: str, language: str) -> Catalogue:
    """Return the messages of a kind of page; those of the source where a translation lacks one."""
    entries = {**read_catalogue(SOURCE).entries, **read_catalogue(language).entries}
    keys = [game.key for game in registry.all_games()]
    several = {
        "games": [subject_of(key) for key in keys],
        "stakes": [RuleWords(key).stakes_key for key in keys],
    }
    parts = [part for named in PAGES[page] for part in several.get(named, [named])]
    needed = tuple(f"{part}." for part in parts)
    given = {key: entry for key, entry in entries.items() if f"{key}.".startswith(needed)}
    return Catalogue(language, given)


@cache
def _home() -> "TemporaryDirectory[str]":
    return TemporaryDirectory(prefix="cardhouse-messages-")


def write(language: str, page: str) -> Path:
    """Write the messages of a kind of page, if they have changed; return the file."""
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
    return ((language, page) for language in languages() for page in PAGES)
