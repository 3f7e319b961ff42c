"""The poker menu."""

import dataclasses
import time
import uuid

import pytest
from django.test import Client

from accounts.ledger import wallet_balance
from accounts.people.actions.users import create_guest
from accounts.people.models import User
from games.engines.core import registry
from games.engines.holdem.manifest import MANIFEST
from lobby.tables.list.menu import CHOICE_LIFETIME_S
from lobby.tables.models import (
    Seat,
    Table,
    TableHead,
)
from lobby.tables.play.timers import run_timer
from lobby.tables.seats.seats import sit, start

MENU = MANIFEST.menu
assert MENU is not None
pytestmark = pytest.mark.django_db

FRIENDS = {"mode": "friends", "edge": "left", "name": "Sunday", "fill": "on"}
BOTS = {"mode": "bots", "edge": "bottom", "level": "hard"}


@pytest.fixture
def asha(client: Client) -> User:
    user = create_guest(name="Asha")
    client.force_login(user)
    return user


def test_the_menu_has_four_choices(client):
    page = client.get("/poker/").content.decode()
    for title in ("Play with friends", "Play against bots", "Rules", "Leave"):
        assert f"<h2>{title}</h2>" in page
    assert 'href="/rules/holdem/"' in page


def test_the_lobby_and_the_rules_lead_there(client):
    assert 'href="/poker/"' in client.get("/").content.decode()
    assert 'href="/poker/"' in client.get("/rules/holdem/").content.decode()


def test_the_menu_needs_holdem(client, monkeypatch):
    only = {"teen_patti": registry.get("teen_patti")}
    monkeypatch.setattr(registry, "_games", lambda: only)
    assert client.get("/poker/").status_code == 404
    assert 'href="/poker/"' not in client.get("/").content.decode()


def test_friends_get_a_private_table_that_waits_for_deal(client, asha):
    answer = client.post("/poker/", FRIENDS)
    table = Table.objects.get()
    assert answer["Location"] == f"/t/{table.slug}/"
    assert (table.game, table.preset, table.name) == ("holdem", "four_handed", "Sunday")
    assert (table.private, table.max_seats, table.autostart) == (True, 4, False)
    assert table.host == asha
    seat = Seat.objects.get(user=asha)
    assert seat.table == table
    assert wallet_balance(asha.pk) == 10_000 - MENU.entry
    assert client.get(f"/t/{table.slug}/").status_code == 200


def _bots() -> int:
    return Seat.objects.filter(user__kind=User.Kind.BOT).count()


def test_friends_take_seats_before_bots_fill_the_rest(client, asha):
    client.post("/poker/", FRIENDS)
    table = Table.objects.get()
    run_timer(table.pk)
    assert (_bots(), table.running) == (0, False), "nothing happens before Deal"
    binod = create_guest(name="Binod")
    invited = Client()
    invited.force_login(binod)
    assert invited.get(f"/i/{table.invite}/")["Location"] == f"/t/{table.slug}/"
    assert invited.get(f"/t/{table.slug}/").status_code == 200
    sit(table_id=table.pk, user=binod, number=2, buy_in=None, key=uuid.uuid4())
    start(table_id=table.pk, user=asha)
    assert _bots() == 2
    run_timer(table.pk)
    assert TableHead.objects.get(pk=table.pk).live


def test_bots_come_only_if_wanted(client, asha):
    client.post("/poker/", {**FRIENDS, "fill": ""})
    table = Table.objects.get()
    binod = create_guest(name="Binod")
    sit(table_id=table.pk, user=binod, number=2, buy_in=None, key=uuid.uuid4())
    start(table_id=table.pk, user=asha)
    assert (_bots(), table.rules["fill_with_bots"]) == (0, False)


def test_bots_come_at_once(client, asha):
    client.post("/poker/", BOTS)
    table = Table.objects.get()
    run_timer(table.pk)
    kinds = Seat.objects.filter(table=table).values_list("user__kind", "user__bot_level")
    assert sorted(kinds) == [("bot", "hard")] * 3 + [("guest", "")]
    assert (table.private, table.autostart) == (True, True)
    assert TableHead.objects.get(pk=table.pk).live, "the game begins by itself"


def test_a_visitor_is_asked_for_a_name_and_gets_the_table_they_chose(client):
    asked = client.post("/poker/", BOTS)["Location"]
    assert asked == "/guest/?next=/poker/"
    assert not Table.objects.exists()
    assert client.post(asked, {"name": "Rosa"})["Location"] == "/poker/"
    answer = client.get("/poker/")
    seat = Seat.objects.get(user__name="Rosa")
    assert answer["Location"] == f"/t/{seat.table.slug}/"
    assert (seat.table.host, seat.table.bot_level) == (seat.user, BOTS["level"])
    assert client.get("/poker/").status_code == 200, "one choice opens one table"


def test_an_expired_choice_opens_no_table(client, monkeypatch):
    client.post("/poker/", BOTS)
    client.post("/guest/", {"name": "Rosa"})
    later = time.time() + CHOICE_LIFETIME_S
    monkeypatch.setattr("lobby.tables.list.menu.time.time", lambda: later)
    assert client.get("/poker/").status_code == 200
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [{"mode": "exit"}, {"edge": "middle"}, {"edge": ""}, {"level": "perfect"}, {"mode": ""}],
    ids=str,
)
def test_an_invalid_choice_is_refused(client, wrong):
    answer = client.post("/poker/", {**BOTS, **wrong})
    assert answer.status_code == 422
    assert "Invalid option! Try again." in answer.content.decode()
    assert not Table.objects.exists()
    assert not User.objects.filter(kind=User.Kind.GUEST).exists(), "no guest is created"


def test_a_taken_name_is_reported_at_its_field(client, asha):
    client.post("/poker/", FRIENDS)
    answer = client.post("/poker/", {**FRIENDS, "fill": "", "edge": "top"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "An open table already has that name." in page
    assert 'value="Sunday"' in page
    assert 'value="top" checked' in page
    assert '<input type="checkbox" name="fill" >' in page


def test_a_user_with_too_few_chips_gets_a_message(client, asha, monkeypatch):
    menu = dataclasses.replace(MENU, least=10_001)
    manifest = dataclasses.replace(MANIFEST, menu=menu)
    monkeypatch.setattr(type(registry.get("holdem")), "manifest", manifest)
    answer = client.post("/poker/", BOTS, follow=True)
    assert "You have only 10,000 chips" in answer.content.decode()
    assert not Table.objects.exists()


def test_an_error_in_one_form_does_not_change_the_other(client, asha):
    page = client.post("/poker/", {**FRIENDS, "name": "x"}).content.decode()
    assert 'value="medium" checked' in page
    page = client.post("/poker/", {**BOTS, "edge": "middle"}).content.decode()
    assert '<input type="checkbox" name="fill" checked>' in page
