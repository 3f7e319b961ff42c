"""When a person's sessions begin and end, so that open sockets can be closed.

An open websocket outlives the session it was opened with. Who keeps sockets registers here and
is called, after the commit, with the id of the person who logged out, changed the password or
was shut out; it then closes all sockets of that person (who may still be logged in elsewhere:
there the page connects again).
"""

import logging
import uuid
from typing import Any

from allauth.account import signals
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db import transaction
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from accounts.people import household
from accounts.people.actions import users
from accounts.people.models import User
from accounts.people.signals import sessions_ended

BARRED = "barred"
"""Where a session keeps who gave the right password and is shut out."""

log = logging.getLogger(__name__)


def end(user_id: uuid.UUID) -> None:
    """Tell everybody who registered, once the current transaction is committed."""
    transaction.on_commit(lambda: _tell(user_id))


def _tell(user_id: uuid.UUID) -> None:
    for receiver, answer in sessions_ended.send_robust(sender=None, user_id=user_id):
        if isinstance(answer, Exception):
            # The session has ended whether or not somebody could act on it.
            log.error("a receiver of ended sessions failed: %r", receiver, exc_info=answer)


def _ended(user: Any = None, **_: Any) -> None:
    if user is not None:
        end(user.pk)


def _began(request: Any = None, user: Any = None, **_: Any) -> None:
    if request is None:
        users.record_sign_in(user=user, address=None, browser="")
    else:
        device = household.recognise(request)
        users.record_sign_in(user=user, **household.came_from(request), device=device)


def _ended_everywhere(user: Any = None, **_: Any) -> None:
    """A new password ends what the old one opened, the devices of apps too."""
    from accounts.people.actions import devices  # which imports this module

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
    user_logged_in.connect(_began, dispatch_uid="accounts.people.sessions")
    user_logged_out.connect(_ended, dispatch_uid="accounts.people.sessions")
    for signal in (signals.password_changed, signals.password_set, signals.password_reset):
        signal.connect(_ended_everywhere, dispatch_uid="accounts.people.sessions")
