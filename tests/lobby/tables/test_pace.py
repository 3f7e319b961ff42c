"""How tables play, as the lobby's list says it: from the results of their last hands."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from games.hands.models import Hand
from lobby.tables.list import pace
from lobby.tables.list.pace import Pace, paces
from lobby.tables.models import Table
from tests.support.owner import as_owner

pytestmark = pytest.mark.django_db


@pytest.fixture
def room(seat_table: Any) -> Any:
    """A table with as many hands as are needed, one a minute and a long pause among them."""
    room = seat_table(people=3, name="Marigold")
    for _number in range(pace.HANDS_MIN):
        room.deal()
        room.fold_down()
    for hand in Hand.objects.order_by("number"):
        later = timedelta(minutes=hand.number, days=hand.number > 3)
        Hand.objects.filter(pk=hand.pk).update(started_at=F("started_at") + later)
    return room


def change(statement: str) -> None:
    with as_owner() as cursor:
        cursor.execute(statement)


def pots(hands: Any) -> list[int]:
    return [sum(pot["amount"] for pot in hand.result["pots"]) for hand in hands]


def test_a_table_has_the_average_pot_of_its_hands_and_their_usual_speed(room: Any) -> None:
    found = paces()[room.table.pk]
    mean = sum(pots(Hand.objects.all())) / pace.HANDS_MIN
    assert found.average_pot == pytest.approx(mean, abs=0.5)
    assert found.hands_an_hour is not None
    assert 55 <= found.hands_an_hour <= 60, "the long pause does not count"


def test_the_list_has_it_by_the_api_and_on_the_page(room: Any) -> None:
    (row,) = Client().get("/api/v1/tables").json()["items"]
    known = paces()[room.table.pk]
    assert Pace(row["average_pot"], row["hands_an_hour"]) == known


def test_a_table_with_few_hands_has_none(room: Any) -> None:
    Hand.objects.filter(number=1).update(status="void", result=None)
    assert paces() == {}
    (row,) = Client().get("/api/v1/tables").json()["items"]
    assert (row["average_pot"], row["hands_an_hour"]) == (None, None)


def test_hands_count_once_spectators_may_have_seen_them(room: Any) -> None:
    change("UPDATE games_hand SET spectators = 'delayed', spectator_delay_s = 900")
    assert paces() == {}
    change("UPDATE games_hand SET finished_at = finished_at - interval '900 s'")
    assert room.table.pk in paces()
    change("UPDATE games_hand SET spectators = 'closed'")
    assert paces() == {}


def test_a_closed_table_has_none(room: Any) -> None:
    Table.objects.filter(pk=room.table.pk).update(state="closed")
    assert Client().get("/api/v1/tables").json()["items"] == []


def test_all_readers_share_a_reading(
    room: Any, settings: Any, django_assert_num_queries: Any
) -> None:
    settings.SHARED_ANSWERS = True
    pace._copies.clear()
    known = paces()
    with django_assert_num_queries(0):
        assert paces() is known
    pace._copies.clear()
