"""Database roles and their rights: the owner, the program and the reports.

The owner (OWNER_DATABASE_URL) is only for migrations. The program (DATABASE_URL) reads and writes
rows, but cannot change append-only ones, creates nothing and owns nothing. Reports read the columns
in `config.database.report_columns`. `migrate` sets all rights again each time.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pgtrigger
from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from psycopg import sql

from config.database.fixed_columns import FIXED
from config.database.report_columns import READABLE
from config.embedded.servers import PROGRAM
from config.settings.base import database
from core.discovery import APPS

REPORTS = "cardhouse_read"
"""A role without log-in: `GRANT cardhouse_read TO somebody` gives its rights to a user."""

_LOCK = 0x0607A
"""A PostgreSQL advisory lock: only one process sets the rights at a time."""

# pgtrigger allows a session to disable triggers by a variable. Only the owner may do that: the
# program's triggers always run.
_IGNORE = """
CREATE OR REPLACE FUNCTION public._pgtrigger_should_ignore(trigger_name NAME) RETURNS BOOLEAN
LANGUAGE sql STABLE AS $$
    SELECT current_user = {owner}
        AND trigger_name = ANY (nullif(current_setting('pgtrigger.ignore', true), '')::text[])
$$
"""

_MAKE = """
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{name}') THEN
        CREATE ROLE {name} {may};
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;  -- for another database of the same server, at the same moment
END $$
"""

_RIGHTS = """
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
REVOKE TEMPORARY ON DATABASE {database} FROM PUBLIC;
GRANT CONNECT ON DATABASE {database} TO {program}, {reports};
GRANT USAGE ON SCHEMA public TO {program}, {reports};
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {program}, {reports};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {program};
REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {program};
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {program};
ALTER DEFAULT PRIVILEGES IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {program};
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO {program}
"""

_FUNCTIONS = "GRANT EXECUTE ON FUNCTION games_pack_actions, games_make_months TO {program}"

_COLUMNS = """
SELECT c.relname, array_agg(a.attname ORDER BY a.attnum)
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
GROUP BY c.relname ORDER BY c.relname
"""

_REWRITES = """
SELECT c.relname FROM pg_class c
WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY(%s)
    AND (has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE') OR pg_has_role(c.relowner, 'USAGE'))
ORDER BY c.relname
"""


def append_only() -> dict[str, set[str]]:
    """Table -> what its model's `Protect` triggers forbid (INSERT, UPDATE, DELETE)."""
    return {
        table: {operation.partition(" ")[0] for operation in operations}
        for table, operations in _protected().items()
    }


def _protected() -> dict[str, set[str]]:
    """Table -> the operations of its `Protect` triggers, as in `UPDATE OF "at", "by_id"`."""
    found: dict[str, set[str]] = {}
    for model, trigger in pgtrigger.registered():
        if isinstance(trigger, pgtrigger.Protect):
            operations = str(trigger.operation).split(" OR ")
            found.setdefault(model._meta.db_table, set()).update(operations)
    return found


def fixed_columns(table: str, columns: list[str]) -> set[str]:
    """The columns of a table that the program may not change."""
    models = [one for one in apps.get_models() if one._meta.db_table == table]
    if not models or models[0]._meta.app_label not in APPS or not models[0]._meta.managed:
        return set()  # Django and its packages save whole rows; views of ours save none
    updates = [one for one in _protected().get(table, ()) if one.startswith("UPDATE")]
    fixed = FIXED.get(table, frozenset()) | set(re.findall(r'"(\w+)"', " ".join(updates)))
    if "*" in fixed or "UPDATE" in updates:
        return set(columns)
    return {*fixed, *(field.column or "" for field in models[0]._meta.pk_fields)}


def rewritable() -> list[str]:
    """Append-only tables that the role of this connection could change."""
    with connection.cursor() as cursor:
        cursor.execute(_REWRITES, [list(append_only())])
        return [row[0] for row in cursor.fetchall()]


@contextmanager
def as_owner() -> Iterator[None]:
    """Act as the owner of the database in this block; for commands that change its tables."""
    if settings.OWNER_DATABASE_URL == settings.DATABASE_URL:
        yield
        return
    owner = database(settings.OWNER_DATABASE_URL)
    names = ("USER", "PASSWORD", "HOST", "PORT", "OPTIONS")
    before = {name: connection.settings_dict[name] for name in names}
    _be({name: owner[name] for name in names})
    try:
        yield
    finally:
        _be(before)


def _be(who: dict[str, Any]) -> None:
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    connection.settings_dict.update(who)


def grant() -> None:
    """As the owner, create missing roles and set their rights. Idempotent.

    In an empty database it only creates the roles, which `pg_restore` needs beforehand.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s), current_user", [_LOCK])
        names = {
            "owner": sql.Literal(cursor.fetchone()[1]),
            "database": sql.Identifier(connection.settings_dict["NAME"]),
            "program": sql.Identifier(PROGRAM),
            "reports": sql.Identifier(REPORTS),
        }
        cursor.execute(_MAKE.format(name=PROGRAM, may="LOGIN"))
        cursor.execute(_MAKE.format(name=REPORTS, may="NOLOGIN"))
        _set_password()
        cursor.execute(_COLUMNS)
        tables = dict(cursor.fetchall())
        if not tables:
            return
        cursor.execute(sql.SQL(_RIGHTS).format(**names))
        cursor.execute("SELECT to_regproc('games_make_months') IS NOT NULL")
        if cursor.fetchone()[0]:  # not after a migration back
            cursor.execute(sql.SQL(_FUNCTIONS).format(**names))
        kept = append_only()
        for table, columns in tables.items():
            for operation in kept.get(table, set()) - {"UPDATE"}:
                cursor.execute(f'REVOKE {operation} ON "{table}" FROM {PROGRAM}')
            if fixed := fixed_columns(table, columns):
                cursor.execute(f'REVOKE UPDATE ON "{table}" FROM {PROGRAM}')
                if free := ", ".join(f'"{name}"' for name in columns if name not in fixed):
                    cursor.execute(f'GRANT UPDATE ({free}) ON "{table}" TO {PROGRAM}')
            seen = _seen(table, columns)
            if seen:
                cursor.execute(f'GRANT SELECT ({seen}) ON "{table}" TO {REPORTS}')
        cursor.execute(sql.SQL(_IGNORE).format(**names))


def _set_password() -> None:
    """Give the program the password in its URL; only the verifier is sent to the server."""
    program = database(settings.DATABASE_URL)
    if program["USER"] == PROGRAM and program["PASSWORD"]:
        line = connection.connection.pgconn
        password = program["PASSWORD"].encode()
        verifier = line.encrypt_password(password, PROGRAM.encode(), b"scram-sha-256").decode()
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER ROLE {PROGRAM} PASSWORD '{verifier}'")


def _seen(table: str, columns: list[str]) -> str:
    """The columns that reports may read, as SQL; empty for a secret table."""
    readable = READABLE.get(table, frozenset())
    return ", ".join(f'"{name}"' for name in columns if name in readable)
