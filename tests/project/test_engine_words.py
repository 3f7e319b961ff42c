"""Engines make no sentences: what they say has codes and arguments, and the catalogue the words."""

import ast
import re
from pathlib import Path

from games.engines.core import registry

ENGINES = Path(registry.__file__).parents[1]
SENTENCE = re.compile(r"[a-z]{2,}[,:;.!?]? [A-Za-z{]")
CALLS = {"ValueError", "KeyError", "LookupError", "TypeError", "exec"}
"""Calls whose texts are for programmers or the interpreter."""
NAMED = {"typed.py", "designs.py"}
"""Modules with what players type, and with the names of publications."""


def sentences(source: str) -> list[str]:
    """The literals of a module that are sentences, each as `line: text`."""
    allowed: set[int] = set()
    nodes = list(ast.walk(ast.parse(source)))
    for node in nodes:
        if is_allowed(node):
            allowed |= {id(part) for part in ast.walk(node)}
    return [
        f"{node.lineno}: {node.value}"
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if id(node) not in allowed and SENTENCE.search(node.value)
    ]


def is_allowed(node: ast.AST) -> bool:
    """Whether the texts of this part of a module are no words for players."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)  # a docstring
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", getattr(node.func, "attr", "")) in CALLS
    if isinstance(node, ast.Dict):
        return [getattr(key, "value", "") for key in node.keys][:1] == ["name"]  # a house table
    return isinstance(node, ast.Assert)


def test_engines_make_no_sentences() -> None:
    files = [file for file in ENGINES.rglob("*.py") if file.name not in NAMED]
    assert len(files) > 50
    found = {str(file.relative_to(ENGINES)): sentences(file.read_text()) for file in files}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_options_and_manifests_hold_no_words() -> None:
    """A label may be one word, which no sentence is: an option's texts are keys and values."""
    key = re.compile(r"[a-z0-9_]*")
    for game in registry.all_games():
        assert not hasattr(game, "name")
        for option in game.Rules.OPTIONS:
            texts = [option.name, option.kind, *option.choices]
            assert all(key.fullmatch(text) for text in texts), option
        assert all(key.fullmatch(preset) for preset in game.manifest.presets)


def test_a_planted_sentence_is_found() -> None:
    source = '''"""A docstring of two words."""
def no(chips):
    assert chips, "not for players"
    raise IllegalAction("TOO_FEW", f"You have only {chips} chips.", text={"a": "Pair of nines"})
'''
    assert sentences(source) == ["4: You have only ", "4: Pair of nines"]
