"""Prepared statements that survive a rollback, as they do in PostgreSQL.

psycopg forgets all of a connection's prepared statements at each ROLLBACK, also to a savepoint: the
transaction might have created a table that they use. The program's role can create none
(`config.roles`), and every refusal rolls back, after which the connection had to prepare its
statements again.
"""

from collections.abc import Sequence
from typing import Any

from psycopg._preparing import Prepare, PrepareManager
from psycopg.pq.abc import PGresult

_forgets = PrepareManager._should_discard


def keep_after_rollback() -> None:
    """Make every connection of this process keep them; DROP and ALTER still discard them all."""
    PrepareManager._should_discard = _should_discard  # type: ignore[assignment]


def _should_discard(
    manager: PrepareManager, prep: Prepare, results: Sequence[PGresult], *given: Any
) -> bool:
    others = [result for result in results if result.command_status != b"ROLLBACK"]
    return bool(others) and _forgets(manager, prep, others, *given)
