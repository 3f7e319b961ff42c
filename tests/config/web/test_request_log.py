"""No key in a URL reaches the log: not from a path, a query string or a Referer."""

import io
import itertools
import json
import logging
import logging.config
import re
import uuid
from collections.abc import Iterator
from urllib.parse import quote

import httpx
import pytest
import structlog
import websockets
from django.conf import settings as django_settings
from django.core import mail
from django.test import AsyncClient, Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern
from django.utils.regex_helper import normalize

from accounts.people.models import User
from config.logs import logging_for
from config.web import request_log
from config.web.request_log import LOGGED_PARAMETERS
from tests.support.live import LiveServer

_SAMPLES = {"uuid": lambda: str(uuid.uuid4()), "int": lambda: "7314159"}


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """The output of all loggers in production, at all levels."""
    out = io.StringIO()
    before = structlog.get_config()
    configured = logging_for("json", level="DEBUG")
    configured["handlers"]["console"]["stream"] = out
    logging.config.dictConfig(configured)
    structlog.configure(**{**structlog.get_config(), "cache_logger_on_first_use": False})
    yield out
    structlog.configure(**before)
    logging.config.dictConfig(django_settings.LOGGING)


def lines(out: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def addresses(resolver: URLResolver | None = None, before: str = "/") -> Iterator[tuple[str, set]]:
    """Every URL of the URLconf with an unlisted parameter, with canaries as values."""
    for one in (resolver or get_resolver()).url_patterns:
        for path, canaries in _samples(one):
            if isinstance(one, URLPattern):
                yield before + path, canaries
            else:
                for deeper, more in addresses(one, before + path):
                    yield deeper, canaries | more


def _samples(one: URLPattern | URLResolver) -> Iterator[tuple[str, set[str]]]:
    canaries: set[str] = set()

    def sample(name: str, converter: str) -> str:
        value = _SAMPLES.get(converter, lambda: f"canary{uuid.uuid4().hex[:12]}")()
        if name not in LOGGED_PARAMETERS:
            canaries.add(value)
        return value

    if isinstance(one.pattern, RoutePattern):
        route = re.sub(
            r"<(?:(\w+):)?(\w+)>", lambda m: sample(m[2], m[1] or "str"), str(one.pattern)
        )
        yield route, canaries
        return
    for form, names in normalize(str(one.pattern)):
        yield form % {name: sample(name, "str") for name in names}, canaries


def with_keys() -> list[tuple[str, set[str]]]:
    return [(path, canaries) for path, canaries in addresses() if canaries]


def test_the_walk_finds_the_routes_that_are_known_to_carry_keys() -> None:
    found = [path for path, _ in with_keys()]
    known = ("i/", "api/v1/invites/", "accounts/confirm-email/", "accounts/password/reset/key/")
    for beginning in (f"/{one}canary" for one in known):
        assert any(path.startswith(beginning) for path in found), beginning


@pytest.mark.django_db
def test_no_key_of_any_route_is_in_any_line(written: io.StringIO) -> None:
    visitor = Client(raise_request_exception=False)
    sent, asked = set(), 0
    for (path, canaries), method in itertools.product(with_keys(), ("get", "post")):
        query, referer = f"query{uuid.uuid4().hex[:12]}", f"referer{uuid.uuid4().hex[:12]}"
        answer = getattr(visitor, method)(
            f"{path}?key={query}&next=/{query}/", headers={"referer": f"http://x.example/{referer}"}
        )
        assert answer.status_code
        sent |= canaries | {query, referer}
        asked += 1
    text = written.getvalue()
    received = [one for one in lines(written) if one["event"] == "request"]
    assert len(received) == asked > 40
    assert all(one["route"] for one in received)
    assert [secret for secret in sent if secret in text] == []


@pytest.mark.django_db
def test_urls_without_a_route_are_not_logged(written: io.StringIO) -> None:
    for path in ("/nowhere/canary-one/", "/i/canary-one", "/api/v1/canary-one", "/canary%2Done/x"):
        Client().get(path, {"reset": "canary-two"})
    assert "canary" not in written.getvalue()
    assert request_log.NO_ROUTE in {one.get("route") for one in lines(written)}


@pytest.mark.django_db
def test_a_line_names_the_route_and_its_public_parameters(written: io.StringIO) -> None:
    Client().get("/t/teak-42/")
    (line,) = lines(written)
    assert (line["route"], line["params"]) == ("t/<slug:slug>/", {"slug": "teak-42"})
    assert (line["method"], line["status"]) == ("GET", 404)
    assert "path" not in line


@pytest.mark.django_db
def test_a_failure_is_logged_with_its_traceback_and_without_the_key(
    written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(code: str) -> None:
        raise RuntimeError(f"no table has the code {code}")

    monkeypatch.setattr("lobby.tables.views.find_invited", fails)
    visitor = Client(raise_request_exception=False)
    assert visitor.get("/i/canary-code-1/?from=canary-query").status_code == 500
    failure, line = lines(written)
    assert "RuntimeError" in str(failure["exception"])
    assert failure["event"] == "Internal Server Error"
    assert failure["route"] == line["route"] == "i/<slug:code>/"
    assert "canary" not in written.getvalue()


@pytest.mark.django_db
def test_a_refusal_for_its_origin_quotes_neither_referer_nor_path(written: io.StringIO) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.post(
        "/i/canary-code-1/", headers={"referer": "https://x.example/canary-referer"}, secure=True
    )
    strict.post("/i/canary-code-1/")
    refusals = [one for one in lines(written) if one["event"] == "refused: csrf"]
    assert len(refusals) == 2
    assert refusals[1]["reason"] == "CSRF cookie not set."
    assert "canary" not in written.getvalue()


@pytest.mark.django_db
async def test_the_same_is_true_under_asgi(written: io.StringIO) -> None:
    await AsyncClient().get("/i/canary-code-1/", {"q": "canary-query"})
    await AsyncClient().get("/canary-nowhere/")
    assert len(lines(written)) == 2
    assert "canary" not in written.getvalue()


@pytest.mark.django_db
def test_links_in_emails_leave_no_key(written: io.StringIO) -> None:
    """The real links: confirming an address, and resetting a password."""
    visitor = Client()
    visitor.post(
        "/accounts/signup/",
        {
            "name": "Mira",
            "email": "mira@example.org",
            "password1": "leaf-of-teak-9",
            "password2": "leaf-of-teak-9",
        },
    )
    user = User.objects.get(name="Mira")
    user.emailaddress_set.update(verified=True)
    Client().post("/accounts/password/reset/", {"email": "mira@example.org"})
    links = re.findall(r"http://testserver(/\S+)", "\n".join(one.body for one in mail.outbox))
    assert any("confirm" in link for link in links)
    assert any("reset" in link for link in links)
    for link in links:
        Client().get(link, follow=True)
    text = written.getvalue()
    for link in links:
        key = max(re.split("[/?=]", link), key=len)
        assert key not in text
        assert quote(key) not in text


@pytest.mark.django_db(transaction=True)
async def test_the_server_logs_no_path_of_requests_and_sockets(
    live_server_without_dealer: LiveServer,
    written: io.StringIO,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    live = live_server_without_dealer
    for name in ("httpx", "httpcore"):  # of the client, not of the server
        monkeypatch.setattr(logging.getLogger(name), "disabled", True)
    for name in ("uvicorn.access", "uvicorn.error"):
        logging.getLogger(name).warning("%s", "a line of the server itself")
    async with httpx.AsyncClient(base_url=live.url) as visitor:
        await visitor.get("/i/canary-code-1/?q=canary-query")
    addresses = ("/ws/canary-nowhere/", "/ws/table/canary-table/?t=canary-query")
    for address in addresses:
        with pytest.raises(websockets.exceptions.WebSocketException):
            await _until_closed(live.ws + address, live.url)
    text = written.getvalue()
    assert "a line of the server itself" in text  # of uvicorn.error: its warnings are kept
    assert text.count("a line of the server itself") == 1  # its access log is not
    assert "canary" not in text


async def _until_closed(address: str, origin: str) -> None:
    async with websockets.connect(address, origin=origin) as line:
        while True:
            await line.recv()
