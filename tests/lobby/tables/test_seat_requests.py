"""Seats that the host approves: requests, answers, expiry, limits, and who sees them."""

import datetime
import uuid

import pytest
from django.utils import timezone

from accounts.people.actions.users import create_guest
from accounts.sanctions import actions as sanctions
from core.errors import RequestRefused
from lobby.tables.hosting import hosting
from lobby.tables.hosting.tables import quick_seat
from lobby.tables.models import Seat, SeatRequest, Table
from lobby.tables.play.bots import add_bots
from lobby.tables.seats.seat_requests import answer_request, ask_for_seat, purge_requests
from lobby.tables.seats.seats import leave, sit
from lobby.tables.view.table_state import state_for
from lobby.tables.view.table_view import read_table
from lobby.tables.view.you import you_of
from tests.support.access import HOSTS, MATRIX
from tests.support.app import App, app_of
from tests.support.staff import REASON, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def room(seat_table):
    """A table of Asha's with Binod; she approves everyone who comes now."""
    room = seat_table(people=2, name="Marigold")
    Table.objects.update(host=room.people[0], is_house_table=False, approval=True)
    return room


@pytest.fixture
def dev(db):
    return create_guest(name="Dev")


def take(room, user, number=4):
    return sit(table_id=room.table.pk, user=user, number=number, buy_in=1_000, key=uuid.uuid4())


def ask(room, user):
    return ask_for_seat(table_id=room.table.pk, user=user)


def answer(room, approve, *, name="Dev", by=None):
    answer_request(table_id=room.table.pk, user=by or room.people[0], name=name, approve=approve)


def refused(act, *given, **named):
    with pytest.raises(RequestRefused) as no:
        act(*given, **named)
    return no.value.code


def pass_minutes(minutes):
    SeatRequest.objects.update(expires_at=timezone.now() - datetime.timedelta(seconds=1))
    assert minutes


def seen(room, user):
    """(own state, names that wait) as this user sees them."""
    you = you_of(read_table(room.table.pk), [user])[user.pk]
    return you.seat_request, [one.name for one in you.seat_requests]


def test_a_seat_is_taken_only_with_the_hosts_approval(room, dev):
    asha, binod = room.people
    assert refused(take, room, dev) == "NEEDS_APPROVAL"
    before = room.head.version
    ask(room, dev)
    assert room.head.version == before + 1  # so the host's page hears of it
    assert refused(take, room, dev) == "NEEDS_APPROVAL"
    assert [seen(room, one) for one in (dev, asha, binod)] == [
        ("waiting", []),
        (None, ["Dev"]),
        (None, []),
    ]
    answer(room, True)
    assert (seen(room, dev), seen(room, asha)) == (("approved", []), (None, []))
    assert take(room, dev).number == 4
    assert refused(ask, room, dev) == "ALREADY_SEATED"


def test_a_refused_player_may_not_ask_again_for_a_while(room, dev, settings):
    ask(room, dev)
    answer(room, False)
    assert seen(room, dev) == ("refused", [])
    assert refused(ask, room, dev) == "SEAT_REFUSED"
    assert refused(take, room, dev) == "NEEDS_APPROVAL"
    pass_minutes(settings.SEAT_REFUSED_MINUTES)
    assert ask(room, dev).state == "waiting"


def test_requests_and_approvals_end(room, dev, settings):
    ask(room, dev)
    pass_minutes(settings.SEAT_REQUEST_MINUTES)
    assert seen(room, room.people[0]) == (None, [])
    assert refused(answer, room, True) == "NO_SUCH_REQUEST"
    ask(room, dev)
    answer(room, True)
    pass_minutes(settings.SEAT_REQUEST_MINUTES)
    assert refused(take, room, dev) == "NEEDS_APPROVAL"
    assert purge_requests() == 1
    assert not SeatRequest.objects.exists()


def test_asking_twice_is_asking_once(room, dev):
    first = ask(room, dev)
    version = room.head.version
    assert ask(room, dev) == first
    assert (SeatRequest.objects.count(), room.head.version) == (1, version)


def test_requests_are_bounded(room, dev, seat_table, settings):
    settings.SEAT_REQUESTS_PER_TABLE = 1
    ask(room, create_guest())
    assert refused(ask, room, dev) == "TOO_MANY_REQUESTS"
    settings.SEAT_REQUESTS_PER_TABLE, settings.SEAT_REQUESTS_PER_USER = 20, 1
    other = seat_table(people=0, name="Other", approval=True)
    Table.objects.filter(pk=other.table.pk).update(host=room.people[0])
    ask(other, dev)
    assert refused(ask, room, dev) == "TOO_MANY_REQUESTS"
    pass_minutes(1)
    ask(room, dev)


def test_only_the_host_answers(room, dev):
    asha, binod = room.people
    ask(room, dev)
    assert refused(answer, room, True, by=binod) == "NOT_THE_HOST"
    assert refused(answer, room, True, by=dev) == "NOT_THE_HOST"
    assert refused(answer, room, True, name="Nobody") == "NO_SUCH_REQUEST"
    answer(room, True)
    assert refused(answer, room, False) == "NO_SUCH_REQUEST"  # it has been answered
    hosting.hand_over(table_id=room.table.pk, user=asha, name="Binod")
    late = create_guest()
    ask(room, late)
    assert refused(answer, room, True, name=late.name, by=asha) == "NOT_THE_HOST"
    answer(room, True, name=late.name, by=binod)


def test_the_host_the_seated_and_bots_need_no_approval(room):
    asha, binod = room.people
    leave(table_id=room.table.pk, user=asha)
    take(room, asha, number=5)
    add_bots(table_id=room.table.pk, user=binod, count=1, level="easy")
    assert Seat.objects.count() == 3
    assert ask(room, create_guest()) is not None


def test_other_tables_take_no_requests(seat_table, dev):
    room = seat_table(people=1)
    assert ask(room, dev) is None
    assert take(room, dev) is not None
    assert not SeatRequest.objects.exists()


def test_the_sent_away_and_the_suspended_cannot_ask(room, dev):
    asha, _binod = room.people
    Table.objects.update(approval=False)
    take(room, dev)
    hosting.send_player_away(table_id=room.table.pk, user=asha, name="Dev")
    Table.objects.update(approval=True)
    assert refused(ask, room, dev) == "SENT_AWAY"
    banned = create_guest()
    sanctions.ban(
        by=member("Table moderator"), user=banned, template="undeclared_bot", reason=REASON
    )
    assert refused(ask, room, banned) == "SUSPENDED"


def test_a_quick_seat_passes_such_tables_by(room, dev):
    seated_at = quick_seat(game="teen_patti", user=dev, key=uuid.uuid4())
    assert seated_at.pk != room.table.pk


def test_the_state_by_rest_has_the_requests_of_the_host_and_ones_own(room, dev):
    asha, binod = map(app_of, room.people)
    path = f"tables/{room.table.slug}"
    received = app_of(dev).post(f"{path}/ask_seat")
    assert (received["you"]["seat_request"], received["you"]["seat_requests"]) == ("waiting", [])
    assert received["table"]["approval"] is True
    (one,) = asha.get(f"{path}/state")["you"]["seat_requests"]
    assert (one["name"], one["avatar"], one["kind"]) == ("Dev", dev.avatar, "guest")
    assert binod.get(f"{path}/state")["you"]["seat_requests"] == []
    assert "Dev" not in str(App().get(f"{path}/state"))
    asha.post(f"{path}/answer_request", name="Dev", approve=True)
    assert app_of(dev).get(f"{path}/state")["you"]["seat_request"] == "approved"
    assert MATRIX["post tables/{slug}/answer_request"].expected["player"] == HOSTS["player"]
    assert state_for(room.table.pk, None, watching=0).you is None
