"""Breaks, limits and closing an account: users' own decisions take effect at once."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.limits import actions as limits
from accounts.limits.models import (
    Break,
    PlayLimit,
)
from accounts.limits.queries import (
    Limits,
    limits_of,
    pending_limits,
)
from accounts.people.actions import devices, social
from accounts.people.actions.users import register_person
from accounts.people.models import Device, User
from accounts.people.queries.devices import device_of
from accounts.people.queries.social import blocked_by
from accounts.privacy import deletion
from core.errors import RequestRefused
from tests.support.people import PASSWORD
from tests.support.staff import member, refused

DAY = datetime.timedelta(days=1)


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def held(user: User) -> Limits | None:
    return limits_of([user.pk]).get(user.pk)


def log_in(client: Client) -> str:
    """The page to which the right password leads."""
    answer = client.post(
        reverse("account_login"), {"login": "Anna", "password": PASSWORD}, follow=True
    )
    return answer.redirect_chain[-1][0]


@pytest.mark.parametrize("length", Break.EXCLUSIONS)
def test_an_excluded_user_cannot_log_in_anywhere(anna: User, as_anna: Client, length: str) -> None:
    tokens = devices.log_in_device(user=anna, name="phone", platform="")
    limits.take_break(user=anna, length=length)
    assert as_anna.get(reverse("accounts:profile")).status_code == 302
    assert device_of(tokens.access) is None
    for token in (tokens.refresh, tokens.access):
        with pytest.raises(RequestRefused):
            devices.refresh(token=token)
    refused("ACCOUNT_INACTIVE", devices.log_in_device, user=fresh(anna), name="x", platform="")
    stranger = Client()
    assert log_in(stranger) == reverse("accounts:sanctions")
    assert "excluded yourself" in stranger.get(reverse("accounts:sanctions")).content.decode()
    assert stranger.get(reverse("accounts:profile")).status_code == 302
    assert stranger.post(reverse("accounts:guest")).url == reverse("accounts:sanctions")


@pytest.mark.parametrize("length", sorted(set(Break.Length.values) - {"day", "week"}))
def test_a_break_of_months_needs_the_password(anna: User, as_anna: Client, length: str) -> None:
    page, asked = reverse("accounts:limits"), {"length": length, "sure": "on"}
    for given in ({}, {"password": ""}, {"password": "guess"}):
        answer = as_anna.post(page, {**asked, **given})
        assert answer.status_code == 200
        assert 'name="password"' in answer.content.decode()
        assert not Break.objects.exists()
    as_anna.post(page, {**asked, "password": PASSWORD})
    assert Break.objects.get().length == length


def test_guessing_the_password_on_own_pages_is_slowed_down(as_anna: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "100/m/ip,5/300s/key"}
    pages = {
        reverse("accounts:limits"): {"length": "year", "sure": "on"},
        reverse("accounts:account"): {},
    }
    for page, asked in pages.items():
        answers = [
            as_anna.post(page, {**asked, "password": f"guess {n}"}).content.decode()
            for n in range(12)
        ]
        assert "Too many" in answers[-1], page
        assert as_anna.post(page, {**asked, "password": PASSWORD}).status_code == 200
    assert not Break.objects.exists()


def test_a_guest_without_a_password_takes_a_break_of_months(as_guest: Client) -> None:
    page = reverse("accounts:limits")
    assert 'name="password"' not in as_guest.get(page).content.decode()
    as_guest.post(page, {"length": "3 months", "sure": "on"})
    assert Break.objects.get().length == "3 months"


def test_a_break_logs_out_and_leaves_the_account_readable(anna: User, as_anna: Client) -> None:
    tokens = devices.log_in_device(user=anna, name="phone", platform="")
    page = reverse("accounts:limits")
    assert as_anna.post(page, {"length": "week"}).status_code == 200  # not confirmed
    assert not Break.objects.exists()
    as_anna.post(page, {"length": "week", "sure": "on"})
    assert as_anna.get(reverse("accounts:profile")).status_code == 302
    assert device_of(tokens.access) is None
    again = Client()
    assert log_in(again) != reverse("accounts:sanctions")
    assert "You can play again after" in again.get(page).content.decode()


def test_a_break_is_never_shortened(anna: User) -> None:
    first = limits.take_break(user=anna, length="3 months")
    limits.take_break(user=anna, length="day")
    assert fresh(anna).break_until == first.until
    assert first.until - timezone.now() > 91 * DAY
    longer = limits.take_break(user=anna, length="5 years")
    assert fresh(anna).break_until == fresh(anna).excluded_until == longer.until
    limits.take_break(user=anna, length="6 months")
    assert fresh(anna).excluded_until == longer.until
    refused("BAD_BREAK", limits.take_break, user=anna, length="an hour")


def test_tighter_limits_apply_at_once_and_looser_ones_a_day_later(anna: User) -> None:
    limits.set_limits(user=anna, wanted=Limits(loss=1_000, minutes=60))
    assert held(anna) == Limits(loss=1_000, minutes=60)
    limits.set_limits(user=anna, wanted=Limits(loss=500, minutes=90, stake=200))
    assert held(anna) == Limits(loss=500, minutes=60, stake=200)
    waiting = pending_limits(anna).get()
    assert timezone.now() + DAY - waiting.starts_at < datetime.timedelta(seconds=5)
    assert waiting.starts_at > timezone.now() + DAY - datetime.timedelta(seconds=5)
    PlayLimit.objects.filter(pk=waiting.pk).update(starts_at=timezone.now())
    assert held(anna) == Limits(loss=500, minutes=90, stake=200)


def test_repeating_a_change_does_not_hasten_it_and_tightening_cancels_it(anna: User) -> None:
    limits.set_limits(user=anna, wanted=Limits(stake=100))
    limits.set_limits(user=anna, wanted=Limits())
    (asked,) = pending_limits(anna)
    limits.set_limits(user=anna, wanted=Limits())
    assert list(pending_limits(anna)) == [asked]
    limits.set_limits(user=anna, wanted=Limits(stake=900))
    assert pending_limits(anna).get().amount == 900
    assert pending_limits(anna).get().starts_at >= asked.starts_at
    limits.set_limits(user=anna, wanted=Limits(stake=100))
    assert not pending_limits(anna).exists()
    assert held(anna) == Limits(stake=100)


@pytest.mark.parametrize("wanted", [Limits(loss=0), Limits(minutes=1_441), Limits(stake=-5)])
def test_an_invalid_limit_changes_nothing(anna: User, wanted: Limits) -> None:
    refused("BAD_LIMIT", limits.set_limits, user=anna, wanted=wanted)
    assert not PlayLimit.objects.exists()


def test_the_page_saves_limits_and_shows_pending_ones(anna: User, as_anna: Client) -> None:
    page = reverse("accounts:limits")
    as_anna.post(page, {"loss": "500", "minutes": "", "stake": "100"})
    assert held(anna) == Limits(loss=500, stake=100)
    as_anna.post(page, {"loss": "800", "minutes": "", "stake": "100"})
    assert held(anna) == Limits(loss=500, stake=100)
    assert "800" in as_anna.get(page).content.decode()
    assert as_anna.post(page, {"loss": "-1"}).status_code == 200


def test_guests_are_asked_to_register_first(as_guest: Client) -> None:
    assert as_guest.get(reverse("accounts:account")).url == reverse("accounts:guest_sign_up")


def test_a_deletion_is_cancelled_with_the_password_and_a_click(anna: User, as_anna: Client) -> None:
    Device.objects.create(user=anna, name="phone", seen_at=timezone.now())
    page = reverse("accounts:account")
    assert "Wrong password" in as_anna.post(page, {"password": "wrong"}).content.decode()
    as_anna.post(page, {"password": PASSWORD})
    assert as_anna.get(reverse("accounts:profile")).status_code == 302
    assert not Device.objects.filter(revoked_at=None).exists()
    assert Client().post(reverse("accounts:reopen")).status_code == 404
    assert as_anna.post(reverse("accounts:reopen")).status_code == 404  # the session has ended
    assert log_in(as_anna) == reverse("accounts:sanctions")
    as_anna.post(reverse("accounts:reopen"))
    assert fresh(anna).closed_at is None
    assert log_in(as_anna) != reverse("accounts:sanctions")


def test_staff_must_give_up_their_roles_before_deleting_their_account(db: None) -> None:
    moderator = member("Chat moderator")
    moderator.set_password(PASSWORD)
    refused("STAFF_ACCOUNT", deletion.close, user=moderator, password=PASSWORD, erase=True)


def test_an_account_is_deleted_only_after_a_week_without_cancelling(anna: User) -> None:
    deletion.close(user=anna, password=PASSWORD, erase=True)
    assert deletion.due() == []
    assert not deletion.erase(user=anna)
    User.objects.filter(pk=anna.pk).update(erase_at=timezone.now() - DAY)
    assert deletion.due() == [anna]
    deletion.reopen(user=anna)
    assert not deletion.erase(user=anna)
    assert fresh(anna).name == "Anna"


def test_the_name_of_a_deleted_user_stays_taken(anna: User) -> None:
    deletion.close(user=anna, password=PASSWORD, erase=True)
    User.objects.filter(pk=anna.pk).update(erase_at=timezone.now())
    assert deletion.erase(user=anna)
    deletion.reopen(user=anna)
    gone = fresh(anna)
    assert gone.name.startswith(deletion.ERASED)
    assert gone.is_locked_out
    assert not gone.is_active
    for name in ("Anna", "anna"):
        refused("NAME_TAKEN", register_person, name=name, password=None)


def test_a_block_is_set_and_removed_on_the_players_page(
    anna: User, ravi: User, as_anna: Client
) -> None:
    page = reverse("accounts:player", args=["Ravi"])
    button = reverse("accounts:block", args=["Ravi"])
    as_anna.post(button)
    as_anna.post(button)
    assert blocked_by(anna.pk) == {"Ravi"}
    assert blocked_by(ravi.pk) == set()
    assert "again" in as_anna.get(page).content.decode()
    assert "Ravi" in as_anna.get(reverse("accounts:limits")).content.decode()
    as_anna.post(button, {"again": "yes"})
    assert blocked_by(anna.pk) == set()
    refused("OWN_ACCOUNT", social.block, user=anna, other=anna)
    assert as_anna.post(reverse("accounts:block", args=["Nobody"])).status_code == 404
    assert Client().post(button).url.startswith(reverse("account_login"))


def test_a_guest_sets_limits_and_takes_a_break_but_no_exclusion(
    guest: User, as_guest: Client
) -> None:
    page = reverse("accounts:limits")
    as_guest.post(page, {"loss": "500", "minutes": "", "stake": ""})
    assert held(guest) == Limits(loss=500)
    shown = as_guest.get(page).content.decode()
    assert "6 months</option>" not in shown
    assert reverse("accounts:guest_sign_up") in shown
    as_guest.post(page, {"length": "6 months", "sure": "on"})
    refused("NEEDS_ACCOUNT", limits.take_break, user=guest, length="6 months")
    assert not Break.objects.exists()
    assert as_guest.post(page, {"length": "week", "sure": "on"}).url == page
    assert fresh(guest).break_until > timezone.now() + 6 * DAY
    assert "You can play again after" in as_guest.get(page).content.decode(), "they are not lost"


def test_the_reminder_appears_at_the_chosen_interval(anna: User, as_anna: Client) -> None:
    page = reverse("accounts:limits")
    as_anna.post(page, {"every": "45"})
    assert fresh(anna).remind_minutes == 45
    assert '<option value="45" selected>' in as_anna.get(page).content.decode()
    as_anna.post(page, {"every": "5"})
    refused("BAD_REMINDER", limits.set_reminder, user=anna, minutes=5)
    assert fresh(anna).remind_minutes == 45


@pytest.mark.django_db
def test_the_limits_of_nobody_need_no_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert limits_of([]) == {}
