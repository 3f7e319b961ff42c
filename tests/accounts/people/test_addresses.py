"""Email addresses: confirmed by a link, replaced only by a confirmed one, and their use."""

import re
import smtplib
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.core.mail.backends import locmem
from django.test import Client, override_settings
from django.urls import reverse

from accounts.people.models import User
from tests.support.second_factor import give_password
from tests.support.sign_up import SIGNUP, logged_in_name

NEW = "meera@example.org"


def confirmed(user: User) -> dict[str, bool]:
    return dict(EmailAddress.objects.filter(user=user).values_list("email", "verified"))


def link_in(message: Any) -> str:
    """The path of our only link in an email."""
    (path,) = re.findall(r"http://testserver(/accounts/\S+)", message.body)
    return path


def follow_link(client: Client, message: Any) -> Any:
    """Open the link, and press the button there."""
    path = link_in(message)
    page = client.get(path)
    assert page.status_code == 200
    assert "Confirm</button>" in page.content.decode()
    return client.post(path)


@pytest.mark.django_db
class TestConfirming:
    def test_signing_up_with_an_address_sends_the_link(self, client: Client) -> None:
        client.post(reverse("account_signup"), {**SIGNUP, "email": NEW})
        assert logged_in_name(client) == "Meera"
        (sent,) = mail.outbox
        assert sent.to == [NEW]
        assert sent.subject == "Confirm your e-mail for Cardhouse"
        assert "Meera" in sent.body
        assert "example.com" not in sent.body
        meera = User.objects.get(name="Meera")
        assert confirmed(meera) == {NEW: False}
        assert "not confirmed" in client.get(reverse("accounts:profile")).content.decode()
        assert follow_link(client, sent).url == reverse("accounts:profile")
        assert confirmed(meera) == {NEW: True}
        assert "not confirmed" not in client.get(reverse("accounts:profile")).content.decode()

    def test_signing_up_without_an_address_sends_nothing(self, client: Client) -> None:
        client.post(reverse("account_signup"), SIGNUP)
        assert mail.outbox == []

    def test_a_guest_who_registers_gets_the_link_too(self, as_guest: Client) -> None:
        as_guest.post(reverse("accounts:guest_sign_up"), {**SIGNUP, "email": NEW})
        assert [sent.to for sent in mail.outbox] == [[NEW]]

    def test_a_mail_server_that_is_down_does_not_fail_a_request(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def away(*_: Any) -> int:
            raise smtplib.SMTPServerDisconnected("gone")

        monkeypatch.setattr(locmem.EmailBackend, "send_messages", away)
        client.post(reverse("account_signup"), {**SIGNUP, "email": NEW})
        assert logged_in_name(client) == "Meera"

    def test_the_link_is_sent_again_on_demand_but_not_at_once(self, as_anna: Client) -> None:
        give_password(as_anna)
        ask = {"action_send": "", "email": "anna@example.org"}
        with override_settings(ACCOUNT_RATE_LIMITS={"confirm_email": "1/180s/key"}):
            for _ in range(3):
                as_anna.post(reverse("account_email"), ask)
        assert len(mail.outbox) == 1

    def test_a_forged_link_confirms_nothing(self, client: Client, anna: User) -> None:
        page = client.get(reverse("account_confirm_email", args=["made-up"]))
        assert "expired or was already used" in page.content.decode()
        assert confirmed(anna) == {"anna@example.org": False}

    def test_an_address_confirmed_by_another_user_stays_theirs(
        self, client: Client, anna: User, ravi: User
    ) -> None:
        EmailAddress.objects.filter(user=anna).update(verified=True)
        late = EmailAddress.objects.create(user=ravi, email="anna@example.org")
        link = reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(late).key])
        assert "Another account" in client.get(link).content.decode()
        client.post(link)
        assert confirmed(ravi) == {"anna@example.org": False}


class TestChanging:
    def test_the_old_address_stays_until_the_new_one_is_confirmed(
        self, anna: User, as_anna: Client
    ) -> None:
        EmailAddress.objects.filter(user=anna).update(verified=True)
        give_password(as_anna)
        as_anna.post(reverse("account_email"), {"action_add": "", "email": NEW})
        assert confirmed(anna) == {"anna@example.org": True, NEW: False}
        assert User.objects.get(pk=anna.pk).email == "anna@example.org"
        assert "stays in use until" in as_anna.get(reverse("account_email")).content.decode()
        follow_link(as_anna, mail.outbox[-1])
        assert confirmed(anna) == {NEW: True}
        assert User.objects.get(pk=anna.pk).email == NEW

    @pytest.mark.parametrize("action", ["action_add", "action_send", "action_remove"])
    def test_an_open_browser_is_not_enough_to_change_it(
        self, anna: User, as_anna: Client, action: str
    ) -> None:
        EmailAddress.objects.filter(user=anna).update(verified=True)
        before = confirmed(anna)
        asked = {action: "", "email": NEW if action == "action_add" else "anna@example.org"}
        answer = as_anna.post(reverse("account_email"), asked)
        assert answer.url.startswith(reverse("account_reauthenticate"))
        answer = as_anna.post(reverse("account_reauthenticate"), {"password": "not-hers-12345"})
        assert answer.status_code == 200
        assert (confirmed(anna), mail.outbox) == (before, [])
        assert as_anna.get(reverse("account_email")).status_code == 200

    def test_guests_have_no_email_address(self, as_guest: Client) -> None:
        assert as_guest.get(reverse("account_email")).url == reverse("accounts:guest_sign_up")


class TestForgottenPassword:
    def ask(self, client: Client) -> str:
        client.post(reverse("account_reset_password"), {"email": "anna@example.org"})
        (sent,) = mail.outbox
        return str(sent.body)

    def test_only_a_confirmed_address_gets_the_link(self, client: Client, anna: User) -> None:
        assert "/password/reset/key/" not in self.ask(client)
        mail.outbox.clear()
        EmailAddress.objects.filter(user=anna).update(verified=True)
        assert "/password/reset/key/" in self.ask(client)

    def test_the_link_gives_a_new_password(self, client: Client, anna: User) -> None:
        EmailAddress.objects.filter(user=anna).update(verified=True)
        self.ask(client)
        page = client.get(link_in(mail.outbox[0]), follow=True)
        new = {"password1": "battery-staple-77", "password2": "battery-staple-77"}
        client.post(page.redirect_chain[-1][0], new)
        assert User.objects.get(pk=anna.pk).check_password("battery-staple-77")

    def test_a_closed_account_gets_no_password_link(self, client: Client, anna: User) -> None:
        EmailAddress.objects.filter(user=anna).update(verified=True)
        User.objects.filter(pk=anna.pk).update(is_active=False)
        assert "/password/reset/key/" not in self.ask(client)
