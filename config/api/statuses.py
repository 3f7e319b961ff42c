"""The HTTP status of each refusal, for the document: read from where refusals are raised.

`manage.py refusal_statuses > config/api/statuses.json` writes them; a test compares. Answers take
their status from the refusal itself.
"""

import ast
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from django.conf import settings

from core.errors import RequestRefused
from core.wire import subclasses

FILE = Path(__file__).with_name("statuses.json")
PACKAGES = ("core", "accounts", "games", "lobby")


@cache
def recorded() -> Mapping[str, int]:
    """The status of each code, unless it is 409."""
    found: dict[str, int] = json.loads(FILE.read_text())
    return found


def statuses() -> dict[str, int]:
    """The same from the sources. Raises `ValueError` for a code with two statuses."""
    found: dict[str, int] = {}
    for package in PACKAGES:
        for path in sorted(Path(settings.BASE_DIR, package).rglob("*.py")):
            for code, status in _raised(ast.parse(path.read_text())):
                if found.setdefault(code, status) != status:
                    raise ValueError(f"{path}: {code} is {found[code]} elsewhere")
    return {code: status for code, status in sorted(found.items()) if status != 409}


def _raised(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The codes and statuses of the refusals that a module makes."""
    usual = {kind.__name__: kind.status for kind in (RequestRefused, *subclasses(RequestRefused))}
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and node.args):
            continue
        code, given = node.args[0], {keyword.arg: keyword.value for keyword in node.keywords}
        if not (isinstance(code, ast.Constant) and isinstance(code.value, str)):
            continue
        status = given.get("status")
        if isinstance(status, ast.Constant) and isinstance(status.value, int):
            yield code.value, status.value
        elif isinstance(node.func, ast.Name) and node.func.id in usual:
            yield code.value, usual[node.func.id]
