"""Members of staff for tests, and checks of their actions by rows of the staff log."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.totp.internal import auth
from allauth.mfa.utils import decrypt
from django.contrib.auth.models import Group
from django.test import Client

from accounts.people.actions import devices
from accounts.people.actions.users import register_person
from accounts.people.models import User
from accounts.people.queries import second_factor
from core.errors import RequestRefused
from core.http.scopes import EVERY_SCOPE
from core.staff.models import StaffLogEntry
from lobby.tables.errors import TableRefused
from tests.support.app import App

REASON = "seen in the log of the table"


def member(role: str, name: str | None = None) -> User:
    """A registered user with one role."""
    user = register_person(name=name or f"{role} {User.objects.count()}", password=None, staff=True)
    user.groups.add(Group.objects.get(name=role))
    return User.objects.get(pk=user.pk)


def give_factor(user: User) -> None:
    """Give a user a second factor."""
    if second_factor.since(user) is None:
        auth.TOTP.activate(user, auth.generate_totp_secret())


def prove(session: Any, user: User) -> None:
    """Mark a session as opened with a code of the user's second factor."""
    give_factor(user)
    record_authentication(SimpleNamespace(session=session), user, "mfa")
    session.save()


def log_in(client: Client, user: User) -> None:
    """Log a member of staff in with their second factor."""
    client.force_login(user)
    prove(client.session, user)


def staff_app(user: User) -> App:
    """An app in which a member of staff has logged in with a code, to act as staff."""
    give_factor(user)
    tokens = devices.log_in_device(user=user, name="Desk", platform="", scopes=EVERY_SCOPE)
    return App(tokens.access, user)


class Clock:
    """A clock for codes: one `counter` for each half minute, moved only by tests."""

    counter = 58_000_000

    def code(self, secret: str) -> str:
        """The code that an app with this secret shows now."""
        return auth.format_hotp_value(auth.hotp_value(secret, self.counter))

    def code_of(self, user: User) -> str:
        """The code that the user's app shows now."""
        return self.code(decrypt(second_factor.factors().get(user=user).data["secret"]))


@contextmanager
def recorded(*actions: str) -> Iterator[None]:
    """Check that exactly these actions are logged inside, in this order."""
    before = StaffLogEntry.objects.count()
    yield
    rows = list(StaffLogEntry.objects.order_by("id")[before:])
    assert [row.action for row in rows] == list(actions)
    assert all(row.reason for row in rows)


def refused(code: str, act: Callable[..., object], **named: object) -> None:
    """Check that the action is refused with this code and logs no row."""
    with recorded(), pytest.raises((RequestRefused, TableRefused)) as no:
        act(**named)
    assert no.value.code == code
