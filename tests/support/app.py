"""Clients of the API: apps with tokens, and visitors without."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.people.actions import devices, users
from accounts.people.models import User
from tests.support.seated_table import seat_table

__all__ = ["seat_table"]

PASSWORD = "correct-horse-42"
V1 = "/api/v1/"


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Empty the cache of rate limits, tickets and presence before each test."""
    cache.clear()
    yield
    cache.clear()


class App:
    """An app that asks the API; without an access token it is a visitor."""

    def __init__(self, access: str = "", user: User | None = None) -> None:
        self.access = access
        self.user = user
        self.client = Client()

    def ask(
        self, method: str, path: str, body: dict[str, Any] | None = None, *, accept: str = ""
    ) -> Any:
        """One request; returns Django's response."""
        named: dict[str, Any] = {}
        if method != "get":
            named |= {"content_type": "application/json", "data": "" if body is None else body}
        if self.access:
            named["headers"] = {"Authorization": f"Bearer {self.access}"}
        if accept:
            named["headers"] = {**named.get("headers", {}), "Accept": accept}
        return getattr(self.client, method)(V1 + path, **named)

    def get(self, path: str) -> Any:
        """The answer to a GET, which must succeed."""
        response = self.ask("get", path)
        assert response.status_code == 200, (path, response.content)
        return response.json()

    def post(self, path: str, **body: Any) -> Any:
        """The answer to a POST, which must succeed."""
        response = self.ask("post", path, body)
        assert response.status_code in (200, 201, 204), (path, response.content)
        return response.json() if response.content else None

    def refused(self, method: str, path: str, **body: Any) -> tuple[int, str]:
        """Status and code of a request that must be refused."""
        response = self.ask(method, path, body)
        assert response.status_code >= 400, (path, response.content)
        return response.status_code, response.json()["code"]


@pytest.fixture
def visitor(db: None) -> App:
    return App()


@pytest.fixture
def anna(db: None) -> User:
    return users.register_person(name="Anna", password=PASSWORD, email="anna@example.org")


def app_of(user: User) -> App:
    """An app in which a user is logged in."""
    tokens = devices.log_in_device(user=user, name="Phone", platform="test")
    return App(tokens.access, user)


@pytest.fixture
def as_anna(anna: User) -> App:
    return app_of(anna)


@pytest.fixture
def guests(db: None) -> Callable[[int], list[App]]:
    """`guests(3)`: three apps, each of a new guest."""
    return lambda count: [app_of(users.create_guest()) for _ in range(count)]
