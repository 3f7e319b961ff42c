"""The database of one run: a fresh copy whose clock is the simulation's.

`clock_timestamp()`, `now()` and `statement_timestamp()` of the program's statements, of triggers
and of columns' defaults are functions of the schema `simulation`, which comes before PostgreSQL's
own. All else is PostgreSQL: locks, constraints, triggers, and what a lost connection rolls back.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection, connections
from psycopg import sql

from config.embedded.servers import PROGRAM
from core.runtime import prepared as prepared_statements
from core.runtime import sql as own_sql
from tests.simulation.threads import LineCut, current_thread
from tests.support import database as test_database

EPOCH_S = 1_767_225_600
"""Unix seconds at which every run begins: 2026-01-01."""
PATH = "simulation, pg_catalog, public"
_LOCK = 0x51B
_MAKE = """
CREATE SCHEMA simulation;
GRANT USAGE ON SCHEMA simulation TO PUBLIC;
CREATE UNLOGGED SEQUENCE simulation.clock;
GRANT USAGE, SELECT ON SEQUENCE simulation.clock TO PUBLIC;
CREATE FUNCTION simulation.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
    SELECT timestamptz 'epoch'
        + pg_sequence_last_value('simulation.clock'::regclass) * interval '1 microsecond' $$;
CREATE FUNCTION simulation.now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    $$ SELECT simulation.clock_timestamp() $$;
CREATE FUNCTION simulation.statement_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    $$ SELECT simulation.clock_timestamp() $$;
DO $do$
DECLARE
    one record;
BEGIN
    FOR one IN SELECT d.adrelid::regclass AS name, a.attname FROM pg_attrdef d
        JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
        WHERE pg_get_expr(d.adbin, d.adrelid) ~* '(clock|statement)_timestamp|now\\(|current_time'
    LOOP
        EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT simulation.clock_timestamp()',
            one.name, one.attname);
    END LOOP;
    -- Its plans and the order of its rows must not depend on when the server tidies up.
    FOR one IN SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables t
        JOIN pg_class c ON c.oid = format('%I.%I', schemaname, tablename)::regclass
        WHERE schemaname IN ('public', 'months') AND c.relkind = 'r'
    LOOP
        EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', one.name);
    END LOOP;
END $do$;
"""


_digest = cache(test_database.digest)
"""Kept, because the code may be changed during a night."""


class _Observer(psycopg.Connection[Any]):
    """A connection of the simulation itself, at which nobody pauses."""

    wait = psycopg.Connection.wait
    commit = psycopg.Connection.commit


class Database:
    """The clock of the run's database, and an observer of its locks."""

    def __init__(self, line: psycopg.Connection[Any]) -> None:
        self._line = line
        self._told_us = -1

    def tell(self, now_s: float) -> None:
        """Set the database's clock."""
        us = EPOCH_S * 1_000_000 + round(now_s * 1_000_000)
        if us != self._told_us:
            self._told_us = us
            self._line.execute("SELECT setval('simulation.clock', %s)", [us])

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Rows as they are committed now."""
        return self._line.execute(query, values).fetchall()  # type: ignore[call-overload]

    def is_blocked(self, pid: int) -> bool:
        """Whether a server process waits for a lock that another one holds."""
        return bool(self.rows("SELECT cardinality(pg_blocking_pids(%s)) > 0", pid)[0][0])

    def cut(self, lines: Iterable[psycopg.Connection[Any]]) -> None:
        """Break connections, also those that wait for an answer."""
        for line in lines:
            if not line.closed:
                self.rows("SELECT pg_terminate_backend(%s)", line.pgconn.backend_pid)
        self.wait_until_gone(lines)

    def wait_until_gone(self, lines: Iterable[psycopg.Connection[Any]]) -> None:
        """Wait until the server has rolled back what these connections had begun."""
        pids = [line.pgconn.backend_pid for line in lines if line.pgconn.status == 0]
        while pids and self.rows("SELECT 1 FROM pg_stat_activity WHERE pid = ANY(%s)", pids):
            time.sleep(0.001)


@contextmanager
def fresh(name: str) -> Iterator[Database]:
    """A fresh database for Django and the simulation, dropped afterwards."""
    template = f"template_{_digest()}"
    mine = f"{template}_simulation"
    line = psycopg.connect(settings.OWNER_DATABASE_URL, autocommit=True)
    line.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
    known = {row[0] for row in line.execute("SELECT datname FROM pg_database")}
    if mine not in known:
        _do(line, "CREATE DATABASE {} TEMPLATE {}", f"{mine}_part", template)
        with psycopg.connect(_url(f"{mine}_part"), autocommit=True) as made:
            made.execute(_MAKE)
        _do(line, "ALTER DATABASE {} RENAME TO {}", f"{mine}_part", mine)
    _do(line, "DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
    _do(line, "CREATE DATABASE {} TEMPLATE {}", name, mine)
    line.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])
    observer = _Observer.connect(_url(name), autocommit=True)
    entry = connection.settings_dict
    before = {key: entry[key] for key in ("NAME", "OPTIONS", "CONN_MAX_AGE", "CONN_HEALTH_CHECKS")}
    connection.close()
    options = {key: value for key, value in entry["OPTIONS"].items() if key != "pool"}
    # No time limit of the server's own clock; no pool, whose threads would run by themselves.
    options["options"] = f"-c role={PROGRAM} -c search_path={PATH.replace(' ', '')}"
    entry.update(NAME=name, OPTIONS=options, CONN_MAX_AGE=None, CONN_HEALTH_CHECKS=False)
    try:
        made_now = Database(observer)
        made_now.tell(0.0)
        yield made_now
    finally:
        connections.close_all()
        entry.update(before)
        observer.close()
        _do(line, "DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
        line.close()


def _do(line: psycopg.Connection[Any], statement: str, *names: str) -> None:
    line.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))  # type: ignore[arg-type]


def _url(name: str) -> str:
    return psycopg.conninfo.make_conninfo(settings.OWNER_DATABASE_URL, dbname=name)


@contextmanager
def watched(patch: Callable[[Any, str, Any], None]) -> Iterator[None]:
    """Let simulated threads pause at their statements and commits.

    `patch` is `MonkeyPatch.setattr`.
    """
    wait, commit, connect = (
        psycopg.Connection.wait,
        psycopg.Connection.commit,
        psycopg.Connection.connect,
    )
    run_prepared = prepared_statements.run_prepared

    def waiting(self: Any, *args: Any, **named: Any) -> Any:
        return _asked(self, "statement", lambda: wait(self, *args, **named))

    def committing(self: Any) -> None:
        _committed(self, lambda: commit(self))

    def preparing(line: Any, statements: Any) -> Any:
        def ask() -> Any:
            return run_prepared(line, statements)

        if statements and statements[-1][0] == "COMMIT":
            return _committed(line, ask)
        return _asked(line, "statement", ask)

    def connecting(*args: Any, **named: Any) -> Any:
        thread = current_thread()
        if thread is not None:
            thread.pause("statement")
        return connect(*args, **named)

    patch(psycopg.Connection, "wait", waiting)
    patch(psycopg.Connection, "commit", committing)
    patch(psycopg.Connection, "connect", connecting)
    patch(own_sql, "run_prepared", preparing)
    yield


def _asked(line: Any, where: str, ask: Callable[[], Any]) -> Any:
    thread = current_thread()
    if thread is None or thread._in_database:  # a part of a call that is watched as a whole
        return ask()
    try:
        thread.pause(where)
    except LineCut:
        thread.process.scheduler.database.cut([line])
    thread.enter_database(line)
    try:
        return ask()
    finally:
        thread.leave_database()


def _committed(line: Any, ask: Callable[[], Any]) -> Any:
    """Commit; where the connection breaks after it, nobody learns whether it was carried out."""
    answer = _asked(line, "before commit", ask)
    thread = current_thread()
    if thread is None:
        return answer
    try:
        thread.pause("after commit")
    except LineCut:
        line.close()
        raise psycopg.OperationalError("the connection broke after the commit") from None
    return answer
