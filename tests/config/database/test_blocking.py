"""Migrations that would block play are refused, and none that would is missed."""

import os
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
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
_LOCKS = """
SELECT DISTINCT relation::regclass::text, mode FROM pg_locks WHERE pid = pg_backend_pid()
    AND locktype = 'relation' AND mode IN ('ShareLock', 'AccessExclusiveLock')
"""
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
@pytest.mark.timeout(600)
def test_all_work_of_a_migration_on_a_table_under_a_lock_is_found(
    empty_database: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each migration, from an empty database on, beside what it did to the catalogue."""
    leaves = MigrationExecutor(connection).loader.graph.leaf_nodes()
    plan = MigrationExecutor(connection).migration_plan(leaves)
    assert len(plan) > 30
    lines = [line for migration, _backwards in plan if (line := _apply_and_compare(migration))]
    assert any("lobby_table" in line for line in lines)
    with capsys.disabled():
        print("", *lines, sep="\n")


def _apply_and_compare(migration: Any) -> str:
    """Apply one migration; returns a line with the locks on tables that were there before."""
    executor, tables, before = MigrationExecutor(connection), blocking.tables_now(), _facts()
    statements = executor.loader.collect_sql([(migration, False)])
    with transaction.atomic():
        executor.migrate([(migration.app_label, migration.name)])
        with connection.cursor() as cursor:
            cursor.execute(_LOCKS)
            locks = cursor.fetchall()
    worked_on = _worked_on(before, _facts())
    found = {one.table for one in blocking.blocking(statements, tables, from_rows=0)}
    assert worked_on <= found, (str(migration), worked_on - found)
    held = sorted(f"{table} {mode}" for table, mode in locks if table in tables.rows)
    return f"{migration}: {', '.join(held)}; works on {sorted(worked_on)}" if held else ""


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
