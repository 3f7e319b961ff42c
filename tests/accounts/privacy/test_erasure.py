"""Account erasure: nothing of the user is left; hands and chips stay unchanged."""

import datetime
import random
import uuid

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import ledger
from accounts.ledger.models import Entry
from accounts.people.actions import devices, sign_ins
from accounts.people.actions import users as people
from accounts.people.actions.social import write_note
from accounts.people.models import User
from accounts.people.names.spelling import name_key
from accounts.privacy import deletion
from accounts.privacy.deletion import GONE
from accounts.sanctions import actions as sanctions
from core.staff import proposals
from games.designer.models import Design
from games.engines.core.contract import Viewer
from games.hands.models import Hand, HandNote
from games.hands.queries import export
from lobby.moderation.actions import tables as moderate
from lobby.moderation.actions.cases import note, report
from lobby.moderation.actions.erasure import erase_due
from lobby.tables.chat.chat import say
from lobby.tables.models import ChatLine, Seat, Table
from lobby.tables.seats.seats import sit
from tests.support.seated_table import audit_findings
from tests.support.staff import REASON, member

NAME, MAIL, WORDS = "Quixotella", "quixotella@example.org", "a sentence of mine alone"
ADDRESS = "203.0.113.77"
CANARIES = (NAME, MAIL, WORDS, ADDRESS)
PASSWORD = "correct-horse-42"


@pytest.fixture
def person(db):
    return people.register_person(name=NAME, password=PASSWORD, email=MAIL)


@pytest.fixture
def close(django_capture_on_commit_callbacks):
    def close_account(user):
        with django_capture_on_commit_callbacks(execute=True):
            deletion.close(user=user, password=PASSWORD, erase=True)
        past = timezone.now() - datetime.timedelta(days=8)
        User.objects.filter(pk=user.pk).update(closed_at=past, erase_at=past)

    return close_account


KEPT = {"core_stafflogentry": ["reason"]}
"""Columns that erasure leaves unchanged, as its module says."""


def everything() -> str:
    """All rows of all tables as text, as in a database dump, except `KEPT`."""
    rows = []
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        for (table,) in cursor.fetchall():
            cursor.execute(
                f'SELECT (to_jsonb(t) - %s::text[])::text FROM "{table}" t', [KEPT.get(table, [])]
            )
            rows += [row for (row,) in cursor.fetchall()]
    return "\n".join(rows).lower()


def test_only_actions_and_chips_are_left_of_an_erased_user(seat_table, person, close):
    room = seat_table(people=2)
    asha = room.people[0]
    Table.objects.update(name=f"{NAME}'s table")
    sit(table_id=room.table.pk, user=person, number=4, buy_in=500, key=uuid.uuid4())
    client = Client()
    client.login(username=NAME, password=PASSWORD)
    devices.log_in_device(user=person, name=f"{NAME}'s phone", platform="android")
    rng = random.Random(7)
    for _ in range(5):
        room.deal()
        while room.head.live:
            room.act_somehow(rng)
    say(table_id=room.table.pk, user=person, text=WORDS)
    say(table_id=room.table.pk, user=person, text=f"{WORDS}, shit")
    report(table=room.table, user=asha, kind="chat", text=f"{NAME} insults", about=NAME)
    report(table=room.table, user=person, kind="other", text=WORDS, about="")
    say(table_id=room.table.pk, user=asha, text=f"{NAME.upper()}: nice hand, {MAIL}")
    case = report(table=room.table, user=asha, kind="cheating", text=f"Look at {NAME}.")
    write_about(room, asha, case)
    moderator = member("Table moderator")
    moderate.kick(by=moderator, table_id=room.table.pk, user_id=person.pk, reason=REASON)
    before = {hand.pk: export.record_json(hand, seen_by(hand, asha)) for hand in played(asha)}
    assert before
    for canary in CANARIES:
        assert canary.lower() in everything()

    close(person)
    assert erase_due() == 1

    left = everything()
    for canary in CANARIES:
        assert canary.lower() not in left
    assert not Session.objects.exists()  # compressed, so a text search would find nothing
    assert ledger.wallet_balance(person.pk) == 0
    assert Entry.objects.filter(kind=Entry.Kind.ERASED).count() == 1
    assert not EmailAddress.objects.filter(user=person).exists()
    assert ChatLine.objects.filter(user=person).latest("id").text == GONE
    assert audit_findings() == []
    made_up = User.objects.get(pk=person.pk).name
    for hand in played(asha):
        text = str(before[hand.pk]).replace(NAME, made_up)
        assert str(export.record_json(hand, seen_by(hand, asha))) == text
    assert erase_due() == 0


def write_about(room, asha, case):
    """Let staff and others write the user's name wherever free text is possible."""
    admin = member("Admin")
    named = {"reason": f"{NAME} asked for it", "note": f"You and {NAME}!"}
    muted = sanctions.mute(by=admin, user=asha, until=sanctions.FOR_EVER, template="spam", **named)
    sanctions.appeal(user=asha, sanction_id=muted.pk, text=f"It was {NAME.lower()}, not me.")
    payload = {"user": str(asha.pk), "amount": 5}
    proposals.propose(by=admin, kind="adjust", payload=payload, reason=named["reason"])
    note(by=admin, report_id=case.pk, text=f"({NAME}) wrote from {MAIL}", reason=REASON)
    Design.objects.create(owner=asha, name=f"For {NAME}", pay_table={})
    person = User.objects.get(name=NAME)
    write_note(user=asha, about=person, text=WORDS)
    write_note(user=person, about=asha, text=WORDS)
    write_note(user=asha, about=admin, text=f"Friend of {NAME}")
    hand = played(asha)[0]
    HandNote.objects.create(user=asha, hand=hand, text=f"{NAME} bluffed")
    HandNote.objects.create(user=person, hand=hand, text=WORDS)
    devices.log_in_device(user=asha, name=f"{NAME}'s old phone", platform="android")
    sign_ins.record_sign_in(user=User.objects.get(name=NAME), address=ADDRESS, browser="A browser")


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        ("Anna", "anna, ANNA! Annabel and Joanna", "***, ***! Annabel and Joanna"),
        ("आशा", "आशा ने कहा", "*** ने कहा"),
        ("王小明", "我叫王小明啊", "我叫***啊"),
    ],
)
def test_only_whole_words_are_starred(seat_table, person, close, name, text, left):
    room = seat_table(people=1)
    User.objects.filter(pk=person.pk).update(name=name, name_key=name_key(name))
    person.refresh_from_db()
    say(table_id=room.table.pk, user=room.people[0], text=text)
    close(person)
    assert erase_due() == 1
    assert ChatLine.objects.get(user=room.people[0]).text == left


def played(user):
    return list(Hand.objects.filter(seats__user=user).order_by("started_at"))


def seen_by(hand, user):
    return Viewer(seat=hand.seats.get(user=user).seat)


def test_a_user_in_a_hand_is_erased_after_it(seat_table, person, close):
    room = seat_table(people=2)
    sit(table_id=room.table.pk, user=person, number=4, buy_in=500, key=uuid.uuid4())
    room.deal()
    close(person)
    assert erase_due() == 0
    assert Seat.objects.get(user=person).status == Seat.Status.LEAVING
    room.fold_down()
    assert not Seat.objects.filter(user=person).exists()
    assert erase_due() == 1
    assert audit_findings() == []


def test_a_user_who_returns_in_time_keeps_everything(seat_table, person, close):
    close(person)
    deletion.reopen(user=person)
    assert erase_due() == 0
    assert ledger.wallet_balance(person.pk) == ledger.START_CHIPS
    assert User.objects.get(pk=person.pk).check_password(PASSWORD)
