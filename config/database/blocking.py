"""Migrations that would block play: statements that hold a lock while they work on a large table.

`ALTER TABLE` and `CREATE INDEX` lock out those who write, and most of them are over at once. Some
read or rewrite every row, or build an index; on a large table nobody can act meanwhile. PostgreSQL
has a way for each that locks nobody out: `CREATE INDEX CONCURRENTLY`, constraints `NOT VALID` that
are validated later, new columns that are filled in batches. A test compares what is found here with
what each migration does to PostgreSQL's catalogue.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db import connection
from django.db.migrations import Migration, RunPython
from django.db.migrations.executor import MigrationExecutor

BIG_TABLE_ROWS_MIN = 100_000
"""From this many rows on a table is large: PostgreSQL reads a million rows in a second or more."""

_TABLE = r'(?:ONLY )?(?:IF EXISTS )?"?(?:public"?\.)?"?(?P<table>\w+)"?'
_INDEX = "builds an index, and nobody can write meanwhile"
_READS = "reads every row, and nobody can write meanwhile"
_REWRITES = "writes every row anew, and nobody can read meanwhile"
_CHANGES = "changes rows, which nobody else can change until it is over"
_LOCKS = "locks the whole table"
_VOLATILE = r"(?:gen_random_uuid|uuidv[47]|random|clock_timestamp|timeofday|nextval)\("
_KINDS = tuple(
    (re.compile(pattern, re.IGNORECASE | re.DOTALL), what)
    for pattern, what in (
        (rf"CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY\b).*? ON {_TABLE}", _INDEX),
        (
            rf"ALTER TABLE {_TABLE} .*\bADD (?:CONSTRAINT \S+ )?(?:UNIQUE|PRIMARY KEY|EXCLUDE)\b"
            r"(?!.*\bUSING INDEX\b)",
            _INDEX,
        ),
        (
            rf"ALTER TABLE {_TABLE} .*\bADD (?:CONSTRAINT \S+ )?(?:CHECK|FOREIGN KEY)\b"
            r"(?!.*\bNOT VALID\b)",
            _READS,
        ),
        (rf"ALTER TABLE {_TABLE} .*\bADD COLUMN\b.*\b(?:REFERENCES|CHECK)\b", _READS),
        (rf"ALTER TABLE {_TABLE} .*\bALTER COLUMN \S+ SET NOT NULL", _READS),
        (
            rf"ALTER TABLE {_TABLE} .*\bADD COLUMN\b.*"
            rf"(?:\b(?:small|big)?serial\b|\bGENERATED\b|\bDEFAULT {_VOLATILE})",
            _REWRITES,
        ),
        (rf"ALTER TABLE {_TABLE} .*\bSET (?:UN)?LOGGED\b", _REWRITES),
        (rf"(?:CLUSTER|VACUUM FULL|VACUUM \([^)]*FULL[^)]*\)) {_TABLE}", _REWRITES),
        (rf"REINDEX (?:TABLE|INDEX) (?!CONCURRENTLY\b){_TABLE}", _INDEX),
        (rf"(?:UPDATE|DELETE FROM) {_TABLE}", _CHANGES),
        (rf"LOCK (?:TABLE )?{_TABLE}", _LOCKS),
    )
)
_BODY = re.compile(r"\bAS\s+\$(\w*)\$.*?\$\1\$", re.IGNORECASE)
"""The body of a function, which is made and not run."""
_REFERENCES = re.compile(rf"\bREFERENCES {_TABLE}", re.IGNORECASE)
_TYPE = re.compile(
    rf'ALTER TABLE {_TABLE} .*\bALTER COLUMN "?(?P<column>\w+)"? (?:SET DATA )?TYPE '
    r"(?P<type>\w+(?: varying)?(?:\([\d, ]+\))?)",
    re.IGNORECASE | re.DOTALL,
)
_WIDTH = re.compile(r"(?:character varying|varchar)\((\d+)\)", re.IGNORECASE)
_SIZES = """
SELECT c.relname, sum(greatest(l.reltuples, pg_relation_size(l.oid) / 200))::bigint
FROM pg_class c, LATERAL (
    SELECT p.oid, p.reltuples FROM pg_class p WHERE p.oid = c.oid OR p.oid IN (
        SELECT relid FROM pg_partition_tree(c.oid))) AS l
WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace GROUP BY 1
"""
_TYPES = """
SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relnamespace = 'public'::regnamespace
"""


class Blocking(NamedTuple):
    """A statement that holds a lock while it works on a table; `what` is what it does meanwhile."""

    table: str
    what: str
    statement: str


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a database: their rows, about, and the types of their columns."""

    rows: Mapping[str, int]
    types: Mapping[tuple[str, str], str]


def tables_now() -> Tables:
    """The tables of this connection's database."""
    with connection.cursor() as cursor:
        cursor.execute(_SIZES)
        rows = dict(cursor.fetchall())
        cursor.execute(_TYPES)
        return Tables(rows, {(table, column): kind for table, column, kind in cursor.fetchall()})


def blocking(
    statements: Iterable[str], tables: Tables, *, from_rows: int = BIG_TABLE_ROWS_MIN
) -> Iterator[Blocking]:
    """The statements that would lock others out of a table with at least this many rows."""
    for statement in statements:
        text = " ".join(line for line in statement.splitlines() if not line.startswith("--"))
        text = _BODY.sub("", text)
        for table, what in _work_of(text, tables):
            if tables.rows.get(table, -1) >= from_rows:
                yield Blocking(table, what, text.strip())


def _work_of(text: str, tables: Tables) -> Iterator[tuple[str, str]]:
    """The tables that a statement works on under a lock, and what it does."""
    for pattern, what in _KINDS:
        if found := pattern.search(text):
            table = found["table"].lower()
            yield table, what
            # PostgreSQL compares all rows of both tables; of a new one, there are none.
            if table in tables.rows and (other := _REFERENCES.search(text)):
                yield other["table"].lower(), what
            return
    changed = _TYPE.search(text)
    if changed is not None:
        table = changed["table"].lower()
        if not _is_wider(tables.types.get((table, changed["column"]), ""), changed["type"]):
            yield table, _REWRITES


def _is_wider(before: str, after: str) -> bool:
    """Whether a column of this type takes the other one without looking at its rows."""
    old, new = _WIDTH.fullmatch(before), _WIDTH.fullmatch(after.strip())
    if old is not None and new is not None:
        return int(new[1]) >= int(old[1])
    return old is not None and after.strip().lower() == "text"


def refusals(
    executor: MigrationExecutor,
    plan: Iterable[tuple[Migration, bool]],
    *,
    from_rows: int = BIG_TABLE_ROWS_MIN,
) -> list[str]:
    """Why these migrations would block play, in words; empty if they would not.

    What Python code does to rows is not read from it: a migration with `RunPython` says in an
    attribute `beside_play` how it lets others act meanwhile, or counts as blocking.
    """
    tables = tables_now()
    if not any(rows >= from_rows for rows in tables.rows.values()):
        return []
    found = []
    for migration, backwards in plan:
        runs_code = any(isinstance(one, RunPython) for one in migration.operations)
        if runs_code and not getattr(migration, "beside_play", ""):
            found.append(f"{migration} runs code that does not say how play goes on (beside_play)")
        statements = executor.loader.collect_sql([(migration, backwards)])
        for one in blocking(statements, tables, from_rows=from_rows):
            found.append(f"{migration}, {one.table}: {one.what}: {one.statement[:200]}")
    return found
