"""A delayed table tells spectators nothing that has happened since the shown hand."""

import datetime
import uuid

import pytest
from django.test import Client
from django.utils import timezone

from accounts.people.actions.users import create_guest
from games.hands.models import Hand
from games.hands.queries import live
from lobby.tables.models import SitAndGoPlayer, Table
from lobby.tables.seats.seats import play_again, sit
from tests.support.owner import no_triggers
from tests.support.seated_table import seat_table, sit_and_go

__all__ = ["seat_table", "sit_and_go"]

pytestmark = pytest.mark.django_db

DELAY = datetime.timedelta(seconds=900)


def received(room):
    """Return the table as a stranger's state has it; the address of the table says the same."""
    client, path = Client(), f"/api/v1/tables/{room.table.slug}"
    table = client.get(f"{path}/state").json()["table"]
    assert client.get(path).json() == table
    return table


def play_until_somebody_is_out(room):
    """Play hands whose deals, but not their actions, spectators have seen."""
    while not SitAndGoPlayer.objects.filter(place__isnull=False).exists():
        room.deal()
        Hand.objects.update(started_at=timezone.now() - DELAY - datetime.timedelta(seconds=1))
        while room.head.live:
            if room.act(room.turn, "all_in").seq is None:
                room.act(room.turn, "call")


def test_nobody_is_out_before_spectators_have_seen_it(sit_and_go):
    room = sit_and_go(2)
    Table.objects.update(spectators="delayed", spectator_delay_s=DELAY.total_seconds())
    play_until_somebody_is_out(room)
    table = received(room)
    assert table["sit_and_go"]["places"] == []
    assert table["sit_and_go"]["state"] == "running"
    assert {seat["place"] for seat in table["seats"]} == {None}
    assert table["restart"]["seats"] == []
    Table.objects.update(spectator_delay_s=0)
    assert received(room)["sit_and_go"]["places"] == [], (
        "a hand keeps the delay that it was dealt with"
    )
    with no_triggers():
        Hand.objects.update(spectator_delay_s=0)
    live.cache.clear()
    assert [one["place"] for one in received(room)["sit_and_go"]["places"]] == [2, 1]


def test_a_player_who_came_later_shows_no_stack_that_hands_since_have_changed(seat_table):
    """At other seats spectators see the stacks of the hand that is shown."""
    room = seat_table(people=2)
    Table.objects.update(spectators="delayed", spectator_delay_s=DELAY.total_seconds())
    assert [seat["stack"] for seat in received(room)["seats"]] == [1_000] * 2
    hand = room.deal()
    room.fold_down()
    Hand.objects.filter(pk=hand.id).update(
        started_at=timezone.now() - DELAY - datetime.timedelta(seconds=1)
    )
    late = create_guest(name="Chitra")
    sit(table_id=room.table.pk, user=late, number=5, buy_in=700, key=uuid.uuid4())
    room.people.append(late)
    room.deal()
    room.act(room.turn, "bet", 10)
    room.fold_down()
    assert room.chips() != {"Asha": 1_000, "Binod": 1_000, "Chitra": 700}
    seats = received(room)["seats"]
    assert [(seat["stack"], seat["pending"]) for seat in seats] == [*[(1_000, 0)] * 2, (None, None)]


def play_to_the_end(room, number, *, seen):
    """Play a sit and go of three: one folds until another is out, so that its last hand has two."""
    players = SitAndGoPlayer.objects.filter(sit_and_go__number=number)
    while players.filter(place=None).exists():
        room.deal()
        if seen:
            Hand.objects.update(started_at=timezone.now() - DELAY - datetime.timedelta(seconds=1))
        folds = not players.filter(place__isnull=False).exists()
        while room.head.live:
            user = room.turn
            if folds and user == room.people[0]:
                room.act(user, "fold")
            elif room.act(user, "all_in").seq is None:
                room.act(user, "call")


def test_the_next_sit_and_go_is_told_after_the_last_one(sit_and_go):
    """Nobody is out of it while spectators see a hand of the game before it."""
    room = sit_and_go(3)
    Table.objects.update(spectators="delayed", spectator_delay_s=DELAY.total_seconds())
    play_to_the_end(room, 1, seen=True)
    assert len(room.hand.players) == 2
    for user in room.people:
        play_again(table_id=room.table.pk, user=user, key=uuid.uuid4())
    play_to_the_end(room, 2, seen=False)
    table = received(room)
    assert (table["sit_and_go"]["number"], table["sit_and_go"]["places"]) == (2, [])
    assert table["sit_and_go"]["state"] == "running"
    assert {seat["place"] for seat in table["seats"]} == {None}
    assert None in {seat["stack"] for seat in table["seats"]}
