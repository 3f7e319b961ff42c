"""Engines make no sentences: what they say has codes and arguments, and the catalogue the words.

The texts of house rules, pay tables and manifests still stand in engines, and the messages of
`RulesError` about them.
"""

import ast
import re
from pathlib import Path

from games.engines.core import registry

ENGINES = Path(registry.__file__).parents[1]
SENTENCE = re.compile(r"[a-z]{2,}[,:;.!?]? [A-Za-z{]")
TEXTS = {"manifest.py", "designs.py", "payouts.py", "paytable.py", "typed.py"}
"""Modules with texts of manifests and pay tables, and with what players type."""
CALLS = {
    *("ValueError", "KeyError", "LookupError", "TypeError"),
    "exec",
    *("Option", "PayTableOption", "RulesError", "wrong", "_wrong", "replace"),
}
"""Calls whose texts are for programmers or the interpreter, or of house rules."""
DESCRIBING = {"stakes", "stakes_of_hand", "_one_of", "name"}
"""Functions that describe rules, and the attribute with the name of a game."""


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
    """Whether the texts of this part of a module are no words for players, or still may be."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)  # a docstring
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", getattr(node.func, "attr", "")) in CALLS
    if isinstance(node, ast.Assign):
        return any(getattr(target, "id", "") in DESCRIBING for target in node.targets)
    described = isinstance(node, ast.FunctionDef) and node.name in DESCRIBING
    return described or isinstance(node, ast.Assert)


def test_engines_make_no_sentences() -> None:
    files = [file for file in ENGINES.rglob("*.py") if file.name not in TEXTS]
    assert len(files) > 40
    found = {str(file.relative_to(ENGINES)): sentences(file.read_text()) for file in files}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_a_planted_sentence_is_found() -> None:
    source = '''"""A docstring of two words."""
def no(chips):
    assert chips, "not for players"
    raise IllegalAction("TOO_FEW", f"You have only {chips} chips.", text={"a": "Pair of nines"})
'''
    assert sentences(source) == ["4: You have only ", "4: Pair of nines"]
