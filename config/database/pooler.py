"""Poolers between us and PostgreSQL: the ones that we cannot work behind.

In transaction mode PgBouncer runs each transaction in any free session of PostgreSQL. A prepared
statement is then unknown there, or is another client's; from version 1.21 on PgBouncer prepares it
wherever it is needed. A cursor that outlives its transaction is lost in either case.
"""

import secrets

from django.db import connection
from psycopg.errors import InvalidSqlStatementName, ProtocolViolation

from config.database.engine.base import Connection
from core.runtime.prepared import run_prepared

TRIES_MAX = 3
_MIXED = (
    "The pooler of DATABASE_URL gives a client one session after another and loses its prepared "
    "statements, so one player could get what another asked for: set pool_mode = session, or use "
    "PgBouncer 1.21 or newer with max_prepared_statements above 0."
)
_CURSORS = (
    "The pooler of DATABASE_URL gives a client one session after another, and cursors of the "
    "server would be lost: set DB_SERVER_CURSORS=0, or pool_mode = session."
)


def session_problems() -> list[str]:
    """Why this program cannot work behind the pooler of its database, if there is one.

    Raises Django's errors if the database does not answer.
    """
    where = connection.get_connection_params()
    mark = secrets.token_hex(8)
    ask = (f"SELECT pg_backend_pid(), '{mark}'", ())  # a statement that no session knows
    ours: set[tuple[int, str]] = set()
    others: set[tuple[int, str]] = set()
    with connection.wrap_database_errors, Connection.connect(**where, autocommit=True) as line:
        try:
            for _ in range(TRIES_MAX):
                ours.update(*run_prepared(line, [ask]))
                # Another client keeps a session for a transaction: ours, if the pooler lets it.
                with Connection.connect(**where) as other:
                    others.update(other.execute(ask[0]))
                    ours.update(*run_prepared(line, [ask]))
        except (InvalidSqlStatementName, ProtocolViolation):
            return [_MIXED]
    if any(answer != mark for _session, answer in ours):
        return [_MIXED]
    is_mixed = len(ours) > 1 or bool(ours & others)
    has_cursors = not connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]
    return [_CURSORS] if is_mixed and has_cursors else []
