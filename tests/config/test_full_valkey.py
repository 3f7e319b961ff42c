"""A Valkey that is full or down: pages and API still work, guessing does not."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
import redis.exceptions
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.people.actions import users
from accounts.people.models import User
from core import rate_limits
from core.runtime.valkey import (
    REFUSED_REST_S,
    Circuit,
    ValkeyUnavailable,
    _circuits,
    circuit_of,
)
from lobby.tables.hosting.tables import TablePlan, open_table
from tests.support.app import App
from tests.support.people import PASSWORD
from tests.support.second_factor import set_up
from tests.support.staff import Clock, log_in
from tests.support.valkeys import OwnValkey

LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/300s/key",
    "signup": "20/m/ip",
    "confirm_email": "1/3m/key",
    "reset_password": "20/m/ip,5/m/key",
}


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnValkey]:
    valkey = OwnValkey(tmp_path_factory.mktemp("valkey"))
    yield valkey
    valkey.stop()


@pytest.fixture
def valkey(own: OwnValkey, settings: Any) -> Iterator[OwnValkey]:
    """Used by the test, with allauth's rate limits on, as in production."""
    own.resume()
    own.use(settings)
    settings.ACCOUNT_RATE_LIMITS = LIMITS
    _circuits.clear()
    with own.client() as client:
        client.config_set("maxmemory", "0")
        client.flushall()
    yield own
    own.resume()
    _circuits.clear()


def _full(valkey: OwnValkey) -> None:
    valkey.fill()
    with valkey.client() as client, pytest.raises(Exception, match="maxmemory"):
        client.set("more", "x")


def _paused(valkey: OwnValkey) -> None:
    valkey.pause()


BROKEN = pytest.mark.parametrize("breaks", [_full, _paused])


def _pages(client: Client) -> dict[str, int]:
    """The status of every page that a user visits."""
    paths = [
        "/",
        "/me/",
        "/accounts/login/",
        "/accounts/signup/",
        "/statistics/",
        "/leaderboards/",
        "/rules/holdem/",
    ]
    return {path: client.get(path).status_code for path in paths}


@pytest.mark.django_db
@BROKEN
def test_nothing_answers_500(valkey: OwnValkey, breaks: Any) -> None:
    users.register_person(name="Anna", password=PASSWORD)
    table = open_table(plan=TablePlan(name="Marigold"), host=None, is_house_table=True)
    breaks(valkey)
    signed_up = Client()
    answer = signed_up.post(
        reverse("account_signup"),
        {
            "name": "Bela",
            "email": "b@example.org",
            "password1": PASSWORD,
            "password2": PASSWORD,
        },
    )
    assert (answer.status_code, User.objects.filter(name="Bela").exists()) == (302, True)
    browser = Client()
    answer = browser.post(reverse("account_login"), {"login": "Anna", "password": PASSWORD})
    assert answer.status_code == 302
    wrong = Client().post(reverse("account_login"), {"login": "Anna", "password": "wrong"})
    assert wrong.status_code == 200
    assert Client().post(reverse("accounts:guest"), {"name": "Rosa"}).status_code == 302
    for client in (Client(), browser):
        statuses = _pages(client)
        assert set(statuses.values()) <= {200, 302}, statuses
    floor = Client()
    log_in(floor, users.register_person(name="Owner", password=None, staff=True, superuser=True))
    assert floor.get("/admin/").status_code == 200

    app = App()
    app.access = app.post("login", name="Anna", password=PASSWORD)["access"]
    guest = App(app.post("guest", device={"name": "Phone", "platform": ""})["access"])
    assert app.refused("post", "login", name="Anna", password="wrong") == (401, "BAD_LOGIN")
    seated = {"seat": 0, "buy_in": 1000, "key": "0b3a36f5-1f0d-4b3b-9f4f-1c5b8f0d9a01"}
    answer = app.ask("post", f"tables/{table.slug}/sit", seated)
    assert answer.status_code < 500, answer.content
    answer = app.ask("post", f"tables/{table.slug}/chat", {"text": "Hello"})
    assert answer.status_code < 500, answer.content
    assert app.get(f"tables/{table.slug}/state")["table"]
    assert len(app.post("ticket")["ticket"]) >= 22
    assert guest.get("me")["kind"] == "guest"


@pytest.mark.django_db
@BROKEN
def test_a_code_that_cannot_be_counted_is_refused(
    valkey: OwnValkey, breaks: Any, clock: Clock
) -> None:
    anna = users.register_person(name="Anna", password=PASSWORD)
    at_home = Client()
    assert at_home.login(username="Anna", password=PASSWORD)
    set_up(at_home, clock)
    breaks(valkey)
    refused = App().ask(
        "post", "login", {"name": "Anna", "password": PASSWORD, "code": clock.code_of(anna)}
    )
    assert (refused.status_code, refused.json()["code"]) == (429, "TOO_MANY")
    browser = Client()
    step = browser.post(reverse("account_login"), {"login": "Anna", "password": PASSWORD})
    assert step.url.startswith(reverse("mfa_authenticate"))
    answer = browser.post(reverse("mfa_authenticate"), {"code": clock.code_of(anna)})
    assert answer.status_code == 200
    assert "Try again in a minute" in answer.content.decode()
    assert "_auth_user_id" not in browser.session


@pytest.mark.slow
def test_only_one_call_at_a_time_waits_for_a_paused_valkey(
    valkey: OwnValkey, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, waited = 100.0, []
    monkeypatch.setattr("core.runtime.valkey.time", SimpleNamespace(monotonic=lambda: now))
    fail = Circuit._fail
    monkeypatch.setattr(
        Circuit, "_fail", lambda circuit, rest_s: waited.append(now) or fail(circuit, rest_s)
    )
    valkey.pause()

    def ask(_number: int) -> None:
        assert cache.get("x", "nothing") == "nothing"

    def ask_together(times: int) -> None:
        with ThreadPoolExecutor(20) as threads:
            list(threads.map(ask, range(times)))

    ask(0)
    assert waited == [100]
    now += settings.VALKEY_REST_S - 1
    ask_together(200)
    assert waited == [100]
    now += 1
    ask_together(20)
    assert waited == [100, now], "one call checks whether it is back"
    valkey.resume()
    now += settings.VALKEY_REST_S
    cache.set("x", "there again")
    assert cache.get("x") == "there again"


def test_a_valkey_that_was_killed_is_asked_again_soon(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, circuit = 100.0, Circuit()
    monkeypatch.setattr("core.runtime.valkey.time", SimpleNamespace(monotonic=lambda: now))

    def ask(error: Exception | None) -> None:
        with circuit.call():
            if error is not None:
                raise error

    for error, rest_s in (
        (ConnectionRefusedError(), REFUSED_REST_S),
        (redis.exceptions.ConnectionError(), REFUSED_REST_S),
        (redis.exceptions.TimeoutError(), settings.VALKEY_REST_S),
        (TimeoutError(), settings.VALKEY_REST_S),
    ):
        for expected, later in (("Error", 0), ("a moment ago", 0.99 * rest_s)):
            now += later
            with pytest.raises(ValkeyUnavailable, match=expected):
                ask(error)
        now += 0.02 * rest_s
        ask(None)


@pytest.mark.slow
@pytest.mark.parametrize("uncounted", [True, False])
@BROKEN
def test_the_caller_decides_about_events_that_cannot_be_counted(
    valkey: OwnValkey, breaks: Any, uncounted: bool
) -> None:
    breaks(valkey)
    assert rate_limits.within("sing", "asha", most=2, seconds=60, uncounted=uncounted) is uncounted


def test_an_error_of_a_full_valkey_does_not_open_the_circuit(valkey: OwnValkey) -> None:
    cache.set("kept", 1)
    _full(valkey)
    cache.set("lost", 1)
    assert not cache.add("lost", 1)
    assert cache.add("allauth:rl:account:login", True), "a lock that cannot be stored is granted"
    assert cache.get("kept") == 1
    assert cache.get("lost") is None
    with circuit_of(valkey.url).call():
        pass


def test_a_circuit_passes_other_errors_on(valkey: OwnValkey) -> None:
    circuit = circuit_of("redis://nowhere")
    with pytest.raises(KeyError), circuit.call():
        raise KeyError
    with circuit.call():
        pass
    with pytest.raises(ValkeyUnavailable), circuit.call():
        raise ConnectionError
    with pytest.raises(ValkeyUnavailable), circuit.call():
        raise AssertionError("not asked")
