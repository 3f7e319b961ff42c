"""The database of a test process: a copy of a migrated template, restored after tests that commit.

Migrating takes seconds and copying a tenth of one, so the first process migrates a template and
every process copies it. The template's name is a digest of its sources.
"""

import hashlib
from functools import cache
from pathlib import Path

import psycopg
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from psycopg import sql

from config.database import roles

_LOCK = 0x7E57
"""PostgreSQL's advisory lock: one process at a time makes the template."""

# Rows that migrations leave are kept beside the tables. Without triggers, because append-only
# tables refuse to be emptied; and without TRUNCATE, which takes as long for an empty table as for
# a full one.
_KEEP = """
CREATE SCHEMA kept;
-- What to ask is written once, for the plan of one statement is kept and those of 70 are not.
CREATE FUNCTION kept.keep() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    name text;
    has_rows boolean;
    questions text[] := '{}';
BEGIN
    FOR name IN
        SELECT relname FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM public.%1$I)', name) INTO has_rows;
        IF has_rows THEN
            EXECUTE format('CREATE TABLE kept.%1$I AS TABLE public.%1$I', name);
        END IF;
        questions := questions || format(
            CASE WHEN has_rows THEN
                'CASE WHEN EXISTS (TABLE public.%1$I EXCEPT ALL TABLE kept.%1$I)'
                ' OR EXISTS (TABLE kept.%1$I EXCEPT ALL TABLE public.%1$I) THEN %1$L END'
            ELSE
                'CASE WHEN EXISTS (SELECT FROM public.%1$I) THEN %1$L END'
            END, name);
    END LOOP;
    EXECUTE format(
        'CREATE FUNCTION kept.changed() RETURNS text[] LANGUAGE plpgsql AS '
        '$changed$ BEGIN RETURN ARRAY[%s]; END $changed$', array_to_string(questions, ', '));
END $$;
CREATE FUNCTION kept.restore() RETURNS void LANGUAGE plpgsql
SET session_replication_role = replica SET lock_timeout = '30s' AS $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY array_remove(kept.changed(), NULL) LOOP
        EXECUTE format('DELETE FROM public.%1$I', name);
        IF to_regclass(format('kept.%I', name)) IS NOT NULL THEN
            EXECUTE format(
                'INSERT INTO public.%1$I OVERRIDING SYSTEM VALUE TABLE kept.%1$I', name);
        END IF;
    END LOOP;
END $$;
SELECT kept.keep();
"""


def create(name: str) -> None:
    """Connect Django to a new database `name`, migrated, as its owner."""
    template = f"template_{digest()}"
    with psycopg.connect(settings.OWNER_DATABASE_URL, autocommit=True) as line:
        line.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        found = {row[0] for row in line.execute("SELECT datname FROM pg_database").fetchall()}
        if template not in found:
            for old in [one for one in found if one.startswith("template_")]:
                _drop(line, old)
            _migrate(line, f"{template}_part")
            _run(line, "ALTER DATABASE {} RENAME TO {}", f"{template}_part", template)
        _drop(line, name)
        _run(line, "CREATE DATABASE {} TEMPLATE {}", name, template)
    _connect(name)
    roles.grant()  # of a template's rights those on the database itself are not copied


def restore() -> None:
    """Give every table the rows it had when the database was new; sequences go on."""
    _line().execute("SELECT kept.restore()")


@cache
def _line() -> psycopg.Connection:
    """The connection that restores: on a new one PostgreSQL plans the statements of all tables."""
    return psycopg.connect(_url(connection.settings_dict["NAME"]), autocommit=True)


def drop(name: str) -> None:
    """Remove the database, even if clients are still connected."""
    if _line.cache_info().currsize:
        _line().close()
        _line.cache_clear()
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    with psycopg.connect(settings.OWNER_DATABASE_URL, autocommit=True) as line:
        _drop(line, name)


def _migrate(line: psycopg.Connection, name: str) -> None:
    _drop(line, name)
    _run(line, "CREATE DATABASE {}", name)
    _connect(name)
    call_command("migrate", verbosity=0, interactive=False)
    with connection.cursor() as cursor:
        cursor.execute(_KEEP)
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]


def _connect(name: str) -> None:
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    settings.DATABASES["default"]["NAME"] = name
    connection.settings_dict["NAME"] = name


def _drop(line: psycopg.Connection, name: str) -> None:
    _run(line, "DROP DATABASE IF EXISTS {} WITH (FORCE)", name)


def _run(line: psycopg.Connection, statement: str, *names: str) -> None:
    line.execute(sql.SQL(statement).format(*(sql.Identifier(one) for one in names)))  # type: ignore[arg-type]


def _url(name: str) -> str:
    return psycopg.conninfo.make_conninfo(settings.OWNER_DATABASE_URL, dbname=name)


def digest() -> str:
    """Of our own code (migrations, models, rights) and of the versions of all else."""
    digest = hashlib.sha256(Path(settings.BASE_DIR, "requirements/test.txt").read_bytes())
    digest.update(Path(__file__).read_bytes())
    for app in apps.get_app_configs():
        if Path(app.path).parent == settings.BASE_DIR:
            for path in sorted(Path(app.path).rglob("*.py")):
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
