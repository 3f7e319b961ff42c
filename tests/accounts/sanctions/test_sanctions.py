"""Mutes, suspensions and bans: who may set them, their effect, and how they end."""

import datetime

import pytest
from django.dispatch import Signal
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.people import signals
from accounts.people.actions.sign_ins import (
    ADDRESS_LIFETIME,
    purge_addresses,
    record_sign_in,
)
from accounts.people.actions.users import register_person
from accounts.people.models import SignIn, User
from accounts.sanctions import actions as sanctions
from accounts.sanctions.models import Sanction
from accounts.sanctions.queries import appeals, current, history
from core.errors import RequestRefused
from tests.support.people import PASSWORD
from tests.support.staff import REASON, member, recorded

HOUR = datetime.timedelta(hours=1)


@pytest.fixture
def moderator(db: None) -> User:
    return member("Table moderator")


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def suspend(by: User, user: User, **more: object) -> Sanction:
    named = {"until": timezone.now() + HOUR, "template": "spam", "reason": REASON} | more
    return sanctions.suspend(by=by, user=user, **named)  # type: ignore[arg-type]


def test_a_mute_has_an_end_and_ends_by_itself(moderator: User, anna: User) -> None:
    with recorded("user.mute"):
        sanction = sanctions.mute(
            by=moderator,
            user=anna,
            until=timezone.now() + HOUR,
            template="insults",
            reason=REASON,
            note="Twice in a day.",
        )
    assert fresh(anna).is_muted
    assert not fresh(anna).is_suspended
    assert sanction.notice == "Insulting or threatening other people. Twice in a day."
    assert current(anna.pk) == [sanction]
    User.objects.filter(pk=anna.pk).update(muted_until=timezone.now())
    assert not fresh(anna).is_muted


def test_a_suspension_logs_out_at_once_and_ends_by_itself(
    moderator: User, anna: User, as_anna: Client
) -> None:
    assert as_anna.get(reverse("accounts:profile")).status_code == 200
    suspend(moderator, anna)
    assert as_anna.get(reverse("accounts:profile")).status_code == 302
    home = as_anna.get("/")
    assert not home.wsgi_request.user.is_authenticated
    assert reverse("accounts:sanctions") in home.content.decode()
    assert as_anna.post(reverse("accounts:guest")).url == reverse("accounts:sanctions")
    User.objects.filter(pk=anna.pk).update(suspended_until=timezone.now())
    assert as_anna.get(reverse("accounts:profile")).status_code == 200


def test_the_right_password_leads_to_the_notice_and_no_further(
    moderator: User, anna: User, client: Client
) -> None:
    sanctions.ban(by=moderator, user=anna, template="undeclared_bot", reason="a secret reason")
    answer = client.post(
        reverse("account_login"), {"login": "Anna", "password": PASSWORD}, follow=True
    )
    assert answer.redirect_chain[-1][0] == reverse("accounts:sanctions")
    page = answer.content.decode()
    assert "Playing with an undeclared bot." in page
    assert "permanently" in page
    assert "a secret reason" not in page
    assert client.get(reverse("accounts:profile")).status_code == 302
    wrong = Client().post(reverse("account_login"), {"login": "Anna", "password": "wrong-horse"})
    assert wrong.status_code == 200
    assert "undeclared" not in wrong.content.decode()


def test_visitors_have_no_notice_page(client: Client, anna: User) -> None:
    assert client.get(reverse("accounts:sanctions")).status_code == 404


def test_a_session_of_an_older_password_does_not_read_the_notice(
    moderator: User, anna: User, as_anna: Client
) -> None:
    suspend(moderator, anna)
    anna.set_password("another-horse-43")
    anna.save()
    assert as_anna.get(reverse("accounts:sanctions")).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_sockets_and_seats_are_notified_after_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, received = register_person(name="Anna", password=None), []
    closes, stops = Signal(), Signal()
    closes.connect(lambda user_id, **_: received.append(("socket", user_id)), weak=False)
    stops.connect(lambda user, **_: received.append(("seats", user.pk)), weak=False)
    monkeypatch.setattr(signals, "sessions_ended", closes)
    monkeypatch.setattr(sanctions, "play_stopped", stops)
    suspend(member("Table moderator"), anna)
    assert received == [("socket", anna.pk), ("seats", anna.pk)]


def test_ending_one_sanction_leaves_the_others(moderator: User, anna: User) -> None:
    short, long = (
        suspend(moderator, anna),
        suspend(moderator, anna, until=timezone.now() + 9 * HOUR),
    )
    with recorded("sanction.end"):
        sanctions.end_sanction(by=moderator, sanction_id=long.pk, reason=REASON)
    assert fresh(anna).suspended_until == short.until
    with recorded("sanction.end"):
        sanctions.end_sanction(by=moderator, sanction_id=short.pk, reason=REASON)
    assert fresh(anna).suspended_until is None
    with recorded():
        sanctions.end_sanction(by=moderator, sanction_id=short.pk, reason=REASON)
    assert current(anna.pk) == []
    assert history(anna.pk).count() == 2


def test_an_appeal_is_answered_once_and_by_another_moderator(
    moderator: User, anna: User, as_anna: Client
) -> None:
    sanction = suspend(moderator, anna)
    url = reverse("accounts:appeal", args=[sanction.pk])
    page = as_anna.post(url, {"text": "It was my little brother."}, follow=True)
    assert "A different moderator will read it" in page.content.decode()
    again = as_anna.post(url, {"text": "It was my big brother!"}, follow=True)
    assert "already appealed" in again.content.decode()
    assert [one.appeal for one in appeals()] == ["It was my little brother."]
    with recorded(), pytest.raises(RequestRefused) as no:
        sanctions.answer_appeal(by=moderator, sanction_id=sanction.pk, accept=True, reason=REASON)
    assert no.value.code == "OWN_DECISION"
    with recorded("sanction.answer"):
        sanctions.answer_appeal(
            by=member("Chat moderator"), sanction_id=sanction.pk, accept=True, reason=REASON
        )
    assert not fresh(anna).is_suspended
    assert list(appeals()) == []


def test_a_denied_appeal_leaves_the_sanction(moderator: User, anna: User, ravi: User) -> None:
    sanction = suspend(moderator, anna)
    with pytest.raises(RequestRefused) as no:
        sanctions.appeal(user=ravi, sanction_id=sanction.pk, text="They are innocent, I say.")
    assert no.value.code == "NO_SUCH_SANCTION"
    sanctions.appeal(user=anna, sanction_id=sanction.pk, text="I am innocent, I say.")
    other = member("Chat moderator")
    with recorded("sanction.answer"):
        sanctions.answer_appeal(by=other, sanction_id=sanction.pk, accept=False, reason=REASON)
    assert fresh(anna).is_suspended
    with recorded(), pytest.raises(RequestRefused) as no:
        sanctions.answer_appeal(by=other, sanction_id=sanction.pk, accept=True, reason=REASON)
    assert no.value.code == "NO_APPEAL"


def test_only_admins_sanction_staff_and_nobody_themselves(moderator: User) -> None:
    other = member("Chat moderator")
    for user, code in ((moderator, "OWN_ACCOUNT"), (other, "STAFF_ACCOUNT")):
        with recorded(), pytest.raises(RequestRefused) as no:
            suspend(moderator, user)
        assert no.value.code == code
    with recorded("user.suspend"):
        suspend(member("Admin"), other)


@pytest.mark.parametrize(
    "more",
    [{"template": "mood"}, {"until": timezone.now() - HOUR}, {"note": "x" * 301}],
    ids=["template", "end", "note"],
)
def test_an_invalid_sanction_is_refused(moderator: User, anna: User, more: dict) -> None:
    with recorded(), pytest.raises(RequestRefused) as no:
        suspend(moderator, anna, **more)
    assert no.value.code == "BAD_SANCTION"
    assert not Sanction.objects.exists()


def test_sign_ins_are_kept_and_old_addresses_deleted(anna: User, as_anna: Client) -> None:
    assert SignIn.objects.get(user=anna).user == anna
    SignIn.objects.update(
        at=timezone.now() - ADDRESS_LIFETIME - HOUR, address="192.0.2.1", browser="X"
    )
    record_sign_in(user=anna, address="192.0.2.2", browser="Y")
    assert (purge_addresses(), purge_addresses()) == (1, 0)
    kept = list(SignIn.objects.order_by("at").values_list("address", "browser"))
    assert kept == [(None, ""), ("192.0.2.2", "Y")]
