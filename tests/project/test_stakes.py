"""Only the stakes of a table ask for its kind (`lobby/tables/stakes`)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KIND = {"plays_for", "PlaysFor", "for_points", "FORMATS"}
KEYS = {"chips", "points", "sit_and_go", "cash"}
IN_SQL = re.compile(r"\bt\.plays_for\b|\bNOT s\.for_points\b")
SQL_OF_SUMS = {
    "lobby/tables/audit.py": 1,
    "lobby/moderation/queries/gathered_chips.py": 2,
}
"""Statements that add up the chips of many tables name the tables whose stacks are chips."""


def conditions(tree: ast.AST) -> Iterator[ast.expr]:
    """The expressions on which something depends."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.IfExp | ast.While):
            yield node.test
        elif isinstance(node, ast.comprehension):
            yield from node.ifs
        elif isinstance(node, ast.BoolOp):
            yield from node.values
        elif isinstance(node, ast.Compare):
            yield node
        elif isinstance(node, ast.Call):
            yield from (k.value for k in node.keywords if k.arg and "plays_for" in k.arg)


def asks(condition: ast.expr) -> bool:
    """Whether a condition asks for the kind of a table."""
    for node in ast.walk(condition):
        if isinstance(node, ast.Attribute):
            if node.attr in KIND:
                return True
            if node.attr == "sit_and_go" and "table" in ast.unparse(node.value):
                return True
        if isinstance(node, ast.Compare) and "format" in ast.unparse(node.left):
            values = {one.value for one in node.comparators if isinstance(one, ast.Constant)}
            if values & KEYS:
                return True
    return False


def asked(source: str) -> list[str]:
    """The conditions of a module on the kind of a table."""
    return sorted({ast.unparse(one) for one in conditions(ast.parse(source)) if asks(one)})


@pytest.mark.parametrize(
    "line",
    [
        "if table.sit_and_go: pass",
        "x = 0 if table.for_points else 1",
        "paid = table.plays_for == Table.PlaysFor.CHIPS",
        "Seat.objects.filter(table__plays_for=Table.PlaysFor.CHIPS)",
        'if row.format == "sit_and_go": pass',
    ],
)
def test_a_condition_is_found(line: str) -> None:
    assert asked(line)


def test_only_the_stakes_ask_for_the_kind_of_a_table() -> None:
    files = [
        path
        for path in (ROOT / "lobby").rglob("*.py")
        if not {"migrations", "stakes"} & set(path.parts)
    ]
    found = {str(path.relative_to(ROOT)): asked(path.read_text()) for path in files}
    assert {path: places for path, places in found.items() if places} == {}
    sql = {str(path.relative_to(ROOT)): len(IN_SQL.findall(path.read_text())) for path in files}
    sql.pop("lobby/tables/list/table_list.py")  # it reads the column
    assert {path: count for path, count in sql.items() if count} == SQL_OF_SUMS
