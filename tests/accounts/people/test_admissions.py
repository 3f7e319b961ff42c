"""Open sockets that are no longer valid: one query, with the same rule as at log-in."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.people.actions import devices, users
from accounts.people.models import Device, User
from accounts.people.queries.devices import alive_device
from accounts.people.queries.socket_access import Admission, by_device, by_session, ended
from tests.support.people import PASSWORD

SOON, PAST = (timezone.now() + datetime.timedelta(days=sign) for sign in (1, -1))


def _of(client: Client, user: User) -> Admission:
    key = client.session.session_key
    assert key is not None
    return by_session(User.objects.get(pk=user.pk), key)


def _user(**fields: Any) -> Callable[[User, Client], None]:
    return lambda user, _client: User.objects.filter(pk=user.pk).update(**fields) and None


def _log_out(_user: User, client: Client) -> None:
    other = Client()
    other.cookies = client.cookies.__class__(client.cookies)
    other.post("/accounts/logout/")


def _new_password(user: User, _client: Client) -> None:
    user.set_password("another-Horse-77")
    user.save()


def _everywhere(user: User, _client: Client) -> None:
    devices.end_everything(user=user)


def _run_out(_user: User, _client: Client) -> None:
    Session.objects.update(expire_date=PAST)


CHANGES = {
    "nothing": lambda user, client: None,
    "another name": _user(name="Anna2"),
    "suspended": _user(suspended_until=SOON),
    "a suspension that is over": _user(suspended_until=PAST),
    "self-excluded": _user(excluded_until=SOON),
    "an exclusion that is over": _user(excluded_until=PAST),
    "a break without exclusion": _user(break_until=SOON),
    "muted": _user(muted_until=SOON),
    "closed": _user(closed_at=PAST),
    "inactive": _user(is_active=False),
    "logged out": _log_out,
    "new password": _new_password,
    "everywhere": _everywhere,
    "session run out": _run_out,
}


@pytest.mark.django_db
@pytest.mark.parametrize("change", CHANGES)
def test_a_session_is_valid_for_sockets_exactly_as_for_pages(
    anna: User, as_anna: Client, change: str
) -> None:
    held = _of(as_anna, anna)
    assert ended([held]) == []
    CHANGES[change](anna, as_anna)
    page = as_anna.get("/me/")
    assert (ended([held]) == [0]) == (page.status_code == 302), page.status_code


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [name for name in CHANGES if name not in ("logged out", "session run out", "new password")],
)
def test_a_device_is_valid_for_sockets_exactly_as_for_tickets(anna: User, change: str) -> None:
    device = devices.log_in_device(user=anna, name="Phone", platform="").device
    held = by_device(device)
    assert ended([held]) == []
    CHANGES[change](anna, Client())
    assert (ended([held]) == [0]) == (alive_device(str(device.pk)) is None)


@pytest.mark.django_db
def test_a_revoked_or_removed_device_and_a_removed_user_are_invalid(anna: User) -> None:
    phone, tablet = (devices.log_in_device(user=anna, name="x", platform="").device for _ in "12")
    guest = users.create_guest()
    client = Client()
    client.force_login(guest)
    held = [by_device(phone), by_device(tablet), _of(client, guest)]
    assert ended(held) == []
    devices.revoke(user=anna, device_id=phone.pk)
    assert ended(held) == [0]
    Device.objects.filter(pk=tablet.pk).delete()
    assert sorted(ended(held)) == [0, 1]
    gone = Admission(user_id=phone.pk, device_id=phone.pk)
    assert sorted(ended([*held, gone])) == [0, 1, 3]


@pytest.mark.django_db
def test_a_thousand_sockets_are_one_query(
    anna: User, as_anna: Client, django_assert_num_queries: Any
) -> None:
    held = [_of(as_anna, anna)] * 500 + [
        by_device(devices.log_in_device(user=anna, name="x", platform="").device)
    ] * 500
    with django_assert_num_queries(1):
        assert ended(held) == []
    with django_assert_num_queries(0):
        assert ended([]) == []
    User.objects.filter(pk=anna.pk).update(suspended_until=SOON)
    assert sorted(ended(held)) == list(range(1000))


@pytest.mark.django_db
def test_the_browser_that_changes_the_password_reconnects_with_its_new_session(
    anna: User, as_anna: Client
) -> None:
    held = _of(as_anna, anna)
    new = {
        "oldpassword": PASSWORD,
        "password1": "another-Horse-77",
        "password2": "another-Horse-77",
    }
    assert as_anna.post("/accounts/password/change/", new).status_code == 302
    assert ended([held]) == [0]
    assert ended([_of(as_anna, anna)]) == []
    assert settings.SESSION_COOKIE_NAME in as_anna.cookies
