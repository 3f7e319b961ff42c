"""The language of the code: plain English, and none of the words that the glossary replaced."""

import ast
import io
import re
import tokenize
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

import pytest

from tests.support.cases import for_each

ROOT = Path(__file__).parents[2]
FOLDERS = ("core", "accounts", "games", "lobby", "config", "clients", "benchmarks", "scripts")


def modules(*folders: str) -> list[Path]:
    """The modules in these folders, without migrations."""
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in found if "migrations" not in path.parts]


MALE = re.compile(r"(?<![a-z])(he|him|his|himself)(?![a-z])", re.IGNORECASE)
HEADLESS = re.compile(r"(?:^|[.:]\s+)(?:Who|Whoever|Whatever|What) [a-z]+ (?!.*\?)")
"""A sentence that begins with a relative clause: "Who is muted plays on." """
HEADLESS_NAME = re.compile(r"_*(test_)?(who|whoever|what|whatever)_")
POSSIBLY = re.compile(r"\b(Who|Whoever|Whatever|What) |\b_*(test_)?(who|whoever|what|whatever)_")
"""Found in every module with one of these two."""
REPLACED = re.compile(
    r"(?<![a-z])(desk|pulse|poke|goodbye|chore|rail|looker|contest|entrant|deaf_to|knob|deed"
    r"|lookalikes|own_data|free_names|quotas|reseal|entrance|auction|line_?up)s?(?![a-z])"
)
"""Words that `docs/glossary.md` replaced by those of the field."""
REPLACED_IN_TESTS = re.compile(
    r"(?<![a-z])(watcher|robot|shut[ _]out|looks?[ _]on|looking[ _]on|closed[ _]cards"
    r"|house[ _]report|undeclared[ _]program|standing[ _]table|set_alarm|take_back"
    r"|find_programs)s?(?![a-z])"
)
"""Further words of that kind, which the tests have given up entirely."""
UNKNOWN_TO_PLAYERS = re.compile(r"auction|seed[ _]?00\d", re.IGNORECASE)
"""Words of options, phases and presets that no player uses."""
BOOKS = {"docs/rules/dou-dizhu.md": 1}
"""How often a page of the rules may quote another book's word."""
BORROWED = {"what_is_shown"}
"""Names of the tested code with such words."""


def prose(text: str) -> list[tuple[int, str]]:
    """Docstrings, comments and messages of assertions of a module as (line, text)."""
    nodes = list(ast.walk(ast.parse(text)))
    found = [
        (node.body[0].lineno, " ".join((ast.get_docstring(node) or "").split()))
        for node in nodes
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and ast.get_docstring(node)
    ]
    found += [
        (part.lineno, part.value)
        for node in nodes
        if isinstance(node, ast.Assert) and node.msg
        for part in ast.walk(node.msg)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]
    comments = tokens(text)[tokenize.COMMENT]
    return found + [(line, comment.lstrip("# ")) for line, comment in comments]


def names(text: str) -> list[tuple[int, str]]:
    """The identifiers of a module as (first line, name)."""
    first: dict[str, int] = {}
    for line, name in tokens(text)[tokenize.NAME]:
        first.setdefault(name, line)
    return [(line, name) for name, line in first.items()]


@lru_cache(maxsize=1)
def tokens(text: str) -> dict[int, list[tuple[int, str]]]:
    """The tokens of a module as (line, text) by their type."""
    found: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        found[token.type].append((token.start[0], token.string))
    return found


def violations(text: str, *, of_tests: bool = False) -> list[str]:
    """Everything in a module that the glossary forbids; the names of tests are sentences too."""
    flat = " ".join(text.split())
    if not (POSSIBLY.search(flat) or MALE.search(flat) or replaced(flat, of_tests=of_tests)):
        return []  # most modules: reading their tokens takes a hundred times as long
    found = []
    for line, sentence in prose(text):
        if MALE.search(sentence):
            found.append(f"{line}: people are they: {sentence[:60]}")
        if HEADLESS.search(sentence):
            found.append(f"{line}: a sentence without a subject: {sentence[:60]}")
        if replaced(sentence, of_tests=of_tests):
            found.append(f"{line}: a replaced word: {sentence[:60]}")
    for line, name in names(text):
        headless = of_tests and HEADLESS_NAME.match(name)
        if headless or MALE.search(name) or replaced(name, of_tests=of_tests):
            found += [] if of_tests and name in BORROWED else [f"{line}: {name}"]
    return found


def replaced(text: str, *, of_tests: bool) -> bool:
    """Whether a text or a name has a word that the glossary replaced."""
    low = text.lower()
    return bool(REPLACED.search(low) or (of_tests and REPLACED_IN_TESTS.search(low)))


PARTS = {
    ".html": r">([^<>{}]+)<|%}([^<>{}]+)[<{]|\btrans(?:late)? \"([^\"]+)\"",
    ".md": r"((?:(?!\n\s*\n|\n\s*[-|*#\d]|\||```).)+)",
    ".js": r"/\*(.*?)\*/|(?m:((?:^\s*//.*\n)+))",
}
"""The text of a file by its kind: of scripts and style sheets the comments."""
PARTS |= dict.fromkeys((".mjs", ".css", ".ts"), PARTS[".js"])


def unplain(path: Path) -> list[str]:
    """The sentences of a file that is not Python which the glossary forbids, without headings."""
    text = re.sub(r"```.*?```", "\n\n", path.read_text(), flags=re.DOTALL)
    found = []
    for groups in re.findall(PARTS[path.suffix], text, re.DOTALL):
        part = re.sub(r"(?:\s|\*|//)+", " ", "".join(groups)).strip(" -#")
        found += [one for one in re.split(r"(?<=[.!?:])\s", part) if one.endswith((".", ":", "!"))]
    return [one for one in found if HEADLESS.search(one) or MALE.search(one)]


def _id(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("folder", FOLDERS)
def test_modules_use_plain_words(folder: str) -> None:
    found = {_id(path): violations(path.read_text()) for path in modules(folder)}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_tests_use_plain_words() -> None:
    found = {_id(path): violations(path.read_text(), of_tests=True) for path in modules("tests")}
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize("folder", ["static/js", "static/css", "templates", "docs", "clients", "."])
def test_scripts_pages_and_documents_use_plain_words(folder: str) -> None:
    every = (ROOT / folder).glob("*.md" if folder == "." else "**/*.*")
    found = {
        _id(path): unplain(path)
        for path in every
        if path.suffix in PARTS and "node_modules" not in path.parts
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


@for_each(
    ("name", "text"),
    [
        ("a.js", "/** What a device keeps. */\nconst x = 1;\n"),
        ("a.js", "const x = 1;\n// Read once.\n// What was missed\n// is asked for.\n"),
        ("a.html", "<p>What you have paid stays.</p>"),
        ("a.md", "- A thing.\n- What spectators see is\n  a setting.\n"),
    ],
)
def test_an_unplain_sentence_is_found(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    assert unplain(tmp_path / name)


def test_headings_and_questions_are_plain(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# What staff can see\n\nWhat is a boot? A bet.\n")
    assert unplain(tmp_path / "a.md") == []


def test_options_and_presets_have_words_that_players_use() -> None:
    found = {}
    for folder in ("games", "lobby", "static/js", "static/css", "templates", "docs", "clients"):
        for path in sorted((ROOT / folder).rglob("*.*")):
            if path.suffix in (".py", ".js", ".mjs", ".css", ".html", ".md"):
                count = len(UNKNOWN_TO_PLAYERS.findall(path.read_text()))
                if count > BOOKS.get(_id(path), 0):
                    found[_id(path)] = count
    assert found == {}


@for_each(
    "text",
    [
        '"""Who is muted plays on."""',
        "def f():\n    '''Ends a session. Whoever comes back logs in.'''",
        "# the player shows his cards",
        "# moves chips to the desk",
        "assert cards, 'in his browser'",
        "set_pulse(1)",
        "LineUp = 1",
        "Contest = 1",
        "shown_to_him = 1",
    ],
)
def test_a_violation_is_found(text: str) -> None:
    assert violations(text)


@pytest.mark.parametrize(
    "text",
    [
        "def test_who_leaves_is_paid(): pass",
        "def what_is_told(): pass",
        "watchers = 2",
        "# a watcher joins",
    ],
)
def test_a_violation_of_tests_is_found(text: str) -> None:
    assert violations(text, of_tests=True)


@pytest.mark.parametrize(
    "text",
    [
        '"""What is a boot? A forced bet."""',
        "contested = 1",
        "trail = 2",
        "def test_a_player_who_leaves_is_paid(): pass",
    ],
)
def test_correct_text_has_no_findings(text: str) -> None:
    assert violations(text, of_tests=True) == []
