"""Prepared statements in pipelines, sent through psycopg's wrapper of libpq (`psycopg.pq`).

A cursor of psycopg takes 40 us of CPU for each statement of a pipeline, because it keeps states and
results that nobody here asks for; this takes a quarter of that. Parameters are sent as text, and
PostgreSQL infers their types from the statement (`%s::int` where nothing else says it).
"""

import select
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import msgspec
import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import AdaptersMap, Dumper, Loader, PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult
from psycopg.types.datetime import TimestamptzLoader
from typing_extensions import override

from core.runtime.silent_server import find_server, silence_s

Statement = tuple[str, Sequence[Any]]
"""Hand-written SQL with `%s` placeholders, and its parameters."""
Rows = list[tuple[Any, ...]]
"""The rows of one statement."""

_DONE = (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK, ExecStatus.EMPTY_QUERY)


class _JsonLoader(Loader):
    @override
    def load(self, data: Buffer) -> Any:
        return msgspec.json.decode(data)


class _ArrayDumper(Dumper):
    """Flat lists of UUIDs, numbers or text. psycopg's dumper asks for the type of each item."""

    @override
    def dump(self, obj: Sequence[Any]) -> bytes:
        return f"{{{','.join(map(_array_item, obj))}}}".encode()


def _array_item(item: Any) -> str:
    if item is None:
        return "NULL"
    text = str(item).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


class _Context(NamedTuple):
    """How a connection adapts values (psycopg's `AdaptContext`)."""

    adapters: AdaptersMap
    connection: psycopg.Connection[Any]


class _PreparedStatements:
    """The prepared statements of one connection; each text is kept for as long as it is open.

    It does not keep the connection itself, which ends when the pool replaces it.
    """

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._known: set[str] = set()
        # Django's own loader of times is Python, because other projects' connections may not be in
        # UTC; JSON it leaves to each field.
        self._adapters = AdaptersMap(connection.adapters)
        self._adapters.register_loader("timestamptz", TimestamptzLoader)
        self._adapters.register_loader("jsonb", _JsonLoader)
        self._adapters.register_dumper(list, _ArrayDumper)

    def run(
        self, connection: psycopg.Connection[Any], statements: Sequence[Statement]
    ) -> list[Rows]:
        pg, transformer = connection.pgconn, Transformer(_Context(self._adapters, connection))
        calls = [
            (sql, transformer.dump_sequence(values, [PyFormat.TEXT] * len(values)))
            for sql, values in statements
        ]
        begins = not connection.autocommit and pg.transaction_status == TransactionStatus.IDLE
        fresh: dict[str, int] = {}
        has_rows: list[bool] = []
        try:
            pg.enter_pipeline_mode()
            if begins:
                pg.send_query_params(b"BEGIN", None)
                has_rows.append(False)
            for sql, parameters in calls:
                if sql not in self._known and sql not in fresh:
                    fresh[sql] = len(has_rows)
                    pg.send_prepare(_name(sql), _numbered(sql))
                    has_rows.append(False)
                pg.send_query_prepared(_name(sql), parameters)
                has_rows.append(True)
            pg.pipeline_sync()
            results = list(_results(connection))
            pg.exit_pipeline_mode()
        except BaseException:
            connection.close()  # nobody knows what was carried out
            raise
        # PostgreSQL keeps what it has prepared, even if a statement after it fails.
        self._known.update(sql for sql, at in fresh.items() if results[at].status in _DONE)
        for result in results:
            if result.status not in _DONE:
                raise error_from_result(result, encoding=connection.info.encoding)
        found = []
        for result, wanted in zip(results, has_rows, strict=True):
            if wanted:
                transformer.set_pgresult(result)
                found.append(transformer.load_rows(0, result.ntuples, tuple))
        return found


_of: WeakKeyDictionary[psycopg.Connection[Any], _PreparedStatements] = WeakKeyDictionary()


def run_prepared(
    connection: psycopg.Connection[Any], statements: Sequence[Statement]
) -> list[Rows]:
    """Run statements in order in one round trip; returns the rows of each.

    Begins a transaction if the connection is not in one and does not commit by itself. Raises
    psycopg's error of the first statement that fails.
    """
    prepared = _of.get(connection)
    if prepared is None:
        prepared = _of[connection] = _PreparedStatements(connection)
    return prepared.run(connection, statements)


@lru_cache(maxsize=500)
def _name(sql: str) -> bytes:
    """The name of a statement: behind a pooler a name may meet another client's statements."""
    return b"cards_" + blake2b(sql.encode(), digest_size=16).hexdigest().encode()


@lru_cache(maxsize=500)
def _numbered(sql: str) -> bytes:
    """A statement with PostgreSQL's own placeholders, `$1` and so on."""
    first, *others = sql.split("%s")
    return "".join([first, *(f"${n}{text}" for n, text in enumerate(others, 1))]).encode()


def _results(connection: psycopg.Connection[Any]) -> Iterator[PGresult]:
    """Send what waits and yield the results of all statements before the sync."""
    pg, ready, silence_ms = connection.pgconn, select.poll(), silence_s() * 1_000
    while True:
        unsent = pg.flush()
        while not pg.is_busy():
            result = pg.get_result()
            if result is not None:
                if result.status == ExecStatus.PIPELINE_SYNC:
                    return
                yield result
            elif pg.status == ConnStatus.BAD:
                raise psycopg.OperationalError(pg.get_error_message())
        ready.register(pg.socket, select.POLLIN | (select.POLLOUT if unsent else 0))
        while not ready.poll(silence_ms):
            find_server(connection)
        pg.consume_input()
