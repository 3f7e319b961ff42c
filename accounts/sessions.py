"""When a person's sessions begin and end, so that open sockets can be closed.

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
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db import transaction
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from accounts import household
from accounts.actions import people
from accounts.models import User

Callback = Callable[[uuid.UUID], None]

BARRED = "barred"
"""Where a session keeps who gave the right password and is shut out."""

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


def _began(request: Any = None, user: Any = None, **_: Any) -> None:
    if request is None:
        people.note_sign_in(user=user, address=None, browser="")
    else:
        device = household.recognise(request)
        people.note_sign_in(user=user, **household.came_from(request), device=device)


def _ended_everywhere(user: Any = None, **_: Any) -> None:
    """A new password ends what the old one opened, the devices of apps too."""
    from accounts.actions import devices  # which imports this module

    devices.revoke_all(user=user)


def person_of(request: HttpRequest) -> User | None:
    """Who is behind a request, also while he is shut out: logged in, was, or tried to."""
    if isinstance(request.user, User):
        return request.user
    kept = request.session.get(BARRED) or request.session.get(SESSION_KEY)
    user = User.objects.filter(pk=kept).first() if kept else None
    if user is None or not user.is_shut_out:
        return None
    stands = request.session.get(BARRED) or constant_time_compare(
        request.session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()
    )
    return user if stands else None


def connect() -> None:
    """Listen to the ways in which sessions begin and end; called once, when the app is ready."""
    user_logged_in.connect(_began, dispatch_uid="accounts.sessions")
    user_logged_out.connect(_ended, dispatch_uid="accounts.sessions")
    for signal in (signals.password_changed, signals.password_set, signals.password_reset):
        signal.connect(_ended_everywhere, dispatch_uid="accounts.sessions")
