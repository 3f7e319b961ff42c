"""The modules of the project."""

import ast
from functools import cache
from pathlib import Path

from core.discovery import APPS

ROOT = Path(__file__).parents[2]
ROOTS = (*APPS, "config")


@cache
def modules() -> dict[str, Path]:
    """The project's modules by their dotted names."""
    found = {}
    for root in ROOTS:
        for path in sorted((ROOT / root).rglob("*.py")):
            if "migrations" not in path.parts:
                name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                found[name.removesuffix(".__init__")] = path
    return found


@cache
def nodes(path: Path) -> list[ast.AST]:
    """The nodes of a module's syntax tree."""
    return list(ast.walk(ast.parse(path.read_text())))
