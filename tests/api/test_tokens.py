"""Tokens of devices: their rights, their lifetime, and how they end, sockets included."""

import asyncio
import base64
import json
import uuid
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection
from django.db.models import F
from django.test import Client
from django.utils import timezone
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from accounts.people import signals
from accounts.people.actions import devices, tickets, users
from accounts.people.models import Device, Token, User
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.ws import hub, socket_consumer
from tests.support.app import PASSWORD, App, app_of
from tests.support.people import in_threads
from tests.support.waiting import PATIENCE_S, until


def test_no_token_is_stored_in_plain_text(anna):
    tokens = devices.log_in_device(user=anna, name="Phone", platform="")
    with connection.cursor() as cursor:
        cursor.execute("SELECT t::text FROM accounts_token t")
        kept = str(cursor.fetchall())
    for token in (tokens.access, tokens.refresh):
        assert len(token) >= 43  # 256 bits
        assert token not in kept
        assert token.encode().hex() not in kept


def test_a_refresh_changes_both_tokens(visitor, anna):
    first = visitor.post("login", name="Anna", password=PASSWORD)
    second = visitor.post("refresh", refresh=first["refresh"])
    assert second["device"]["id"] == first["device"]["id"]
    assert App(first["access"]).refused("get", "me") == (401, "BAD_TOKEN")
    assert App(second["access"]).get("me")["name"] == "Anna"


def _later(seconds):
    """Move the past of tokens back by this much, as the database's clock would."""
    Token.objects.exclude(used_at=None).update(used_at=F("used_at") - timedelta(seconds=seconds))


def test_a_lost_answer_to_a_refresh_is_given_again(visitor, anna):
    first = visitor.post("login", name="Anna", password=PASSWORD)
    lost = visitor.post("refresh", refresh=first["refresh"])
    _later(29)
    again = visitor.post("refresh", refresh=first["refresh"])
    assert (again["access"], again["refresh"]) == (lost["access"], lost["refresh"])
    assert len({first["access"], first["refresh"], again["access"], again["refresh"]}) == 4
    assert App(again["access"]).get("me")["name"] == "Anna"
    third = visitor.post("refresh", refresh=again["refresh"])
    assert App(third["access"]).get("me")["name"] == "Anna"
    kept = Token.objects.filter(used_at=None).values_list("kind", flat=True)
    assert sorted(kept) == ["access", "refresh"], "one pair opens something"


def test_a_lost_answer_cannot_be_read_from_the_database(visitor, anna):
    first = visitor.post("login", name="Anna", password=PASSWORD)
    lost = visitor.post("refresh", refresh=first["refresh"])
    with connection.cursor() as cursor:
        cursor.execute("SELECT t::text FROM accounts_token t")
        kept = str(cursor.fetchall())
    for token in (lost["access"], lost["refresh"]):
        assert len(token) >= 43  # 256 bits
        assert token not in kept
        assert token.encode().hex() not in kept
        assert base64.urlsafe_b64decode(token + "=").hex() not in kept


def _refused_and_logged_out(visitor, used, held):
    assert visitor.refused("post", "refresh", refresh=used["refresh"]) == (401, "TOKEN_REUSED")
    assert App(held["access"]).refused("get", "me") == (401, "BAD_TOKEN")
    assert visitor.refused("post", "refresh", refresh=held["refresh"]) == (401, "BAD_TOKEN")
    assert Device.objects.exclude(revoked_at=None).count() == 1


def test_a_refresh_token_reused_after_the_grace_period_logs_its_device_out(visitor, anna):
    other = app_of(anna)
    first = visitor.post("login", name="Anna", password=PASSWORD)
    second = visitor.post("refresh", refresh=first["refresh"])
    _later(31)
    _refused_and_logged_out(visitor, first, second)
    assert other.get("me")["name"] == "Anna"  # the thief does not get the other devices


def test_a_refresh_token_reused_after_its_successor_logs_its_device_out(visitor, anna):
    first = visitor.post("login", name="Anna", password=PASSWORD)
    second = visitor.post("refresh", refresh=first["refresh"])
    third = visitor.post("refresh", refresh=second["refresh"])
    _refused_and_logged_out(visitor, first, third)


def test_the_grace_period_is_a_setting(visitor, anna, settings):
    settings.REFRESH_GRACE_S = 5
    first = visitor.post("login", name="Anna", password=PASSWORD)
    second = visitor.post("refresh", refresh=first["refresh"])
    _later(6)
    _refused_and_logged_out(visitor, first, second)


@pytest.mark.django_db(transaction=True)
def test_concurrent_refreshes_get_one_answer_and_the_device_stays():
    anna = users.register_person(name="Anna", password=PASSWORD)
    tokens = devices.log_in_device(user=anna, name="Phone", platform="")
    won = []
    in_threads(20, lambda _number: won.append(devices.refresh(token=tokens.refresh)))
    assert len(won) == 20
    (pair,) = {(one.access, one.refresh) for one in won}
    assert App(pair[0]).get("me")["name"] == "Anna"
    assert devices.refresh(token=pair[1]).device.revoked_at is None
    assert Device.objects.get().revoked_at is None


@pytest.mark.parametrize("kind", [Token.Kind.ACCESS, Token.Kind.REFRESH])
def test_tokens_expire(visitor, anna, kind):
    session = visitor.post("login", name="Anna", password=PASSWORD)
    Token.objects.filter(kind=kind).update(expires_at=timezone.now() - timedelta(seconds=1))
    if kind == Token.Kind.ACCESS:
        assert App(session["access"]).refused("get", "me") == (401, "BAD_TOKEN")
    else:
        assert visitor.refused("post", "refresh", refresh=session["refresh"]) == (401, "BAD_TOKEN")


@pytest.mark.parametrize("header", ["Bearer", "Bearer x", "Bearer a b", "Bearer \xff", "bearer "])
def test_a_made_up_token_opens_nothing_even_with_a_good_cookie(anna, header):
    browser = Client(headers={"Authorization": header})
    browser.force_login(anna)
    assert browser.get("/api/v1/me").status_code == 401


def test_a_refresh_token_is_no_access_token(visitor, anna):
    session = visitor.post("login", name="Anna", password=PASSWORD)
    assert App(session["refresh"]).refused("get", "me") == (401, "BAD_TOKEN")
    assert visitor.refused("post", "refresh", refresh=session["access"]) == (401, "BAD_TOKEN")


def test_only_the_owner_lists_and_revokes_devices(anna, as_anna, guests):
    (stranger,) = guests(1)
    app_of(anna)
    listed = as_anna.get("devices")["items"]
    assert [one["current"] for one in listed] == [False, True]
    other = listed[0]["id"]
    assert stranger.refused("delete", f"devices/{other}") == (404, "NO_SUCH_DEVICE")
    assert as_anna.ask("delete", f"devices/{other}").status_code == 204
    assert as_anna.refused("delete", f"devices/{other}") == (404, "NO_SUCH_DEVICE")
    assert as_anna.refused("delete", f"devices/{uuid.uuid4()}") == (404, "NO_SUCH_DEVICE")
    assert len(as_anna.get("devices")["items"]) == 1


def test_devices_per_user_are_limited_and_the_oldest_makes_room(anna, monkeypatch):
    monkeypatch.setattr(devices, "DEVICES_MAX", 3)
    apps = [app_of(anna) for _ in range(4)]
    assert [app.ask("get", "me").status_code for app in apps] == [401, 200, 200, 200]


def _log_out(app, anna):
    app.post("logout")


def _log_out_everywhere(app, anna):
    app_of(anna).post("logout", everywhere=True)


def _revoke(app, anna):
    app.ask("delete", f"devices/{app.get('devices')['items'][0]['id']}")


def _change_password_on_the_page(app, anna):
    browser = Client()
    browser.force_login(anna)
    new = {
        "oldpassword": PASSWORD,
        "password1": "another-Horse-77",
        "password2": "another-Horse-77",
    }
    assert browser.post("/accounts/password/change/", new).status_code == 302


def _change_password_elsewhere(app, anna):
    app_of(anna).post("me/password", old=PASSWORD, new="another-Horse-77")


def _ban(app, anna):
    User.objects.filter(pk=anna.pk).update(is_active=False)
    signals.end_sockets(anna.pk)


ENDS = [
    _log_out,
    _log_out_everywhere,
    _revoke,
    _change_password_on_the_page,
    _change_password_elsewhere,
    _ban,
]


@pytest.mark.parametrize("end", ENDS)
def test_every_end_of_a_session_refuses_its_tokens_and_tickets_at_once(anna, as_anna, end):
    ticket = as_anna.post("ticket")["ticket"]
    end(as_anna, anna)
    assert as_anna.refused("get", "me") == (401, "BAD_TOKEN")
    assert tickets.redeem(ticket=ticket) is None


def test_logging_out_everywhere_includes_browsers(anna, as_anna):
    browser = Client()
    browser.force_login(anna)
    assert browser.get("/me/").status_code == 200
    as_anna.post("logout", everywhere=True)
    assert browser.get("/me/").status_code == 302


def test_logging_one_device_out_leaves_the_others_in(anna, as_anna):
    other = app_of(anna)
    as_anna.post("logout")
    assert other.get("me")["name"] == "Anna"


def test_the_device_that_changes_the_password_stays_in(anna, as_anna):
    assert as_anna.refused("post", "me/password", old="wrong", new="another-Horse-77") == (
        403,
        "WRONG_PASSWORD",
    )
    weak = as_anna.ask("post", "me/password", {"old": PASSWORD, "new": "12345678"})
    assert "new" in weak.json()["data"]["fields"]
    as_anna.post("me/password", old=PASSWORD, new="another-Horse-77")
    assert as_anna.get("me")["name"] == "Anna"


def test_a_ticket_is_for_devices_and_works_once(anna, as_anna):
    browser = Client()
    browser.force_login(anna)
    assert browser.post("/api/v1/ticket").json()["code"] == "NEEDS_DEVICE"
    ticket = as_anna.post("ticket")["ticket"]
    assert len(ticket) >= 22  # 128 bits
    found = tickets.redeem(ticket=ticket)
    assert found is not None
    assert found.user == anna
    assert tickets.redeem(ticket=ticket) is None


@pytest.mark.django_db(transaction=True)
def test_one_ticket_shown_concurrently_opens_one_socket():
    anna = users.register_person(name="Anna", password=PASSWORD)
    device = devices.log_in_device(user=anna, name="Phone", platform="").device
    for _ in range(5):
        ticket = tickets.issue(device=device).ticket
        entered: list[Device | None] = []
        in_threads(8, lambda _n, t=ticket, e=entered: e.append(tickets.redeem(ticket=t)))
        assert len([found for found in entered if found is not None]) == 1


def test_a_ticket_lasts_thirty_seconds(anna):
    device = devices.log_in_device(user=anna, name="Phone", platform="").device
    ticket = tickets.issue(device=device).ticket
    kept = Token.objects.get(kind=Token.Kind.TICKET)
    left = kept.expires_at - timezone.now()
    assert timedelta(seconds=25) < left <= timedelta(seconds=tickets.TICKET_LIFETIME_S)
    assert tickets.TICKET_LIFETIME_S == 30
    Token.objects.filter(pk=kept.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert tickets.redeem(ticket=ticket) is None


def test_tickets_per_device_are_limited_and_the_oldest_make_room(anna, monkeypatch):
    monkeypatch.setattr(tickets, "TICKETS_MAX", 3)
    device = devices.log_in_device(user=anna, name="Phone", platform="").device
    held = [tickets.issue(device=device).ticket for _ in range(4)]
    assert [tickets.redeem(ticket=one) is not None for one in held] == [False, True, True, True]


# -- the socket ----------------------------------------------------------------------------------


def _anna_at_a_table():
    anna = users.register_person(name="Anna", password=PASSWORD)
    table = open_table(plan=TablePlan(name="Marigold"), host=None, is_house_table=True)
    return anna, app_of(anna), table.slug


async def _closed(socket):
    """Listen until the server closes; the code and all messages."""
    received = []
    try:
        async with asyncio.timeout(PATIENCE_S):
            async for text in socket:
                received.append(json.loads(text))
    except ConnectionClosed:
        pass
    return socket.close_code, received


async def _enter(live, slug, app):
    ticket = (await sync_to_async(app.post)("ticket"))["ticket"]
    socket = await connect(f"{live.ws}/ws/table/{slug}/")
    await socket.send(json.dumps({"type": "ticket", "ticket": ticket}))
    async with asyncio.timeout(PATIENCE_S):
        hello = json.loads(await socket.recv())
    return socket, hello, ticket


@pytest.mark.django_db(transaction=True)
async def test_an_app_opens_a_socket_with_a_ticket(live_server_without_dealer):
    live = live_server_without_dealer
    _anna, app, slug = await sync_to_async(_anna_at_a_table)()
    socket, hello, ticket = await _enter(live, slug, app)
    assert (hello["type"], hello["you"]["name"]) == ("hello", "Anna")
    await socket.send(json.dumps({"type": "ticket", "ticket": ticket}))
    assert json.loads(await socket.recv())["type"] in ("refused", "watching")
    await socket.close()
    async with connect(f"{live.ws}/ws/table/{slug}/") as second:  # the same ticket again
        await second.send(json.dumps({"type": "ticket", "ticket": ticket}))
        code, received = await _closed(second)
        assert (code, received[0]["code"]) == (4003, "BAD_TICKET")


ORIGINS = {
    "none": None,
    "ours": "OURS",
    "a library's": "https://cards.example.org",
    "Capacitor": "capacitor://localhost",
    "Android": "https://localhost",
    "a file": "null",
}
"""The Origin header of apps: many libraries and every web view send one."""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("origin", ORIGINS.values(), ids=ORIGINS)
@pytest.mark.parametrize("place", ["table", "private table", "lobby"])
async def test_a_ticket_is_taken_whatever_the_origin(live_server_without_dealer, origin, place):
    live = live_server_without_dealer
    anna, app, slug = await sync_to_async(_anna_at_a_table)()
    if place == "private table":
        plan = TablePlan(name="Quiet", private=True)
        slug = (await sync_to_async(open_table)(plan=plan, host=anna)).slug
    path = "/ws/lobby/" if place == "lobby" else f"/ws/table/{slug}/"
    headers = {"Cookie": "theme=dark"}
    if origin is not None:
        headers["Origin"] = origin.replace("OURS", live.url)
    ticket = (await sync_to_async(app.post)("ticket"))["ticket"]
    async with connect(live.ws + path, additional_headers=headers) as socket:
        await socket.send(json.dumps({"type": "ticket", "ticket": ticket}))
        counts = hub.current().limits._open
        await until(lambda: counts[anna.pk] == 1, "Anna's socket")
        assert sum(counts.values()) == 1, "it is counted once"
        if place == "lobby":
            await socket.send('{"type": "ping", "id": "7"}')
        else:
            await socket.send('{"type": "chat", "id": "7", "text": "Hello"}')
        heard = []
        async with asyncio.timeout(PATIENCE_S):
            while not heard or heard[-1].get("id") != "7":
                heard.append(json.loads(await socket.recv()))
        assert heard[-1]["type"] in ("ok", "pong"), heard
        if place != "lobby":
            names = [(one["you"] or {}).get("name") for one in heard if one["type"] == "hello"]
            assert names[-1] == "Anna"


@pytest.mark.django_db(transaction=True)
async def test_a_bad_ticket_closes_a_visitors_socket(live_server_without_dealer):
    live = live_server_without_dealer
    _anna, _app, slug = await sync_to_async(_anna_at_a_table)()
    for path in (f"/ws/table/{slug}/", "/ws/lobby/"):
        async with connect(live.ws + path, origin=live.url) as socket:
            await socket.send('{"type":"ticket","ticket":"made up"}')
            code, received = await _closed(socket)
            assert code == 4003
            assert received[-1]["code"] == "BAD_TICKET"
            assert "/api/v1/ticket" in received[-1]["text"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "first",
    ['{"type":"ping","id":"1"}', '{"type":"ticket","ticket":"made up"}', "x", "[" * 4000, None],
)
async def test_an_app_without_a_valid_ticket_receives_nothing(
    live_server_without_dealer, monkeypatch, first
):
    monkeypatch.setattr(socket_consumer, "TICKET_WITHIN_S", 0.2)
    live = live_server_without_dealer
    _anna, _app, slug = await sync_to_async(_anna_at_a_table)()
    for path in (f"/ws/table/{slug}/", "/ws/lobby/"):
        async with connect(live.ws + path) as socket:
            if first is not None:
                await socket.send(first)
            code, received = await _closed(socket)
            assert code == 4003
            assert [message["code"] for message in received] == ["BAD_TICKET"]


@pytest.mark.django_db(transaction=True)
async def test_a_cookie_without_an_origin_opens_nothing(live_server_without_dealer):
    live = live_server_without_dealer
    anna, _app, slug = await sync_to_async(_anna_at_a_table)()
    browser = Client()
    await sync_to_async(browser.force_login)(anna)
    cookie = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
    with pytest.raises(InvalidStatus):
        await connect(f"{live.ws}/ws/table/{slug}/", additional_headers={"Cookie": cookie})


@pytest.mark.usefixtures("no_rounds")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("end", ENDS)
async def test_every_end_of_a_session_closes_its_sockets(live_server_without_dealer, end):
    anna, app, slug = await sync_to_async(_anna_at_a_table)()
    socket, _hello, _ticket = await _enter(live_server_without_dealer, slug, app)
    await sync_to_async(end)(app, anna)
    code, _received = await _closed(socket)
    assert code == 4001
