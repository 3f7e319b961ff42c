"""The begin and end of sessions, so that open sockets can be closed.

An open socket outlives the session it was opened with. The signal `sessions_ended` is sent after
the commit with the id of a user who logged out, changed the password or was suspended. Its receiver
closes all sockets of that user, who may still be logged in elsewhere: there the page reconnects.
"""

from typing import Any

from allauth.account import signals
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from accounts.alerts.actions import end_with_session
from accounts.people import household
from accounts.people.actions import devices, sign_ins
from accounts.people.log_in import language
from accounts.people.models import User
from accounts.people.signals import end_sockets

INACTIVE = "inactive"
"""The session key for a user who gave the right password but may not log in."""


def _ended(request: Any = None, user: Any = None, **_: Any) -> None:
    if user is not None:
        end_with_session(user=user, session=request.session)
        end_sockets(user.pk)


def _began(request: Any = None, user: Any = None, **_: Any) -> None:
    if request is None:
        sign_ins.record_sign_in(user=user, address=None, browser="")
    else:
        language.recall(request, user)
        device = household.recognise(request)
        if request.session.session_key is None:
            request.session.save()  # gives it the key that it keeps
        sign_ins.record_sign_in(
            user=user,
            **household.address_and_browser(request),
            device=device,
            session_key=request.session.session_key,
        )


def _ended_everywhere(user: Any = None, **_: Any) -> None:
    """End what the old password opened, including the devices of apps."""
    devices.revoke_all(user=user)


def person_of(request: HttpRequest) -> User | None:
    """The user behind a request, even if suspended: logged in now, before, or just refused."""
    if isinstance(request.user, User):
        return request.user
    kept = request.session.get(INACTIVE) or request.session.get(SESSION_KEY)
    user = User.objects.filter(pk=kept).first() if kept else None
    if user is None or not user.is_locked_out:
        return None
    stands = request.session.get(INACTIVE) or constant_time_compare(
        request.session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()
    )
    return user if stands else None


def connect() -> None:
    """Connect the receivers; called once, when the app is ready."""
    user_logged_in.connect(_began, dispatch_uid="accounts.people.log_in.sessions")
    user_logged_out.connect(_ended, dispatch_uid="accounts.people.log_in.sessions")
    for signal in (signals.password_changed, signals.password_set, signals.password_reset):
        signal.connect(_ended_everywhere, dispatch_uid="accounts.people.log_in.sessions")
