"""/healthz, /readyz, and the headers of every response."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connections
from django.test import AsyncClient, Client

from config.web import health
from tests.support.valkeys import OwnValkey
from tests.support.waiting import PATIENCE_S, wait_until


@pytest.fixture(autouse=True)
def _looks_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test gets the cached result of an earlier one, and no check is too slow."""
    health._readiness.forget()
    monkeypatch.setattr(health, "ANSWER_WITHIN_S", PATIENCE_S)


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
    assert b"secret" not in answer.content, "the reasons are only for the log"


def _full(valkey: OwnValkey) -> None:
    valkey.fill()


def _a_replica(valkey: OwnValkey) -> None:
    with valkey.client() as client:
        client.replicaof("127.0.0.1", "1")


def _no_disk(valkey: OwnValkey) -> None:
    """The state after a failed snapshot: MISCONF."""
    with valkey.client() as client:
        client.config_set("save", "3600 1")
        client.set("changed", 1)
        (valkey.folder / "run" / "dump.rdb").mkdir()
        client.bgsave()
        wait_until(
            lambda: client.info("persistence")["rdb_last_bgsave_status"] != "ok", "the failure"
        )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("breaks", [_full, _a_replica, _no_disk])
async def test_readyz_detects_a_valkey_that_refuses_writes(
    settings: Any, tmp_path: Any, a_dealer: None, breaks: Any
) -> None:
    valkey = OwnValkey(tmp_path)
    try:
        settings.VALKEY_URL = valkey.url
        assert (await AsyncClient().get("/readyz")).status_code == 200
        breaks(valkey)
        with valkey.client() as client:
            assert client.get("nothing") is None, "it does answer"
        health._readiness.forget()
        answer = await AsyncClient().get("/readyz")
        assert answer.status_code == 503
        assert answer.json() == {"ready": False, "database": True, "valkey": False, "dealer": True}
    finally:
        valkey.stop()


@contextmanager
def _connected_with(option: str) -> Iterator[None]:
    """All new connections to the database have this option."""
    options = connections["default"].settings_dict["OPTIONS"]
    before = options["options"]
    try:
        _connect_anew(options, f"{before} -c {option}")
        yield
    finally:
        _connect_anew(options, before)


def _connect_anew(options: dict[str, Any], wanted: str) -> None:
    connections.close_all()
    connections["default"].close_pool()
    options["options"] = wanted


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "option",
    ["default_transaction_read_only=on", "temp_file_limit=64kB"],
    ids=["read-only", "no room for a file"],
)
def test_readyz_detects_a_database_that_refuses_writes(a_dealer: None, option: str) -> None:
    with _connected_with(option):
        answer = Client().get("/readyz")
        assert answer.status_code == 503
        assert answer.json()["database"] is False
    health._readiness.forget()
    assert Client().get("/readyz").status_code == 200


@pytest.mark.django_db(transaction=True)
async def test_concurrent_requests_of_readyz_share_one_check(
    a_dealer: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = []
    real = health._valkey

    def look() -> None:
        looked.append(time.monotonic())
        real()

    monkeypatch.setattr(health, "_valkey", look)
    monkeypatch.setattr(health, "RESULT_LIFETIME_S", PATIENCE_S)
    for _ in range(3):
        answers = await asyncio.gather(*(AsyncClient().get("/readyz") for _ in range(20)))
        assert {answer.status_code for answer in answers} == {200}
    assert len(looked) == 1
    monkeypatch.setattr(health._readiness, "_until", 0.0)
    assert (await AsyncClient().get("/readyz")).status_code == 200
    assert len(looked) == 2, "an old result is not reused"


@pytest.mark.django_db(transaction=True)
async def test_a_check_that_hangs_is_not_started_again(
    a_dealer: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = []
    over = threading.Event()

    def hang() -> None:
        started.append(1)
        over.wait(PATIENCE_S)

    monkeypatch.setattr(health, "_database", hang)
    monkeypatch.setattr(health, "ANSWER_WITHIN_S", 0.2)
    monkeypatch.setattr(health, "RESULT_LIFETIME_S", 0.0)
    for _ in range(4):
        assert (await AsyncClient().get("/readyz")).json()["database"] is False
    over.set()
    assert len(started) == 1


def test_every_response_has_the_security_headers() -> None:
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


def test_a_request_id_is_generated_or_taken_over_if_valid() -> None:
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


def test_no_middleware_reads_the_user_before_allauth() -> None:
    """allauth sets request.user for clients with tokens; reading it earlier would undo that."""
    from django.contrib.auth.models import AnonymousUser
    from django.http import HttpRequest, HttpResponse

    from config.web.middleware import ContentSecurity, RequestId

    class Watched(HttpRequest):
        @property
        def user(self) -> AnonymousUser:
            raise AssertionError("request.user was read")

    request = Watched()
    request.META = {"SERVER_NAME": "testserver", "SERVER_PORT": "80"}
    request.method = "GET"
    answer = RequestId(ContentSecurity(lambda _: HttpResponse("fine")))(request)
    assert answer.content == b"fine"
