"""Sessions in the database, read by a statement whose plan PostgreSQL keeps."""

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session

from core.runtime.sql import Columns, run

_SESSION = Columns(Session, "s")
_OPEN = f"""
SELECT {_SESSION.sql} FROM django_session s WHERE s.session_key = %s AND s.expire_date > now()
"""  # noqa: S608 -- own names


class SessionStore(db.SessionStore):
    """Django's store. Each request of a user reads a session, so the ORM does not compile it."""

    # Django's own method, which its type stubs leave out.
    def _get_session_from_db(self) -> Any:
        (rows,) = run((_OPEN, [self.session_key]))
        if rows:
            return _SESSION.make(rows[0])
        self._session_key = None
        return None
