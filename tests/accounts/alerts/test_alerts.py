"""Notifications: who gets them, once, in their language, and how they end."""

import datetime
import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.alerts import endpoints
from accounts.alerts.models import Alert, AlertChoice, PushSubscription
from accounts.alerts.sender import ATTEMPTS_MAX, run_due
from accounts.limits.actions import take_break
from accounts.people.actions.devices import end_everything
from accounts.people.actions.users import create_guest, register_person
from accounts.people.models import User
from accounts.privacy.export import PARTS
from lobby.tables.models import Seat, SitAndGo, Table, WaitingEntry
from lobby.tables.play.alerts import note_due
from lobby.tables.play.seat_offers import run_due as offer_seats
from lobby.tables.seats.seats import leave
from lobby.tables.seats.waiting_list import join_waiting_list
from tests.browser.seated_table import session_of
from tests.support.app import PASSWORD, app_of
from tests.support.push_service import Browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(monkeypatch):
    browser = Browser()
    monkeypatch.setattr(endpoints, "post", browser.post)
    return browser


def subscribe(user, browser, name="Phone"):
    body = {"endpoint": browser.endpoint, "keys": browser.keys, "name": name}
    return app_of(user).post("me/notifications/devices", **body)


def tell(user, about="1", kind="turn"):
    """An alert that is due, and whatever is sent now."""
    expires_at = timezone.now() + datetime.timedelta(seconds=40)
    Alert.objects.create(
        user=user, kind=kind, about=about, slug="slug", table="Marigold", expires_at=expires_at
    )
    run_due()


def pass_pause():
    Alert.objects.filter(due_at__isnull=False).update(due_at=timezone.now())


def go_away(room):
    long_ago = timezone.now() - datetime.timedelta(minutes=1)
    Seat.objects.filter(table=room.table).update(seen_at=long_ago)


def test_a_turn_without_a_clock_calls_nobody(seat_table, browser):
    room = seat_table(people=2)
    room.deal()
    subscribe(room.turn, browser)
    go_away(room)
    table = Table.objects.filter(pk=room.table.pk)
    table.update(clock_ms=0, unrated=True, private=True)
    note_due()
    assert not Alert.objects.exists()
    table.update(clock_ms=25_000)
    note_due()
    assert Alert.objects.exists()


def test_a_player_who_is_away_hears_once_that_it_is_their_turn(seat_table, browser, settings):
    room = seat_table(people=2)
    hand = room.deal()
    user = room.turn
    for one in room.people:
        subscribe(one, browser)  # the last one has it
    subscribe(user, browser)
    note_due()
    assert not Alert.objects.exists()  # the page is open
    go_away(room)
    for _ in range(2):
        note_due()
        run_due()
    ((message, headers, claims),) = browser.received
    assert message["title"] == "Your turn"
    assert message["path"] == f"/t/{room.table.slug}/"
    assert room.table.name in message["body"]
    assert claims["aud"] == "https://push.example.org"
    assert claims["sub"] == settings.VAPID_CONTACT
    assert 0 < int(headers["TTL"]) <= hand.clock_ms / 1000 + 120
    assert headers["Urgency"] == "high"


def test_a_free_seat_is_told_to_the_first_in_line(seat_table, browser):
    room = seat_table(people=2, seats=2)
    dev = create_guest(name="Gita")
    subscribe(dev, browser)
    join_waiting_list(table_id=room.table.pk, user=dev)
    leave(table_id=room.table.pk, user=room.people[0])
    offer_seats()
    note_due()
    alert = Alert.objects.get()
    assert (alert.kind, alert.user, alert.expires_at) == (
        "seat",
        dev,
        WaitingEntry.objects.get().offered_until,
    )


def test_a_sit_and_go_that_begins_is_told(sit_and_go, browser):
    game = sit_and_go(people=2)
    subscribe(game.people[1], browser)
    go_away(game)
    game.deal()
    note_due()
    assert SitAndGo.objects.get().state == "running"
    assert ("start", game.people[1]) in [(one.kind, one.user) for one in Alert.objects.all()]


def test_people_who_may_not_play_hear_nothing(browser, settings):
    user = create_guest(name="Asha")
    subscribe(user, browser)
    take_break(user=user, length="day")
    tell(user)
    User.objects.filter(pk=user.pk).update(break_until=None, closed_at=timezone.now())
    tell(user, "2")
    User.objects.filter(pk=user.pk).update(closed_at=None)
    settings.ALERTS_PER_HOUR = 2
    tell(user, "3")
    assert browser.received == []
    settings.ALERTS_PER_HOUR = 4
    tell(user, "4")
    app_of(user).ask("patch", "me/notifications", {"push": ["seat"]})
    tell(user, "5")
    assert len(browser.received) == 1
    assert not Alert.objects.filter(due_at__isnull=False).exists()


def test_a_push_service_that_fails_is_asked_again_for_a_while(browser):
    user = create_guest(name="Asha")
    subscribe(user, browser)
    browser.answers = [503, OSError("no answer"), 201]
    tell(user)
    run_due()  # not yet
    assert len(browser.answers) == 2
    for _ in range(3):
        pass_pause()
        run_due()
    assert len(browser.received) == 1
    browser.answers = [500]
    tell(user, "2")
    for _ in range(ATTEMPTS_MAX):
        pass_pause()
        run_due()
    assert Alert.objects.get(about="2").due_at is None
    assert PushSubscription.objects.count() == 1


@pytest.mark.parametrize("end", [404, 410, endpoints.UnsafeEndpoint("inside")])
def test_browsers_that_are_gone_are_forgotten(browser, end):
    user = create_guest(name="Asha")
    subscribe(user, browser)
    browser.answers = [end]
    tell(user)
    assert not PushSubscription.objects.exists()


def test_nothing_is_told_after_its_end(browser):
    user = create_guest(name="Asha")
    subscribe(user, browser)
    past = timezone.now() - datetime.timedelta(seconds=1)
    Alert.objects.create(user=user, kind="turn", about="1", slug="s", table="t", expires_at=past)
    run_due()
    assert browser.received == []


def test_messages_are_in_the_language_of_the_user(browser):
    user = create_guest(name="Asha")
    subscribe(user, browser)
    for language, title in (("hi", "आपकी बारी"), ("zh-hans", "轮到你了")):
        User.objects.filter(pk=user.pk).update(language=language)
        tell(user, language)
        assert browser.received[-1][0]["title"] == title


def test_devices_are_bounded_and_forgotten(browser, settings):
    user, other = create_guest(name="Asha"), create_guest(name="Binod")
    settings.PUSH_DEVICES_PER_USER = 1
    (device,) = subscribe(user, browser)["devices"]
    assert subscribe(user, browser, "Again")["devices"][0]["name"] == "Again"
    second = Browser("https://push.example.org/send/2")
    body = {"endpoint": second.endpoint, "keys": second.keys, "name": "x"}
    path = "me/notifications/devices"
    assert app_of(user).refused("post", path, **body) == (409, "TOO_MANY_DEVICES")
    bad = {**body, "keys": {**second.keys, "auth": "AAAA"}}
    assert app_of(user).refused("post", path, **bad) == (400, "BAD_SUBSCRIPTION")
    assert app_of(other).refused("delete", f"{path}/{device['id']}") == (404, "NO_SUCH_DEVICE")
    exported = list(PARTS["notifications"](user))
    assert [one["name"] for one in exported if "endpoint" in one] == ["Again"]
    assert app_of(user).ask("delete", f"{path}/{device['id']}").json()["devices"] == []
    (device,) = subscribe(user, browser)["devices"]
    page = Client()
    page.cookies[settings.SESSION_COOKIE_NAME] = session_of(user)
    assert "Phone" in page.get("/me/devices/").content.decode()
    assert page.post("/me/devices/", {"subscription": device["id"]}).status_code == 302
    assert not PushSubscription.objects.exists()
    subscribe(user, browser)
    end_everything(user=user)
    assert not PushSubscription.objects.exists()
    settings.VAPID_KEY = ""
    assert app_of(other).get("me/notifications")["key"] is None
    assert app_of(other).refused("post", path, **body) == (409, "NO_PUSH")


def _log_out(page, _user):
    page.post("/accounts/logout/")


def _log_out_by_the_api(page, _user):
    page.post("/api/v1/logout", {}, content_type="application/json")


def _log_out_from_another_device(_page, user):
    app = app_of(user)
    one = app.get("devices")["browsers"][0]  # the latest to log in
    app.ask("delete", f"devices/browsers/{one['id']}")


@pytest.mark.parametrize("end", [_log_out, _log_out_by_the_api, _log_out_from_another_device])
def test_a_log_out_ends_the_subscription_of_its_browser_alone(end):
    user, other = create_guest(name="Asha"), create_guest(name="Binod")
    pages = []
    for number, owner in enumerate((other, user, user)):
        one, page = Browser(f"https://push.example.org/send/{number}"), Client()
        page.force_login(owner)
        body = {"endpoint": one.endpoint, "keys": one.keys, "name": str(number)}
        path = "/api/v1/me/notifications/devices"
        assert page.post(path, body, content_type="application/json").status_code == 201
        pages.append(page)
    end(pages[-1], user)
    assert pages[-1].get("/me/devices/").status_code == 302
    assert sorted(PushSubscription.objects.values_list("name", flat=True)) == ["0", "1"]


def test_a_guest_who_logs_in_to_an_account_hears_no_more_as_a_guest(browser):
    guest, page = create_guest(name="Asha"), Client()
    account = register_person(name="Binod", password=PASSWORD, email="binod@example.org")
    page.force_login(guest)
    body = {"endpoint": browser.endpoint, "keys": browser.keys, "name": "Phone"}
    page.post("/api/v1/me/notifications/devices", body, content_type="application/json")
    assert PushSubscription.objects.get().user == guest
    page.post("/accounts/login/", {"login": "Binod", "password": PASSWORD})
    assert page.get("/me/").context["user"] == account
    assert not PushSubscription.objects.exists()


def test_emails_go_to_confirmed_addresses_and_end_with_one_click(browser):
    user = create_guest(name="Asha")
    address = EmailAddress.objects.create(user=user, email="asha@example.org", verified=False)
    app_of(user).ask("patch", "me/notifications", {"email": ["turn"]})
    tell(user)
    assert mail.outbox == []
    EmailAddress.objects.filter(pk=address.pk).update(verified=True)
    assert app_of(user).get("me/notifications")["can_email"]
    tell(user, "2")
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["asha@example.org"], "Your turn")
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = re.search(r"<https?://[^/]+(/[^>]+)>", sent.extra_headers["List-Unsubscribe"])[1]
    client = Client(enforce_csrf_checks=True)
    assert b"Unsubscribe" in client.get(link).content
    assert AlertChoice.objects.get(user=user).email == ["turn"]  # a look ends nothing
    assert client.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert AlertChoice.objects.get(user=user).email == []
    assert client.get(link[:-3] + "xx/").status_code == 404
