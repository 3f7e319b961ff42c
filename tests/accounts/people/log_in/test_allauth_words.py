"""Nothing that allauth says by itself reaches a reader: messages, errors, labels, e-mails."""

import re
from pathlib import Path

import allauth
import pytest
from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.test import Client
from django.utils.module_loading import import_string
from django.utils.translation import override

from accounts.people.log_in.adapter import Adapter
from accounts.people.log_in.allauth_words import OurWords
from accounts.people.log_in.second_factor import Adapter as FactorAdapter
from accounts.people.models import User
from tests.support.people import PASSWORD

THEIRS = Path(allauth.__file__).parent
OURS = Path(settings.BASE_DIR) / "templates"
FOREIGN = re.compile(
    r"\b(?:sign(?:ed|ing)? (?:in|out)|user ?name|successful(?:ly)?|email|specified)\b", re.I
)
"""Words that the rest of the site does not use: log in, name, e-mail."""
NOT_SENT = {
    # Notifications, which ACCOUNT_EMAIL_NOTIFICATIONS would switch on.
    *(f"account/email/{kind}_{part}.txt"
      for kind in ("email_changed", "email_confirm", "email_deleted", "password_changed",
                   "password_reset", "password_set")
      for part in ("message", "subject")),
    *(f"mfa/email/{kind}_{part}.txt"
      for kind in ("recovery_codes_generated", "totp_activated", "totp_deactivated",
                   "webauthn_added", "webauthn_removed")
      for part in ("message", "subject")),
    "account/email/base_notification.txt",
    # Ways to log in that are off: by a code, and with an address that must be confirmed first.
    *(f"account/email/{kind}_{part}.txt"
      for kind in ("login_code", "password_reset_code", "email_confirmation_signup",
                   "account_already_exists")
      for part in ("message", "subject")),
    "mfa/recovery_codes/download.txt",  # the codes alone
}  # fmt: skip


def test_every_message_and_e_mail_is_ours() -> None:
    found = {
        str(file.relative_to(THEIRS / "templates"))
        for app in ("account", "mfa")
        for file in (THEIRS / "templates" / app).rglob("*.txt")
    }
    assert len(found) > 40
    missing = {name for name in found if not (OURS / name).is_file()}
    assert missing <= NOT_SENT
    assert not getattr(settings, "ACCOUNT_EMAIL_NOTIFICATIONS", False)
    foreign = {
        str(file.relative_to(OURS))
        for app in ("account", "mfa")
        for file in (OURS / app).rglob("*.txt")
        if FOREIGN.search(re.sub(r"{[{%].*?[}%]}", _text_of, file.read_text("utf-8")))
    }
    assert foreign == set()


def _text_of(tag: re.Match[str]) -> str:
    """The text in a tag of a template: what `translate` shows."""
    return " ".join(re.findall(r'translate "([^"]*)"', tag[0]))


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [(DefaultAccountAdapter, Adapter), (DefaultMFAAdapter, FactorAdapter)],
)
def test_every_error_is_ours(theirs: type, ours: type) -> None:
    with override("en"):
        before = {code: str(text) for code, text in theirs.error_messages.items()}  # type: ignore[attr-defined]
        after = {code: str(text) for code, text in ours.error_messages.items()}  # type: ignore[attr-defined]
    assert before.keys() == after.keys()
    assert {code for code, text in after.items() if FOREIGN.search(text)} == set()
    assert {code for code, text in after.items() if text == before[code]} == set()


def test_every_form_that_a_page_shows_has_our_words() -> None:
    named = {**settings.ACCOUNT_FORMS, **settings.MFA_FORMS}
    shown = {
             "login", "signup", "add_email", "change_password", "set_password", "reset_password",
             "reset_password_from_key", "reauthenticate", "authenticate", "activate_totp",
    }  # fmt: skip
    assert shown == named.keys()
    for name, path in named.items():
        if name != "signup":  # our own form
            assert issubclass(import_string(path), OurWords), name


@pytest.mark.django_db
def test_pages_say_name_log_in_and_e_mail(client: Client, anna: User) -> None:
    pages = [client.get(f"/accounts/{page}/") for page in ("login", "signup", "password/reset")]
    wrong = client.post("/accounts/login/", {"login": "Anna", "password": "wrong"})
    assert "Wrong name or password." in wrong.content.decode()
    assert client.login(username="Anna", password=PASSWORD)
    own = ("password/change", "email", "reauthenticate", "logout", "2fa/totp/activate")
    pages += [wrong, *(client.get(f"/accounts/{page}/", follow=True) for page in own)]
    for page in pages:
        assert page.status_code == 200
        words = re.sub(r"<[^>]*>", " ", page.content.decode().partition("<main")[2])
        assert FOREIGN.findall(words) == [], page.request["PATH_INFO"]


@pytest.mark.django_db
def test_logging_in_and_out_is_said_in_our_words(client: Client, anna: User) -> None:
    User.objects.update(date_joined="2026-01-01T00:00:00Z")
    known = client.post("/accounts/login/", {"login": "Anna", "password": PASSWORD}, follow=True)
    assert "Welcome back, Anna." in known.content.decode()
    assert "You are logged out." in client.post("/accounts/logout/", follow=True).content.decode()
    fields = {"name": "Lotte", "password1": PASSWORD, "password2": PASSWORD}
    new = client.post("/accounts/signup/", fields, follow=True)
    assert "Welcome, Lotte." in new.content.decode()


@pytest.mark.django_db
def test_a_form_of_allauth_refuses_what_its_fields_stop(anna: User) -> None:
    long = {"login": "Anna", "password": "x" * 201}
    answer = Client().post("/accounts/login/", long)
    assert "at most 200 characters" in answer.content.decode()


def test_our_words_are_found_in_every_language() -> None:
    """allauth has Chinese words of its own."""
    form = import_string(settings.ACCOUNT_FORMS["change_password"])
    with override("zh-hans"):
        labels = [field.label for field in form(User()).fields.values()]
    with override("en"):
        assert list(map(str, labels)) == ["Current password", "New password", "New password again"]
