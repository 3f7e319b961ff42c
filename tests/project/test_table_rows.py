"""A locked table's rows change in one way: in the memory of its transaction."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("lobby/tables", "lobby/moderation")
MODELS = {"Seat", "Table", "TableHead"}
WRITES = {"create", "update", "delete", "bulk_create", "bulk_update", "update_or_create"}
WRITES |= {"get_or_create", "save"}
ROWS = {"seat", "own", "table", "head"}
"""The names that such rows have in the code."""
SQL = re.compile(r"(UPDATE|INSERT INTO|DELETE FROM) lobby_(seat|table|tablehead)\b")
ALLOWED = {
    "lobby/tables/rows/table_rows.py": "writes the rows of locked tables",
    "lobby/tables/transaction/transaction.py": "writes the heads of locked tables",
    "lobby/tables/seats/presence.py": "notes who is there, in columns of its own",
    "lobby/tables/play/timers.py": "wakes tables that sleep",
    "lobby/tables/hosting/tables.py": "opens a table that nobody knows yet",
    "lobby/moderation/actions/erasure.py": "takes a name out of the names of tables",
}


def name_of(node: ast.expr) -> str:
    """The name at the root of a chain such as `Seat.objects.filter(…).exclude(…)`."""
    while isinstance(node, ast.Attribute | ast.Call):
        node = node.value if isinstance(node, ast.Attribute) else node.func
    return node.id if isinstance(node, ast.Name) else ""


def last_name(node: ast.expr) -> str:
    """The last name of `seat` or `rows.table`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def writes(text: str) -> list[int]:
    """The lines that write such rows by the ORM or by their own SQL."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if (isinstance(node, ast.Constant) and SQL.search(str(node.value)))
        or (isinstance(node, ast.Call) and is_write(node.func))
    ]


def is_write(called: ast.expr) -> bool:
    """Whether a called name is that of a method which writes such rows."""
    if not isinstance(called, ast.Attribute) or called.attr not in WRITES:
        return False
    return name_of(called.value) in MODELS or last_name(called.value) in ROWS


def test_rows_of_locked_tables_change_only_in_their_transaction() -> None:
    wrong = [
        f"{name}:{line}"
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if (name := str(path.relative_to(ROOT))) not in ALLOWED
        for line in writes(path.read_text())
    ]
    assert wrong == [], "change the fields of `tx.rows(locked)`, or use `take` and `give_up`"


def test_each_exception_is_needed() -> None:
    assert [name for name in ALLOWED if not writes((ROOT / name).read_text())] == []


@pytest.mark.parametrize(
    "line",
    [
        "Seat.objects.filter(table=table).exclude(pk=3).update(stack=0)",
        "Table.objects.create(name='x')",
        "TableHead.objects.filter(pk=1).delete()",
        "seat.save(update_fields=['stack'])",
        "rows.table.save()",
        "run(('UPDATE lobby_seat SET stack = 0', ()))",
    ],
)
def test_control_a_write_is_found(line: str) -> None:
    assert writes(line) == [1]
    assert writes("Seat.objects.filter(table=table).exists()") == []
    assert writes("SeatRequest.objects.filter(pk=1).update(state='x')") == []
