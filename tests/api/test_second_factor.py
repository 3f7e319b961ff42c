"""Logging a device in with a second factor, and the email to a new address."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.conf import settings
from django.core import mail
from django.core.cache import cache

from accounts.people.actions import users
from accounts.people.models import Device, User
from tests.support.app import PASSWORD, App, app_of
from tests.support.people import in_threads
from tests.support.staff import Clock, give_factor

ASKED = {"name": "Anna", "password": PASSWORD}


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()


@pytest.fixture
def guarded(anna: User, clock: Clock) -> User:
    give_factor(anna)
    return anna


def test_a_missing_code_is_asked_for(visitor: App, guarded: User):
    assert visitor.refused("post", "login", **ASKED) == (403, "CODE_NEEDED")
    assert not Device.objects.exists()


def test_a_wrong_password_does_not_reveal_a_second_factor(visitor: App, guarded: User):
    wrong = {**ASKED, "password": "guess"}
    assert visitor.refused("post", "login", **wrong) == (401, "BAD_LOGIN")
    assert visitor.refused("post", "login", **wrong, code="000000") == (401, "BAD_LOGIN")


def test_a_code_is_accepted_once(visitor: App, guarded: User, clock: Clock):
    code = clock.code_of(guarded)
    assert visitor.post("login", **ASKED, code=code)["you"]["name"] == "Anna"
    assert visitor.refused("post", "login", **ASKED, code=code) == (403, "BAD_CODE")
    clock.counter += 1
    visitor.post("login", **ASKED, code=clock.code_of(guarded))
    assert Device.objects.count() == 2


def test_a_recovery_code_is_accepted_once(visitor: App, guarded: User):
    code = RecoveryCodes.activate(guarded).get_unused_codes()[0]
    visitor.post("login", **ASKED, code=code)
    assert visitor.refused("post", "login", **ASKED, code=code) == (403, "BAD_CODE")


@pytest.mark.django_db(transaction=True)
def test_the_same_code_sent_concurrently_logs_in_once(clock: Clock):
    anna = users.register_person(name="Anna", password=PASSWORD)
    give_factor(anna)
    app, recovery = clock.code_of(anna), RecoveryCodes.activate(anna).get_unused_codes()[0]
    for code in (app, recovery):
        cache.clear()
        body = {**ASKED, "code": code}
        in_threads(5, lambda _, body=body: App().ask("post", "login", body))
    assert Device.objects.count() == 2


def test_guessing_slows_down_one_user_alone(visitor: App, guarded: User, clock: Clock):
    for _ in range(5):
        assert visitor.refused("post", "login", **ASKED, code="000000") == (403, "BAD_CODE")
    right = clock.code_of(guarded)
    assert visitor.refused("post", "login", **ASKED, code=right) == (429, "TOO_MANY")
    cache.clear()
    visitor.post("login", **ASKED, code=right)


def test_a_code_without_a_second_factor_is_ignored(visitor: App, anna: User):
    assert visitor.post("login", **ASKED, code="123456")["you"]["name"] == "Anna"


def test_no_answer_reveals_the_second_factor(guarded: User):
    app = app_of(guarded)
    answers = str([app.get(path) for path in ("me", "devices", "players/Anna")])
    assert "factor" not in answers
    for one in Authenticator.objects.all():
        assert one.data["secret"] not in answers


def test_registering_with_an_address_sends_the_link_and_starts_no_session(visitor: App):
    answer = visitor.ask(
        "post", "register", {"name": "Meera", "password": PASSWORD, "email": "meera@example.org"}
    )
    assert answer.status_code == 201
    assert set(answer.cookies) <= {settings.DEVICE_COOKIE_NAME}, "no session"
    assert [sent.to for sent in mail.outbox] == [["meera@example.org"]]
    assert "/accounts/confirm-email/" in mail.outbox[0].body
    assert not EmailAddress.objects.get().verified


def test_a_guest_registering_with_an_address_gets_the_link_too(guests):
    (app,) = guests(1)
    app.post("me/sign-up", name="Meera", password=PASSWORD, email="meera@example.org")
    assert [sent.to for sent in mail.outbox] == [["meera@example.org"]]
