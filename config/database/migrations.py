"""Migrations beside a site in use: they wait briefly for locks, and try again.

`ALTER TABLE` waits for every transaction that has read the table, and everybody who comes later
waits behind it. So each wait for a lock is short, a migration that did not get one is rolled back,
and others are served until the next try.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
from django.conf import settings
from django.core.management import CommandError
from django.db import OperationalError, connection
from django.db.migrations import Migration
from psycopg.errors import LockNotAvailable

_BLOCKERS = """
SELECT pid, coalesce(usename, '?'), coalesce(state, '?'),
       coalesce(extract(epoch FROM now() - xact_start), 0)::int, left(coalesce(query, ''), 200)
FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids(%s))
"""
LOOK_EVERY_S = 0.2


def patiently(
    migrate: Callable[[], None],
    *,
    current: Callable[[], Migration | None],
    say: Callable[[str], None],
    what: str = "The rights",
) -> None:
    """Run `migrate` until it gets all its locks; what it has applied is applied once.

    `current` is the migration it was at, else `what` names it; `say` prints a line. Raises
    `CommandError` after MIGRATION_PATIENCE_S seconds, and at once for a migration without a
    transaction, which cannot be rolled back.
    """
    began = time.monotonic()
    while True:
        try:
            with _short_waits(say):
                migrate()
            return
        except OperationalError as error:
            if not isinstance(error.__cause__, LockNotAvailable):
                raise
            migration = current()
            if migration is not None and not migration.atomic:
                raise CommandError(
                    f"{migration} did not get a lock and has no transaction: see what it has done, "
                    "end the transactions above, and run it again."
                ) from error
            if time.monotonic() - began > settings.MIGRATION_PATIENCE_S:
                raise CommandError(
                    f"{migration or what} did not get a lock and changed nothing: end the "
                    "transactions above, and run it again. What came before it is applied."
                ) from error
            say(f"No lock within {settings.MIGRATION_LOCK_S} s: rolled back; trying again soon.")
            time.sleep(settings.MIGRATION_PAUSE_S)


@contextmanager
def _short_waits(say: Callable[[str], None]) -> Iterator[None]:
    """Let this connection wait for a lock only briefly, and say for whom it waits."""
    over = threading.Event()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('lock_timeout', %s, false), pg_backend_pid()",
            [f"{round(settings.MIGRATION_LOCK_S * 1000)}ms"],
        )
        watcher = threading.Thread(target=_watch, args=(cursor.fetchone()[1], over, say))
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
        if connection.is_usable():
            with connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")


def _watch(pid: int, over: threading.Event, say: Callable[[str], None]) -> None:
    """Say once for each transaction that this server process waits for."""
    known: set[int] = set()
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as line:
        while not over.wait(LOOK_EVERY_S):
            for blocker, user, state, seconds, query in line.execute(_BLOCKERS, [pid]):
                if blocker not in known:
                    known.add(blocker)
                    say(
                        f"Waiting for process {blocker} of {user}, {state}, "
                        f"in a transaction for {seconds} s: {query}"
                    )
