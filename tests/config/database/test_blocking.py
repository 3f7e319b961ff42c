"""Migrations that would block play are refused, and none that would is missed."""

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations import RunPython
from django.db.migrations.executor import MigrationExecutor

from config.database import blocking
from config.database.blocking import Tables
from tests.config.database.blocking_migrations.late_index import LAST
from tests.support.cases import for_each

BIG = Tables(
    {"games_hand": 2_000_000, "lobby_table": 40},
    {("games_hand", "note"): "character varying(40)", ("games_hand", "n"): "integer"},
)
STATEMENTS = {
    'CREATE INDEX "i" ON "games_hand" ("at")': "builds an index",
    'CREATE UNIQUE INDEX "i" ON "games_hand" ("at") WHERE "at" IS NULL': "builds an index",
    'CREATE INDEX CONCURRENTLY "i" ON "games_hand" ("at")': None,
    'CREATE INDEX "i" ON "lobby_table" ("at")': None,
    'CREATE INDEX "i" ON "games_new" ("at")': None,
    'ALTER TABLE "games_hand" ADD COLUMN "a" integer DEFAULT 0 NOT NULL': None,
    'ALTER TABLE "games_hand" ADD COLUMN "a" timestamptz DEFAULT now() NOT NULL': None,
    'ALTER TABLE "games_hand" ADD COLUMN "a" uuid DEFAULT gen_random_uuid()': "writes every row",
    'ALTER TABLE "games_hand" ADD COLUMN "a" bigserial': "writes every row",
    'ALTER TABLE "games_hand" ADD COLUMN "a" uuid NULL CONSTRAINT "f" REFERENCES "b" ("id")': (
        "reads every row"
    ),
    'ALTER TABLE "games_hand" ADD COLUMN "a" integer DEFAULT 0 CHECK ("a" >= 0)': "reads every row",
    'ALTER TABLE "games_hand" ALTER COLUMN "a" DROP DEFAULT': None,
    'ALTER TABLE "games_hand" ALTER COLUMN "a" SET NOT NULL': "reads every row",
    'ALTER TABLE "games_hand" ALTER COLUMN "note" TYPE varchar(60) USING "note"::varchar(60)': None,
    'ALTER TABLE "games_hand" ALTER COLUMN "note" TYPE text USING "note"::text': None,
    'ALTER TABLE "games_hand" ALTER COLUMN "note" TYPE varchar(20)': "writes every row",
    'ALTER TABLE "games_hand" ALTER COLUMN "n" TYPE bigint USING "n"::bigint': "writes every row",
    'ALTER TABLE "games_hand" ADD CONSTRAINT "c" CHECK ("n" > 0)': "reads every row",
    'ALTER TABLE "games_hand" ADD CONSTRAINT "c" CHECK ("n" > 0) NOT VALID': None,
    'ALTER TABLE "games_hand" VALIDATE CONSTRAINT "c"': None,
    'ALTER TABLE "games_hand" ADD CONSTRAINT "u" UNIQUE ("n")': "builds an index",
    'ALTER TABLE "games_hand" ADD CONSTRAINT "u" UNIQUE USING INDEX "i"': None,
    'ALTER TABLE "games_hand" ADD CONSTRAINT "f" FOREIGN KEY ("n") REFERENCES "b" ("id")': (
        "reads every row"
    ),
    'ALTER TABLE "games_hand" DROP COLUMN "note" CASCADE': None,
    'UPDATE "games_hand" SET "n" = 0': "changes rows",
    "-- a comment\nDELETE FROM games_hand WHERE n = 0": "changes rows",
    "LOCK TABLE games_hand": "locks the whole table",
    "CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM games_hand $$": None,
    "DO $$ BEGIN DELETE FROM games_hand; END $$": "changes rows",
    'ALTER TABLE "lobby_table" ADD FOREIGN KEY ("n") REFERENCES "games_hand" ("id")': (
        "reads every row"
    ),
    'ALTER TABLE "games_new" ADD FOREIGN KEY ("n") REFERENCES "games_hand" ("id")': None,
}
_FACTS = """
SELECT 'written anew', c.relname, pg_relation_filenode(c.oid)::text FROM pg_class c
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
UNION ALL SELECT 'index', t.relname, i.relname FROM pg_index x
    JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
    WHERE t.relnamespace = 'public'::regnamespace
UNION ALL SELECT 'constraint', t.relname, k.conname FROM pg_constraint k
    JOIN pg_class t ON t.oid = k.conrelid
    WHERE k.convalidated AND k.contype IN ('c', 'f') AND t.relnamespace = 'public'::regnamespace
UNION ALL SELECT 'not null', t.relname, a.attname FROM pg_attribute a
    JOIN pg_class t ON t.oid = a.attrelid AND t.relkind = 'r'
    WHERE a.attnotnull AND a.attnum > 0 AND t.relnamespace = 'public'::regnamespace
UNION ALL SELECT 'column', t.relname, a.attname FROM pg_attribute a
    JOIN pg_class t ON t.oid = a.attrelid AND t.relkind = 'r'
    WHERE a.attnum > 0 AND t.relnamespace = 'public'::regnamespace
"""
# Modes under which others can read but not write, or not even read; of a partition, its table's.
_LOCKS = """
SELECT DISTINCT coalesce(pg_partition_root(relation), relation)::regclass::text, mode FROM pg_locks
WHERE pid = pg_backend_pid() AND locktype = 'relation' AND mode IN (
    'ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
"""
_ROWS_READ = """
SELECT coalesce(pg_partition_root(relid), relid)::regclass::text,
    sum(seq_tup_read + coalesce(idx_tup_fetch, 0) + n_tup_upd + n_tup_del)::int
FROM pg_stat_xact_user_tables WHERE schemaname = 'public' GROUP BY 1
"""
_COLUMNS = """
SELECT c.oid::regclass::text, array_agg(ARRAY[quote_ident(a.attname), CASE
    WHEN t.typcategory = 'A' THEN '''{}'''
    WHEN t.typname = 'uuid' THEN 'lpad(g::text, 32, ''0'')::uuid'
    WHEN t.typname IN ('varchar', 'text') THEN
        'left(g::text, ' || CASE WHEN a.atttypmod > 4 THEN a.atttypmod - 4 ELSE 9 END || ')'
    WHEN t.typname IN ('jsonb', 'json') THEN '''{}'''
    WHEN t.typname = 'bytea' THEN '''\\x00'''
    WHEN t.typname = 'inet' THEN '''127.0.0.1'''
    WHEN t.typname = 'bool' THEN 'false'
    WHEN t.typcategory = 'D' THEN 'now()'
    WHEN t.typcategory = 'T' THEN 'interval ''1 s'''
    ELSE 'g' END])
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
    AND a.attgenerated = '' AND c.relnamespace = 'public'::regnamespace GROUP BY 1
"""
FILLED_ROWS = 40
FILLED = {
    *("games_hand", "games_handaction", "games_handseat", "lobby_table", "lobby_seat"),
    *("accounts_user", "accounts_account", "accounts_entry", "accounts_posting"),
}
"""Tables into which rows must have been put, where they exist."""
VALUES = {
    ("accounts_account", "kind"): "'wallet'",
    ("accounts_account", "owner_id"): "NULL",
    ("accounts_user", "bot_level"): "''",
}
"""What the checks of these tables need."""
Fact = tuple[str, str, str]


@pytest.fixture
def empty_database(transactional_db: None) -> Iterator[None]:
    """A database without tables, of a role that may make them."""
    settings, name = connection.settings_dict, f"empty_{os.getpid()}"
    before = settings["NAME"], settings["OPTIONS"].pop("options")
    where = {"host": settings["HOST"], "user": settings["USER"], "dbname": "postgres"}
    with psycopg.connect(**where, autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name} TEMPLATE template0")  # type: ignore[arg-type]
        _connect_to(name)
        try:
            yield
        finally:
            settings["OPTIONS"]["options"] = before[1]
            _connect_to(before[0])
            line.execute(f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[arg-type]


def _connect_to(name: str) -> None:
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    connection.settings_dict["NAME"] = name


@for_each(("statement", "what"), STATEMENTS.items(), list(STATEMENTS))
def test_a_statement_that_works_on_a_large_table_under_a_lock_is_found(
    statement: str, what: str | None
) -> None:
    found = list(blocking.blocking([statement], BIG))
    assert [one.what.startswith(what or "") for one in found] == ([True] if what else [])


@pytest.fixture
def late_index(transactional_db: None, settings: Any) -> Iterator[None]:
    """One migration more than the database has: an index of the users."""
    settings.MIGRATION_MODULES = {"core": "tests.config.database.blocking_migrations"}
    options = connection.settings_dict["OPTIONS"]
    before = options.pop("options")  # the program's role, which may not migrate
    _connect_to(connection.settings_dict["NAME"])
    yield
    call_command("migrate", "core", LAST, verbosity=0, while_closed=True)
    options["options"] = before
    _connect_to(connection.settings_dict["NAME"])


def test_migrate_refuses_what_would_block_play_unless_told(
    late_index: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocking.refusals, "__kwdefaults__", {"from_rows": 0})
    with pytest.raises(CommandError, match="--while-closed") as refused:
        call_command("migrate", verbosity=0)
    assert "accounts_user: builds an index, and nobody can write meanwhile" in str(refused.value)
    assert "does not say how play goes on" in str(refused.value)
    assert not _has_index()
    call_command("migrate", verbosity=0, while_closed=True)
    assert _has_index()


def _has_index() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('late_index') IS NOT NULL")
        return bool(cursor.fetchone()[0])


@pytest.mark.full
@pytest.mark.timeout(900)
def test_all_work_of_a_migration_on_a_table_under_a_lock_is_found(
    empty_database: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each migration, from an empty database on: its locks and the rows it reads under them."""
    leaves = MigrationExecutor(connection).loader.graph.leaf_nodes()
    plan = MigrationExecutor(connection).migration_plan(leaves)
    assert len(plan) > 30
    lines = [line for migration, _backwards in plan for line in _apply_and_compare(migration)]
    assert any("lobby_table AccessExclusiveLock" in line for line in lines)
    with capsys.disabled():
        print("", *lines, sep="\n")


def _apply_and_compare(migration: Any) -> list[str]:
    """Apply one migration, first to filled tables; returns lines with the locks on them.

    Code runs on empty tables alone: it would fail on rows that were made up.
    """
    executor, tables, before = MigrationExecutor(connection), blocking.tables_now(), _facts()
    statements = executor.loader.collect_sql([(migration, False)])
    found = {one.table for one in blocking.blocking(statements, tables, from_rows=0)}
    lines: list[str] = []
    if not any(isinstance(one, RunPython) for one in migration.operations):
        with transaction.atomic():
            lines = _locks_on_rows(executor, migration, found)
            transaction.set_rollback(True)
    executor = MigrationExecutor(connection)
    executor.migrate([(migration.app_label, migration.name)])
    worked_on = _worked_on(before, _facts())
    assert worked_on <= found, (str(migration), worked_on - found)
    return lines


def _locks_on_rows(executor: MigrationExecutor, migration: Any, found: set[str]) -> list[str]:
    """Apply a migration to filled tables: what reads rows under a lock is to be in `found`."""
    filled, at_first = _fill(), dict(_rows(_ROWS_READ))
    executor.migrate([(migration.app_label, migration.name)])
    read = {name: rows - at_first.get(name, 0) for name, rows in _rows(_ROWS_READ)}
    held = sorted((table, mode) for table, mode in _rows(_LOCKS) if table in filled)
    lines = []
    for table, mode in held:
        rows, says = read.get(table, 0), "refused" if table in found else "let through"
        lines.append(f"{migration}: {table} {mode}, {rows} of {FILLED_ROWS} rows read: {says}")
        assert table in found or not rows, lines[-1]
    changed = {name for name, rows in read.items() if rows}
    idle = found & filled - {table for table, _mode in held} - changed
    assert not idle, (str(migration), idle)
    return lines


def _fill() -> set[str]:
    """Put rows into the tables, as far as their checks let it; returns the tables with rows.

    All numbers and ids of a row are the same, so that rows refer to rows that exist.
    """
    filled, known = set(), _rows(_COLUMNS)
    _run("SET LOCAL session_replication_role = replica")
    for table, columns in known:
        names = ", ".join(name for name, _value in columns)
        values = ", ".join(VALUES.get((table, name), value) for name, value in columns)
        with suppress(DatabaseError), transaction.atomic():
            _run(
                f"INSERT INTO {table} ({names}) OVERRIDING SYSTEM VALUE"
                f" SELECT {values} FROM generate_series(1001, {1000 + FILLED_ROWS}) g"
            )
            filled.add(table)
    _run("SET LOCAL session_replication_role = origin")
    # Rows of the same transaction are checked again by each update, and a table may not be altered
    # while checks are put off.
    _run("SET CONSTRAINTS ALL IMMEDIATE")
    missing = FILLED & {table for table, _columns in known} - filled
    assert not missing, missing
    return filled


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _rows(statement: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


def _facts() -> set[Fact]:
    with connection.cursor() as cursor:
        cursor.execute(_FACTS)
        return set(cursor.fetchall())


def _worked_on(before: set[Fact], after: set[Fact]) -> set[str]:
    """The tables that were written anew, or read for an index, a constraint or a NOT NULL."""
    old = {table for kind, table, _name in before if kind == "written anew"}
    columns = {(table, name) for kind, table, name in before if kind == "column"}
    return {
        table
        for kind, table, name in after - before
        if table in old and kind != "column" and (kind != "not null" or (table, name) in columns)
    }
