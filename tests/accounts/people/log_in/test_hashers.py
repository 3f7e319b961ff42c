"""Passwords are hashed in worker processes, a few at a time; if the queue is full, 503."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password
from django.test import Client

from accounts.people.actions import users
from accounts.people.log_in import argon2, hashers
from accounts.people.log_in.hashers import PooledArgon2
from accounts.people.models import User
from core.errors import Busy
from core.runtime.cpu_pool import CpuPool
from tests.core.runtime import jobs

PASSWORD = "correct-horse-42"


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[CpuPool]:
    pool = CpuPool(1, 1, "passwords")
    monkeypatch.setattr(hashers, "password_pool", lambda: pool)
    yield pool
    pool.close()


@pytest.mark.slow
def test_hashes_are_djangos_and_made_in_a_worker(
    pool: CpuPool, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PASSWORD_HASHERS = ["accounts.people.log_in.hashers.PooledArgon2"]
    theirs = Argon2PasswordHasher()
    ours = make_password(PASSWORD)
    assert theirs.verify(PASSWORD, ours)
    assert not theirs.must_update(ours)
    assert check_password(PASSWORD, theirs.encode(PASSWORD, "salt" * 6))
    assert not check_password("wrong", ours)
    monkeypatch.setattr(argon2, "hashed", jobs.pid_as_hash)
    assert PooledArgon2().encode(PASSWORD, "salt" * 6) == f"argon2$argon2id${pool.pids()[0]}"


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """The queue of the workers is full."""

    class Full(CpuPool):
        def submit(self, *args: Any, **named: Any) -> Any:
            raise Busy

    settings.PASSWORD_HASHERS = ["accounts.people.log_in.hashers.PooledArgon2"]
    monkeypatch.setattr(hashers, "password_pool", lambda: Full(1, 0, "full"))


@pytest.mark.django_db
def test_page_and_api_report_a_full_queue_and_count_no_failure(
    client: Client, full: None, settings: Any
) -> None:
    user = users.create_guest()
    hashed = Argon2PasswordHasher().encode(PASSWORD, "salt" * 6)
    User.objects.filter(pk=user.pk).update(kind=User.Kind.PERSON, password=hashed)
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "2/5m/key", "login_failed_name": "2/h/key"}
    form = {"login": user.name, "password": PASSWORD}
    for _ in range(3):
        page = client.post("/accounts/login/", form, headers={"Accept": "text/html"})
        assert page.status_code == 503
        assert int(page["Retry-After"]) > 0
        assert "busy right now" in page.content.decode()
    body = {"name": user.name, "password": PASSWORD}
    refused = client.post("/api/v1/login", body, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (503, "BUSY")
    assert int(refused["Retry-After"]) > 0
    unknown = client.post("/accounts/login/", {"login": "Nobody", "password": PASSWORD})
    assert (unknown.status_code, unknown.json()["code"]) == (503, "BUSY")
