"""General code knows no game: it reads everything from the game's manifest.

A game's own files carry its key in their path, as `games/bots/<key>.py` or `static/css/<key>/`. All
other Python, templates, scripts and styles must not name a game, not even in a comment, and must
not read one of its options.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from core.discovery import APPS
from games.engines.core import registry
from games.engines.core.contract import Game

ROOT = Path(__file__).parents[2]
FOLDERS = (*APPS, "config", "static/css", "static/js", "templates", "types")
ENDINGS = {".py", ".html", ".txt", ".js", ".ts", ".css", ".svg"}
ONE_GAME = (
    "games/odds/",
    "games/designer/",
    "games/management/commands/odds.py",
    "static/css/odds",
    "static/js/odds/",
    "static/js/fair/tfair2/",
    "templates/games/odds/",
)
"""Odds and pay tables are a subject about one game, which names it as an engine's files do. The
checker of deals has the published map of each game, because it must not trust the server's."""
GENERATED = {"types/messages.d.ts"}
"""Files that are written from the shapes of all games."""
KEYS = sorted(game.key for game in registry.all_games())
OPTIONS = {option.name for game in registry.all_games() for option in game.Rules.OPTIONS}
HOLDERS = ("rules", "parsed_rules")
"""The names of variables and attributes that hold the rules of a game."""
OF_ALL_GAMES = frozenset({"hash", "say", "fields", "to_json"})
SHARED = re.compile(
    r"games/engines/core/base\.py:\d+: "
    r"getattr\(rules, '(max_players|starting_chips|restart_by)', .+\)"
)
"""The base class of engines reads the options that mean the same in all games, and no others."""


def name_of(key: str) -> str:
    """A pattern for a key in any spelling: `bird_game` also as BirdGame, bird-game, Bird Game."""
    words = ["['’]?".join(word) for word in key.split("_")]
    return r"(?<![a-z])" + "[ _-]?".join(words)


NAMES = re.compile("|".join(map(name_of, KEYS)), re.IGNORECASE)


def is_own(path: str) -> bool:
    """Whether a file is one game's own."""
    parts = [part.partition(".")[0] for part in path.split("/")]
    return path.startswith(ONE_GAME) or any(
        part == key or part.startswith(f"{key}_") for part in parts for key in KEYS
    )


@cache
def general() -> dict[str, Path]:
    """All files of the program that are no game's own, by their paths."""
    files = (file for folder in FOLDERS for file in (ROOT / folder).rglob("*"))
    paths = {str(file.relative_to(ROOT)): file for file in files if file.suffix in ENDINGS}
    return {
        path: file
        for path, file in paths.items()
        if "/migrations/" not in path and not is_own(path) and path not in GENERATED
    }


def holds_rules(node: ast.expr) -> bool:
    """Whether an expression is a variable or an attribute with a game's rules."""
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name in HOLDERS


def options_read(source: str) -> Iterator[str]:
    """The places where Python reads an option: by getattr, as an attribute, as a key."""
    for node in ast.walk(ast.parse(source)):
        found = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            if node.func.id in ("getattr", "hasattr") and holds_rules(node.args[0]):
                found = ast.unparse(node)
        elif isinstance(node, ast.Attribute) and holds_rules(node.value):
            found = node.attr if node.attr in OPTIONS - OF_ALL_GAMES else None
        elif isinstance(node, ast.Subscript) and holds_rules(node.value):
            found = ast.unparse(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found = node.value if re.search(r"rules\s*->", node.value) else None
        if found is not None:
            yield f"{node.lineno}: {found}"


@pytest.mark.parametrize(
    "line",
    [
        'GAMES = {"teen_patti": 1}',
        "class HoldemView:",
        "<p>Texas Hold'em</p>",
        ".game-dou-dizhu {}",
        "const x = teenPatti;",
    ],
)
def test_a_name_is_found(line: str) -> None:
    assert NAMES.search(line)


@pytest.mark.parametrize("line", ["household.members", "withhold'em", "TeenAge patti", "hold them"])
def test_other_words_are_no_names(line: str) -> None:
    assert not NAMES.search(line)


@pytest.mark.parametrize(
    "line",
    [
        'getattr(rules, "anything", None)',
        'getattr(table.parsed_rules, "x")',
        "hand.opening.rules.boot",
        'table.rules["boot"]',
        "\"SELECT rules ->> 'leaver'\"",
    ],
)
def test_an_option_that_is_read_is_found(line: str) -> None:
    assert list(options_read(line))
    assert not list(options_read("rules.to_json(); rules.hash(); row.boot; getattr(row, 'boot')"))


def test_control_files_are_found() -> None:
    assert len(general()) > 500
    assert {Path(path).suffix for path in general()} >= {".py", ".html", ".js", ".css"}


def test_no_general_file_names_a_game() -> None:
    found = [
        f"{path}:{number}: {line.strip()[:90]}"
        for path, file in general().items()
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if NAMES.search(line)
    ]
    assert not found, "\n".join(found)


def test_no_general_python_reads_an_option() -> None:
    found = [
        f"{path}:{place}"
        for path, file in general().items()
        if file.suffix == ".py"
        for place in options_read(file.read_text())
        if not SHARED.fullmatch(f"{path}:{place}")
    ]
    assert not found, "\n".join(found)


def test_no_general_script_reads_an_option() -> None:
    reads = re.compile(rf"\b(?:rules|options)\??\.(?:{'|'.join(sorted(OPTIONS))})\b")
    found = [
        f"{path}: {match[0]}"
        for path, file in general().items()
        if file.suffix in (".js", ".html")
        for match in reads.finditer(file.read_text())
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.key)
def test_a_manifest_fits_its_game(game: Game) -> None:
    """The presets, options and actions of a manifest exist, so general code can rely on it."""
    assert type(game).__module__ == f"games.engines.{game.key}.engine"
    manifest, options = game.manifest, {option.name for option in game.Rules.OPTIONS}
    form, quick, menu = manifest.form, manifest.quick, manifest.menu
    named = {form.plays_for, form.seats, form.buy_in, quick.stakes, *form.first}
    named |= {name for names in form.first_for.values() for name in names}
    assert named - {""} <= options
    assert set(manifest.presets) == set(game.presets)
    assert {"standard", quick.preset} <= set(game.presets)
    assert manifest.chosen_ahead | manifest.automatic <= game.action_kinds
    if menu is not None:
        assert menu.preset in game.presets
        assert {menu.fill} - {""} <= options
        assert (ROOT / f"templates/lobby/menus/{game.key}.html").is_file()
