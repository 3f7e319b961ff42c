"""When a person's sessions end, so that open sockets can be closed.

An open websocket outlives the session it was opened with. Who keeps sockets registers here and
is called, after the commit, with the id of the person who logged out, changed the password or
was shut out; it then closes all sockets of that person (who may still be logged in elsewhere:
there the page connects again).
"""

import logging
import uuid
from collections.abc import Callable
from typing import Any

from allauth.account import signals
from django.contrib.auth.signals import user_logged_out
from django.db import transaction

Callback = Callable[[uuid.UUID], None]

log = logging.getLogger(__name__)
_callbacks: list[Callback] = []


def on_session_end(callback: Callback) -> None:
    """Call `callback(user_id)` whenever sessions of that person end; registering twice is once."""
    if callback not in _callbacks:
        _callbacks.append(callback)


def end(user_id: uuid.UUID) -> None:
    """Tell everybody who registered, once the current transaction is committed."""
    transaction.on_commit(lambda: _tell(user_id))


def _tell(user_id: uuid.UUID) -> None:
    for callback in _callbacks:
        try:
            callback(user_id)
        except Exception:
            # The session has ended whether or not somebody could act on it.
            log.exception("a listener to ended sessions failed")


def _ended(user: Any = None, **_: Any) -> None:
    if user is not None:
        end(user.pk)


def connect() -> None:
    """Listen to the ways in which sessions end; called once, when the app is ready."""
    for signal in (
        user_logged_out,
        signals.password_changed,
        signals.password_set,
        signals.password_reset,
    ):
        signal.connect(_ended, dispatch_uid="accounts.sessions")
