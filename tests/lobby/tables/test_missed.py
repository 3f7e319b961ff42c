"""The summary of hands that a player missed while their connection was lost."""

import datetime

import msgspec
import pytest

from accounts.people.actions.users import create_guest
from lobby.tables.models import (
    Table,
    TableHead,
)
from lobby.tables.play.timers import run_timer
from lobby.tables.view.missed import missed

pytestmark = pytest.mark.django_db

NOTHING = {"hands": 0, "played": 0, "won": 0, "net": 0, "by_clock": 0, "biggest_pot": 0}


def of(room, user, after):
    return msgspec.to_builtins(missed(Table.objects.get(pk=room.table.pk), user.pk, after=after))


def play(room):
    room.deal()
    room.fold_down()


def test_missed_hands_chips_and_time_outs_are_counted_since_a_known_hand(seat_table):
    room = seat_table(people=3)
    play(room)
    before = room.chips()
    asha = room.people[0]
    assert of(room, asha, 1) == NOTHING
    room.deal()
    while room.head.live:
        if room.turn == asha:
            past = datetime.timedelta(seconds=90)
            TableHead.objects.update(turn_at=room.head.turn_at - past)
            run_timer(room.table.pk)
        else:
            room.act(room.turn, "fold")
    play(room)
    received = of(room, asha, 1)
    assert (received["hands"], received["played"]) == (2, 2)
    assert received["net"] == room.chips()["Asha"] - before["Asha"]
    assert received["by_clock"] <= 1
    assert of(room, asha, 2)["hands"] == 1


def test_time_outs_in_the_interrupted_hand_are_counted(seat_table):
    room = seat_table(people=3)
    room.deal()
    late = room.turn
    past = datetime.timedelta(seconds=90)
    TableHead.objects.update(turn_at=room.head.turn_at - past)
    run_timer(room.table.pk)
    assert of(room, late, 1) == {**NOTHING, "by_clock": 1}
    other = next(user for user in room.people if user != late)
    assert of(room, other, 1) == NOTHING


def test_a_spectator_is_told_the_number_of_missed_hands_unless_delayed(seat_table):
    room = seat_table(people=2)
    play(room)
    play(room)
    viewer = create_guest(name="Spectator")
    assert of(room, viewer, 0) == {**NOTHING, "hands": 2}
    Table.objects.update(spectators="delayed", spectator_delay_s=60)
    assert of(room, viewer, 0) == NOTHING


def test_a_long_absence_reads_a_bounded_number_of_hands(seat_table, django_assert_max_num_queries):
    room = seat_table(people=2)
    play(room)
    Table.objects.update(hands_dealt=10_000)
    with django_assert_max_num_queries(6):
        assert of(room, room.people[0], 0)["hands"] == 0
