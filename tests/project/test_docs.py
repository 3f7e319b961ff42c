"""The documentation names only what exists: links, paths, commands, settings, messages, routes."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from django.core.management import get_commands

from lobby.tables.commands import LOBBY, TABLE
from lobby.tables.ws import events
from tests.support.access import MATRIX
from tests.support.cases import for_each

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), ROOT / "static/js/README.md"])
PRESENT = [page for page in PAGES if page.name not in ("CHANGELOG.md", "rest-parity.md")]
"""Without the past, and without a table of URLs, which has a test of its own."""
OURS = [page for page in PRESENT if page.parent not in (DOCS / "rules", ROOT / "static/js")]
"""Without those that are checked with the words of their own code."""
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
WRITTEN = re.compile(r"^`([\w/.]+)`:$", re.MULTILINE)
"""A file that a page tells its reader to write."""
MOST_LINES = 150
WORDS = re.compile(
    r"\b(he|his|him|himself|pokes?|chores?|shut out|the rail|entrants?|contests?|wakes?|"
    r"robots?|utili[sz]e)\b",
    re.IGNORECASE,
)
"""Words that docs/glossary.md has better ones for."""
HEADLESS = re.compile(r"(?:^|[.:|] )(?:Who|Whoever|What|Whatever) \w+ [^.?]*[.]", re.MULTILINE)
MOST_IMAGE_BYTES = 200_000


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def prose(page: Path) -> str:
    return FENCE.sub("", page.read_text())


@cache
def anchors(page: Path) -> frozenset[str]:
    """The ids of a page's headings, as GitHub and GitLab make them."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return frozenset(
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings
    )


@for_each("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(prose(page)):
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def paths_in(page: Path) -> Iterator[str]:
    folders = {entry.name for entry in ROOT.glob("[!.]*") if entry.is_dir()}
    for code in CODE.findall(prose(page)):
        path = code.partition("::")[0]
        looks_like_one = re.fullmatch(r"[\w.-]+(/[\w.-]+)*/?", path) and "/" in path
        if looks_like_one and path.partition("/")[0] in folders:
            yield path


@for_each("page", PRESENT, ids=name)
def test_paths_in_backticks_exist(page: Path) -> None:
    made = {name.strip("/") for name in (ROOT / ".gitignore").read_text().split()}
    made |= set(WRITTEN.findall(page.read_text()))
    for path in paths_in(page):
        is_made = any(f"{one}/".startswith(path.rstrip("/") + "/") for one in made)
        assert (ROOT / path).exists() or is_made, path


@for_each("page", PRESENT, ids=name)
def test_commands_exist(page: Path) -> None:
    commands, text = get_commands(), page.read_text()
    for command in re.findall(r"manage\.py (\w+)", text):
        assert command in commands
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for target in re.findall(r"(?:^    |`)make (\w+)", text, re.MULTILINE):
        assert target in targets
    for module in re.findall(r"benchmarks\.(\w+)", text):
        place = ROOT / "benchmarks" / module
        assert place.with_suffix(".py").exists() or place.exists() or module == "toml", module


def test_operations_has_exactly_the_settings_that_are_read() -> None:
    sources = "".join(file.read_text() for file in (ROOT / "config").rglob("*.py"))
    read = r'(?:number|words|environ\.get|environ\.pop)\(\s*"([A-Z][A-Z0-9_]+)"'
    page = (DOCS / "operations.md").read_text()
    table = page[page.index("## Settings") :]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    listed = [setting for row in rows for setting in re.findall(r"`([A-Z0-9_]+)`", row)]
    assert len(listed) == len(set(listed))
    assert set(listed) == set(re.findall(read, sources)) - {"PATH"}


def test_api_has_exactly_the_messages_of_the_table_socket() -> None:
    text = (DOCS / "api.md").read_text()
    sends = re.findall(r"^The (client|server) sends (.+?)\.\s", text, re.MULTILINE | re.DOTALL)
    said = {sender: set(re.findall(r"`(\w+)`", names)) for sender, names in sends}
    assert said["client"] == {one.name for one in TABLE}
    kinds = {struct.__struct_config__.tag for struct in get_args(events.TableEvent)}
    assert said["server"] == kinds - {"ok", "refused"}  # those are answers
    lobby = text.split("## The lobby by socket")[1].split("\n## ")[0]
    tags = {struct.__struct_config__.tag for struct in get_args(events.LobbyEvent)}
    tags = tags - {"ok", "refused"} | {one.name for one in LOBBY}
    assert tags <= set(re.findall(r"`(\w+)`", lobby))


def test_api_names_routes_that_exist() -> None:
    text = (DOCS / "api.md").read_text()
    found = re.findall(r"(?:`|^    )(GET|POST|PUT|PATCH|DELETE) +([\w/<>-]+)", text, re.MULTILINE)
    places = str.maketrans("<>", "{}")
    routes = {f"{method.lower()} {path.translate(places)}" for method, path in found}
    assert len(routes) > 8
    assert routes <= set(MATRIX)


@for_each("page", OURS, ids=name)
def test_sentences_are_plain_english(page: Path) -> None:
    text = CODE.sub("", prose(page))
    assert WORDS.findall(text) == []
    assert HEADLESS.findall(text) == []


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= MOST_LINES


@pytest.mark.parametrize("image", sorted((DOCS / "images").iterdir()), ids=lambda path: path.name)
def test_pictures_are_small_and_shown(image: Path) -> None:
    assert image.stat().st_size <= MOST_IMAGE_BYTES
    assert any(image.name in page.read_text() for page in PAGES)


def test_every_page_is_in_its_index() -> None:
    for index in (DOCS / "README.md", *DOCS.glob("*/README.md")):
        linked = {(index.parent / link.partition("#")[0]) for link in LINK.findall(prose(index))}
        pages = {page for page in index.parent.glob("*.md") if page != index}
        assert pages <= linked, index


def test_decisions_are_short_dated_records() -> None:
    records = sorted((DOCS / "decisions").glob("0*.md"))
    assert [record.name[:4] for record in records] == [
        f"{number:04}" for number in range(1, len(records) + 1)
    ]
    for record in records:
        text = record.read_text()
        number = int(record.name[:4])
        assert re.match(rf"# {number}\. .+\n\n\d{{4}}-\d\d-\d\d\n", text), record.name
        parts = re.findall(r"^\*\*(\w+)\.\*\* ", text, re.MULTILINE)
        assert parts == ["Context", "Decision", "Consequence"], record.name
        assert len(text) < 2_000
