"""The structure of the code: no circle of imports inside a package, small modules and functions."""

import ast
import re
from functools import cache
from pathlib import Path

from tests.support.modules import ROOT, modules, nodes

LARGEST_MODULE = 500
LARGEST_FUNCTION = 80


def late_imports(path: Path) -> list[str]:
    """The lines that import inside a function, with no comment on the line or before it."""
    lines = path.read_text().split("\n")
    functions = (
        node for node in nodes(path) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    found = {
        node.lineno
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    # A comment holds for all imports that follow it.
    alone = {n for n in found if "#" not in lines[n - 1] + lines[n - 2] and n - 1 not in found}
    return [lines[number - 1].strip() for number in sorted(alone)]


@cache
def imports(name: str) -> set[str]:
    """The modules that a module imports, also inside functions."""
    found, known = set(), modules()
    for node in nodes(known[name]):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {
                full if (full := f"{node.module}.{alias.name}") in known else node.module
                for alias in node.names
            }
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return (found & known.keys()) - {name}


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of more than one module (Tarjan 1972)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in graph[name]:
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            at = stack.index(name)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for name in graph:
        if name not in index:
            visit(name)
    return found


def test_a_circle_is_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"d"}}
    assert circles(graph) == [["a", "b", "c"]]


def test_no_circle_of_imports() -> None:
    assert circles({name: imports(name) for name in modules()}) == []


def test_queries_import_no_actions() -> None:
    upward = [
        (name, other)
        for name in modules()
        if "queries" in name.split(".")
        for other in imports(name)
        if "actions" in other.split(".")
    ]
    assert upward == []


def test_an_import_inside_a_function_says_why() -> None:
    found = {name: late_imports(path) for name, path in modules().items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_an_unexplained_import_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "late.py"
    planted.write_text(
        "def deal():\n    # Here, to try it.\n    import os\n    import sys\n\n    import re\n"
    )
    assert late_imports(planted) == ["import re"]


def long_parts(path: Path) -> list[str]:
    """The functions of a module, and the module itself, that have too many lines."""
    text = path.read_text()
    lengths = {"the module": (text.count("\n"), LARGEST_MODULE)}
    for node in nodes(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            lengths[f"{node.name}, line {node.lineno}"] = (length, LARGEST_FUNCTION)
    return [f"{part}: {length} lines" for part, (length, most) in lengths.items() if length > most]


def test_modules_and_functions_are_small() -> None:
    found = {name: long_parts(path) for name, path in modules().items()}
    assert {name: parts for name, parts in found.items() if parts} == {}


def test_a_long_module_and_a_long_function_are_found(tmp_path: Path) -> None:
    planted = tmp_path / "long.py"
    planted.write_text("def deal():\n" + "    pass\n" * LARGEST_FUNCTION + "x = 1\n" * 500)
    assert long_parts(planted) == ["the module: 581 lines", "deal, line 1: 81 lines"]


def hooks(path: Path) -> list[str]:
    """The functions of a module that take a function to be called from below."""
    named = (node.name for node in nodes(path) if isinstance(node, ast.FunctionDef))
    return [name for name in named if re.match("register_(?!person|bot)", name)]


def test_lower_packages_ask_by_signals_and_catalogues() -> None:
    """A function that stores another one in a module is a third way (docs/architecture.md)."""
    found = {name: hooks(path) for name, path in modules().items()}
    assert {name: names for name, names in found.items() if names} == {}


def test_a_hook_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "hook.py"
    planted.write_text("def register_tables(names): ...\ndef register_person(name): ...\n")
    assert hooks(planted) == ["register_tables"]


def imports_of_tests(path: Path) -> list[str]:
    """The test modules that a test module imports."""
    taken = [
        full
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom)
        for full in (node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names))
    ]
    return [full for full in taken if re.fullmatch(r"tests\.(\w+\.)*test_\w+", full)]


def test_no_test_imports_from_another_test() -> None:
    """Tests share helpers by `tests/support`, or by a module beside them that is no test."""
    found = {
        str(path.relative_to(ROOT)): taken
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if path.name != "test_tutorial.py" and (taken := imports_of_tests(path))
    }
    assert found == {}
    runs = imports_of_tests(ROOT / "tests/project/test_tutorial.py")
    assert runs, "it runs other modules' tests for the tutorial's game"


def test_an_import_from_a_test_is_found(tmp_path: Path) -> None:
    module, other = tmp_path / "test_one.py", tmp_path / "test_other.py"
    module.write_text("from tests.core.test_gate import Site\nfrom tests.core import test_gate\n")
    assert imports_of_tests(module) == ["tests.core.test_gate"] * 2
    other.write_text("from tests.support.gates import Site\n")
    assert imports_of_tests(other) == []
