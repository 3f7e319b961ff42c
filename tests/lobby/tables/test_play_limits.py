"""Breaks and play limits at tables: no hand is dealt to a player who may not play."""

import datetime
import random
import uuid

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import ledger
from accounts.ledger.audit import audit_ledger
from accounts.limits import actions as own
from accounts.limits.models import Break
from accounts.limits.queries import Limits
from accounts.people.actions.users import create_guest, register_person
from accounts.people.models import User
from games.hands.models import Hand, HandSeat
from games.stats.models import PlayerStats
from games.stats.queries.today import today_of
from lobby.tables.models import (
    Seat,
    SitAndGo,
    Table,
)
from lobby.tables.play.timers import run_timer
from lobby.tables.rows.play_limits import users_on_break
from lobby.tables.seats.seats import play_again, sit, sit_in, sit_out, start, top_up
from lobby.tables.view.table_state import state_for
from tests.support.owner import as_owner
from tests.support.seated_table import audit_findings
from tests.support.staff import refused

MINUTE = datetime.timedelta(minutes=1)


@pytest.fixture
def rest(django_capture_on_commit_callbacks):
    def take(user, length="day"):
        with django_capture_on_commit_callbacks(execute=True):
            own.take_break(user=user, length=length)

    return take


def seat_of(room, user):
    return Seat.objects.filter(table=room.table, user=user).first()


def at(room, user, **more):
    return {"table_id": room.table.pk, "user": user, **more}


def place(room, user, number=5, buy_in=200):
    return at(room, user, number=number, buy_in=buy_in, key=uuid.uuid4())


def lose(user, chips, *, minutes=0):
    """Record a loss, or minutes of play, in hands of today, which may have begun just now."""
    PlayerStats.objects.create(
        game="dou_dizhu",
        plays_for="chips",
        period="day",
        user=user,
        hands=1,
        won=0,
        net=-chips,
        start=timezone.now().date(),
        best_pot=0,
        counts=[],
    )
    if minutes:
        seat = HandSeat.objects.filter(user=user).latest("id")
        midnight = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
        HandSeat.objects.filter(pk=seat.pk).update(finished_at=midnight + minutes * MINUTE)
        Hand.objects.filter(pk=seat.hand_id).update(started_at=midnight)


@pytest.mark.parametrize(
    ("plan", "seed"),
    [
        ({"people": 3}, 1),
        ({"people": 3, "game": "holdem", "preset": "cash", "options": {}}, 2),
        (
            {
                "people": 3,
                "game": "dou_dizhu",
                "seats": 3,
                "options": {"score_mode": "chips", "multiplier_cap": 16},
            },
            3,
        ),
    ],
    ids=["teen_patti", "holdem", "dou_dizhu"],
)
def test_the_hand_is_played_out_and_the_seat_left_with_its_chips(seat_table, rest, plan, seed):
    room = seat_table(**plan)
    asha = room.people[0]
    hand = room.deal()
    rest(asha)
    assert (room.hand.id, room.hand.seq) == (hand.id, hand.seq)  # nothing was folded
    assert room.head.live
    rng = random.Random(seed)
    while room.head.live:
        room.act_somehow(rng)
    assert seat_of(room, asha) is None
    for _ in range(3):
        run_timer(room.table.pk)
    assert not Hand.objects.exclude(pk=hand.id).filter(seats__user=asha).exists()
    assert audit_findings() == []


def test_between_hands_the_seat_is_left_at_once(seat_table, rest):
    room = seat_table(people=3)
    asha = room.people[0]
    rest(asha)
    assert seat_of(room, asha) is None
    assert ledger.wallet_balance(asha.pk) == ledger.START_CHIPS
    assert audit_findings() == []


@pytest.mark.parametrize("length", ["day", "6 months"])
def test_a_player_on_a_break_sits_down_nowhere(seat_table, sit_and_go, rest, length):
    room, sit_and_go = seat_table(people=2), sit_and_go(people=0, size=3)
    asha = register_person(name="Gita", password=None)
    rest(asha, length)
    code = "SUSPENDED" if length in Break.EXCLUSIONS else "ON_BREAK"
    refused(code, sit, **place(room, asha))
    refused(code, sit, **place(sit_and_go, asha, number=2, buy_in=None))
    User.objects.filter(pk=asha.pk).update(break_until=timezone.now(), excluded_until=None)
    assert sit(**place(room, asha)).user == asha


def test_a_seat_with_a_break_missed_by_the_lobby_is_dealt_no_hand(seat_table):
    """The lobby may miss the message about a break: the deal checks again."""
    room = seat_table(people=3)
    asha = room.people[0]
    own.take_break(user=asha, length="day")
    assert seat_of(room, asha).status == Seat.Status.READY
    hand = room.deal()
    assert asha.pk not in hand.seat_of
    assert seat_of(room, asha).status == Seat.Status.SITTING_OUT
    refused("ON_BREAK", sit_in, **at(room, asha))


def test_the_reason_of_a_break_is_shown_only_to_its_player(seat_table):
    room = seat_table(people=3)
    asha, binod, _ = room.people
    assert state_for(room.table.pk, asha, watching=0).you.rests is None
    own.take_break(user=asha, length="day")
    room.deal()
    asha.refresh_from_db()
    rests = state_for(room.table.pk, asha, watching=0).you.rests
    assert rests.code == "ON_BREAK"
    assert rests.until == int(asha.break_until.timestamp() * 1000)
    assert rests.max is None
    for other in (binod, create_guest(), None):
        assert "ON_BREAK" not in str(state_for(room.table.pk, other, watching=0))
    User.objects.filter(pk=asha.pk).update(break_until=timezone.now())
    assert state_for(room.table.pk, asha, watching=0).you.rests is None


@pytest.mark.parametrize(
    ("limits", "code"),
    [(Limits(loss=300), "OWN_LOSS"), (Limits(minutes=30), "OWN_MINUTES")],
    ids=["loss", "minutes"],
)
def test_a_player_reaching_their_limit_sits_out_and_is_told_why(seat_table, limits, code):
    room = seat_table(people=3)
    asha = room.people[0]
    own.set_limits(user=asha, wanted=limits)
    first = room.deal()
    assert asha.pk in first.seat_of
    room.fold_down()
    lose(asha, 300, minutes=31)
    second = room.deal()
    assert second.id != first.id
    assert asha.pk not in second.seat_of
    assert seat_of(room, asha).status == Seat.Status.SITTING_OUT
    rests = state_for(room.table.pk, asha, watching=0).you.rests
    midnight = datetime.datetime.fromtimestamp(rests.until / 1000, datetime.UTC)
    assert (rests.code, f"{midnight:%H:%M}") == (code, "00:00")
    assert datetime.timedelta() < midnight - timezone.now() <= datetime.timedelta(days=1)
    assert rests.max
    refused(code, sit_in, **at(room, asha))
    refused(code, top_up, **at(room, asha, amount=10, key=uuid.uuid4()))
    assert sit_out(**at(room, asha)).status == Seat.Status.SITTING_OUT
    own.set_limits(user=asha, wanted=Limits())  # looser: effective a day later
    refused(code, sit_in, **at(room, asha))


def test_a_daily_limit_ends_with_the_day(seat_table):
    room = seat_table(people=2)
    asha = create_guest()
    own.set_limits(user=asha, wanted=Limits(loss=300))
    lose(asha, 300)
    refused("OWN_LOSS", sit, **place(room, asha))
    with as_owner():
        PlayerStats.objects.update(start=timezone.now().date() - datetime.timedelta(days=1))
    assert sit(**place(room, asha)).stack == 200


def test_a_buy_in_is_within_the_stake_and_loss_limits(seat_table, sit_and_go):
    room, sit_and_go = seat_table(people=2), sit_and_go(people=0, size=3)
    asha = create_guest()
    own.set_limits(user=asha, wanted=Limits(loss=450, stake=400))
    refused("OWN_STAKE", sit, **place(room, asha, buy_in=401))
    refused("OWN_STAKE", sit, **place(sit_and_go, asha, number=2, buy_in=None))
    sit(**place(room, asha, buy_in=400))
    lose(asha, 100)
    refused("OWN_LOSS", top_up, **at(room, asha, amount=351, key=uuid.uuid4()))
    assert top_up(**at(room, asha, amount=350, key=uuid.uuid4())).stack == 750
    assert audit_ledger() == []


def test_limits_are_checked_for_every_sit_and_go(sit_and_go):
    room = sit_and_go(people=2, size=3)
    asha = room.people[0]
    SitAndGo.objects.update(state=SitAndGo.State.FINISHED)
    Seat.objects.filter(user=asha).update(status=Seat.Status.OUT)
    own.set_limits(user=asha, wanted=Limits(stake=100))
    refused("OWN_STAKE", play_again, **at(room, asha, key=uuid.uuid4()))


def test_a_manual_start_deals_to_players_within_their_limits(seat_table):
    room = seat_table(people=3, autostart=False)
    asha, binod, _ = room.people
    own.set_limits(user=asha, wanted=Limits(loss=1))
    lose(asha, 5)
    start(**at(room, binod))
    assert asha.pk not in room.deal().seat_of


def test_minutes_at_two_tables_at_once_count_once(seat_table):
    rooms = [seat_table(people=2), None]
    asha = rooms[0].people[0]
    now = timezone.now().replace(hour=12)
    for started, ended in ((30, 10), (20, 0)):
        rooms[0].deal()
        rooms[0].fold_down()
        seat = HandSeat.objects.filter(user=asha).latest("id")
        HandSeat.objects.filter(pk=seat.pk).update(finished_at=now - ended * MINUTE)
        Hand.objects.filter(pk=seat.hand_id).update(started_at=now - started * MINUTE)
        Table.objects.update(pause_ms=0)
    assert today_of([asha.pk])[asha.pk].minutes == 30


def test_the_lobby_shows_todays_play(seat_table, client):
    room = seat_table(people=2)
    asha = room.people[0]
    room.deal()
    room.fold_down()
    lose(asha, 1_250 + PlayerStats.objects.get(user=asha, period="day").net, minutes=80)
    home = reverse("lobby:home")
    assert "Today:" not in client.get(home).content.decode()
    client.force_login(asha)
    assert "Today: 1 h 20 min, −1,250</a>" in client.get(home).content.decode()


def test_checking_limits_before_a_deal_is_one_query(seat_table, django_assert_num_queries):
    seat_table(people=1, bots=2)
    seats = list(Seat.objects.select_related("user").exclude(user__kind="bot"))
    with django_assert_num_queries(0):
        assert users_on_break([], timezone.now()) == {}
    with django_assert_num_queries(1):
        assert users_on_break(seats, timezone.now()) == {}
