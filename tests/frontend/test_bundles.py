"""The bundles of a release: their size, their names, and a table page that runs from them.

They need the tools that `scripts/frontend.sh` installs, as test_linters.py does.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.test import RequestFactory, override_settings
from playwright.async_api import expect

from config.web.static import StaticFiles
from games.engines.core import registry
from games.hands import page_files
from lobby.tables.hosting.tables import TablePlan, open_table
from tests.support.assets import DRAWINGS, STATIC
from tests.support.bundles import INSTALLED, release
from tests.support.named_files import Named

pytestmark = [
    pytest.mark.slow,  # the bundles are made first
    pytest.mark.skipif(not INSTALLED.exists(), reason="scripts/frontend.sh was not run"),
]
FIRST_VIEW, EVERYTHING, BEFORE_IT = 106_600, 202_500, 1_600
AS_TEXT = 116_700
"""Bytes of code that a table page loads at first view, and all that it can load, with each dialog
and whatever else comes later, before compression; and those of the script that notices when these
do not come. `AS_TEXT`: the first view of the page of text, which has bundles of its own.

The first view has the guard of the cards in it, 38,000 bytes: no card is drawn before it has
passed.

The bundles are small already: what is counted is what the browser has to read.
"""
STATIC_IMPORT = re.compile(r"""(?:from|import)\s*["']\./([^"']+)["']""")
LATER = re.compile(r"""import\(["']\./([^"']+)["']\)""")
OTHER_WAYS = re.compile(r"""\b(?:Worker|Worklet|importScripts|eval)\b|["'`]script["'`]""")
SCRIPT = re.compile(r"""\w[\w.-]*\.m?js\b""")


@pytest.fixture(scope="module", name="bundles")
def folder_of_bundles() -> Path:
    """The folder of the bundles."""
    return release() / "bundles"


@pytest.fixture(scope="module")
def entries(bundles: Path) -> dict[str, Path]:
    """The file of each drawing."""
    return {name: file for name, file in named(bundles).items() if "/" not in name}


@pytest.fixture(scope="module")
def texts(bundles: Path) -> dict[str, Path]:
    """The file of each page of text, by its drawing."""
    files = named(bundles).items()
    return {name.removeprefix("text/"): file for name, file in files if name.startswith("text/")}


def named(bundles: Path) -> dict[str, Path]:
    names = json.loads((bundles / "names.json").read_text())
    return {name: bundles / file for name, file in names.items()}


def reached(entry: Path) -> set[Path]:
    """A bundle with every file that it may load."""
    seen: set[Path] = set()
    waiting = [entry]
    while waiting:
        file = waiting.pop()
        if file in seen:
            continue
        seen.add(file)
        text = file.read_text()
        waiting += [
            file.parent / name for name in STATIC_IMPORT.findall(text) + LATER.findall(text)
        ]
    return seen


def size(files: set[Path]) -> int:
    return sum(file.stat().st_size for file in files)


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_a_table_is_drawn_from_one_small_file(entries: dict[str, Path], drawing: str) -> None:
    entry = entries[drawing]
    assert STATIC_IMPORT.findall(entry.read_text()) == [], "one request for the first view"
    assert size({entry}) <= FIRST_VIEW, size({entry})
    assert size({STATIC / "js/reload.js"}) <= BEFORE_IT
    everything = reached(entry)
    assert len(everything) > 10
    assert size(everything) <= EVERYTHING, size(everything)


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_a_page_of_text_is_a_bundle_of_its_own(
    entries: dict[str, Path], texts: dict[str, Path], drawing: str
) -> None:
    entry = texts[drawing]
    assert STATIC_IMPORT.findall(entry.read_text()) == [], "one request for the first view"
    assert size({entry}) <= AS_TEXT, size({entry})
    assert "text-log" in entry.read_text()
    assert not any("text-log" in file.read_text() for file in reached(entries[drawing]))


def test_no_script_of_a_table_page_is_left_out_of_the_count(bundles: Path) -> None:
    found = {drawing: reached(entry) for drawing, entry in named(bundles).items()}
    assert set().union(*found.values()) == set(bundles.glob("*.js"))
    for files in found.values():
        names = {file.name for file in files}
        for file in files:
            text = file.read_text()
            assert set(SCRIPT.findall(text)) <= names, f"{file.name} names another script"
            assert not OTHER_WAYS.search(text), file.name
            assert text.count("import(") == len(LATER.findall(text)), file.name


def test_every_drawing_has_a_bundle_of_its_own(entries: dict[str, Path]) -> None:
    assert set(entries) == set(DRAWINGS)
    assert {game.key for game in registry.all_games()} <= set(DRAWINGS)
    texts = {drawing: entry.read_text() for drawing, entry in entries.items()}
    assert all("game_module" not in text for text in texts.values())
    assert all(file.exists() for entry in entries.values() for file in reached(entry))


def test_a_release_serves_bundles_that_browsers_keep(
    released: None, bundles: Path, tmp_path: Path
) -> None:
    with override_settings(
        STATIC_ROOT=tmp_path,
        STORAGES={"staticfiles": {"BACKEND": f"{Named.__module__}.Named"}},
        STATICFILES_FINDERS=["django.contrib.staticfiles.finders.FileSystemFinder"],
        WHITENOISE_USE_FINDERS=False,
        WHITENOISE_AUTOREFRESH=False,
    ):
        call_command("collectstatic", interactive=False, verbosity=0)
        address = page_files.table_script("holdem")
        assert re.fullmatch(r"/static/bundles/table-holdem-[\w-]{8}\.js", address)
        kept = {file.name: file.read_bytes() for file in (tmp_path / "bundles").glob("*.js")}
        assert kept == {file.name: file.read_bytes() for file in bundles.glob("*.js")}
        serve: Any = StaticFiles(lambda _request: None)  # type: ignore[arg-type,return-value]
        response = serve(RequestFactory().get(address))
        assert "immutable" in response["Cache-Control"]
        response.close()


@pytest.mark.django_db(transaction=True)
async def test_a_table_runs_from_its_bundle(
    released: None, visitors: Any, entries: dict[str, Path]
) -> None:
    plan = TablePlan(name="Marigold", game="dou_dizhu", bots=2)
    table = await sync_to_async(open_table)(plan=plan, host=None)
    stranger = await visitors.arrive("stranger", width=1440, height=900)
    asked: list[str] = []
    stranger.page.on("request", lambda request: asked.append(request.url))
    await stranger.page.goto(f"/t/{table.slug}/")
    await expect(stranger.page.locator(".table-bar h1")).to_have_text("Marigold")
    await stranger.page.get_by_role("button", name="Table menu").click()
    await expect(stranger.page.get_by_role("dialog")).to_contain_text("House rules")
    scripts = [url for url in asked if url.endswith(".js")]
    assert scripts.pop(0).endswith("/static/js/reload.js")
    assert await stranger.page.locator("script[src]").count() == 2, "counted in the first view"
    assert "/static/bundles/table-dou_dizhu-" in scripts[0]
    counted = {file.name for file in reached(entries["dou_dizhu"])}
    assert {url.partition("/static/bundles/")[2] for url in scripts} <= counted
    sheets = [url for url in asked if url.endswith(".css")]
    assert any(url.endswith("/static/css/table.css") for url in sheets)
    assert not [url for url in sheets if "/css/table/" in url or "/css/components/" in url]
