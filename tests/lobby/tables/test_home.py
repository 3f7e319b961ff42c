"""The lobby's page: what it offers first, a seat by one tap, and the table that plays in it."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from accounts.people.actions.users import create_guest
from accounts.people.models import User
from games.engines.core import registry
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.list import lobby_page
from lobby.tables.models import Seat, Table
from lobby.tables.seats.seats import sit
from tests.games.stored import four_guests, store_hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def asha(client: Client) -> User:
    user = create_guest(name="Asha")
    client.force_login(user)
    return user


def table(name: str = "Marigold", **plan: Any) -> Table:
    return open_table(
        plan=TablePlan(**{"name": name, "min_buy_in": 200, "max_buy_in": 2_000, **plan}),
        host=None,
        is_house_table=True,
    )


def fill(there: Table, people: int) -> None:
    for number in range(people):
        sit(table_id=there.pk, user=create_guest(), number=number, buy_in=200, key=uuid.uuid4())


def played_first(client: Client) -> str:
    """The game of the first button."""
    page = client.get("/").content.decode()
    (game,) = re.findall(r'button primary big play" (?:form="quick-|href="[^"]+%3D)(\w+)"', page)
    return str(game)


def test_the_first_button_plays_the_game_of_the_last_hand(client: Client) -> None:
    first, second, third = [game.key for game in registry.all_games()][:3]
    asha = create_guest(name="Asha")
    assert played_first(client) == first
    client.force_login(asha)
    assert played_first(client) == first
    for game in (third, second):
        store_hand(game, people=[asha, *four_guests()[1:]])
    assert played_first(client) == second


def test_a_tap_takes_the_first_free_seat_with_a_modest_buy_in(client: Client, asha: User) -> None:
    there = table()
    fill(there, 1)
    answer = client.post("/tables/sit/", {"table": there.slug})
    assert answer["Location"] == f"/t/{there.slug}/"
    seat = Seat.objects.get(user=asha)
    assert (seat.number, seat.stack) == (1, 1_000), "a tenth of 10,000 chips"
    again = client.post("/tables/sit/", {"table": there.slug})
    assert again["Location"] == f"/t/{there.slug}/"
    assert Seat.objects.filter(user=asha).count() == 1


def test_a_tap_on_a_full_table_or_a_sit_and_go_only_leads_there(client: Client, asha: User) -> None:
    full = table(seats=2)
    fill(full, 2)
    sit_and_go = table("Six", game="holdem", preset="turbo", min_buy_in=500, max_buy_in=500)
    for there in (full, sit_and_go):
        answer = client.post("/tables/sit/", {"table": there.slug})
        assert answer["Location"] == f"/t/{there.slug}/"
    assert not Seat.objects.filter(user=asha).exists()


def test_a_refused_tap_says_why_in_the_lobby(client: Client, asha: User) -> None:
    there = table(min_buy_in=20_000, max_buy_in=40_000)
    page = client.post("/tables/sit/", {"table": there.slug}, follow=True)
    assert page.redirect_chain == [("/", 302)]
    assert "note error" in page.content.decode()
    assert not Seat.objects.exists()


def test_a_visitor_chooses_a_name_and_gets_the_seat(client: Client) -> None:
    there = table()
    answer = client.post("/tables/sit/", {"table": there.slug})
    assert answer["Location"] == f"/guest/?next=%2F%3Fsit%3D{there.slug}"


def test_rows_offer_a_seat_where_there_is_one(client: Client, asha: User) -> None:
    free, full = table("Free"), table("Full", seats=2)
    fill(full, 2)
    page = client.get("/").content.decode()
    assert f'name="table" value="{free.slug}"' in page
    assert f'name="table" value="{full.slug}"' not in page


def featured(client: Client) -> str | None:
    found = re.search(r'data-table="/t/(\w+)/"', client.get("/").content.decode())
    return found and found[1]


def test_the_table_with_most_people_plays_in_the_lobby(client: Client, monkeypatch: Any) -> None:
    assert featured(client) is None
    few, many = table("Few"), table("Many")
    assert featured(client) is None, "nobody plays"
    fill(few, 2)
    fill(many, 3)
    assert featured(client) == many.slug
    monkeypatch.setattr(lobby_page, "FEATURED_WATCHERS_MAX", 0)
    assert featured(client) is None, "those who came to watch go first"


@pytest.mark.parametrize(
    "change", [{"private": True}, {"spectators": "closed"}, {"state": "paused"}], ids=str
)
def test_no_table_that_others_may_not_watch_plays_in_the_lobby(
    client: Client, change: dict[str, Any]
) -> None:
    there = table()
    fill(there, 2)
    Table.objects.filter(pk=there.pk).update(**change)
    assert featured(client) is None


def test_only_the_small_page_of_a_table_may_stand_in_a_frame_of_this_site(
    client: Client, asha: User
) -> None:
    there = table()
    usual, small = client.get(f"/t/{there.slug}/"), client.get(f"/t/{there.slug}/?small")
    assert usual["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in usual["Content-Security-Policy"]
    assert small["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in small["Content-Security-Policy"]
    assert usual.context["data"]["user"]["name"] == "Asha"
    assert small.context["data"]["user"] is None, "it takes no seat's window away"
    assert [page.context["data"]["watches"] for page in (usual, small)] == [False, True]
