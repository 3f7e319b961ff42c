"""Scopes of tokens: every route and every message needs one, and is refused without it."""

import asyncio
import json
import uuid
from typing import Any

import pytest
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator

from accounts.people.actions import devices
from accounts.people.models import Device
from core.errors import RequestRefused
from core.http.scopes import ACCOUNT, PLAY, READ, SCOPES, STAFF, check_scope, scope_of
from lobby.tables.commands import TABLE
from lobby.tables.ws import consumers
from lobby.tables.ws.limits import Credit
from tests.support.access import DOCUMENTS, MATRIX, Room, routes
from tests.support.app import PASSWORD, App

pytestmark = pytest.mark.django_db

FREE = {
    *(f"post {path}" for path in ("register", "guest", "login", "refresh")),
    "get guest",
    *("post emails/confirm", "post password/reset", "post password/reset/confirm"),
}
"""Routes that ask for no token."""
CHANGES_NOTHING = {
    *("post logout", "post ticket", "post paytables/analyse", "post paytables/simulate"),
    *("post tables/check", "post tables/{slug}/ask"),
    *("post games/{key}/quiz", "post games/{key}/spots/{spot}"),
}
"""POST requests that store nothing of the user's, or end the token itself."""
PRIVATE = {"get devices", "get me/emails", "get me/second-factor"}
"""What a token for playing does not even read."""


def wanted(route: str) -> str | None:
    """The scope that a route must need, by its address alone."""
    method, path = route.split(" ")
    if route in FREE:
        return None
    if path.startswith("staff"):
        return STAFF
    if route in CHANGES_NOTHING or (method == "get" and route not in PRIVATE):
        return READ
    return PLAY if path.startswith(("tables", "invites/", "ladder/")) else ACCOUNT


def test_every_route_needs_the_scope_of_its_kind():
    found = {
        route: scope_of(view(), route.split(" ")[0].upper())
        for route, view in routes().items()
        if route not in DOCUMENTS
    }
    assert found == {route: wanted(route) for route in MATRIX}


def test_the_document_names_the_scope_of_every_operation():
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    received = {
        f"{method} {path.removeprefix('/api/v1/')}": operation
        for path, methods in paths.items()
        for method, operation in methods.items()
    }
    assert set(received) >= set(MATRIX)
    for route in MATRIX:
        scope = wanted(route)
        assert received[route].get("x-scope") == scope, route
        assert (f"Scope of the token: `{scope}`." in received[route]["description"]) == bool(scope)


def limited(user: Any, *scopes: str) -> App:
    """An app of a user with these scopes."""
    tokens = devices.log_in_device(user=user, name="x", platform="", scopes=scopes)
    return App(tokens.access, user)


def test_every_route_refuses_a_token_without_its_scope(seat_table, settings):
    settings.THROTTLE_RATES = dict.fromkeys(("enter", "read", "write", "play", "poll"), (9_999, 60))
    room = Room(seat_table)
    asha = room.seat_table.people[0]
    apps = {scopes: limited(asha, *scopes) for scopes in ((READ,), (PLAY,), (ACCOUNT,))}
    wrong = []
    for route, row in MATRIX.items():
        needed = wanted(route)
        for scopes, app in apps.items():
            room.apps["player"] = app
            response = room.ask("player", route, row)
            refused = response.status_code == 403 and response.json()["code"] == "SCOPE_MISSING"
            if refused != (needed is not None and needed not in (*scopes, READ)):
                wrong.append(f"{route} with {scopes}: {response.status_code}")
            if refused and response.json()["data"] != {"scope": needed}:
                wrong.append(f"{route}: {response.json()}")
    assert wrong == []


def test_every_message_of_a_table_needs_its_scope():
    reads = {"ping", "resync", "ask"}
    for one in TABLE:
        assert one.scope == (READ if one.name in reads else PLAY), one.name


@pytest.mark.parametrize("way", ["in its turn", "as it comes"])
def test_a_socket_refuses_a_message_without_its_scope(way):
    """The check stands before anything else that a message does."""
    done, answers = [], []

    class Connection:
        closing = False

    class Socket(consumers.TableConsumer):
        scopes = (READ,)
        credit = Credit(100)
        connection = Connection()

        async def carry_out(self, command: Any, message: Any) -> None:
            done.append(command.name)

        def answer(self, id_: str, **answer: Any) -> None:
            answers.append((id_, answer["refused"].code))

    def send(**message: Any) -> None:
        text = json.dumps(message)
        if way == "in its turn" or not Socket().take(text):
            asyncio.run(Socket().receive(text))

    send(type="resync")
    assert (done, answers) == (["resync"], [])
    key = str(uuid.uuid4())
    for message in (
        {"type": "leave"},
        {"type": "chat", "text": "hello"},
        {"type": "act", "hand": key, "seq": 1, "action": "fold", "key": key},
    ):
        send(**message, id="7")
        assert answers.pop() == ("7", "SCOPE_MISSING")
    assert done == ["resync"]


def test_an_app_asks_for_fewer_scopes_when_it_logs_in(anna, visitor):
    device = {"name": "Statistics", "scopes": ["play"]}
    received = visitor.post("login", name="Anna", password=PASSWORD, device=device)
    assert received["device"]["scopes"] == [READ, PLAY]
    app = App(received["access"], anna)
    assert app.refused("patch", "me", avatar=3) == (403, "SCOPE_MISSING")
    assert app.refused("post", "logout", everywhere=True) == (403, "SCOPE_MISSING")
    again = visitor.post("refresh", refresh=received["refresh"])
    assert again["device"]["scopes"] == [READ, PLAY]  # a refresh gives no more
    App(again["access"], anna).post("logout")
    whole = visitor.post("login", name="Anna", password=PASSWORD)
    assert whole["device"]["scopes"] == list(SCOPES)
    for scopes in ([], ["everything"], "read"):
        device = {"name": "x", "scopes": scopes}
        body = {"name": "Anna", "password": PASSWORD, "device": device}
        assert visitor.refused("post", "login", **body) == (400, "BAD_REQUEST")


def test_a_device_makes_a_token_that_may_do_no_more_than_itself(anna, as_anna):
    body = {"name": "Statistics", "password": PASSWORD}
    received = as_anna.post("devices", **body, scopes=["read"])
    assert (received["device"]["name"], received["device"]["scopes"]) == ("Statistics", [READ])
    listed = {one["name"]: one["scopes"] for one in as_anna.get("devices")["items"]}
    assert listed == {"Phone": list(SCOPES), "Statistics": [READ]}
    manager = limited(anna, ACCOUNT)
    assert manager.refused("post", "devices", **body, scopes=["play"]) == (403, "SCOPE_MISSING")
    assert App(received["access"]).refused("post", "devices", **body) == (403, "SCOPE_MISSING")
    body["password"] = "wrong"
    assert as_anna.refused("post", "devices", **body) == (403, "WRONG_PASSWORD")


def test_the_page_makes_a_token_and_shows_it_once(anna, client, visitor):
    client.force_login(anna)
    page = reverse("accounts:devices")
    wrong = client.post(page, {"device": "new", "name": "Bot", "scopes": "play", "password": "no"})
    assert not Device.objects.exists()
    assert "Wrong password" in wrong.content.decode()
    body = {"device": "new", "name": "Bot", "scopes": ["play"], "password": PASSWORD}
    issued = client.post(page, body).context["issued"]
    assert visitor.post("refresh", refresh=issued.refresh)["device"]["scopes"] == [READ, PLAY]
    listed = client.get(page).content.decode()
    assert "read, play" in listed
    assert issued.refresh not in listed


def test_a_browser_needs_no_scope():
    check_scope(None, ACCOUNT)
    with pytest.raises(RequestRefused):
        check_scope((), READ)
