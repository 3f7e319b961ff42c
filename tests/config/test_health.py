"""/healthz, /readyz and what every answer carries."""

import time
from typing import Any

import pytest
from django.core.cache import cache
from django.test import AsyncClient, Client

from config import health


@pytest.fixture
def a_dealer() -> None:
    cache.set(health.BEAT_KEY, int(time.time()), 60)


async def test_healthz_answers_without_any_service(settings: Any) -> None:
    settings.VALKEY_URL = "redis://127.0.0.1:1/0"
    answer = await AsyncClient().get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db(transaction=True)
async def test_readyz_is_200_with_database_valkey_and_dealer(a_dealer: None) -> None:
    answer = await AsyncClient().get("/readyz")
    assert answer.json() == {"ready": True, "database": True, "valkey": True, "dealer": True}
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("beat", [None, -11, 3600], ids=["none", "late", "from the future"])
async def test_readyz_misses_the_dealer(beat: int | None) -> None:
    cache.delete(health.BEAT_KEY)
    if beat is not None:
        cache.set(health.BEAT_KEY, int(time.time()) + beat, 60)
    answer = await AsyncClient().get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"ready": False, "database": True, "valkey": True, "dealer": False}


@pytest.mark.django_db(transaction=True)
async def test_readyz_misses_valkey(settings: Any, a_dealer: None) -> None:
    settings.VALKEY_URL = "redis://127.0.0.1:1/0"
    answer = await AsyncClient().get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["valkey"] is False


@pytest.mark.django_db(transaction=True)
async def test_readyz_misses_the_database(monkeypatch: pytest.MonkeyPatch, a_dealer: None) -> None:
    def gone() -> None:
        raise ConnectionError("nobody there: host=secret.example")

    monkeypatch.setattr(health, "_database", gone)
    answer = await AsyncClient().get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["database"] is False
    assert b"secret" not in answer.content, "reasons are for the log, not for strangers"


def test_every_answer_has_the_security_headers() -> None:
    answer = Client().get("/healthz")
    policy = answer["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "img-src 'self' data:" in policy
    assert "connect-src 'self' ws://testserver wss://testserver" in policy
    assert "frame-ancestors 'none'" in policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Frame-Options"] == "DENY"


def test_a_request_id_is_made_or_taken_over_when_it_is_plain() -> None:
    made = Client().get("/healthz")["X-Request-ID"]
    assert len(made) == 32
    assert Client().get("/healthz")["X-Request-ID"] != made
    given = Client().get("/healthz", headers={"X-Request-ID": "proxy-12345678"})
    assert given["X-Request-ID"] == "proxy-12345678"
    forged = Client().get("/healthz", headers={"X-Request-ID": "x" * 20 + " level=error"})
    assert len(forged["X-Request-ID"]) == 32


def test_a_host_that_is_not_ours_is_refused() -> None:
    answer = Client().get("/healthz", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "evil" not in answer["Content-Security-Policy"]


def test_nothing_touches_the_user_before_allauth() -> None:
    """allauth sets request.user for clients with tokens; reading it earlier would undo that."""
    from django.contrib.auth.models import AnonymousUser
    from django.http import HttpRequest, HttpResponse

    from config.middleware import ContentSecurity, RequestId

    class Watched(HttpRequest):
        @property
        def user(self) -> AnonymousUser:
            raise AssertionError("request.user was read")

    request = Watched()
    request.META = {"SERVER_NAME": "testserver", "SERVER_PORT": "80"}
    request.method = "GET"
    answer = RequestId(ContentSecurity(lambda _: HttpResponse("fine")))(request)
    assert answer.content == b"fine"
