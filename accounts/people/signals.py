"""The end of a user's sessions, told to whatever keeps sockets open."""

import uuid

from django.db import transaction
from django.dispatch import Signal

sessions_ended = Signal()
"""Sent after the commit, with `user_id`: sessions of the user ended; open sockets are closed."""


def end_sockets(user_id: uuid.UUID) -> None:
    """Send `sessions_ended` once the current transaction is committed.

    The sessions have ended whether or not a receiver fails; Django logs one that does.
    """
    transaction.on_commit(lambda: _send(user_id))


def _send(user_id: uuid.UUID) -> None:
    sessions_ended.send_robust(sender=None, user_id=user_id)
