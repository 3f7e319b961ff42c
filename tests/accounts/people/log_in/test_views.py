"""Logging in and out in a browser."""

import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.dispatch import Signal
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from django.utils.html import escape

from accounts import ledger
from accounts.errors import name_taken
from accounts.ledger.models import Entry
from accounts.people import signals
from accounts.people.actions import users
from accounts.people.log_in import views as log_in
from accounts.people.models import User
from tests.support.people import PASSWORD
from tests.support.sign_up import SIGNUP, logged_in_name


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[uuid.UUID]]:
    """The users whose sessions were reported as ended."""
    received: list[uuid.UUID] = []
    signal = Signal()
    signal.connect(lambda user_id, **_: received.append(user_id), weak=False)
    monkeypatch.setattr(signals, "sessions_ended", signal)
    return received


def test_our_views_replace_some_pages_of_allauth(client: Client, db: None) -> None:
    """The order in the root URLconf matters; see accounts/urls.py."""
    for name in ("login", "signup", "change_password", "set_password", "email"):
        ours, theirs = reverse(f"accounts:{name}"), reverse(f"account_{name}")
        assert ours == theirs
    for ours, theirs in (
        ("second_factor", "index"),
        ("code", "authenticate"),
        ("set_up_factor", "activate_totp"),
        ("remove_factor", "deactivate_totp"),
        ("recovery_codes", "view_recovery_codes"),
        ("new_codes", "generate_recovery_codes"),
        ("codes_file", "download_recovery_codes"),
    ):
        assert reverse(f"accounts:{ours}") == reverse(f"mfa_{theirs}")
    for name in ("login", "signup"):
        match = client.get(reverse(f"account_{name}")).resolver_match
        assert match.namespace == "accounts", name


@pytest.mark.django_db
class TestSignup:
    def test_a_new_user_is_logged_in_with_chips(self, client: Client) -> None:
        answer = client.post(reverse("account_signup"), {**SIGNUP, "next": "/me/"})
        assert (answer.status_code, answer["Location"]) == (302, "/me/")
        meera = User.objects.get(name="Meera")
        assert logged_in_name(client) == "Meera"
        assert meera.kind == "person"
        assert ledger.wallet_balance(meera.pk) == 10_000

    @pytest.mark.parametrize(
        ("change", "field", "words"),
        [
            ({"name": "a"}, "name", "2 to 20 characters"),
            ({"name": "Аdmin"}, "name", "different scripts"),
            ({"name": "adm1n"}, "name", "reserved"),
            ({"name": "AΝΝA"}, "name", "different scripts"),
            ({"name": "A.N.N.A"}, "name", "is taken"),
            ({"name": "x" * 101}, "name", "100"),
            ({"name": ""}, "name", "required"),
            ({"password2": "another-horse-42"}, "password2", "don't match"),
            ({"password1": "short", "password2": "short"}, "password1", "too short"),
            ({"password1": "password123", "password2": "password123"}, "password1", "common"),
            ({"email": "no address"}, "email", "valid email"),
        ],
    )
    def test_errors_have_messages(
        self, client: Client, anna: User, change: dict[str, str], field: str, words: str
    ) -> None:
        answer = client.post(reverse("account_signup"), {**SIGNUP, **change})
        assert answer.status_code == 200
        assert words in " ".join(answer.context["form"].errors[field])
        assert User.objects.count() == 1

    def test_a_password_like_the_name_is_refused(self, client: Client) -> None:
        own = {"password1": "MeeraMeera", "password2": "MeeraMeera", "name": "MeeraMeera"}
        answer = client.post(reverse("account_signup"), {**SIGNUP, **own})
        assert "similar" in str(answer.context["form"].errors["password1"])

    def test_a_known_address_is_not_revealed(self, client: Client, anna: User) -> None:
        answer = client.post(reverse("account_signup"), {**SIGNUP, "email": anna.email})
        assert answer.status_code == 302
        assert logged_in_name(client) == "Meera"

    def test_a_name_taken_meanwhile_is_an_error_of_the_form(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def too_late(**_: Any) -> User:
            raise name_taken()

        monkeypatch.setattr(users, "register_person", too_late)
        answer = client.post(reverse("account_signup"), SIGNUP)
        assert answer.status_code == 200
        assert "taken" in str(answer.context["form"].errors["name"])

    def test_a_guest_is_redirected_to_register(self, as_guest: Client) -> None:
        answer = as_guest.get(reverse("account_signup"), {"next": "/t/lotus/"})
        assert answer["Location"] == "/me/sign-up/?next=%2Ft%2Flotus%2F"


class TestLogin:
    @pytest.mark.parametrize("name", ["Anna", "anna", "ＡＮＮＡ"])
    def test_any_spelling_of_the_name_works(self, client: Client, anna: User, name: str) -> None:
        client.post(reverse("account_login"), {"login": name, "password": PASSWORD})
        assert logged_in_name(client) == "Anna"

    def test_a_wrong_password_is_refused(self, client: Client, anna: User) -> None:
        answer = client.post(reverse("account_login"), {"login": "Anna", "password": "guess"})
        assert answer.status_code == 200
        assert answer.context["form"].errors
        assert logged_in_name(client) is None

    @pytest.mark.parametrize("kind", ["guest", "bot"])
    @pytest.mark.parametrize("password", ["", "!", PASSWORD])
    def test_guests_and_bots_have_no_password(
        self, client: Client, db: None, kind: str, password: str
    ) -> None:
        user = users.create_guest() if kind == "guest" else users.create_bot(level="easy")
        client.post(reverse("account_login"), {"login": user.name, "password": password})
        assert logged_in_name(client) is None

    def test_a_suspended_user_cannot_log_in(self, client: Client, anna: User) -> None:
        anna.is_active = False
        anna.save()
        client.post(reverse("account_login"), {"login": "Anna", "password": PASSWORD})
        assert logged_in_name(client) is None

    def test_guessing_is_slowed_down_for_every_spelling_of_a_name(
        self, client: Client, anna: User
    ) -> None:
        limits = {"login_failed": "100/m/ip,5/300s/key"}
        with override_settings(ACCOUNT_RATE_LIMITS=limits):
            for name in ("Anna", "anna", "ANNA", "Ａnna", "an-na"):
                client.post(reverse("account_login"), {"login": name, "password": "guess"})
            received = client.post(
                reverse("account_login"), {"login": "AnnA", "password": PASSWORD}
            )
        assert "Too many wrong passwords" in str(received.context["form"].errors)
        assert logged_in_name(client) is None

    def test_a_guest_may_log_in_to_an_existing_account(
        self,
        as_guest: Client,
        guest: User,
        anna: User,
        ended: list[uuid.UUID],
        django_capture_on_commit_callbacks: Any,
    ) -> None:
        page = as_guest.get(reverse("account_login"))
        assert page.status_code == 200
        assert page.context["guest"] == guest
        assert logged_in_name(as_guest) == guest.name
        wrong = {"login": "Anna", "password": "guess"}
        as_guest.post(reverse("account_login"), wrong)
        assert logged_in_name(as_guest) == guest.name
        assert ended == []
        with django_capture_on_commit_callbacks(execute=True):
            as_guest.post(reverse("account_login"), {"login": "Anna", "password": PASSWORD})
        assert logged_in_name(as_guest) == "Anna"
        assert ended == [guest.pk]

    def test_a_logged_in_user_is_redirected(self, as_anna: Client) -> None:
        answer = as_anna.get(reverse("account_login"), {"next": "/me/"})
        assert (answer.status_code, answer["Location"]) == (302, "/me/")

    def test_visitors_see_no_guest(self, client: Client, db: None) -> None:
        assert client.get(reverse("account_login")).context["guest"] is None


@pytest.mark.django_db
class TestGuest:
    def test_a_guest_plays_under_the_name_and_the_avatar_they_chose(self, client: Client) -> None:
        chosen = {"name": " Rosa  Luna ", "avatar": "77", "next": "/me/"}
        answer = client.post("/guest/", chosen)
        assert (answer.status_code, answer["Location"]) == (302, "/me/")
        guest = User.objects.get()
        assert guest.is_guest
        assert (guest.name, guest.avatar) == ("Rosa Luna", 77)
        assert logged_in_name(client) == "Rosa Luna"
        assert ledger.wallet_balance(guest.pk) == 10_000

    def test_the_suggested_name_is_free_and_accepted(self, client: Client) -> None:
        form = client.get("/guest/").context["form"]
        assert User.objects.count() == 0
        assert client.post("/guest/", {"name": form["name"].value()}).status_code == 302
        assert logged_in_name(client) == form["name"].value()

    @pytest.mark.parametrize(
        ("field", "value", "words"),
        [
            ("name", "", "Enter the name"),
            ("name", "A", "2 to 20 characters"),
            ("name", "Cardhouse", "reserved"),
            ("name", "M33ra", "looks just like it, is taken"),
            ("name", "Fuck You", "isn't allowed here"),
            ("avatar", "-1", "no such avatar"),
            ("avatar", "face", "no such avatar"),
        ],
    )
    def test_an_error_is_shown_beside_its_field_and_creates_no_guest(
        self, client: Client, field: str, value: str, words: str
    ) -> None:
        users.create_guest(name="Meera")
        sent = {"name": "Rosa", "avatar": "5", "next": "/me/"} | {field: value}
        answer = client.post("/guest/", sent)
        assert answer.status_code == 422
        (refusal,) = answer.context["form"].errors[field]
        assert words in refusal
        page = answer.content.decode()
        assert page.index(f'name="{field}"') < page.index(escape(refusal))
        assert 'value="/me/"' in page, "the guest returns to the requested page"
        as_script = client.post("/guest/", sent, headers={"Accept": "application/json"})
        assert (as_script.status_code, as_script.json()) == (422, {"errors": {field: refusal}})
        assert User.objects.count() == 1

    def test_a_chosen_avatar_is_still_offered_after_a_refused_name(self, client: Client) -> None:
        answer = client.post("/guest/", {"name": "A", "avatar": "77"})
        assert answer.context["faces"][0] == 77

    def test_a_name_taken_meanwhile_is_an_error_beside_the_field(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        users.create_guest(name="Rosa")
        monkeypatch.setattr(
            "accounts.people.forms.free_name", lambda name: name
        )  # as if the name were still free
        answer = client.post("/guest/", {"name": "Rosa"})
        assert answer.status_code == 422
        assert "taken" in answer.context["form"].errors["name"][0]

    def test_a_script_gets_a_name_and_avatars(self, client: Client) -> None:
        offer = client.get("/guest/", headers={"Accept": "application/json"}).json()
        assert len(set(offer["faces"])) == 8
        as_script = {"headers": {"Accept": "application/json"}}
        assert client.post("/guest/", {"name": offer["name"]}, **as_script).status_code == 200
        assert logged_in_name(client) == offer["name"]

    @pytest.mark.parametrize(
        "to", ["https://evil.example/", "//evil.example", "javascript:alert(1)"]
    )
    def test_no_redirect_leads_to_another_site(self, client: Client, to: str) -> None:
        assert client.post("/guest/", {"name": "Rosa", "next": to})["Location"] == "/"

    def test_a_logged_in_user_creates_no_guest(self, as_anna: Client) -> None:
        assert as_anna.post("/guest/")["Location"] == "/"
        assert logged_in_name(as_anna) == "Anna"
        assert User.objects.count() == 1

    def test_a_form_of_another_site_creates_no_guest(self) -> None:
        assert Client(enforce_csrf_checks=True).post("/guest/").status_code == 403
        assert User.objects.count() == 0

    def test_guests_are_rate_limited_by_address(self) -> None:
        with override_settings(GUESTS_PER_HOUR=3):
            names = [{"name": f"Rosa {number}"} for number in range(2, 8)]
            statuses = [Client().post("/guest/", name).status_code for name in names[:5]]
            assert statuses == [302, 302, 302, 429, 429]
            assert User.objects.count() == 3
            other = Client(REMOTE_ADDR="10.0.0.9")
            assert other.post("/guest/", names[5]).status_code == 302

    def test_an_ipv6_network_shares_a_limit(self) -> None:
        with override_settings(GUESTS_PER_HOUR=1):
            may = [
                log_in.may_have_guest(RequestFactory(REMOTE_ADDR=address).post("/guest/"), [])
                for address in ("2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1")
            ]
            assert may == [True, False, True]
        cache.clear()


class TestGuestSignUp:
    def test_a_guest_becomes_a_registered_user_and_stays_logged_in(
        self, as_guest: Client, guest: User
    ) -> None:
        assert as_guest.get("/me/sign-up/").context["form"]["name"].value() == guest.name
        answer = as_guest.post("/me/sign-up/?next=/t/lotus/", SIGNUP)
        assert (answer.status_code, answer["Location"]) == (302, "/t/lotus/")
        assert logged_in_name(as_guest) == "Meera"
        assert as_guest.get("/me/").status_code == 200
        guest.refresh_from_db()
        assert (guest.name, guest.kind) == ("Meera", "person")
        assert ledger.wallet_balance(guest.pk) == 10_000
        fresh = Client()
        fresh.post(reverse("account_login"), {"login": "meera", "password": PASSWORD})
        assert logged_in_name(fresh) == "Meera"

    def test_a_guest_may_keep_their_name(self, as_guest: Client, guest: User) -> None:
        as_guest.post("/me/sign-up/", {**SIGNUP, "name": guest.name})
        guest.refresh_from_db()
        assert guest.is_person

    def test_a_taken_name_is_an_error_of_the_form(
        self, as_guest: Client, guest: User, anna: User
    ) -> None:
        answer = as_guest.post("/me/sign-up/", {**SIGNUP, "name": "ANNA"})
        assert answer.status_code == 200
        assert "taken" in str(answer.context["form"].errors["name"])
        guest.refresh_from_db()
        assert guest.is_guest

    def test_a_registered_user_cannot_register_again(self, as_anna: Client, anna: User) -> None:
        answer = as_anna.post("/me/sign-up/", {**SIGNUP, "name": "Other"})
        assert answer["Location"] == "/me/"
        anna.refresh_from_db()
        assert anna.name == "Anna"
        assert anna.check_password(PASSWORD)

    def test_visitors_are_asked_to_log_in(self, client: Client, db: None) -> None:
        assert client.get("/me/sign-up/")["Location"] == "/accounts/login/?next=/me/sign-up/"

    @pytest.mark.parametrize("page", ["change_password", "set_password", "email"])
    def test_a_guest_cannot_get_a_password_on_another_page(
        self, as_guest: Client, guest: User, page: str
    ) -> None:
        form = {"password1": PASSWORD, "password2": PASSWORD, "email": "x@example.org"}
        for answer in (
            as_guest.get(reverse(f"account_{page}")),
            as_guest.post(reverse(f"account_{page}"), form),
        ):
            assert answer["Location"] == "/me/sign-up/"
        guest.refresh_from_db()
        assert not guest.has_usable_password()


class TestLeaving:
    def test_logging_out_ends_the_session_and_shows_a_message(
        self,
        as_anna: Client,
        anna: User,
        ended: list[uuid.UUID],
        django_capture_on_commit_callbacks: Any,
    ) -> None:
        assert as_anna.get(reverse("account_logout")).status_code == 200
        assert logged_in_name(as_anna) == "Anna"  # opening the page does not log out
        key = as_anna.session.session_key
        with django_capture_on_commit_callbacks(execute=True):
            as_anna.post(reverse("account_logout"))
        assert logged_in_name(as_anna) is None
        assert ended == [anna.pk]
        assert not Session.objects.filter(session_key=key).exists()

    def test_a_changed_password_ends_other_sessions_and_keeps_this_one(
        self,
        as_anna: Client,
        anna: User,
        ended: list[uuid.UUID],
        django_capture_on_commit_callbacks: Any,
    ) -> None:
        elsewhere = Client()
        assert elsewhere.login(username="anna", password=PASSWORD)
        new = "other-horse-43"
        form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
        with django_capture_on_commit_callbacks(execute=True):
            answer = as_anna.post(reverse("account_change_password"), form)
        assert answer["Location"] == "/me/"
        anna.refresh_from_db()
        assert anna.check_password(new)
        assert ended == [anna.pk]
        assert as_anna.get("/me/").status_code == 200
        assert elsewhere.get("/me/").status_code == 302

    def test_a_wrong_old_password_changes_nothing(
        self, as_anna: Client, anna: User, ended: list[uuid.UUID]
    ) -> None:
        form = {"oldpassword": "guess", "password1": "other-horse", "password2": "other-horse"}
        assert as_anna.post(reverse("account_change_password"), form).status_code == 200
        anna.refresh_from_db()
        assert anna.check_password(PASSWORD)
        assert ended == []

    def test_one_failing_receiver_does_not_stop_the_others(
        self,
        as_anna: Client,
        anna: User,
        monkeypatch: pytest.MonkeyPatch,
        django_capture_on_commit_callbacks: Any,
    ) -> None:
        received: list[uuid.UUID] = []

        def broken(**_: Any) -> None:
            raise RuntimeError("no sockets here")

        signal = Signal()
        signal.connect(broken)
        signal.connect(lambda user_id, **_: received.append(user_id), weak=False)
        monkeypatch.setattr(signals, "sessions_ended", signal)
        with django_capture_on_commit_callbacks(execute=True):
            as_anna.post(reverse("account_logout"))
        assert received == [anna.pk]

    def test_a_log_out_that_is_rolled_back_sends_no_signal(
        self, anna: User, ended: list[uuid.UUID], django_capture_on_commit_callbacks: Any
    ) -> None:
        with django_capture_on_commit_callbacks() as waiting:
            signals.end_sockets(anna.pk)
            assert ended == []
        assert len(waiting) == 1


def test_signing_up_pays_starting_chips_once(client: Client, db: None) -> None:
    client.post(reverse("account_signup"), SIGNUP)
    client.post(reverse("account_signup"), SIGNUP)
    assert Entry.objects.count() == 1


def test_a_session_of_an_earlier_version_stays_open(client: Client, anna: User) -> None:
    client.force_login(anna)
    assert client.session[BACKEND_SESSION_KEY] == "accounts.people.backends.ByName"
