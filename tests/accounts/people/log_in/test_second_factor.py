"""The second factor in use: setup, log-in, loss, and its secrecy."""

import io
import re
import zipfile
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken
from django.db import connection
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts.people.actions.second_factor import take_away
from accounts.people.log_in import second_factor as boxes
from accounts.people.models import Device, User
from accounts.people.queries import second_factor
from accounts.privacy import deletion
from accounts.privacy.export import archive
from core.staff.models import StaffLogEntry
from tests.support.people import PASSWORD
from tests.support.second_factor import REMOVE, SET_UP, give_password, set_up
from tests.support.sign_up import logged_in_name
from tests.support.staff import REASON, Clock, member, recorded, refused


def log_in(client: Client, **more: str) -> Any:
    return client.post(reverse("account_login"), {"login": "Anna", "password": PASSWORD, **more})


@pytest.fixture
def guarded(anna: User, as_anna: Client, clock: Clock) -> User:
    """Anna with a second factor."""
    set_up(as_anna, clock)
    return anna


class TestSettingUp:
    def test_setup_asks_for_the_password_first(self, as_anna: Client) -> None:
        answer = as_anna.get(reverse(SET_UP))
        assert answer.url.startswith(reverse("account_reauthenticate"))
        assert as_anna.post(reverse(SET_UP), {"code": "123456"}).status_code == 302
        assert not Authenticator.objects.exists()

    def test_the_setup_page_has_a_qr_code_and_the_secret_and_obeys_the_policy(
        self, as_anna: Client
    ) -> None:
        give_password(as_anna)
        page = as_anna.get(reverse(SET_UP))
        body = page.content.decode()
        assert "<svg" in body
        assert page.context["form"].secret in body
        assert "otpauth://totp/Anna?" in page.context["totp_url"]
        assert not re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|<\?xml", body)
        assert "no-store" in page["Cache-Control"]

    def test_a_wrong_code_does_not_enable_the_factor(self, as_anna: Client, clock: Clock) -> None:
        give_password(as_anna)
        as_anna.get(reverse(SET_UP))
        assert as_anna.post(reverse(SET_UP), {"code": "000000"}).status_code == 200
        assert not Authenticator.objects.exists()

    @pytest.mark.django_db(transaction=True)
    def test_the_page_reports_the_enabled_factor_and_shows_recovery_codes(
        self, anna: User, as_anna: Client, clock: Clock
    ) -> None:
        answer = set_up(as_anna, clock)
        assert answer.url == reverse("mfa_view_recovery_codes")
        page = as_anna.get(answer.url)
        assert "The second factor is on." in page.content.decode()
        assert len(page.context["unused_codes"]) == 10
        assert "on</span>" in as_anna.get(reverse("accounts:profile")).content.decode()

    def test_guests_must_register_first(self, as_guest: Client) -> None:
        for name in ("mfa_index", SET_UP):
            assert as_guest.get(reverse(name)).url == reverse("accounts:guest_sign_up")
            assert as_guest.post(reverse(name), {"code": "1"}).url == reverse(
                "accounts:guest_sign_up"
            )

    def test_visitors_are_asked_to_log_in(self, client: Client, db: None) -> None:
        for name in ("mfa_index", SET_UP, REMOVE, "mfa_view_recovery_codes"):
            assert client.get(reverse(name)).url.startswith(reverse("account_login")), name

    def test_disabling_the_factor_needs_the_password_and_deletes_the_recovery_codes(
        self, guarded: User, as_anna: Client, clock: Clock
    ) -> None:
        client = Client()
        log_in(client)
        client.post(reverse("mfa_authenticate"), {"code": clock.code_of(guarded)})
        assert client.post(reverse(REMOVE)).url.startswith(reverse("account_reauthenticate"))
        assert second_factor.since(guarded)
        give_password(client)
        client.post(reverse(REMOVE))
        assert "is off." in client.get(reverse("mfa_index")).content.decode()
        assert not Authenticator.objects.exists()

    def test_an_older_session_can_neither_remove_nor_replace_the_factor(
        self, anna: User, as_anna: Client, clock: Clock
    ) -> None:
        early = Client()
        log_in(early)
        set_up(as_anna, clock)
        give_password(early)
        pages = [REMOVE, *(f"mfa_{act}_recovery_codes" for act in ("view", "generate", "download"))]
        for page in pages:
            for answer in (early.get(reverse(page)), early.post(reverse(page))):
                assert answer.url.startswith(reverse("mfa_reauthenticate")), page
        assert second_factor.since(anna)
        sent = {"code": clock.code_of(anna), "next": reverse(REMOVE)}
        early.post(reverse("mfa_reauthenticate"), sent)
        early.post(reverse(REMOVE))
        assert second_factor.since(anna) is None


class TestLogIn:
    def test_a_code_is_required_before_the_log_in(self, guarded: User, clock: Clock) -> None:
        client = Client()
        assert log_in(client, next="/me/").url.startswith(reverse("mfa_authenticate"))
        assert logged_in_name(client) is None
        assert client.get(reverse("accounts:profile")).status_code == 302
        assert "recovery" in client.get(reverse("mfa_authenticate")).content.decode()
        answer = client.post(reverse("mfa_authenticate"), {"code": clock.code_of(guarded)})
        assert answer.url == "/me/"
        assert logged_in_name(client) == "Anna"

    def test_a_code_works_once(self, guarded: User, clock: Clock) -> None:
        code, clients = clock.code_of(guarded), (Client(), Client())
        for client in clients:
            log_in(client)
            client.post(reverse("mfa_authenticate"), {"code": code})
        assert [logged_in_name(client) for client in clients] == ["Anna", None]

    def test_the_setup_code_is_used_up(self, anna: User, as_anna: Client, clock: Clock) -> None:
        set_up(as_anna, clock)
        clock.counter -= 1
        client = Client()
        log_in(client)
        client.post(reverse("mfa_authenticate"), {"code": clock.code_of(anna)})
        assert logged_in_name(client) is None

    def test_a_recovery_code_works_once(self, guarded: User, as_anna: Client) -> None:
        code = as_anna.get(reverse("mfa_view_recovery_codes")).context["unused_codes"][3]
        clients = Client(), Client()
        for client in clients:
            log_in(client)
            client.post(reverse("mfa_authenticate"), {"code": code})
        assert [logged_in_name(client) for client in clients] == ["Anna", None]
        left = as_anna.get(reverse("mfa_view_recovery_codes")).context["unused_codes"]
        assert len(left) == 9
        assert code not in left

    def test_guessing_is_slowed_down(self, guarded: User, clock: Clock) -> None:
        client = Client()
        with override_settings(ACCOUNT_RATE_LIMITS={"login_failed": "100/m/ip,5/300s/key"}):
            log_in(client)
            for _ in range(5):
                client.post(reverse("mfa_authenticate"), {"code": "000000"})
            client.post(reverse("mfa_authenticate"), {"code": clock.code_of(guarded)})
        assert logged_in_name(client) is None

    def test_a_guest_may_log_in_to_an_account_with_a_second_factor(
        self, guarded: User, as_guest: Client, clock: Clock
    ) -> None:
        log_in(as_guest)
        assert as_guest.get(reverse("mfa_authenticate")).status_code == 200
        as_guest.post(reverse("mfa_authenticate"), {"code": clock.code_of(guarded)})
        assert logged_in_name(as_guest) == "Anna"


class TestSecrets:
    def test_no_secret_can_be_read_in_the_database(self, guarded: User) -> None:
        secret, seed = (
            boxes.Adapter().decrypt(one.data[key])
            for key, one in zip(
                ("secret", "seed"),
                Authenticator.objects.filter(user=guarded).order_by("-type"),
                strict=True,
            )
        )
        with connection.cursor() as cursor:
            cursor.execute("SELECT a::text FROM mfa_authenticator a")
            kept = str(cursor.fetchall())
        assert len(secret) == 32
        assert secret not in kept
        assert seed not in kept

    def test_secrets_stay_readable_after_a_key_rotation(self, settings: Any) -> None:
        kept = boxes.Adapter().encrypt("a secret")
        old, settings.SECRET_KEY = settings.SECRET_KEY, "another" + "y" * 50
        with pytest.raises(InvalidToken):
            boxes.Adapter().decrypt(kept)
        settings.SECRET_KEY_FALLBACKS = [old]
        assert boxes.Adapter().decrypt(kept) == "a secret"

    def test_a_secret_stored_by_an_earlier_version_is_readable(self, settings: Any) -> None:
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "k" * 50, []
        kept = (
            "gAAAAABrB2MXz3I3MEbRUOwDTDrijKDflDj5en5bfpr482cEYkCZRlYVgzv2SggzUett9n5KoeLml6RT"
            "zxRPmR19jzQLvkFfwg=="
        )
        assert boxes.Adapter().decrypt(kept) == "a secret"

    def test_the_data_export_only_says_that_a_factor_exists(
        self, guarded: User, clock: Clock
    ) -> None:
        with zipfile.ZipFile(io.BytesIO(b"".join(archive(guarded)))) as packed:
            profile = packed.read("profile.jsonl").decode()
            addresses = packed.read("addresses.jsonl").decode()
            everything = "".join(packed.read(name).decode() for name in packed.namelist())
        assert f'"second_factor_since": "{second_factor.since(guarded)}"' in profile
        assert addresses == '{"email": "anna@example.org", "verified": false}\n'
        for one in Authenticator.objects.all():
            for value in one.data.values():
                assert len(str(value)) < 9 or str(value) not in everything

    def test_account_deletion_removes_the_factor_and_the_address(self, guarded: User) -> None:
        deletion.close(user=guarded, password=PASSWORD, erase=True)
        User.objects.filter(pk=guarded.pk).update(erase_at=timezone.now())
        assert deletion.erase(user=guarded)
        assert not Authenticator.objects.exists()
        assert not EmailAddress.objects.exists()

    def test_closing_and_reopening_an_account_keeps_the_factor(self, guarded: User) -> None:
        deletion.close(user=guarded, password=PASSWORD, erase=False)
        deletion.reopen(user=guarded)
        assert second_factor.since(guarded)


class TestTakenAway:
    def test_an_admin_removes_a_factor_and_the_user_is_logged_out_everywhere(
        self, guarded: User, as_anna: Client
    ) -> None:
        Device.objects.create(user=guarded, name="phone", seen_at=timezone.now())
        with recorded("user.factor"):
            take_away(by=member("Admin"), user=guarded, reason=REASON)
        assert not Authenticator.objects.exists()
        assert not Device.objects.filter(revoked_at=None).exists()
        assert as_anna.get(reverse("accounts:profile")).status_code == 302
        row = StaffLogEntry.objects.get()
        assert row.before["since"] is not None
        client = Client()
        log_in(client)
        received = client.get(reverse("accounts:profile")).content.decode()
        assert "removed your second factor" in received
        assert REASON in received

    def test_the_removal_notice_ends_with_a_new_factor(self, guarded: User, clock: Clock) -> None:
        take_away(by=member("Admin"), user=guarded, reason=REASON)
        client = Client()
        log_in(client)
        set_up(client, clock)
        assert second_factor.taken_away(guarded) is None

    @pytest.mark.parametrize("role", ["Table moderator", "Economy moderator", "Viewer"])
    def test_nobody_but_admins_removes_a_factor(self, guarded: User, role: str) -> None:
        refused("NO_RIGHT", take_away, by=member(role), user=guarded, reason=REASON)
        assert second_factor.since(guarded)

    def test_removing_a_missing_factor_is_not_logged(self, anna: User) -> None:
        with recorded():
            take_away(by=member("Admin"), user=anna, reason=REASON)
