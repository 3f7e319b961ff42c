"""Rules that the linters do not check: lengths, lists of sheets, English in selectors."""

import re
from functools import cache
from pathlib import Path

from tests.support.cases import for_each

ROOT = Path(__file__).resolve().parents[2]
CSS = ROOT / "static/css"
SHEETS = sorted(CSS.rglob("*.css"))
SCRIPTS = sorted((ROOT / "static/js").rglob("*.js"))
PAGES = sorted((ROOT / "templates").rglob("*.html"))
TABLE = ROOT / "static/js/table"
LONGEST_SHEET = 400
LONGEST_LINE = 100
MOST_SHEETS = 4
"""Most stylesheets that a page names; in production each of them is one file."""
COMPONENTS = {"button", "plate", "card", "chip", "panel", "dialog"}
IMPORT = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b(?=[^{]*?;)|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def bare(sheet: Path) -> str:
    """The sheet without comments and addresses."""
    return re.sub(r"/\*.*?\*/|url\([^)]*\)", "", sheet.read_text(), flags=re.DOTALL)


def test_control_files_are_found() -> None:
    assert len(SHEETS) > 40
    assert len(SCRIPTS) > 60


@for_each("sheet", SHEETS, ids=name)
def test_sheets_are_short_and_state_their_purpose(sheet: Path) -> None:
    text = sheet.read_text()
    assert text.count("\n") <= LONGEST_SHEET
    assert "Owns " in text[:40]


@for_each("file", [*SHEETS, *SCRIPTS], ids=name)
def test_lines_are_short(file: Path) -> None:
    for number, line in enumerate(file.read_text().splitlines(), 1):
        assert len(line) <= LONGEST_LINE, f"{name(file)}:{number}"


@for_each("sheet", [s for s in SHEETS if s.name != "tokens.css"], ids=name)
def test_colours_come_from_the_tokens(sheet: Path) -> None:
    assert not COLOUR.findall(bare(sheet))


@cache
def declared() -> set[str]:
    """The variables that a sheet or a script sets."""
    everything = "".join(file.read_text() for file in [*SHEETS, *SCRIPTS])
    found = set(re.findall(r'(--[\w-]+)"?\s*:', everything))
    return found | set(re.findall(r'setProperty\(\s*"(--[\w-]+)"', everything))


@for_each("sheet", SHEETS, ids=name)
def test_variables_are_declared_somewhere(sheet: Path) -> None:
    """A token with a wrong name would be no error anywhere: the browser drops the declaration."""
    needed = {name(sheet): set(re.findall(r"var\((--[\w-]+)\)", bare(sheet))) for sheet in SHEETS}
    assert not {sheet: names - declared() for sheet, names in needed.items() if names - declared()}


def test_every_variable_is_used() -> None:
    """Unused tokens are removed; the admin's theme reads those named --color-*."""
    declared = set(re.findall(r"(--[\w-]+):", "".join(bare(sheet) for sheet in SHEETS)))
    users = "".join(file.read_text() for file in [*SHEETS, *SCRIPTS, *PAGES])
    used = set(re.findall(r"var\((--[\w-]+)", users))
    used |= set(re.findall(r'getPropertyValue\(\s*"(--[\w-]+)"', users))
    unused = {found for found in declared - used if not found.startswith("--color-")}
    assert not unused


def test_every_sheet_is_loaded_by_a_page() -> None:
    """Each sheet is named by a template or the settings, or imported by one that is."""
    settings = (ROOT / "config/settings/base.py").read_text()
    texts = "".join(page.read_text() for page in PAGES) + settings
    assert "{% game_sheet table.game %}" in texts, "a table's page names its game's sheet"
    texts += "".join(f"css/{game.parent.name}.css" for game in TABLE.glob("*/index.js"))
    loaded = {CSS.parent / found for found in re.findall(r"css/[\w/]+\.css", texts)}
    loaded = {CSS.parent.joinpath(*sheet.parts[len(CSS.parent.parts) :]) for sheet in loaded}
    waiting = list(loaded)
    while waiting:
        sheet = waiting.pop()
        parts = {(sheet.parent / part).resolve() for part in IMPORT.findall(sheet.read_text())}
        waiting += parts - loaded
        loaded |= parts
    assert loaded == set(SHEETS)


def test_each_component_is_one_sheet_that_imports_nothing() -> None:
    there = {sheet.stem for sheet in (CSS / "components").glob("*.css")}
    assert there >= COMPONENTS
    for sheet in SHEETS:
        if "@import" in sheet.read_text():
            rest = IMPORT.sub("", bare(sheet)).strip()
            assert rest == "", f"{name(sheet)} is a list and has rules of its own"


@for_each("page", PAGES, ids=name)
def test_pages_name_few_sheets(page: Path) -> None:
    text = page.read_text()
    assert text.count('rel="stylesheet"') - text.count("{% if") <= MOST_SHEETS


@for_each("sheet", SHEETS, ids=name)
def test_no_selector_depends_on_a_text(sheet: Path) -> None:
    """Labels and titles are written for people, and change with the language."""
    texts = {"aria-label", "title", "alt", "placeholder", "content"}
    for sheet in SHEETS:
        assert not texts & set(re.findall(r"\[([\w-]+)[~|^$*]?=", bare(sheet))), name(sheet)


def test_no_sheet_has_words() -> None:
    """A sheet has one language; signs such as ⚠ and • are fine."""
    written = {
        name(sheet): re.findall(r'content: "([^"]*[^\W\d_][^"]*)"', sheet.read_text())
        for sheet in SHEETS
    }
    assert {sheet: words for sheet, words in written.items() if words} == {}
