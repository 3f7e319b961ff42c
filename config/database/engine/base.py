"""Django's backend for PostgreSQL; a server that is lost is noticed, and told in one way.

A primary may die, freeze, restart as a standby, or be promoted. A connection to a server that is
not ours any more is closed at once, so that the pool replaces it, and every such error is an
`OperationalError`, which all transports answer with TRY_AGAIN.
"""

from collections.abc import Generator
from time import monotonic
from types import TracebackType
from typing import Any, TypeVar

import psycopg
from django.db.backends.postgresql.base import DatabaseWrapper as PostgresWrapper
from django.db.utils import DatabaseErrorWrapper, OperationalError
from django.utils.functional import cached_property
from typing_extensions import override

from core.runtime.replica import REPLICA
from core.runtime.silent_server import find_server, silence_s

T = TypeVar("T")

WAKE_EVERY_S = 0.1
RECOVERS = "SELECT pg_is_in_recovery()"
LOST_STATES = ("25006", "25P03", "25P04")
"""Read-only transaction: it is a standby now. Idle for too long, too long a transaction: closed."""
LOST_CLASSES = ("08", "57P0")
"""Connection exceptions; the server shuts down, crashed, starts, or dropped the database."""


def is_lost(error: BaseException | None) -> bool:
    """Whether the server says that this connection is of no use any more."""
    state = error.sqlstate or "" if isinstance(error, psycopg.Error) else ""
    return state in LOST_STATES or state.startswith(LOST_CLASSES)


class Connection(psycopg.Connection[Any]):
    """A connection that does not wait for ever for a server that answers nobody."""

    @override
    def wait(self, gen: Any, interval: float = WAKE_EVERY_S, timeout: float | None = None) -> Any:
        return super().wait(self._watched(gen), interval, timeout)

    def _watched(self, gen: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
        heard_at = monotonic()
        try:
            state = next(gen)
            while True:
                ready = yield state
                if ready:
                    heard_at = monotonic()
                elif monotonic() - heard_at > silence_s():
                    find_server(self)
                    heard_at = monotonic()
                state = gen.send(ready)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


class LostConnections(DatabaseErrorWrapper):
    """Gives errors of psycopg to Django; closes a connection that is lost."""

    wrapper: "DatabaseWrapper"

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if not is_lost(error):
            super().__exit__(kind, error, traceback)
            return
        self.wrapper.errors_occurred = True
        if self.wrapper.connection is not None:
            self.wrapper.connection.close()
        assert error is not None
        raise OperationalError(*error.args).with_traceback(traceback) from error


class DatabaseWrapper(PostgresWrapper):
    """Django's wrapper with the errors and the connections above."""

    @property
    def pool(self) -> Any:
        """Django's pool, with the connections above."""
        if options := self.settings_dict["OPTIONS"].get("pool"):
            options["connection_class"] = Connection
        return super().pool

    @override
    def set_autocommit(self, autocommit: bool, *args: Any, **kwargs: Any) -> None:
        """As Django does, but a block that lost its connection does not wait for another one."""
        if autocommit and self.connection is None:
            self.autocommit = True
        else:
            super().set_autocommit(autocommit, *args, **kwargs)

    @cached_property
    def wrap_database_errors(self) -> LostConnections:
        """Django's context of each call of psycopg."""
        return LostConnections(self)

    @override
    def is_usable(self) -> bool:
        """Whether the connection answers after an error, and its server has its role still.

        If not, it is closed: the pool would hand out an open connection again.
        """
        if self.connection is None:
            return False
        try:
            with self.connection.cursor() as cursor:
                cursor.execute(RECOVERS)
                if cursor.fetchone() == (self.alias == REPLICA,):
                    return True
        except psycopg.Error:
            pass
        self.connection.close()
        return False
