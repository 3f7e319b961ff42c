"""Every staff page, and every request to one, needs a session opened with a second factor."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from accounts.people.models import User
from accounts.people.queries import second_factor
from core.staff.models import StaffLogEntry
from tests.core.admin.conftest import PASSWORD, member, window
from tests.support.staff import Clock, prove

pytestmark = pytest.mark.django_db
OPEN = {"/admin/login/", "/admin/logout/"}
"""The URLs for logging in and out."""


def logged_in(user: User) -> Client:
    """A browser logged in with only a password."""
    client = Client()
    client.force_login(user)
    return client


def patterns(found: Any, prefix: str = "") -> Iterator[str]:
    for one in found:
        path = prefix + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one.url_patterns, path)
        else:
            assert isinstance(one, URLPattern)
            yield path


def addresses(room: Any) -> list[str]:
    """Every URL of the staff site from the URLconf, with existing rows."""
    (site,) = (one for one in get_resolver().url_patterns if str(one.pattern) == "admin/")
    rows = {
        f"{model._meta.app_label}/{model._meta.model_name}/": model._default_manager.first().pk
        for model in admin.site._registry
    }
    found = []
    for path in patterns(site.url_patterns, "/admin/"):
        row = next((pk for part, pk in rows.items() if part in path), room.boss.pk)
        path = path.replace("<slug:action_slug>", "user-mute")
        path = re.sub(r"\(\?P<\w+>[^)]*\)", "accounts", path)
        found.append(re.sub(r"<\w+:\w+>", str(row), path).replace("^", "").replace("$", ""))
    return found


def test_every_address_refuses_a_session_with_only_a_password(card_room):
    superuser = logged_in(card_room.boss)
    every = addresses(card_room)
    assert len(every) > 35
    assert {reverse("admin:index"), reverse("admin:search")} <= set(every)
    for address in set(every) - OPEN:
        for answer in (superuser.get(address), superuser.post(address, {"reason": "because"})):
            assert answer.status_code == 302, address
            assert answer.url.startswith("/admin/login/?next="), (address, answer.url)


def test_the_same_addresses_open_with_the_factor(card_room):
    """Without this the test above would prove nothing."""
    client = window(card_room.boss)
    opened = {one for one in addresses(card_room) if client.get(one).status_code == 200}
    assert len(opened) > 20


def test_no_staff_action_is_possible_without_a_factor(card_room):
    address = reverse("admin:accounts_user_do", args=[card_room.person.pk, "user-mute"])
    form = {"span": "1", "template": "spam", "note": "", "reason": "a good one", "do": "1"}
    rows = StaffLogEntry.objects.count()
    logged_in(card_room.boss).post(address, form)
    assert StaffLogEntry.objects.count() == rows
    window(card_room.boss).post(address, form)
    assert StaffLogEntry.objects.count() == rows + 1


def test_staff_without_a_factor_set_one_up_and_may_enter(card_room, clock: Clock):
    client = logged_in(member("Viewer"))
    wanted = client.get(reverse("admin:lobby_table_changelist"))
    page = client.get(wanted.url, follow=True)
    assert page.request["PATH_INFO"] == reverse("account_reauthenticate")
    sent = {"password": PASSWORD, "next": page.request["QUERY_STRING"].partition("next=")[2]}
    client.post(reverse("account_reauthenticate"), sent)
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    codes = client.post(reverse("mfa_activate_totp"), {"code": clock.code(secret)}, follow=True)
    assert f'href="{reverse("admin:index")}"' in codes.content.decode()
    assert client.get(reverse("admin:index")).status_code == 200


def test_a_session_from_before_the_factor_is_asked_for_the_code(card_room, clock: Clock):
    user = member("Viewer")
    early = logged_in(user)
    prove(logged_in(user).session, user)  # set up in another browser
    wanted = reverse("admin:lobby_table_changelist")
    page = early.get(wanted, follow=True)
    assert page.request["PATH_INFO"] == reverse("mfa_reauthenticate")
    early.post(reverse("mfa_reauthenticate"), {"code": "000000", "next": wanted})
    assert early.get(wanted).status_code == 302
    answer = early.post(
        reverse("mfa_reauthenticate"), {"code": clock.code_of(user), "next": wanted}
    )
    assert answer.url == wanted
    assert early.get(wanted).status_code == 200


def test_the_password_once_more_is_no_second_factor(card_room):
    user = member("Viewer")
    client = logged_in(user)
    prove(logged_in(user).session, user)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD, "next": "/admin/"})
    assert client.get(reverse("admin:index")).status_code == 302


def test_a_removed_factor_opens_nothing(card_room):
    user = member("Viewer")
    client = window(user)
    assert client.get(reverse("admin:index")).status_code == 200
    Authenticator.objects.filter(user=user).delete()
    assert client.get(reverse("admin:index")).status_code == 302
    prove(logged_in(user).session, user)  # nor does the old session with a new factor
    assert client.get(reverse("admin:index")).status_code == 302


def test_the_factor_of_another_user_opens_nothing(card_room):
    one, other = member("Viewer"), member("Viewer")
    client = window(one)
    client.force_login(other)
    assert client.get(reverse("admin:index")).status_code == 302


def test_the_factor_can_be_off_on_a_local_machine_and_the_dashboard_warns(card_room, settings):
    assert b"does not require a second factor" not in window(card_room.boss).get("/admin/").content
    settings.STAFF_SECOND_FACTOR = False
    home = logged_in(member("Viewer")).get("/admin/")
    assert home.status_code == 200
    assert b"does not require a second factor" in home.content


def test_only_admins_see_which_staff_have_a_factor(card_room):
    user = member("Viewer", "Fatima Factor")
    prove(logged_in(user).session, user)
    since = f"{second_factor.since(user):%Y-%m-%d %H:%M}"
    page = reverse("admin:accounts_user_change", args=[user.pk])
    for role, sees in (("Admin", True), ("Table moderator", False)):
        client = window(member(role))
        shown = client.get(page).content.decode()
        assert ("Second factor since" in shown) is sees
        assert ("user-factor" in shown) is sees
        listed = client.get(reverse("admin:accounts_user_changelist"), {"q": user.name})
        assert ("econd factor since" in listed.content.decode()) is sees
        if sees:
            assert since in shown
            assert since in listed.content.decode()


@pytest.mark.parametrize(
    "guess", ["factor_since__isnull=True", "authenticator__isnull=True", "password__startswith=a"]
)
def test_a_list_refuses_lookups_of_fields_it_does_not_show(card_room, guess):
    client = window(member("Viewer"))
    assert client.get(f"{reverse('admin:accounts_user_changelist')}?{guess}").status_code == 400
    assert client.get(f"{reverse('admin:accounts_user_changelist')}?kind=bot").status_code == 200


def test_secrets_of_factors_have_no_page():
    assert Authenticator not in admin.site._registry
    with pytest.raises(NoReverseMatch):
        reverse("admin:mfa_authenticator_changelist")
