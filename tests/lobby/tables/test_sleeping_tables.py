"""Deserted tables cost the dealer nothing, and resume when a user comes."""

import datetime
import uuid

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.ledger import balance, wallet
from accounts.people.actions.users import create_guest
from core.periodic_tasks import runner as periodic_tasks
from games.hands.models import Hand
from lobby.tables.hosting.tables import TablePlan, close_table, open_table
from lobby.tables.models import (
    Seat,
    Table,
    TableHead,
)
from lobby.tables.play import timers
from lobby.tables.play.bots import add_bots
from lobby.tables.play.timers import (
    run_due_timers,
    run_timer,
)
from lobby.tables.seats.presence import note_presence
from lobby.tables.seats.seats import leave, sit, sit_out
from lobby.tables.stakes.idle_seats import ABSENT_SEAT_LIFETIME
from tests.support.seated_table import audit_findings
from tests.support.serial import SERIAL

pytestmark = pytest.mark.django_db
LONG_AGO = ABSENT_SEAT_LIFETIME * 3


def come(room, *people):
    note_presence(table_ids={room.table.pk}, people={(room.table.pk, one.pk) for one in people})


def is_due(room):
    next_timer_at = room.head.next_timer_at
    return next_timer_at is not None and next_timer_at <= timezone.now()


def opened(**plan):
    host = create_guest(name=f"Host {next(SERIAL)}")
    return open_table(plan=TablePlan(name=f"Mine {next(SERIAL)}", **plan), host=host)


@pytest.fixture
def asleep(seat_table):
    """A table of bots that nobody watches."""
    room = seat_table(people=0, bots=3)
    run_timer(room.table.pk)
    return room


def test_tables_of_bots_without_spectators_sleep(seat_table):
    for _ in range(5):
        seat_table(people=0, bots=3)
    assert run_due_timers(limit=20).tables == 5
    assert not Hand.objects.exists()
    assert set(TableHead.objects.values_list("next_timer_at", flat=True)) == {None}
    assert run_due_timers(limit=20).tables == 0


def test_a_hand_of_bots_is_finished_before_they_sleep(seat_table):
    room = seat_table(people=0, bots=3)
    Table.objects.update(watched_at=timezone.now())
    run_timer(room.table.pk)
    assert room.head.live
    Table.objects.update(watched_at=timezone.now() - timers.WATCHED_WITHIN * 2)
    for _ in range(200):
        if room.head.next_timer_at is None:
            break
        run_timer(room.table.pk)
    assert (room.head.next_timer_at, room.head.live) == (None, False)
    assert Hand.objects.count() == 1


def test_presence_resumes_only_its_own_table(asleep):
    come(asleep)
    assert is_due(asleep)
    run_timer(asleep.table.pk)
    assert asleep.head.live


def test_a_watched_table_that_cannot_deal_is_not_polled(seat_table):
    room = seat_table(people=0, bots=1)
    for _ in range(3):
        come(room)
        run_due_timers()
    later = room.head.next_timer_at
    assert later > timezone.now() + timers.LOOK_AGAIN_AFTER
    come(room)
    assert room.head.next_timer_at == later


def test_taking_a_seat_adding_bots_and_closing_resume_a_sleeping_table():
    table = opened()
    run_timer(table.pk)
    guest = create_guest(name="Asha")
    for job in (
        lambda: sit(table_id=table.pk, user=guest, number=0, buy_in=200, key=uuid.uuid4()),
        lambda: add_bots(table_id=table.pk, user=guest, count=2, level="easy"),
        lambda: leave(table_id=table.pk, user=guest),
        lambda: close_table(table_id=table.pk, user=table.host),
    ):
        TableHead.objects.update(next_timer_at=None)
        job()
        assert TableHead.objects.get().next_timer_at <= timezone.now()


@pytest.mark.parametrize("ready", [True, False])
def test_an_absent_player_of_an_idle_table_loses_the_seat_in_time(seat_table, ready):
    room = seat_table(people=1)
    (asha,) = room.people
    if not ready:
        sit_out(table_id=room.table.pk, user=asha)
    run_timer(room.table.pk)
    seen = Seat.objects.get().seen_at
    held = datetime.timedelta(seconds=settings.GUEST_SEAT_HELD_S)
    assert room.head.next_timer_at == seen + held, "the timer is set to when the seat may be freed"
    come(room, asha)
    TableHead.objects.update(next_timer_at=timezone.now())
    assert run_due_timers().tables == 1
    assert Seat.objects.exists(), "a returning player keeps the seat"
    Seat.objects.update(seen_at=timezone.now() - LONG_AGO)
    Table.objects.update(watched_at=timezone.now() - LONG_AGO)
    TableHead.objects.update(next_timer_at=timezone.now())
    run_due_timers()
    assert not Seat.objects.exists()
    assert balance(wallet(asha)) == 10_000
    run_due_timers()
    assert room.head.next_timer_at is None
    assert audit_findings() == []


def test_the_task_closes_tables_deserted_for_long():
    empty, fresh, house = opened(bots=2), opened(bots=2), opened(bots=2)
    Table.objects.filter(pk=house.pk).update(is_house_table=True)
    for table in (empty, fresh, house):
        run_timer(table.pk)
    long_ago = timezone.now() - timers.EMPTY_CLOSES_AFTER * 2
    Table.objects.exclude(pk=fresh.pk).update(lively_at=long_ago)
    assert "1 empty" in periodic_tasks.run_now("close_tables").outcome
    assert run_due_timers().tables == 1
    closed = Table.objects.filter(state=Table.State.CLOSED)
    assert [table.pk for table in closed] == [empty.pk]
    assert not TableHead.objects.filter(pk=empty.pk).exists()
    assert "0 empty" in periodic_tasks.run_now("close_tables").outcome


def test_the_task_takes_one_statement_for_any_number_of_tables(django_assert_num_queries):
    for _ in range(6):
        run_timer(opened().pk)
    Table.objects.update(lively_at=timezone.now() - timers.EMPTY_CLOSES_AFTER * 2)
    with django_assert_num_queries(1):
        assert timers.schedule_empty_tables() == 6


def test_the_ten_minutes_begin_when_the_last_player_leaves(seat_table):
    room = seat_table(people=1, bots=2)
    Table.objects.update(
        is_house_table=False, lively_at=timezone.now() - timers.EMPTY_CLOSES_AFTER * 9
    )
    leave(table_id=room.table.pk, user=room.people[0])
    run_timer(room.table.pk)
    assert timers.schedule_empty_tables() == 0
    assert Table.objects.get().state == Table.State.OPEN


def test_a_sleeping_table_of_bots_announces_no_next_hand(asleep):
    from lobby.tables.view.table_view import read_table, render_table

    snapshot = read_table(asleep.table.pk)
    assert render_table(snapshot, invite=False).next_at is None


def test_a_table_waiting_for_players_announces_no_next_hand(seat_table):
    from lobby.tables.view.table_view import read_table, render_table

    room = seat_table(people=1)
    run_timer(room.table.pk)
    assert room.head.next_timer_at > timezone.now() + datetime.timedelta(seconds=30)
    snapshot = read_table(room.table.pk)
    assert render_table(snapshot, invite=False).next_at is None
