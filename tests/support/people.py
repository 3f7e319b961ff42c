"""The people of most tests: Anna and Ravi have accounts; there is also a guest."""

from collections.abc import Callable, Iterator
from threading import Thread

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from accounts.people.actions import users
from accounts.people.models import User
from tests.support.waiting import PATIENCE_S

PASSWORD = "correct-horse-42"


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Rate limits count in the cache; each test starts with an empty one."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def anna(db: None) -> User:
    return users.register_person(name="Anna", password=PASSWORD, email="anna@example.org")


@pytest.fixture
def ravi(db: None) -> User:
    return users.register_person(name="Ravi", password=PASSWORD)


@pytest.fixture
def guest(db: None) -> User:
    return users.create_guest()


@pytest.fixture
def as_anna(anna: User) -> Client:
    client = Client()
    assert client.login(username="Anna", password=PASSWORD)
    return client


@pytest.fixture
def as_guest(guest: User) -> Client:
    client = Client()
    client.force_login(guest)
    return client


def in_threads(count: int, work: Callable[[int], object]) -> None:
    """Run `work(0)` .. `work(count - 1)` in parallel, each with its own connection."""
    failures: list[BaseException] = []

    def run(number: int) -> None:
        try:
            work(number)
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE_S)
    assert not any(thread.is_alive() for thread in threads), "a thread hangs"
    if failures:
        raise failures[0]
