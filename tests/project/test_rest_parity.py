"""`docs/rest-parity.md` is the truth: every form of the pages has a route, and its test exists."""

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.api.test_access import MATRIX
from tests.support.page_routes import pages

ROOT = Path(__file__).resolve().parents[2]
NONE = "–"
WITHOUT_ROUTE = {"accounts/login/code/confirm/", "accounts/confirm-email/", "healthz", "readyz"}


class Row(NamedTuple):
    """One action of one page."""

    page: str
    action: str
    route: str
    test: str


def table() -> list[Row]:
    lines = (ROOT / "docs/rest-parity.md").read_text().splitlines()
    rows = [line.strip("|").split("|") for line in lines if line.startswith("| `")]
    return [Row(*(cell.strip().strip("`") for cell in row)) for row in rows]


@cache
def functions_of(file: str) -> frozenset[str]:
    path = ROOT / file
    found = ast.walk(ast.parse(path.read_text())) if path.exists() else ()
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in found if isinstance(node, functions))


def test_every_page_that_takes_a_form_is_in_the_table_and_no_other() -> None:
    assert {row.page for row in table()} == {
        page.path for page in pages().values() if "POST" in page.methods
    }


def test_every_action_has_a_route_and_its_test() -> None:
    rows = table()
    assert {row.page for row in rows if row.route == NONE} == WITHOUT_ROUTE
    assert all(row.test for row in rows)
    told = [row for row in rows if row.route != NONE]
    assert [row for row in told if row.route not in MATRIX] == []
    assert [
        row
        for row in told
        if row.test.partition("::")[2] not in functions_of(row.test.partition("::")[0])
    ] == []
