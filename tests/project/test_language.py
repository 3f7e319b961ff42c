"""The language of the code: plain English, and none of the words that the glossary replaced."""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("core", "accounts", "games", "lobby", "config", "clients", "benchmarks", "scripts")
SOURCES = [
    path
    for folder in FOLDERS
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "migrations" not in path.parts
]

MALE = re.compile(r"\b(he|him|his|himself)\b", re.IGNORECASE)
HEADLESS = re.compile(r"(?:^|[.:]\s+)(?:Who|Whoever|Whatever|What) [a-z]+ (?!.*\?)")
"""A sentence that begins with a relative clause: "Who is muted plays on." """
REPLACED = re.compile(
    r"(?<![a-z])(desk|pulse|poke|goodbye|chore|rail|looker|contest|entrant|deaf_to|knob|deed"
    r"|lookalikes|own_data|free_names|quotas|reseal|entrance)s?(?![a-z])"
)
"""Words that `docs/glossary.md` replaced by those of the field."""


def prose(text: str) -> list[tuple[int, str]]:
    """Docstrings and comments of a module as (line, text), a block of comments in one piece."""
    found = [
        (node.body[0].lineno, " ".join((ast.get_docstring(node) or "").split()))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and ast.get_docstring(node)
    ]
    found += [
        (token.start[0], token.string.lstrip("# "))
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT
    ]
    return found


def names(text: str) -> list[tuple[int, str]]:
    """The identifiers of a module as (line, name)."""
    return [
        (token.start[0], token.string)
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.NAME
    ]


def faults(text: str) -> list[str]:
    """Everything in a module that the glossary forbids."""
    found = []
    for line, sentence in prose(text):
        if MALE.search(sentence):
            found.append(f"{line}: people are they: {sentence[:60]}")
        if HEADLESS.search(sentence):
            found.append(f"{line}: a sentence without a subject: {sentence[:60]}")
    found += [f"{line}: {name}" for line, name in names(text) if REPLACED.search(name.lower())]
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_is_in_plain_words(path: Path) -> None:
    assert faults(path.read_text()) == []


@pytest.mark.parametrize(
    "text",
    [
        '"""Who is muted plays on."""',
        "def f():\n    '''Ends a session. Whoever comes back logs in.'''",
        "# the player shows his cards",
        "set_pulse(1)",
        "Contest = 1",
    ],
)
def test_a_fault_is_found(text: str) -> None:
    assert faults(text)


@pytest.mark.parametrize(
    "text", ['"""What is a boot? A forced bet."""', "contested = 1", "trail = 2"]
)
def test_what_is_fine_is_not(text: str) -> None:
    assert faults(text) == []
