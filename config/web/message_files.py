"""The catalogues as static files, `messages/<language>.json`, made from `locale/` on demand."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage
from typing_extensions import override

from core.messages import Catalogue, languages, read_catalogue

FOLDER = "messages"
PAGES_ONLY = {"records", "rulebook", "rules"}
"""Subjects that no script reads: only the server makes texts of them."""


@cache
def _home() -> "TemporaryDirectory[str]":
    return TemporaryDirectory(prefix="cardhouse-messages-")


def write(language: str) -> Path:
    """Write the catalogue of a language as pages load it, if it has changed; return the file."""
    path = Path(_home().name, FOLDER, f"{language}.json")
    every = read_catalogue(language).entries
    shown = {key: one for key, one in every.items() if key.partition(".")[0] not in PAGES_ONLY}
    catalogue = Catalogue(language, shown).to_json()
    text = json.dumps(catalogue, ensure_ascii=False, separators=(",", ":"))
    if not path.exists() or path.read_text("utf-8") != text:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return path


class MessagesFinder(BaseFinder):
    """Finds the catalogues of all languages."""

    @override
    def find(self, path: str, find_all: bool = False, **_options: Any) -> Any:
        folder, _, name = path.partition("/")
        language = name.removesuffix(".json")
        found = folder == FOLDER and name.endswith(".json") and language in languages()
        paths = [str(write(language))] if found else []
        return paths[0] if paths and not find_all else paths

    @override
    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, Storage]]:
        storage = FileSystemStorage(location=_home().name)
        for language in languages():
            write(language)
            yield f"{FOLDER}/{language}.json", storage
