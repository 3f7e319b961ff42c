"""Email addresses, password resets and the second factor in the API, all without a session."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.core.cache import cache

from accounts.people.models import Device, User
from accounts.people.queries import second_factor
from tests.support.app import PASSWORD, App, app_of
from tests.support.staff import Clock, give_factor

NEW = "anna.new@example.org"
NEXT = "battery-staple-77"


def key_in_mail(link: str) -> str:
    """The key in the link of the latest email."""
    found = re.search(rf"{link}([^\s/]+)/", mail.outbox[-1].body)
    assert found, mail.outbox[-1].body
    return found[1]


def test_an_address_is_confirmed_and_replaced_by_another(as_anna: App, visitor: App, anna: User):
    held = "anna@example.org"
    assert as_anna.get("me/emails") == {"items": [{"email": held, "verified": False}]}
    as_anna.post("me/emails/link", email=held)
    visitor.post("emails/confirm", key=key_in_mail("confirm-email/"))
    assert as_anna.get("me/emails") == {"items": [{"email": held, "verified": True}]}
    both = as_anna.post("me/emails", email=NEW, password=PASSWORD)["items"]
    assert [(one["email"], one["verified"]) for one in both] == [(held, True), (NEW, False)]
    assert mail.outbox[-1].to == [NEW]
    key = key_in_mail("confirm-email/")
    answer = visitor.ask("post", "emails/confirm", {"key": key})
    assert answer.status_code == 204
    assert set(answer.cookies) <= {settings.DEVICE_COOKIE_NAME}, "no session"
    assert as_anna.get("me/emails") == {"items": [{"email": NEW, "verified": True}]}
    anna.refresh_from_db()
    assert anna.email == NEW
    assert visitor.refused("post", "emails/confirm", key=key) == (400, "BAD_KEY")
    assert as_anna.refused("post", "me/emails/link", email=NEW) == (409, "CONFIRMED_ALREADY")


def test_a_pending_address_can_be_removed(as_anna: App, anna: User):
    EmailAddress.objects.update(verified=True)
    named = {"email": NEW, "password": PASSWORD}
    as_anna.post("me/emails", **named)
    assert as_anna.post("me/emails/remove", **named)["items"] == [
        {"email": "anna@example.org", "verified": True}
    ]
    assert as_anna.refused("post", "me/emails/remove", **named) == (404, "NO_SUCH_ADDRESS")


def test_an_address_needs_the_password_and_a_registered_user(as_anna: App, guests: Any):
    body = {"email": NEW, "password": "guess"}
    assert as_anna.refused("post", "me/emails", **body) == (403, "WRONG_PASSWORD")
    assert as_anna.refused("post", "me/emails/remove", **body) == (403, "WRONG_PASSWORD")
    same = {"email": "anna@example.org", "password": PASSWORD}
    assert as_anna.refused("post", "me/emails", **same) == (400, "BAD_REQUEST")
    assert guests(1)[0].refused("post", "me/emails", **body) == (403, "NEEDS_ACCOUNT")
    assert mail.outbox == []


def test_password_guesses_count_towards_the_log_in_limit(as_anna: App, visitor: App, settings: Any):
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "2/5m/key"}
    for _ in range(2):
        body = {"email": NEW, "password": "guess"}
        assert as_anna.refused("post", "me/emails", **body) == (403, "WRONG_PASSWORD")
    named = {"name": "Anna", "password": PASSWORD}
    assert visitor.refused("post", "login", **named) == (429, "TOO_MANY")


def test_a_forgotten_password_is_replaced_and_devices_are_logged_out(
    as_anna: App, visitor: App, anna: User
):
    EmailAddress.objects.update(verified=True)
    visitor.post("password/reset", email="anna@example.org")
    key = key_in_mail("reset/key/")
    wrong = {"key": key, "password": "12345678"}
    assert visitor.refused("post", "password/reset/confirm", **wrong) == (400, "BAD_REQUEST")
    visitor.post("password/reset/confirm", key=key, password=NEXT)
    assert as_anna.refused("get", "me") == (401, "BAD_TOKEN")
    assert not Device.objects.filter(revoked_at=None).exists()
    visitor.post("login", name="Anna", password=NEXT)
    again = {"key": key, "password": NEXT}
    assert visitor.refused("post", "password/reset/confirm", **again) == (400, "BAD_KEY")


def test_a_password_reset_does_not_reveal_whether_an_address_is_known(visitor: App, anna: User):
    EmailAddress.objects.update(verified=True)
    answers = [
        visitor.ask("post", "password/reset", {"email": email})
        for email in ("anna@example.org", "nobody@example.org")
    ]
    assert {(a.status_code, a.content) for a in answers} == {(204, b"")}


def test_a_second_factor_is_set_up_used_and_removed(
    as_anna: App, visitor: App, anna: User, clock: Clock
):
    assert as_anna.get("me/second-factor")["since"] is None
    refused = as_anna.refused("post", "me/second-factor/begin", password="guess")
    assert refused == (403, "WRONG_PASSWORD")
    begun = as_anna.post("me/second-factor/begin", password=PASSWORD)
    assert begun["secret"] in begun["uri"]
    assert second_factor.since(anna) is None
    wrong = {"setup": begun["setup"], "code": "000000"}
    assert as_anna.refused("post", "me/second-factor", **wrong) == (403, "BAD_CODE")
    code = clock.code(begun["secret"])
    codes = as_anna.post("me/second-factor", setup=begun["setup"], code=code)["codes"]
    assert as_anna.get("me/second-factor")["codes_left"] == len(codes) > 5
    named = {"name": "Anna", "password": PASSWORD}
    assert visitor.refused("post", "login", **named) == (403, "CODE_NEEDED")
    assert visitor.refused("post", "login", **named, code=code) == (403, "BAD_CODE"), "used up"
    again = {"setup": begun["setup"], "code": code}
    assert as_anna.refused("post", "me/second-factor", **again) == (409, "HAS_FACTOR")
    cache.clear()
    left = as_anna.post("me/second-factor/codes", code=codes[0])["codes"]
    assert left == codes[1:]
    fresh = as_anna.post("me/second-factor/codes", code=codes[1], renew=True)["codes"]
    assert not set(fresh) & set(codes)
    assert as_anna.refused("post", "me/second-factor/remove", code=codes[2]) == (403, "BAD_CODE")
    assert as_anna.post("me/second-factor/remove", code=fresh[0])["since"] is None
    visitor.post("login", **named)


def test_a_setup_begun_by_another_user_or_nobody_is_refused(
    as_anna: App, anna: User, guests: Any, clock: Clock
):
    other = app_of(User.objects.create_user("Ravi", PASSWORD))
    begun = other.post("me/second-factor/begin", password=PASSWORD)
    code = clock.code(begun["secret"])
    for setup in (begun["setup"], "x", begun["setup"][:-1]):
        body = {"setup": setup, "code": code}
        assert as_anna.refused("post", "me/second-factor", **body) == (400, "BAD_SETUP")
    assert second_factor.since(anna) is None
    guest = guests(1)[0]
    body = {"password": "x"}
    assert guest.refused("post", "me/second-factor/begin", **body) == (403, "NEEDS_ACCOUNT")
    for path in ("remove", "codes"):
        refused = as_anna.refused("post", f"me/second-factor/{path}", code="123456")
        assert refused == (409, "NO_FACTOR")


def test_guessing_codes_is_slowed_down(as_anna: App, anna: User, clock: Clock):
    give_factor(anna)
    for _ in range(5):
        refused = as_anna.refused("post", "me/second-factor/remove", code="000000")
        assert refused == (403, "BAD_CODE")
    refused = as_anna.refused("post", "me/second-factor/codes", code="000000")
    assert refused == (429, "TOO_MANY")
    assert second_factor.since(anna) is not None


def test_no_api_answer_starts_a_session(as_anna: App, anna: User, clock: Clock):
    begun = as_anna.post("me/second-factor/begin", password=PASSWORD)
    body = {"setup": begun["setup"], "code": clock.code(begun["secret"])}
    asked = [
        ("me/second-factor", body),
        ("me/emails", {"email": NEW, "password": PASSWORD}),
        ("me/emails/remove", {"email": NEW, "password": PASSWORD}),
        ("password/reset", {"email": NEW}),
    ]
    for path, fields in asked:
        answer = as_anna.ask("post", path, fields)
        assert answer.status_code < 300, (path, answer.content)
        assert settings.SESSION_COOKIE_NAME not in answer.cookies, path


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()
