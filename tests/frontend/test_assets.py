"""The files of the pages, read as text: policy, budget, links between files.

Nothing here starts a browser or a server.
"""

import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from games.engines.core import registry
from games.hands.page_files import GENERIC
from tests.support.assets import DRAWINGS, ROOT, STATIC
from tests.support.cases import for_each

TEMPLATES = ROOT / "templates"
BUDGET = 182_700
"""The most bytes of code that a game's table page loads before play, as it is written.

What a release loads is counted in test_bundles.py.
"""
WITH_COMMENTS = 234_400
"""The same with comments, which contain the types that `tsc` reads."""

DRAWN_LIKE = re.compile(r'drawnLike: "(\w+)"')
MODULES = sorted((STATIC / "js").rglob("*.js"))
PAGES = sorted(TEMPLATES.rglob("*.html"))
STYLES = sorted((STATIC / "css").glob("*.css"))
IMPORT = re.compile(r"""(?:from|import)\s+["'](\.[^"']+)["']""")
COMMENT = re.compile(r"^\s*(?:/\*\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
LATER = re.compile(r"""import\(["'](\.[^"']+)["']\)""")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def loaded_by(entry: Path) -> set[Path]:
    """A module with everything it imports before it runs."""
    seen: set[Path] = set()
    waiting = [entry.resolve()]
    while waiting:
        module = waiting.pop()
        if module in seen:
            continue
        seen.add(module)
        if "vendor" not in module.parts:
            waiting += [(module.parent / to).resolve() for to in IMPORT.findall(module.read_text())]
    return seen


def like(drawing: str) -> str | None:
    """Return the drawing that this one is made of, or None."""
    found = DRAWN_LIKE.search((STATIC / f"js/table/{drawing}/index.js").read_text())
    return found[1] if found else None


def test_control_files_are_found() -> None:
    assert len(MODULES) > 20
    assert len(PAGES) > 20
    assert len(STYLES) > 5


@for_each("module", MODULES, ids=name)
def test_imports_lead_to_files(module: Path) -> None:
    text = module.read_text()
    for target in IMPORT.findall(text) + LATER.findall(text):
        assert (module.parent / target).is_file(), target


@for_each("module", MODULES, ids=name)
def test_modules_are_small_and_state_their_purpose(module: Path) -> None:
    text = module.read_text()
    assert text.count("\n") < 400
    assert "Owns " in text[:400]


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_the_table_page_keeps_its_budget(drawing: str) -> None:
    """The page's own modules and those of one game, without modules loaded on demand."""
    table = STATIC / "js/table"
    files = loaded_by(table / "main.js") | loaded_by(table / drawing / "index.js")
    texts = [file.read_text() for file in files]
    assert (size := sum(len(text.encode()) for text in texts)) <= WITH_COMMENTS, size
    code = sum(len(COMMENT.sub("", text).encode()) for text in texts)
    assert code <= BUDGET, f"{code} bytes in {len(files)} files"


def test_each_game_is_loaded_only_at_its_own_tables() -> None:
    table = STATIC / "js/table"
    keys = {game.key for game in registry.all_games()}
    assert len(DRAWINGS) > 2
    assert set(DRAWINGS) - keys == {GENERIC}
    for drawing in DRAWINGS:
        others = {table / other for other in DRAWINGS if other not in (drawing, like(drawing))}
        for file in loaded_by(table / "main.js") | loaded_by(table / drawing / "index.js"):
            assert not others & set(file.parents), name(file)
        for module in (table / drawing).glob("*.js"):
            for target in IMPORT.findall(module.read_text()) + LATER.findall(module.read_text()):
                assert not others & set((module.parent / target).resolve().parents), name(module)


def test_games_with_sit_and_gos_draw_them() -> None:
    with_them = {
        game.key if game.key in DRAWINGS else GENERIC
        for game in registry.all_games()
        if any(game.sit_and_go(rules) for rules in game.presets.values())
    }
    indexes = {key: STATIC / f"js/table/{key}/index.js" for key in DRAWINGS}
    drawn = {key for key, file in indexes.items() if "SitAndGo:" in file.read_text()}
    assert with_them | {GENERIC} == drawn


REFUSABLE = re.compile(
    r"\b(localStorage|sessionStorage|indexedDB|BroadcastChannel|caches|navigator\.clipboard"
    r"|navigator\.wakeLock|navigator\.serviceWorker|Notification\.|document\.cookie)\b"
)
"""What a browser may refuse by an exception."""
REFUSED_BY = ("storage.js", "device.js", "push.js", "service_worker.js")


def test_few_modules_ask_for_what_a_browser_may_refuse() -> None:
    allowed = [STATIC / "js" / name for name in REFUSED_BY]
    for module in allowed:
        assert REFUSABLE.search(module.read_text())
    for module in MODULES:
        if module not in allowed:
            assert not REFUSABLE.search(COMMENT.sub("", module.read_text())), name(module)


def test_no_module_imports_itself_in_a_circle() -> None:
    """Names with content hashes need an order in which the modules can be named."""
    leads = {
        module: {
            (module.parent / to).resolve()
            for to in IMPORT.findall(module.read_text()) + LATER.findall(module.read_text())
        }
        for module in MODULES
    }
    while ends := {module for module, to in leads.items() if not to & leads.keys()}:
        leads = {module: to for module, to in leads.items() if module not in ends}
    assert not leads, sorted(map(name, leads))


def test_pages_have_no_inline_script_or_style() -> None:
    """The content security policy allows neither scripts nor styles inside a page."""
    for page in PAGES:
        text = page.read_text()
        assert not re.search(r"<style\b|\sstyle\s*=|\son[a-z]+\s*=", text), name(page)
        for tag in re.findall(r"<script\b[^>]*>", text):
            assert "src=" in tag, f"{name(page)}: {tag}"


def test_markup_written_by_modules_has_no_inline_script_or_style() -> None:
    """Markup set as text must style by presentation attributes; `style` is blocked."""
    for module in (STATIC / "js").glob("*.js"):
        assert 'style="' not in module.read_text(), name(module)


def test_pages_name_static_files_that_exist() -> None:
    for page in PAGES:
        for target in re.findall(r"""\{% static ['"]([^'"]+)['"] %\}""", page.read_text()):
            assert (STATIC / target).is_file(), f"{name(page)}: {target}"


def test_styles_name_existing_files_of_our_own() -> None:
    for sheet in STYLES:
        for target in re.findall(r"""url\(["']?([^"')]+)""", sheet.read_text()):
            assert (sheet.parent / target).is_file(), f"{name(sheet)}: {target}"


def test_nothing_is_fetched_from_elsewhere() -> None:
    for file in [*PAGES, *STYLES, *MODULES, *(STATIC / "img").glob("*.svg")]:
        text = file.read_text().replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://", text), name(file)


def test_every_part_of_an_avatar_is_drawn() -> None:
    drawn = set(re.findall(r'id="([^"]+)"', (STATIC / "img/avatar.svg").read_text()))
    script = (STATIC / "js/avatar.js").read_text()
    lists = re.findall(r"`([a-z-]+)\$\{", script)
    assert {"back-", "top-", "eyes-", "bot-eyes-"} <= {prefix.split("${")[0] for prefix in lists}
    for prefix, count in (
        ("eyes-", 3),
        ("mouth-", 3),
        ("beard-", 2),
        ("extra-", 3),
        ("bot-eyes-", 3),
        ("bot-mouth-", 2),
        ("bot-top-", 2),
    ):
        assert {f"{prefix}{i}" for i in range(count)} <= drawn
    for style in ("side", "crop", "parted", "curls", "turban", "cap"):
        assert f"top-{style}" in drawn
    assert {"K", "Q", "J", "belt"} <= set(
        re.findall(r'id="([^"]+)"', (STATIC / "img/courts.svg").read_text())
    )


def test_vendored_files_are_all_listed() -> None:
    vendor = STATIC / "vendor"
    listed = set(re.findall(r"`([^`]+/[^`]+)`", (vendor / "LIST.md").read_text()))
    there = {str(file.relative_to(vendor)) for file in vendor.rglob("*") if file.is_file()}
    assert there - {"LIST.md"} == listed - {"scripts/vendor.py"}
    assert any("LICENSE" in file for file in there)


def test_every_page_says_that_chips_are_play_money() -> None:
    assert '"parts/site_foot.html"' in (TEMPLATES / "base.html").read_text()
    foot = (TEMPLATES / "parts" / "site_foot.html").read_text()
    assert "Play money: chips have no cash value." in foot
    for page in sorted(TEMPLATES.glob("[45]*.html")):
        assert "Play money" in render_to_string(page.name), name(page)
