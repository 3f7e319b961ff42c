"""Limits on a user's seats and open tables, at every way in."""

import uuid

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.people.actions.users import create_guest
from accounts.people.models import User
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.tables import TablePlan, close_table, open_table, quick_seat
from lobby.tables.models import Seat, Table
from lobby.tables.play.timers import run_timer
from lobby.tables.seats.seats import leave, play_again, sit
from tests.support.serial import SERIAL
from tests.support.together import together


def tables(count, **plan):
    """Open this many house tables."""
    return [
        open_table(
            plan=TablePlan(name=f"House {next(SERIAL)}", **plan), host=None, is_house_table=True
        )
        for _ in range(count)
    ]


def take_seat(table, user, number=0):
    return sit(table_id=table.pk, user=user, number=number, buy_in=None, key=uuid.uuid4())


def refused(job, *args, **named):
    """The code with which a job is refused, `done` if it is not."""
    try:
        job(*args, **named)
    except TableRefused as no:
        return no.code
    return "done"


def open_one(host, **named):
    return open_table(plan=TablePlan(name=f"Mine {next(SERIAL)}"), host=host, **named)


@pytest.mark.django_db
def test_a_user_sits_at_four_tables_and_no_more():
    user, rooms = create_guest(name="Asha"), tables(6)
    for table in rooms[:4]:
        take_seat(table, user)
    with pytest.raises(TableRefused) as no:
        take_seat(rooms[4], user)
    named = [{"slug": table.slug, "name": table.name} for table in rooms[:4]]
    assert (no.value.code, no.value.limits) == ("TOO_MANY_SEATS", {"max": 4, "tables": named})
    assert all(table.name in no.value.text for table in rooms[:4])
    assert "4 tables" in no.value.text
    assert Seat.objects.filter(user=user).count() == 4
    leave(table_id=rooms[0].pk, user=user)
    take_seat(rooms[4], user)
    assert refused(take_seat, rooms[5], user) == "TOO_MANY_SEATS"


@pytest.mark.django_db
def test_an_entry_of_a_sit_and_go_is_a_seat_until_its_player_is_out(sit_and_go, settings):
    settings.MAX_SEATS_PER_USER = 2
    game, other = sit_and_go(people=2, size=3), tables(3)
    asha = game.people[0]
    take_seat(other[0], asha)
    assert refused(take_seat, other[1], asha) == "TOO_MANY_SEATS"
    Seat.objects.filter(table=game.table, user=asha).update(status=Seat.Status.OUT)
    take_seat(other[1], asha)
    again = refused(play_again, table_id=game.table.pk, user=asha, key=uuid.uuid4())
    assert again == "TOO_MANY_SEATS"


@pytest.mark.django_db
def test_bots_have_no_limit_of_tables(settings):
    settings.MAX_SEATS_PER_USER = 0
    (table,) = tables(1, bots=4)
    run_timer(table.pk)
    assert Seat.objects.filter(table=table).count() == 4


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "most"), [(User.Kind.PERSON, 10), (User.Kind.GUEST, 4)])
def test_open_tables_per_host_are_limited(kind, most):
    host = create_guest(name="Asha")
    User.objects.filter(pk=host.pk).update(kind=kind)
    host.refresh_from_db()
    mine = [open_one(host) for _ in range(most)]
    with pytest.raises(TableRefused) as no:
        open_one(host)
    assert (no.value.code, no.value.limits) == ("TOO_MANY_TABLES", {"max": most})
    assert Table.objects.filter(host=host).count() == most
    close_table(table_id=mine[0].pk, user=host)
    assert refused(open_one, host) == "TOO_MANY_TABLES", "it stays open until the dealer runs"
    run_timer(mine[0].pk)
    open_one(host)


@pytest.mark.django_db
def test_house_tables_do_not_count_towards_the_limit(settings):
    settings.MAX_TABLES_PER_GUEST = 1
    host = create_guest(name="Asha")
    for _ in range(3):
        open_one(host, is_house_table=True)
        open_one(None)
    open_one(host)
    assert refused(open_one, host) == "TOO_MANY_TABLES"


@pytest.mark.django_db
def test_a_quick_seat_beyond_the_limit_opens_no_table(settings):
    settings.MAX_SEATS_PER_USER = 1
    user = create_guest(name="Asha")
    take_seat(tables(1, game="holdem", preset="cash")[0], user)
    before = Table.objects.count()
    assert refused(quick_seat, game="teen_patti", user=user, key=uuid.uuid4()) == "TOO_MANY_SEATS"
    assert Table.objects.count() == before


@pytest.mark.django_db
def test_pages_and_the_api_report_the_limit(settings):
    settings.MAX_SEATS_PER_USER = settings.MAX_TABLES_PER_GUEST = 1
    user, (one, two) = create_guest(name="Asha"), tables(2)
    take_seat(one, user)
    open_one(user)
    api, browser = APIClient(), Client()
    api.force_authenticate(user)
    browser.force_login(user)
    seat = api.post(f"/api/v1/tables/{two.slug}/sit", {"seat": 0})
    assert (seat.status_code, seat.json()["code"]) == (409, "TOO_MANY_SEATS")
    opened = api.post("/api/v1/tables", {"name": "Another"})
    assert (opened.status_code, opened.json()["code"]) == (409, "TOO_MANY_TABLES")
    page = browser.post("/tables/new/", {"name": "Another", "game": "teen_patti"})
    assert page.status_code == 409
    assert "close one of them first" in page.content.decode()
    quick = browser.post("/play/holdem/", follow=True)
    assert "leave one of them first" in quick.content.decode()


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_count_each_other():
    user, rooms = create_guest(name="Asha"), tables(12)
    seats = together(*[lambda t=table: refused(take_seat, t, user) for table in rooms])
    assert sorted(seats) == ["TOO_MANY_SEATS"] * 8 + ["done"] * 4
    opened = together(*[lambda: refused(open_one, user)] * 12)
    assert sorted(opened) == ["TOO_MANY_TABLES"] * 8 + ["done"] * 4
    assert Seat.objects.filter(user=user).count() == Table.objects.filter(host=user).count() == 4
