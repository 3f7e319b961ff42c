"""Waiting lists of full tables: the line, offers and their end, races, and how others see it."""

import datetime
import uuid

import pytest
from django.utils import timezone

from accounts.limits.actions import take_break
from accounts.people.actions.users import create_guest
from core.errors import RequestRefused
from lobby.tables.hosting.tables import quick_seat
from lobby.tables.list.table_list import read_tables
from lobby.tables.models import Seat, Table, WaitingEntry
from lobby.tables.play.seat_offers import run_due
from lobby.tables.play.timers import close, run_timer
from lobby.tables.seats.seats import leave, sit
from lobby.tables.seats.waiting_list import join_waiting_list, leave_waiting_list
from lobby.tables.transaction.transaction import lock_tables
from lobby.tables.view.table_view import read_table
from lobby.tables.view.you import you_of
from tests.support.app import App, app_of
from tests.support.rooms import scene_of
from tests.support.seated_table import audit_findings
from tests.support.together import together


@pytest.fixture
def full_table(seat_table):
    """Makes full tables of strangers."""

    def make(seats=2, **plan):
        room = seat_table(people=0, seats=seats, **plan)
        room.people = [create_guest() for _ in range(seats)]
        for number, user in enumerate(room.people):
            take(room, user, number)
        return room

    return make


@pytest.fixture
def room(full_table):
    return full_table()


@pytest.fixture
def line(room):
    """Dev and Esha, who wait in this order."""
    guests = [create_guest(name=name) for name in ("Dev", "Esha")]
    for guest in guests:
        join(room, guest)
    return guests


def join(room, user):
    return join_waiting_list(table_id=room.table.pk, user=user)


def go(room, user):
    return leave(table_id=room.table.pk, user=user)


def take(room, user, number=0):
    return sit(table_id=room.table.pk, user=user, number=number, buy_in=1_000, key=uuid.uuid4())


def refused(act, *given, **named):
    with pytest.raises(RequestRefused) as no:
        act(*given, **named)
    return no.value.code


def place(room, user):
    """(place in line, whether a seat is held) as this user sees it; None without an entry."""
    own = you_of(read_table(room.table.pk), [user])[user.pk].waiting
    return own and (own.place, own.until is not None)


def pass_offer():
    past = timezone.now() - datetime.timedelta(seconds=1)
    WaitingEntry.objects.filter(offered_until__isnull=False).update(offered_until=past)


@pytest.mark.django_db
def test_a_free_seat_is_held_for_the_first_in_line(room, line):
    dev, esha = line
    asha, _binod = room.people
    version = room.head.version
    assert join(room, dev).pk == WaitingEntry.objects.earliest("id").pk
    assert room.head.version == version  # joined twice is joined once
    assert run_due() == 0  # no seat is free
    go(room, asha)
    assert refused(take, room, create_guest()) == "SEAT_HELD"  # before anything was offered
    assert run_due() == 1
    assert [place(room, one) for one in (dev, esha, asha)] == [(1, True), (2, False), None]
    assert [refused(take, room, one) for one in (esha, asha)] == ["SEAT_HELD", "SEAT_HELD"]
    assert quick_seat(game="teen_patti", user=create_guest(), key=uuid.uuid4()) != room.table
    assert take(room, dev).number == 0
    assert [place(room, one) for one in (dev, esha)] == [None, (1, False)]
    assert audit_findings() == []


@pytest.mark.django_db
def test_an_offer_that_is_not_taken_goes_to_the_next(room, line, settings):
    dev, esha = line
    go(room, room.people[0])
    run_due()
    until = WaitingEntry.objects.get(user=dev).offered_until
    held_for = until - timezone.now()
    assert 0 < held_for.total_seconds() <= settings.SEAT_OFFER_S
    assert run_due() == 0  # the only free seat is held
    pass_offer()
    assert refused(take, room, dev) == "SEAT_HELD"
    run_due()
    assert (place(room, dev), place(room, esha)) == (None, (1, True))
    leave_waiting_list(table_id=room.table.pk, user=esha)
    assert take(room, dev).number == 0


@pytest.mark.django_db
def test_people_who_may_not_play_are_passed_over(room, line):
    dev, esha = line
    take_break(user=dev, length="day")
    go(room, room.people[0])
    assert refused(take, room, create_guest()) == "SEAT_HELD"  # for Esha
    run_due()
    assert (place(room, dev), place(room, esha)) == ((1, False), (2, True))
    assert run_due() == 0  # Dev is not asked again at once
    take(room, esha)
    go(room, room.people[1])
    assert take(room, create_guest(), 1).number == 1  # nobody else may have it


@pytest.mark.django_db
def test_bots_leave_for_people_who_wait(seat_table):
    room = seat_table(people=1, bots=3, seats=4)
    dev = create_guest(name="Dev")
    join(room, dev)
    while room.head.live:
        room.fold_down()
    run_timer(room.table.pk)
    assert Seat.objects.filter(table=room.table, user__kind="bot").count() == 1
    run_due()
    assert place(room, dev) == (1, True)
    taken = Seat.objects.filter(table=room.table).values_list("number", flat=True)
    assert take(room, dev, min({*range(4)} - {*taken})) is not None


@pytest.mark.django_db
def test_refused_entries(room, line, full_table, seat_table, sit_and_go, settings):
    dev, _esha = line
    assert refused(join, room, room.people[0]) == "ALREADY_SEATED"
    assert refused(join, seat_table(people=0), dev) == "NOT_FULL"
    settings.WAITING_PER_USER = 1
    assert refused(join, full_table(), dev) == "LIST_FULL"
    settings.WAITING_PER_TABLE = 2
    assert refused(join, room, create_guest()) == "LIST_FULL"
    approves = full_table()
    Table.objects.filter(pk=approves.table.pk).update(host=approves.people[0], approval=True)
    assert refused(join, approves, create_guest()) == "NO_WAITING_LIST"
    assert refused(join, sit_and_go(people=2), create_guest()) == "NO_WAITING_LIST"


@pytest.mark.django_db
def test_entries_end_with_their_table_and_with_time(room, line, full_table, settings):
    other = full_table()
    join(other, line[0])
    with lock_tables([room.table.pk]) as tx:
        close(tx, tx.locked(room.table.pk))
    assert WaitingEntry.objects.get().table == other.table
    settings.WAITING_HOURS = 0
    assert run_due() == 1
    assert not WaitingEntry.objects.exists()


@pytest.mark.django_db
def test_lists_and_rest_say_who_waits_to_themselves_alone(room, line):
    dev, esha = map(app_of, line)
    path = f"tables/{room.table.slug}"
    assert dev.get(f"{path}/state")["you"]["waiting"] == {"place": 1, "until": None}
    assert App().get(f"{path}/state")["table"]["waiting_list"] == 2
    assert "Dev" not in str(esha.get(f"{path}/state"))
    (row,) = [listing.row for listing in read_tables({}).values()]
    assert (row.waiting, row.has_free_seat) == (2, False)
    assert esha.ask("delete", f"{path}/waiting_list").json()["you"].get("waiting") is None
    assert esha.post(f"{path}/waiting_list")["you"]["waiting"]["place"] == 2


@pytest.mark.django_db(transaction=True)
def test_a_seat_is_never_held_for_two(full_table):
    """People leave, others sit down, and dealers offer, all at once."""
    room = full_table(4)
    line, strangers = [[create_guest() for _ in range(3)] for _ in range(2)]
    for one in line:
        join(room, one)

    def tries(user, number):
        try:
            return take(room, user, number)
        except RequestRefused as no:
            return no.code

    together(
        *[lambda one=one: go(room, one) for one in room.people[:2]],
        *[run_due] * 3,
        *[lambda one=one, at=at: tries(one, at) for at, one in enumerate(strangers)],
    )
    run_due()
    offers = WaitingEntry.objects.filter(offered_until__isnull=False)
    assert {entry.user for entry in offers} == set(line[:2])
    assert not Seat.objects.filter(user__in=strangers).exists()
    codes = together(*[lambda one=one: tries(one, 0) for one in (*line, *strangers)])
    assert sum(isinstance(code, Seat) for code in codes) == 1
    assert Seat.objects.get(number=0).user in line[:2]
    assert audit_findings() == []


async def test_those_who_wait_hear_of_it_and_nobody_else(seat_table, transactional_db):
    scene = await scene_of(seat_table)
    table_id, people = scene.seat_table.table.pk, scene.seat_table.people
    await scene.do(Table.objects.filter(pk=table_id).update, max_seats=len(people))
    guest = await scene.do(create_guest, name="Gita")
    own, stranger = await scene.open(guest), await scene.open(None)
    await scene.do(join_waiting_list, table_id=table_id, user=guest)

    def last(window, part):
        return [frame[part] for frame in window.frames if frame.get(part)][-1]

    assert last(own, "you")["waiting"]["place"] == 1
    assert last(stranger, "table")["waiting_list"] == 1
    await scene.do(leave, table_id=table_id, user=people[0])
    await scene.do(run_due)
    assert last(own, "you")["waiting"]["until"] > 0
    await scene.do(leave_waiting_list, table_id=table_id, user=guest)
    assert last(own, "you").get("waiting") is None
    assert "Gita" not in str(stranger.frames)
    await scene.close()
