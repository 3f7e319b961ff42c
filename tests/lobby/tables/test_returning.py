"""Coming back to a table: with what one took away, and after a seat was given back."""

import datetime
import uuid

import pytest
from django.utils import timezone

from accounts import ledger
from accounts.people.actions.users import create_guest
from core.messages import catalogue
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.hosting import pause_table
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import Seat, SeatDeparture, Table
from lobby.tables.play.timers import run_timer
from lobby.tables.seats.seats import leave, sit, sit_in, sit_out
from lobby.tables.view.table_state import state_for
from tests.support.seated_table import audit_findings, make_seated_table

pytestmark = pytest.mark.django_db


def come_back(room, user, buy_in=None, table=None):
    at = (table or room.table).pk
    return sit(table_id=at, user=user, number=5, buy_in=buy_in, key=uuid.uuid4())


def refusal(act, *args, **named):
    with pytest.raises(TableRefused) as no:
        act(*args, **named)
    return no.value


def win(room, user, chips):
    """Let a user have won chips: they come from the first bot or player beside them."""
    loser = Seat.objects.filter(table=room.table).exclude(user=user).first()
    Seat.objects.filter(pk=loser.pk).update(stack=loser.stack - chips)
    own = Seat.objects.get(table=room.table, user=user)
    Seat.objects.filter(pk=own.pk).update(stack=own.stack + chips)


def you(room, user, table=None):
    return state_for((table or room.table).pk, user, watching=0).you


def later(**by):
    SeatDeparture.objects.update(left_at=timezone.now() - datetime.timedelta(**by))


def test_a_player_comes_back_with_what_they_left_with(seat_table):
    room = seat_table(people=2)
    asha = room.people[0]
    win(room, asha, 700)
    leave(table_id=room.table.pk, user=asha)
    may = you(room, asha).buy_in
    assert (may.min, may.max, may.left_with) == (1_700, 2_000, 1_700)
    no = refusal(come_back, room, asha, 1_000)
    assert (no.code, no.limits["min"], no.limits["until"]) == ("LEFT_WITH_MORE", 1_700, may.until)
    assert ledger.wallet_balance(asha.pk) == 10_700, "nothing has changed"
    assert come_back(room, asha).stack == 1_700  # without an amount: the least
    leave(table_id=room.table.pk, user=asha)
    later(minutes=121)
    assert you(room, asha).buy_in.left_with is None
    assert come_back(room, asha, 200).stack == 200
    assert audit_findings() == []


def test_more_than_the_maximum_comes_back_whole_and_a_small_wallet_with_all_it_has(seat_table):
    room = seat_table(people=2)
    asha, binod = room.people
    win(room, asha, 900)
    Table.objects.filter(pk=room.table.pk).update(max_buy_in=1_500)
    for user in (asha, binod):
        leave(table_id=room.table.pk, user=user)
    assert (you(room, asha).buy_in.min, you(room, asha).buy_in.max) == (1_900, 1_900)
    assert you(room, binod).buy_in.left_with is None, "less than the minimum binds nobody"
    elsewhere = make_seated_table(people=0).table
    ledger.buy_in(user=asha, table_id=elsewhere.pk, amount=9_400, uid="lost")
    assert you(room, asha).buy_in.min == 1_500  # all that they have
    assert come_back(room, asha, 1_500).stack == 1_500


def test_chips_on_another_table_do_not_lower_what_a_player_brings_back(seat_table):
    room = seat_table(people=2)
    asha = room.people[0]
    win(room, asha, 900)
    leave(table_id=room.table.pk, user=asha)
    other = make_seated_table(people=0, max_buy_in=20_000).table
    come_back(room, asha, 10_700, table=other)
    assert ledger.wallet_balance(asha.pk) == 200
    assert refusal(come_back, room, asha, 200).code == "LEFT_WITH_MORE"


def test_an_entry_that_can_be_refunded_does_not_lower_what_a_player_brings_back(seat_table):
    room = seat_table(people=2)
    asha = room.people[0]
    win(room, asha, 900)
    leave(table_id=room.table.pk, user=asha)
    plan = TablePlan(name="Marigold", game="holdem", preset="turbo", min_buy_in=10_000)
    game = open_table(plan=plan, host=None)
    sit(table_id=game.pk, user=asha, number=0, buy_in=None, key=uuid.uuid4())
    assert ledger.wallet_balance(asha.pk) == 900
    assert refusal(come_back, room, asha, 900).code == "LEFT_WITH_MORE"
    leave(table_id=game.pk, user=asha)
    assert come_back(room, asha).stack == 1_900


def test_an_absent_player_of_a_sit_and_go_reads_why_their_seat_was_given_back(seat_table):
    room = seat_table(people=0, game="holdem", preset="turbo", options={})
    asha = create_guest()
    come_back(room, asha)
    Seat.objects.filter(user=asha).update(seen_at=timezone.now() - datetime.timedelta(minutes=9))
    run_timer(room.table.pk)
    assert not Seat.objects.filter(user=asha).exists()
    assert you(room, asha).seat_given_back.code == "given_back.away"


def test_sister_tables_count_as_one(seat_table):
    room = seat_table(people=2)
    asha = room.people[0]
    sister = make_seated_table(people=0).table
    Table.objects.filter(pk=sister.pk).update(sister_of=room.table)
    win(room, asha, 700)
    leave(table_id=room.table.pk, user=asha)
    assert refusal(come_back, room, asha, 300, table=sister).code == "LEFT_WITH_MORE"
    come_back(room, asha, 1_700, table=sister)
    Seat.objects.filter(user=asha).update(stack=250)  # lost there
    ledger.cash_out(user=asha, table_id=sister.pk, amount=1_450, uid="lost-there")
    leave(table_id=sister.pk, user=asha)
    assert come_back(room, asha, 300).stack == 300, "the chips were brought back once"


def test_points_and_the_dealer_bind_nobody(seat_table):
    points = seat_table(people=0, game="dou_dizhu", preset="standard", options={}, seats=3)
    dealer = make_seated_table(people=1, game="dealer_teen_patti", options={}, seats=5)
    user = dealer.people[0]
    Seat.objects.filter(user=user).update(stack=1_900)
    ledger.buy_in(user=user, table_id=dealer.table.pk, amount=900, uid="won")
    leave(table_id=dealer.table.pk, user=user)
    assert you(dealer, user).buy_in.left_with is None
    assert you(points, user).buy_in is None


def sit_idle(room, user, **ago):
    """Let a user sit out with the page open, since some time ago."""
    sit_out(table_id=room.table.pk, user=user)
    run_timer(room.table.pk)
    since = timezone.now() - datetime.timedelta(**ago)
    Seat.objects.filter(user=user).update(out_since=since, seen_at=timezone.now())


def test_a_seat_that_sits_out_for_five_minutes_is_given_back(seat_table):
    room = seat_table(people=1)
    asha = room.people[0]
    sit_idle(room, asha, minutes=4)
    run_timer(room.table.pk)
    assert Seat.objects.filter(user=asha).exists()
    sit_idle(room, asha, minutes=5)
    run_timer(room.table.pk)
    assert not Seat.objects.filter(user=asha).exists()
    told = you(room, asha).seat_given_back
    assert (told.code, told.args) == ("given_back.sat_out", {"chips": 1_000})
    text = catalogue().text(f"house.{told.code}", told.args)
    assert text.startswith("You sat out for a while")
    assert "1,000 chips" in text
    assert you(room, asha).buy_in.left_with == 1_000
    assert ledger.wallet_balance(asha.pk) == 10_000
    come_back(room, asha, 1_000)
    assert you(room, asha).seat_given_back is None


def test_the_table_looks_again_when_a_seat_has_sat_out_long_enough(seat_table):
    room = seat_table(people=1)
    sit_idle(room, room.people[0], minutes=4)
    run_timer(room.table.pk)
    wait = room.head.next_timer_at - timezone.now()
    assert wait < datetime.timedelta(seconds=61)


def test_three_missed_orbits_give_a_seat_back(seat_table):
    room = seat_table(people=3)
    asha = room.people[0]
    sit_out(table_id=room.table.pk, user=asha)
    for hand in range(9):  # three orbits of three seats
        room.deal()
        assert Seat.objects.filter(user=asha).exists(), hand
        room.fold_down()
    run_timer(room.table.pk)
    assert not Seat.objects.filter(user=asha).exists()
    assert audit_findings() == []


def test_a_hand_that_is_played_begins_the_count_again_and_a_pause_stops_it(seat_table):
    room = seat_table(people=2)
    asha, binod = room.people
    sit_idle(room, asha, minutes=4)
    sit_in(table_id=room.table.pk, user=asha)
    room.deal()
    room.fold_down()
    assert Seat.objects.get(user=asha).out_since is None
    sit_idle(room, asha, minutes=9)
    Table.objects.filter(pk=room.table.pk).update(host=binod)
    pause_table(table_id=room.table.pk, user=binod)
    run_timer(room.table.pk)
    assert Seat.objects.get(user=asha).out_since is None
