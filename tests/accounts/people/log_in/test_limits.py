"""Wrong passwords block the place they come from, never the browser of the name's owner."""

from typing import Any

import pytest
from django.test import Client

from accounts.people.actions import users
from accounts.people.models import User
from tests.support.people import PASSWORD

LIMITS = {"login_failed": "1000/m/ip,5/300s/key", "login_failed_name": "12/h/key"}


@pytest.fixture(autouse=True)
def limited(settings: Any, db: None) -> None:
    settings.ACCOUNT_RATE_LIMITS = LIMITS
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1


@pytest.fixture
def clara() -> User:
    return users.register_person(name="Clara", password=PASSWORD)


def page(client: Client, password: str, address: str, name: str = "Clara") -> bool:
    """Try to log in on the page; True if it succeeds."""
    form = {"login": name, "password": password}
    answer = client.post("/accounts/login/", form, headers={"X-Forwarded-For": address})
    return answer.status_code == 302


def api(client: Client, password: str, address: str) -> int:
    body = {"name": "clara", "password": password}
    headers = {"X-Forwarded-For": address}
    answer = client.post("/api/v1/login", body, content_type="application/json", headers=headers)
    return answer.status_code


def at_home(address: str) -> Client:
    """The browser of a user who has logged in from here once, and out again."""
    client = Client()
    assert page(client, PASSWORD, address)
    client.post("/accounts/logout/")
    return client


def test_a_stranger_blocks_only_their_own_network(clara: User) -> None:
    browser = at_home("198.51.100.1")
    for _ in range(3):
        assert not page(Client(), "guess", "203.0.113.66")
    tried = [api(Client(), "guess", "203.0.113.66") for _ in range(3)]
    assert tried == [401, 401, 429]  # they count together
    assert not page(Client(), PASSWORD, "203.0.113.66")
    assert api(Client(), PASSWORD, "203.0.113.66") == 429
    assert page(Client(), PASSWORD, "203.0.113.67")  # another network is not blocked
    assert page(browser, PASSWORD, "203.0.113.66")  # nor the owner's browser in the same network


def test_guessing_from_many_networks_is_bounded_and_known_browsers_stay_allowed(
    clara: User,
) -> None:
    browser = at_home("198.51.100.1")
    tried = [api(Client(), "guess", f"203.0.113.{number}") for number in range(20)]
    assert tried == [401] * 12 + [429] * 8
    assert api(Client(), PASSWORD, "192.0.2.1") == 429
    assert not page(Client(), PASSWORD, "192.0.2.1")
    assert page(browser, PASSWORD, "192.0.2.1")  # the cookie, from elsewhere
    assert api(Client(), PASSWORD, "198.51.100.1") == 200  # an app, at home
    assert page(Client(), PASSWORD, "192.0.2.9", name="Nobody") is False  # no other name is


def test_a_known_browser_has_its_own_limit(clara: User) -> None:
    browser = at_home("198.51.100.1")
    for number in range(5):
        assert not page(browser, "guess", f"203.0.113.{number}")
    assert not page(browser, PASSWORD, "203.0.113.77")
    assert page(Client(), PASSWORD, "203.0.113.77")


def test_another_users_cookie_does_not_count(clara: User) -> None:
    users.register_person(name="Mallory", password=PASSWORD)
    mallory = Client()
    assert page(mallory, PASSWORD, "203.0.113.66", name="Mallory")
    mallory.post("/accounts/logout/")
    for number in range(12):
        assert not page(mallory, "guess", f"203.0.113.{number}")
    assert not page(mallory, PASSWORD, "203.0.113.200")


def test_an_app_that_keeps_its_cookies_is_known(clara: User) -> None:
    app = Client()
    assert api(app, PASSWORD, "198.51.100.1") == 200
    for number in range(12):
        api(Client(), "guess", f"203.0.113.{number}")
    assert api(Client(), PASSWORD, "192.0.2.1") == 429
    assert api(app, PASSWORD, "192.0.2.1") == 200
