"""Tables whose timers no dealer runs: web processes stand in."""

import asyncio
import datetime

import pytest
from django.utils import timezone

from games import bots as policies
from games.hands.models import Hand, PlayedAction
from lobby.tables.models import Table, TableHead
from lobby.tables.play import timers
from lobby.tables.play.timers import stand_in
from lobby.tables.ws import hub
from tests.support.seated_table import audit_findings
from tests.support.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def _stands_in(settings):
    settings.STAND_IN_AFTER_S = 3


def due_since(seconds):
    """Make every timer due that long ago, with turns that have run out of time."""
    past = timezone.now() - datetime.timedelta(seconds=seconds)
    TableHead.objects.update(
        next_timer_at=past, turn_at=past - datetime.timedelta(minutes=2), deal_at=past
    )


@pytest.mark.usefixtures("_stands_in")
def test_a_web_process_leaves_timers_to_dealers_for_three_seconds(seat_table):
    room = seat_table(people=2)
    room.deal()
    due_since(2)
    assert stand_in() == 0
    assert room.head.live
    due_since(4)
    assert stand_in() == 1
    assert PlayedAction.objects.get().auto == "timeout"


def test_none_stands_in_where_it_is_off(seat_table):
    seat_table(people=2).deal()
    due_since(3_600)
    assert stand_in() == 0


@pytest.mark.usefixtures("_stands_in")
def test_hands_of_bots_go_on_and_the_next_one_comes(seat_table, monkeypatch):
    """Bots that need time choose by the easy policy at once: there are no workers here."""
    monkeypatch.setattr(policies, "is_quick", lambda *_args: False)
    room = seat_table(people=0, bots=3)
    Table.objects.update(watched_at=timezone.now())
    for _step in range(300):
        if Hand.objects.count() > 1:
            break
        due_since(4)
        assert stand_in() == 1
    assert list(Hand.objects.order_by("number").values_list("table_id", "number")) == [
        (room.table.pk, number) for number in (1, 2)
    ]
    assert set(PlayedAction.objects.values_list("auto", flat=True)) == {"bot"}
    assert audit_findings() == []


@pytest.mark.usefixtures("_stands_in")
def test_beside_a_broken_table_others_are_left_to_dealers_too(seat_table, monkeypatch):
    broken, other = seat_table(people=2), seat_table(people=0, bots=2)
    broken.deal()

    def break_down(*_args):
        raise RuntimeError("this table is broken")

    monkeypatch.setattr(timers, "_move_on", break_down)
    due_since(4)
    TableHead.objects.filter(table=other.table).update(next_timer_at=timezone.now())
    before = other.head.next_timer_at
    assert stand_in() == 1
    assert other.head.next_timer_at == before


@pytest.mark.usefixtures("_stands_in")
def test_a_hub_looks_for_such_tables(seat_table, monkeypatch):
    monkeypatch.setattr(hub, "STAND_IN_EVERY_S", 0.01)
    room = seat_table(people=2)
    room.deal()
    due_since(4)

    async def run():
        here = hub.Hub()
        looking = asyncio.create_task(here._stand_in())
        await until(lambda: here.in_thread(PlayedAction.objects.exists), "the time-out")
        looking.cancel()

    asyncio.run(run())
    assert PlayedAction.objects.get().auto == "timeout"
