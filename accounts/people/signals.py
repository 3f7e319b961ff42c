"""The end of a user's sessions, told to whatever keeps sockets open."""

import logging
import uuid

from django.db import transaction
from django.dispatch import Signal

sessions_ended = Signal()
"""Sent after the commit, with `user_id`: sessions of the user ended; open sockets are closed."""

log = logging.getLogger(__name__)


def end_sockets(user_id: uuid.UUID) -> None:
    """Send `sessions_ended` once the current transaction is committed."""
    transaction.on_commit(lambda: _send(user_id))


def _send(user_id: uuid.UUID) -> None:
    for receiver, answer in sessions_ended.send_robust(sender=None, user_id=user_id):
        if isinstance(answer, Exception):
            # The session has ended, whether or not a receiver failed.
            log.error("a receiver of ended sessions failed: %r", receiver, exc_info=answer)
