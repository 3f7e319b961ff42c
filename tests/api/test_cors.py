"""Apps in a web view use the API with a token; a page elsewhere gets no use of a session."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponseBase
from django.test import Client

from accounts.people.models import User
from config.web.gate import gated
from core.http.json_lines import CURSOR
from tests.support.app import app_of
from tests.support.gates import Site, ask, scope

APP, EVIL = "capacitor://localhost", "https://evil.example"
ORIGIN, CREDENTIALS = "Access-Control-Allow-Origin", "Access-Control-Allow-Credentials"
TABLES, ME = "/api/v1/tables", "/api/v1/me"


def preflight(path: str, origin: str, headers: str = "authorization,content-type") -> Any:
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": headers}
    return Client().options(path, headers={"Origin": origin, **asked})


def opened(answer: HttpResponseBase) -> str | None:
    """The origin that may read an answer; never with credentials."""
    assert CREDENTIALS not in answer.headers
    return answer.headers.get(ORIGIN)


@pytest.mark.django_db
@pytest.mark.parametrize("origin", settings.APP_ORIGINS)
def test_an_app_may_ask_with_a_token(origin: str, anna: User) -> None:
    asked = preflight(ME, origin)
    assert asked.status_code == 200
    assert opened(asked) == origin
    assert "authorization" in asked.headers["Access-Control-Allow-Headers"]
    assert "PATCH" in asked.headers["Access-Control-Allow-Methods"]
    bearer = {"Origin": origin, "Authorization": f"Bearer {app_of(anna).access}"}
    answer = Client().get(ME, headers=bearer)
    assert (answer.status_code, answer.json()["name"]) == (200, "Anna")
    assert opened(answer) == origin
    assert "origin" in answer.headers["Vary"].lower()
    exposed = answer.headers["Access-Control-Expose-Headers"]
    assert {"ETag", "Retry-After", "Link"} <= set(exposed.split(", "))


@pytest.mark.django_db
def test_an_app_may_read_the_headers_of_files_of_hands(anna: User) -> None:
    bearer = {"Origin": APP, "Authorization": f"Bearer {app_of(anna).access}"}
    answer = Client().get("/api/v1/hands/pokerstars", headers=bearer)
    assert answer.status_code == 200
    exposed = answer.headers["Access-Control-Expose-Headers"].split(", ")
    assert "Left-Out" in answer.headers
    assert {"Left-Out", CURSOR} <= set(exposed)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("get", ME, 401), ("get", "/api/v1/nothing", 404), ("delete", TABLES, 401)],
)
def test_an_app_may_read_refusals(method: str, path: str, status: int) -> None:
    answer = getattr(Client(), method)(path, headers={"Origin": APP})
    assert (answer.status_code, opened(answer)) == (status, APP)


async def test_an_app_may_read_refusals_of_the_gate(settings: Any) -> None:
    settings.NETWORK_BURST, settings.NETWORK_EACH_SECOND = 1, 0.01
    site = Site()
    site.go.set()
    gate = gated(site)
    for origin, allowed in ((APP, APP.encode()), (EVIL, None), (None, None)):
        asked = scope() | {"path": "/api/v1/tables", "query_string": b""}
        if origin is not None:
            asked["headers"] = [*asked["headers"], (b"origin", origin.encode())]
        await ask(gate, asked)
        status, headers, body = await ask(gate, asked)
        assert (status, json.loads(body)["code"]) == (429, "TOO_MANY")
        assert headers.get(b"access-control-allow-origin") == allowed
        assert b"access-control-allow-credentials" not in headers
        if allowed:
            assert b"Retry-After" in headers[b"access-control-expose-headers"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "origin", [EVIL, "null", "https://localhost.evil.example", "https://localhost:8443"]
)
def test_other_origins_may_read_nothing(origin: str) -> None:
    assert opened(preflight(ME, origin)) is None
    assert opened(Client().get(TABLES, headers={"Origin": origin})) is None


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/admin/login/"])
def test_pages_are_open_to_no_app(path: str) -> None:
    assert opened(Client().get(path, headers={"Origin": APP})) is None
    assert opened(preflight(path, APP)) is None


@pytest.mark.django_db
@pytest.mark.parametrize("origin", [APP, "https://localhost", EVIL])
def test_a_session_changes_nothing_from_an_app(anna: User, origin: str) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(anna)
    browser.get("/")
    token = (
        browser.cookies[settings.CSRF_COOKIE_NAME].value
        if browser.cookies.get(settings.CSRF_COOKIE_NAME)
        else "x"
    )
    answer = browser.patch(
        ME,
        {"avatar": 5},
        content_type="application/json",
        headers={"Origin": origin, "X-CSRFToken": token},
    )
    assert answer.status_code == 403
    anna.refresh_from_db()
    assert anna.avatar != 5
    assert origin not in settings.CSRF_TRUSTED_ORIGINS
