"""Reads away from the primary: histories, statistics, leaderboards and lists come from a replica.

A view says so with `from_replica`. Everybody reads their own writes, and those of all others: the
primary is asked how far it has come, and the replica is used once it has come as far. A replica
that is late, down, or a primary itself is left out, so such a view is never worse off than others.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, OperationalError, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper

P = ParamSpec("P")
R = TypeVar("R")

REPLICA = "replica"
"""The name of its entry in `DATABASES`, if there is one."""
WAIT_S = 0.2
"""How long a request waits for the replica; it is seldom more than some milliseconds behind."""
LOOK_S = 0.005
REST_S = 5.0
"""How long a replica that did not answer is left out."""
_FLUSHED = "SELECT pg_current_wal_flush_lsn()"
_REPLAYED = "SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= %s::pg_lsn"

_source: ContextVar[str] = ContextVar("source", default=DEFAULT_DB_ALIAS)
_rests_until = 0.0


def source() -> str:
    """The name of the database from which this request reads now; in a transaction, the primary."""
    name = _source.get()
    if name != DEFAULT_DB_ALIAS and connections[DEFAULT_DB_ALIAS].in_atomic_block:
        return DEFAULT_DB_ALIAS
    return name


def reader() -> BaseDatabaseWrapper:
    """The connection of `source()`, for statements without the ORM."""
    return connections[source()]


class Router:
    """Django's router: what is read in `from_replica` is read there, and all is written here."""

    def db_for_read(self, model: type[models.Model], **hints: Any) -> str:
        """The name of the database from which a query reads."""
        return source()

    def db_for_write(self, model: type[models.Model], **hints: Any) -> str:
        """The primary, also for what was read from the replica."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: models.Model, other: models.Model, **hints: Any) -> bool:
        """Whether rows may refer to each other: both databases have the same."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        """Whether to migrate this database: a replica follows by itself."""
        return db != REPLICA


def from_replica(view: Callable[P, R]) -> Callable[P, R]:
    """Let a view that only reads, and evaluates all that it reads, read from the replica.

    If the replica fails meanwhile, the view is called again and reads from the primary.
    """

    @wraps(view)
    def reads(*args: P.args, **named: P.kwargs) -> R:
        if _is_usable():
            try:
                with _reading_from(REPLICA):
                    return view(*args, **named)
            except OperationalError:
                _leave_out()
        return view(*args, **named)

    reads.from_replica = True  # type: ignore[attr-defined]
    return reads


@contextmanager
def _reading_from(name: str) -> Iterator[None]:
    before = _source.set(name)
    try:
        yield
    finally:
        _source.reset(before)


def _is_usable() -> bool:
    """Whether there is a replica that has all that was committed until now; waits for it."""
    if REPLICA not in connections or time.monotonic() < _rests_until:
        return False
    if connections[DEFAULT_DB_ALIAS].in_atomic_block:
        return False
    end = time.monotonic() + WAIT_S
    (flushed,) = _ask(DEFAULT_DB_ALIAS, _FLUSHED)
    try:
        while _ask(REPLICA, _REPLAYED, flushed) != (True,):
            if time.monotonic() > end:
                return False
            time.sleep(LOOK_S)
    except OperationalError:
        _leave_out()
        return False
    return True


def _ask(name: str, statement: str, *values: str) -> Any:
    with connections[name].cursor() as cursor:
        cursor.execute(statement, values or None)
        return cursor.fetchone()


def _leave_out() -> None:
    """Use no replica for some seconds, and give its connection back."""
    global _rests_until
    _rests_until = time.monotonic() + REST_S
    connections[REPLICA].close()
