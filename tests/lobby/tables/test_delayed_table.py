"""A delayed sit and go tells spectators nothing that has happened since the shown hand."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from games.hands.models import Hand
from lobby.tables.models import SitAndGoPlayer, Table
from tests.support.seated_table import sit_and_go

__all__ = ["sit_and_go"]

pytestmark = pytest.mark.django_db

DELAY = datetime.timedelta(seconds=900)


def received(room):
    """Return the table as a stranger's state has it; the address of the table says the same."""
    client, path = Client(), f"/api/v1/tables/{room.table.slug}"
    table = client.get(f"{path}/state").json()["table"]
    assert client.get(path).json() == table
    return table


def play_until_somebody_is_out(room):
    """Play hands whose deals, but not their actions, spectators have seen."""
    while not SitAndGoPlayer.objects.filter(place__isnull=False).exists():
        room.deal()
        Hand.objects.update(started_at=timezone.now() - DELAY - datetime.timedelta(seconds=1))
        while room.head.live:
            if room.act(room.turn, "all_in").seq is None:
                room.act(room.turn, "call")


def test_nobody_is_out_before_spectators_have_seen_it(sit_and_go):
    room = sit_and_go(2)
    Table.objects.update(spectators="delayed", spectator_delay_s=DELAY.total_seconds())
    play_until_somebody_is_out(room)
    table = received(room)
    assert table["sit_and_go"]["places"] == []
    assert table["sit_and_go"]["state"] == "running"
    assert {seat["place"] for seat in table["seats"]} == {None}
    assert table["restart"]["seats"] == []
    Table.objects.update(spectator_delay_s=0)
    assert [one["place"] for one in received(room)["sit_and_go"]["places"]] == [2, 1]
