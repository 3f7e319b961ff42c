"""Between two hands: automatic top-ups, and a pause that ends when everyone wants the next."""

import datetime
import uuid

import pytest
from django.utils import timezone

from accounts import ledger
from accounts.ledger.models import Entry
from accounts.limits.models import PlayLimit
from lobby.tables.models import (
    Seat,
    TableHead,
)
from lobby.tables.play.ready_for_next import press_next
from lobby.tables.play.timers import run_timer
from lobby.tables.seats.seats import leave, prefer, sit_out, top_up
from lobby.tables.turn_clock import AWAY_AFTER
from lobby.tables.view.table_state import state_for
from lobby.tables.view.table_view import read_table, render_table
from tests.support.seated_table import audit_findings
from tests.support.staff import refused

pytestmark = pytest.mark.django_db


def wants(room, user, amount):
    return prefer(table_id=room.table.pk, user=user, top_up_to=amount)


def entries():
    return Entry.objects.filter(uid__startswith="auto-top-up:")


def lose(room):
    """Play one hand of Teen Patti in which everyone but the last player packs."""
    room.deal()
    room.fold_down()


def test_a_stack_is_topped_up_between_hands_and_only_once(seat_table):
    room = seat_table(people=2)
    asha = room.people[0]
    wants(room, asha, 1_000)
    Seat.objects.filter(user=asha).update(stack=995)
    ledger.cash_out(user=asha, table_id=room.table.pk, amount=5, uid="lost-elsewhere")
    hand = room.deal()
    assert hand.players[0].stack == 1_000
    (entry,) = entries()
    assert entry.memo == "automatic"
    room.fold_down()
    for _ in range(3):  # however often the timer runs
        run_timer(room.table.pk)
        if room.head.live:
            room.fold_down()
    assert audit_findings() == []


def test_repeating_the_timer_tops_up_nothing(seat_table):
    room = seat_table(people=1)  # nothing can be dealt, so only the timer runs
    asha = room.people[0]
    wants(room, asha, 1_500)
    for _ in range(3):
        run_timer(room.table.pk)
    assert Seat.objects.get(user=asha).stack == 1_500
    assert ledger.wallet_balance(asha.pk) == 8_500
    assert entries().count() == 1
    ledger.cash_out(user=asha, table_id=room.table.pk, amount=100, uid="lost-elsewhere")
    Seat.objects.filter(user=asha).update(stack=1_400)
    run_timer(room.table.pk)  # after the same hand: not again
    assert Seat.objects.get(user=asha).stack == 1_400
    assert audit_findings() == []


def test_a_short_wallet_tops_up_with_its_rest(seat_table):
    room = seat_table(people=1)
    asha = room.people[0]
    ledger.buy_in(user=asha, table_id=room.table.pk, amount=8_700, uid="elsewhere")
    wants(room, asha, 2_000)
    run_timer(room.table.pk)
    assert Seat.objects.get(user=asha).stack == 1_300
    assert ledger.wallet_balance(asha.pk) == 0


@pytest.mark.parametrize("why", ["sits out", "gone", "limit", "ended"])
def test_seats_without_an_automatic_top_up(seat_table, why):
    room = seat_table(people=1)
    asha = room.people[0]
    wants(room, asha, 1_500)
    if why == "sits out":
        sit_out(table_id=room.table.pk, user=asha)
    elif why == "gone":
        Seat.objects.update(seen_at=timezone.now() - AWAY_AFTER * 2)
    elif why == "limit":
        PlayLimit.objects.create(user=asha, kind="stake", amount=100, starts_at=timezone.now())
    else:
        wants(room, asha, 0)
    run_timer(room.table.pk)
    assert all(seat.stack == 1_000 for seat in Seat.objects.filter(user=asha))
    assert not entries().exists()


def test_the_automatic_top_up_is_within_the_buy_in_and_private(seat_table):
    room = seat_table(people=2)
    asha, binod = room.people
    refused("BUY_IN_RANGE", wants, room=room, user=asha, amount=199)
    refused("BUY_IN_RANGE", wants, room=room, user=asha, amount=2_001)
    seats = state_for(room.table.pk, binod, watching=0).table.seats
    wants(room, asha, 700)
    assert state_for(room.table.pk, asha, watching=0).you.tops_up_to == 700
    other = state_for(room.table.pk, binod, watching=0)
    assert other.you.tops_up_to is None
    assert other.table.seats == seats
    prefer(table_id=room.table.pk, user=asha, post=True)
    assert Seat.objects.get(user=asha).tops_up_to == 700


def test_stacks_of_points_are_not_topped_up(sit_and_go):
    room = sit_and_go(people=2)
    refused("NO_TOP_UP", wants, room=room, user=room.people[0], amount=500)


# -- next ------------------------------------------------------------------------------------


def pressed(room):
    seats = render_table(read_table(room.table.pk), invite=False).seats
    return [seat.seat for seat in seats if seat.pressed_next]


def test_the_pause_ends_when_everyone_has_pressed_next(seat_table):
    room = seat_table(people=3)
    lose(room)
    asha, binod, chitra = room.people
    end = room.head.next_timer_at
    for user in (asha, asha, binod):
        press_next(table_id=room.table.pk, user=user)
    assert room.head.next_timer_at == end
    assert pressed(room) == [0, 1]
    press_next(table_id=room.table.pk, user=chitra)
    assert room.head.next_timer_at <= timezone.now()
    assert room.deal().number == 2
    assert pressed(room) == []
    room.fold_down()
    assert pressed(room) == []


def test_the_pause_does_not_wait_for_bots_and_players_sitting_out(seat_table):
    room = seat_table(people=2, bots=2)
    room.deal()
    while room.head.live:
        if room.turn in room.people:
            room.act(room.turn, "fold")
        else:
            run_timer(room.table.pk)
    asha, binod = room.people
    sit_out(table_id=room.table.pk, user=binod)
    TableHead.objects.update(next_timer_at=timezone.now() + datetime.timedelta(seconds=5))
    press_next(table_id=room.table.pk, user=asha)
    assert room.head.next_timer_at <= timezone.now()


def test_next_is_accepted_only_during_the_pause(seat_table):
    room = seat_table(people=2)
    asha = room.people[0]
    refused("NO_PAUSE", press_next, table_id=room.table.pk, user=asha)
    room.deal()
    refused("NO_PAUSE", press_next, table_id=room.table.pk, user=asha)
    room.fold_down()
    leave(table_id=room.table.pk, user=asha)
    refused("NOT_SEATED", press_next, table_id=room.table.pk, user=asha)


def test_a_player_who_went_broke_and_topped_up_in_the_hand_is_dealt_in(seat_table):
    room = seat_table(people=2, game="holdem", preset="cash", options={})
    broke = None
    while broke is None:  # until no pot is split
        room.deal()
        for user in room.people:
            top_up(table_id=room.table.pk, user=user, amount=100, key=uuid.uuid4())
        while room.head.live:
            if room.act(room.turn, "all_in").seq is None:
                room.act(room.turn, "call")
        broke = Seat.objects.filter(table=room.table, stack=0, pending=100).first()
    hand = room.deal()
    assert room.head.live
    assert {seat: player.stack for seat, player in hand.players.items()}[broke.number] == 100
    assert audit_findings() == []
