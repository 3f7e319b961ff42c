"""Members of staff for tests, and the one measure of their acts: rows in the audit log."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.contrib.auth.models import Group

from accounts.actions.people import register_person
from accounts.errors import PeopleError
from accounts.models import AuditRow, User
from lobby.actions.refusal import Refused

REASON = "seen in the log of the table"


def member(role: str, name: str | None = None) -> User:
    """A registered person with one role."""
    user = register_person(name=name or f"{role} {User.objects.count()}", password=None, staff=True)
    user.groups.add(Group.objects.get(name=role))
    return User.objects.get(pk=user.pk)


@contextmanager
def recorded(*actions: str) -> Iterator[None]:
    """Within, exactly these acts are put on record, in this order."""
    before = AuditRow.objects.count()
    yield
    rows = list(AuditRow.objects.order_by("id")[before:])
    assert [row.action for row in rows] == list(actions)
    assert all(row.reason for row in rows)


def refused(code: str, act: Callable[..., object], **named: object) -> None:
    """The act is refused with this code and leaves no row."""
    with recorded(), pytest.raises((PeopleError, Refused)) as no:
        act(**named)
    assert no.value.code == code
