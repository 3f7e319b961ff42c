"""Pages take the same number of queries however much there is to show."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.hands.models import Hand
from lobby.tables.hosting.tables import TablePlan, open_table

pytestmark = pytest.mark.django_db
PAGES = (
    "/",
    "/?free=true&page=2",
    "/me/hands/",
    "/hands/{hand}/",
    "/t/{slug}/hands/",
    "/leaderboards/",
    "/leaderboards/?period=all",
    "/odds/",
    "/odds/design/",
)


def queries(client: Client, addresses: list[str]) -> dict[str, list[str]]:
    """The tables that each page's queries read first."""
    found = {}
    for address in addresses:
        assert client.get(address).status_code == 200  # what is computed once is there now
        with CaptureQueriesContext(connection) as captured:
            client.get(address)
        found[address] = [one["sql"] for one in captured]
    return found


def test_more_data_take_no_more_queries(client: Client, seat_table: Any, settings: Any) -> None:
    settings.LOBBY_PAGE = 3
    room = seat_table(people=4, name="Marigold")
    room.deal()
    room.fold_down()
    hand = Hand.objects.get()
    addresses = [one.format(hand=hand.pk, slug=room.table.slug) for one in PAGES]
    client.force_login(room.people[0])
    stranger = Client()
    readable = [one for one in addresses if not one.startswith("/me/")]
    before = queries(client, addresses), queries(stranger, readable)
    for number in range(6):
        open_table(plan=TablePlan(name=f"Lotus {number}"), host=room.people[number % 2])
        room.deal()
        room.fold_down()
    after = queries(client, addresses), queries(stranger, readable)
    for few, many in zip(before, after, strict=True):
        for address in few:
            assert len(many[address]) == len(few[address]), (address, few, many)
            assert len(many[address]) <= 13, address
