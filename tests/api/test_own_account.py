"""Limits, breaks, blocks, notices, account deletion and exports in the API."""

import io
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.limits.models import Break
from accounts.people.actions import users
from accounts.people.models import User
from accounts.people.queries.social import blocked_by
from accounts.privacy import deletion
from accounts.privacy import download as exports
from accounts.sanctions import actions as sanctions
from accounts.sanctions.models import Sanction
from tests.support.app import PASSWORD, V1, App, app_of
from tests.support.staff import member

NAMED = {"name": "Anna", "password": PASSWORD}


def put(app: App, path: str, **body: Any) -> Any:
    return app.ask("put", path, body)


def suspended(user: User) -> Sanction:
    return sanctions.suspend(
        by=member("Table moderator"),
        user=user,
        until=timezone.now() + timedelta(days=3),
        template="spam",
        reason="flooding all evening",
    )


def notice_of(visitor: App, path: str, **body: str) -> App:
    """An app with the token that a refusal contained."""
    answer = visitor.ask("post", path, body)
    assert (answer.status_code, answer.json()["code"]) == (403, "ACCOUNT_INACTIVE")
    return App(answer.json()["data"]["notice"])


def test_a_guest_gets_their_chosen_name_and_an_invalid_name_creates_nobody(
    visitor: App, anna: User
):
    session = visitor.post("guest", name="  Lucky   Otter ", avatar=20261121)
    you = session["you"]
    assert (you["name"], you["kind"], you["avatar"]) == ("Lucky Otter", "guest", 20261121)
    count = User.objects.count()
    for name, no in {
        "LUCKY OTTER": (409, "NAME_TAKEN"),
        "m": (400, "NAME_LENGTH"),
        "moderator": (400, "NAME_RESERVED"),
        "a\u202eb c": (400, "NAME_CHARACTERS"),
    }.items():
        assert visitor.refused("post", "guest", name=name) == no
    for avatar in (-1, 2**31, "x"):
        assert visitor.refused("post", "guest", avatar=avatar) == (400, "BAD_REQUEST")
    assert User.objects.count() == count


def test_tighter_limits_apply_at_once_and_looser_ones_wait(as_anna: App):
    assert put(as_anna, "me/limits", loss=500, minutes=None, stake=100).status_code == 200
    play = put(as_anna, "me/limits", loss=800, minutes=None, stake=50).json()
    assert play["limits"] == {"loss": 500, "minutes": None, "stake": 50}
    assert [(one["kind"], one["amount"]) for one in play["coming"]] == [("loss", 800)]
    for wrong in ({"loss": 0}, {"loss": 10**13}, {"loss": "x"}):
        body = {"minutes": None, "stake": None, **wrong}
        assert as_anna.refused("put", "me/limits", **body) == (400, "BAD_REQUEST")
    assert as_anna.refused("put", "me/limits", loss=5) == (400, "BAD_REQUEST")
    assert as_anna.get("me/responsible-play") == play


def test_a_break_begins_at_once_and_ends_all_sessions(as_anna: App, anna: User):
    assert as_anna.refused("post", "me/breaks", length="week", sure=False) == (400, "NOT_SURE")
    assert not Break.objects.exists()
    assert as_anna.post("me/breaks", length="week", sure=True)["current_break"]["length"] == "week"
    assert as_anna.refused("get", "me") == (401, "BAD_TOKEN")


def test_a_break_of_months_needs_the_password(as_anna: App, anna: User):
    asked = {"length": "month", "sure": True}
    assert as_anna.refused("post", "me/breaks", **asked) == (403, "PASSWORD_NEEDED")
    wrong = {**asked, "password": "guess"}
    assert as_anna.refused("post", "me/breaks", **wrong) == (403, "WRONG_PASSWORD")
    assert not Break.objects.exists()
    found = as_anna.post("me/breaks", **asked, password=PASSWORD)
    assert found["current_break"]["length"] == "month"


def test_a_guest_may_take_a_break_but_not_exclude_themselves(guests: Any):
    (guest,) = guests(1)
    body = {"length": "6 months", "sure": True}
    assert guest.refused("post", "me/breaks", **body) == (403, "NEEDS_ACCOUNT")
    guest.post("me/breaks", length="day", sure=True)
    assert guest.get("me/responsible-play")["current_break"]["length"] == "day"


def test_the_reminder_is_shown_at_the_chosen_interval(as_anna: App):
    assert put(as_anna, "me/reminder", minutes=45).json()["reminder_minutes"] == 45
    assert as_anna.refused("put", "me/reminder", minutes=5) == (400, "BAD_REQUEST")


def test_a_player_is_blocked_and_unblocked(as_anna: App, anna: User):
    users.create_guest(name="Ravi")
    for _ in range(2):
        assert put(as_anna, "me/blocks/RAVI").json()["blocked"] == ["Ravi"]
    assert blocked_by(anna.pk) == {"Ravi"}
    assert as_anna.refused("put", "me/blocks/Anna") == (409, "OWN_ACCOUNT")
    assert as_anna.refused("put", "me/blocks/Nobody") == (404, "NO_SUCH_PLAYER")
    assert as_anna.ask("delete", "me/blocks/Ravi").json()["blocked"] == []


def test_a_note_about_a_player_is_private_to_its_writer(as_anna: App, guests: Any) -> None:
    ravi, other = guests(2)
    path = f"players/{ravi.user.name}/note"
    assert as_anna.get(path) == {"text": ""}
    kept = put(as_anna, path, text="  calls\r\neverything ").json()
    assert kept == as_anna.get(path) == {"text": "calls\neverything"}
    assert other.get(path) == ravi.get(path) == {"text": ""}
    assert as_anna.refused("put", path, text="x" * 501) == (400, "NOTE_TOO_LONG")
    assert as_anna.refused("put", "players/Anna/note", text="x") == (409, "OWN_ACCOUNT")
    assert as_anna.refused("get", "players/Nobody/note") == (404, "NO_SUCH_PLAYER")
    assert as_anna.get(path) == kept
    assert put(as_anna, path, text=" ").json() == as_anna.get(path) == {"text": ""}


def test_a_muted_user_reads_the_reason_and_appeals_once(as_anna: App, anna: User):
    muted = sanctions.mute(
        by=member("Chat moderator"),
        user=anna,
        until=timezone.now() + timedelta(days=1),
        template="spam",
        reason="a flood of lines",
        note="Please slow down.",
    )
    (shown,) = as_anna.get("me/sanctions")["sanctions"]
    assert (shown["id"], shown["why"]) == (str(muted.pk), "Flooding the chat. Please slow down.")
    path = f"me/sanctions/{muted.pk}"
    assert as_anna.refused("post", path, text="no") == (400, "TEXT")
    answer = as_anna.post(path, text="It was not me at all.")
    assert answer["sanctions"][0]["verdict"] == "waiting"
    assert as_anna.refused("post", path, text="It was not me at all.") == (409, "APPEALED")
    (stranger,) = [app_of(users.create_guest())]
    assert stranger.refused("post", path, text="Let her go.....") == (404, "NO_SUCH_SANCTION")


def test_a_suspended_user_gets_a_token_for_the_notice_only(visitor: App, anna: User):
    session = visitor.post("login", **NAMED)
    sanction = suspended(anna)
    assert App(session["access"]).refused("get", "me") == (401, "BAD_TOKEN")
    for app in (
        notice_of(visitor, "login", **NAMED),
        notice_of(visitor, "refresh", refresh=session["refresh"]),
    ):
        assert [one["id"] for one in app.get("me/sanctions")["sanctions"]] == [str(sanction.pk)]
        for method, path in (("get", "me"), ("post", "me/export"), ("post", "ticket")):
            assert app.refused(method, path) == (401, "BAD_TOKEN")
    app.post(f"me/sanctions/{sanction.pk}", text="It was not me at all.")
    app.post("me/reopen")
    assert visitor.refused("post", "login", **NAMED) == (403, "ACCOUNT_INACTIVE")
    sanctions.answer_appeal(
        by=member("Admin"), sanction_id=sanction.pk, accept=True, reason="somebody else it was"
    )
    assert app.refused("get", "me/sanctions") == (401, "BAD_TOKEN")
    assert visitor.post("refresh", refresh=session["refresh"])["you"]["name"] == "Anna"
    wrong = {**NAMED, "password": "guess"}
    assert visitor.refused("post", "login", **wrong) == (401, "BAD_LOGIN")


def test_a_suspended_browser_reads_the_notice_with_its_session(anna: User):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(anna)
    sanction = suspended(anna)
    assert browser.get(V1 + "me").status_code == 401
    assert browser.get(V1 + "me/sanctions").json()["sanctions"][0]["id"] == str(sanction.pk)
    forged = browser.post(
        f"{V1}me/sanctions/{sanction.pk}", {"text": "x" * 20}, content_type="application/json"
    )
    assert (forged.status_code, forged.json()["code"]) == (403, "NOT_ALLOWED")


def test_an_account_deletion_is_requested_and_cancelled(visitor: App, as_anna: App, anna: User):
    assert as_anna.refused("post", "me/close", password="guess") == (403, "WRONG_PASSWORD")
    closed = as_anna.post("me/close", password=PASSWORD)
    assert closed["closed_at"] > 0
    assert closed["erase_at"] is None
    assert as_anna.refused("get", "me") == (401, "BAD_TOKEN")
    app = notice_of(visitor, "login", **NAMED)
    assert app.get("me/sanctions")["closed_at"] == closed["closed_at"]
    app.post("me/reopen")
    assert visitor.post("login", **NAMED)["you"]["name"] == "Anna"
    assert app.refused("post", "me/reopen") == (401, "BAD_TOKEN")


def test_an_account_is_erased_a_week_after_the_request(visitor: App, as_anna: App, anna: User):
    closed = as_anna.post("me/close", password=PASSWORD, erase=True)
    assert (
        closed["erase_at"] - closed["closed_at"] == deletion.DELETION_GRACE.total_seconds() * 1_000
    )
    User.objects.update(erase_at=timezone.now())
    app = notice_of(visitor, "login", **NAMED)
    assert deletion.erase(user=anna)
    app.post("me/reopen")
    anna.refresh_from_db()
    assert not anna.is_active
    assert visitor.refused("post", "login", **NAMED) == (401, "BAD_LOGIN")


def test_guests_and_staff_cannot_delete_their_account(guests: Any, as_anna: App, anna: User):
    (guest,) = guests(1)
    assert guest.refused("post", "me/close", password="x") == (403, "NEEDS_ACCOUNT")
    User.objects.filter(pk=anna.pk).update(is_staff=True)
    assert as_anna.refused("post", "me/close", password=PASSWORD) == (409, "STAFF_ACCOUNT")


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous")
def test_the_data_export_is_one_file_a_few_times_a_day(as_anna: App):
    answers = [as_anna.ask("post", "me/export") for _ in range(exports.EXPORTS_PER_DAY_MAX + 1)]
    assert [a.status_code for a in answers] == [200] * exports.EXPORTS_PER_DAY_MAX + [429]
    packed = zipfile.ZipFile(io.BytesIO(b"".join(answers[0])))
    assert b"Anna" in packed.read("profile.jsonl")
    assert "no-store" in answers[0]["Cache-Control"]


def test_a_repeated_report_is_one_case(seat_table: Any):
    room = seat_table(2)
    asha, path = app_of(room.people[0]), f"tables/{room.table.slug}/reports"
    body = {"kind": "chat", "about": "Binod", "text": "insults"}
    assert asha.post(path, **body)["kind"] == "chat"
    assert asha.refused("post", path, **body) == (409, "REPORTED_ALREADY")
    assert asha.refused("post", path, kind="chat", about="Asha") == (400, "BAD_REPORT")
    assert asha.refused("post", path, kind="chat", about="Nobody") == (404, "NO_SUCH_USER")
    assert asha.refused("post", path, kind="no") == (400, "BAD_REQUEST")
    assert asha.refused("post", "tables/nowhere/reports", kind="chat") == (404, "NO_SUCH_TABLE")
