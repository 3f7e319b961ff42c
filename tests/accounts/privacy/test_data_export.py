"""The data export: everything of the user's own, and nothing that only others may know."""

import io
import json
import random
import uuid
import zipfile

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.urls import reverse

from accounts.ledger.queries import movements
from accounts.people.actions.users import register_person
from accounts.people.models import SignIn
from accounts.privacy.download import EXPORTS_PER_DAY_MAX
from games.hands.models import Hand
from lobby.tables.chat.chat import say
from lobby.tables.models import Seat
from lobby.tables.seats.seats import sit


@pytest.fixture
def person(db):
    return register_person(name="Quixotella", password="correct-horse-42", email="q@example.org")


@pytest.fixture
def client_of(person):
    client = Client(REMOTE_ADDR="192.0.2.7")
    client.force_login(person)
    return client


async def body_of(answer):
    return b"".join([piece async for piece in answer.streaming_content])


def parts(client):
    answer = client.post(reverse("accounts:data"))
    with zipfile.ZipFile(io.BytesIO(async_to_sync(body_of)(answer))) as packed:
        assert packed.testzip() is None
        return {
            name.removesuffix(".jsonl"): [json.loads(line) for line in packed.open(name)]
            for name in packed.namelist()
        }


def test_the_export_contains_all_data_of_the_user(seat_table, person, client_of):
    room = seat_table(people=2)
    sit(table_id=room.table.pk, user=person, number=4, buy_in=500, key=uuid.uuid4())
    for _ in range(3):
        room.deal()
        room.fold_down()
    room.deal()
    say(table_id=room.table.pk, user=person, text="mine")
    say(table_id=room.table.pk, user=room.people[0], text="another's")
    found = parts(client_of)
    (profile,) = found["profile"]
    assert (profile["name"], profile["email"]) == ("Quixotella", "q@example.org")
    assert len(found["hands"]) == 3  # the hand in progress is shown at its table only
    assert len(found["ledger"]) == movements(person.pk).count() == 2
    assert [line["text"] for line in found["chat"]] == ["mine"]
    assert len(found["sign-ins"]) == SignIn.objects.filter(user=person).count() == 1


@pytest.mark.parametrize("plan", [{}, {"game": "holdem", "preset": "cash", "options": {}}])
def test_the_export_has_no_hidden_card_and_no_address_of_others(
    seat_table, person, client_of, plan
):
    room = seat_table(people=3, **plan)
    other = register_person(name="Canary", password=None, email="canary@example.org")
    SignIn.objects.create(user=other, address="198.51.100.77")
    for number, user in ((4, person), (5, other)):
        sit(table_id=room.table.pk, user=user, number=number, buy_in=500, key=uuid.uuid4())
    rng = random.Random(11)
    for _ in range(8):
        Seat.objects.update(stack=500, status=Seat.Status.READY)
        room.deal()
        while room.head.live:
            room.act_somehow(rng)
    found = parts(client_of)
    assert len(found["hands"]) >= 8
    text = json.dumps(found)
    assert "canary@example.org" not in text
    assert "198.51.100.77" not in text
    hidden = 0
    for record in found["hands"]:
        hand = Hand.objects.get(pk=record["hand"]["id"])
        visible_seats = {one["seat"] for one in hand.result["shown"]}
        visible_seats.add(hand.seats.get(user=person).seat)
        known = {one["seat"] for one in record["seats"] if "??" not in one["cards"]}
        assert known <= visible_seats
        hidden += len(record["seats"]) - len(known)
    assert hidden > 0


def test_exports_per_day_are_limited_and_visitors_get_none(client_of):
    page = reverse("accounts:data")
    for _ in range(EXPORTS_PER_DAY_MAX):
        assert client_of.post(page).status_code == 200
    assert client_of.post(page).status_code == 429
    assert client_of.get(page).status_code == 405
    assert Client().post(page).status_code == 302
