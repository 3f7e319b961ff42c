"""The messages of each kind of page: all that its scripts show, and no file for each page."""

import re
from functools import cache
from pathlib import Path

import pytest

from config.web.message_files import PAGES, MessagesFinder, messages_of, pages
from core.messages import catalogue
from games.engines.core import registry
from games.records.sentences import subject_of

ROOT = Path(__file__).parents[3]
SCRIPTS = ROOT / "static/js"
NAMED = re.compile(r'{% (?:page|later)_messages "(\w+)"(?: [\w.]+)? %}')
OWN_SCRIPT = re.compile(r"""{% static 'js/([^']+)' %}""")
IMPORT = re.compile(r"""(?:from|import)[ (]"(\.[^"]+)\"""")
KEY = re.compile(r"""["`]([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*)(?:["`]|\.\$\{)""")
"""A key that is written out, or the group of keys that are made."""


@cache
def shown_by(script: Path) -> frozenset[str]:
    """Return the keys and groups of keys in a script and in all that it may load."""
    seen: set[Path] = set()
    waiting = [script]
    while waiting:
        module = waiting.pop()
        if module in seen or "vendor" in module.parts:
            continue
        seen.add(module)
        waiting += [(module.parent / to).resolve() for to in IMPORT.findall(module.read_text())]
    subjects = {key.partition(".")[0] for key in catalogue().entries}
    keys = {key for module in seen for key in KEY.findall(module.read_text())}
    return frozenset(key for key in keys if "." in key and key.partition(".")[0] in subjects)


def kinds() -> dict[str, set[Path]]:
    """Return the scripts of each kind of page, by what its templates name."""
    found: dict[str, set[Path]] = {}
    for template in (ROOT / "templates").rglob("*.html"):
        text = template.read_text()
        for kind in NAMED.findall(text):
            scripts = [SCRIPTS / name for name in ("site.js", *OWN_SCRIPT.findall(text))]
            if "{% game_script" in text:
                scripts += [SCRIPTS / "table/main.js", *SCRIPTS.glob("table/*/index.js")]
            if "game_script table.game 'text'" in text:
                scripts += SCRIPTS.glob("table/*/as_text.js")
            found.setdefault(kind, set()).update(scripts)
    return found


def test_templates_name_all_kinds_of_pages() -> None:
    assert kinds().keys() == PAGES.keys()


@pytest.mark.parametrize("page", pages())
def test_a_page_has_the_messages_that_its_scripts_show(page: str) -> None:
    given = messages_of(page, "en").entries.keys()
    assert given < catalogue().entries.keys()
    groups = {".".join(parts[:n]) for parts in map(_parts, given) for n in range(2, len(parts) + 1)}
    kind, _, subject = page.partition("/")
    others = {game.key for game in registry.all_games() if subject_of(game.key) != subject}
    for script in kinds()[kind]:
        missing = {key for key in shown_by(script) if key not in groups}
        is_shown = script.parent.name not in others
        assert not (is_shown and missing), f"{script} on the page {page!r}: {missing}"


def _parts(key: str) -> list[str]:
    return key.split(".")


def test_each_page_has_a_file_in_each_language() -> None:
    finder = MessagesFinder()
    listed = {path for path, _storage in finder.list([])}
    assert listed >= {f"messages/en/{page}.json" for page in pages()}
    assert all(Path(finder.find(path)).is_file() for path in listed)
    assert finder.find("messages/en/nothing.json") == []
