"""Quick seats: stakes that suit the wallet, bots that give way, sister tables, a choice kept."""

import uuid

import pytest
from django.db.models.functions import Now

from accounts.people.actions.users import create_guest
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.tables import TablePlan, open_table, quick_seat, vacant_seats
from lobby.tables.models import QuickChoice, Seat, Table, TableHead
from lobby.tables.play.timers import EMPTY_CLOSES_AFTER, run_timer
from lobby.tables.seats.seats import leave, sit
from tests.support.app import app_of
from tests.support.seated_table import audit_findings

pytestmark = pytest.mark.django_db

RIVERSIDE = {"name": "Riverside", "seats": 6, "min_buy_in": 200, "max_buy_in": 2_000, "bots": 4}
HIGH_WATER = {
    "name": "High Water",
    "seats": 9,
    "min_buy_in": 2_000,
    "max_buy_in": 10_000,
    "bots": 5,
    "bot_level": "hard",
    "options": {"small_blind": 25},
}


def house(**plan):
    plan = {"game": "holdem", "preset": "cash", **plan}
    return open_table(plan=TablePlan(**plan), host=None, is_house_table=True)


def seat_of(user):
    return Seat.objects.select_related("table").get(user=user)


def quick(user, game="holdem", **choice):
    return quick_seat(game=game, user=user, key=uuid.uuid4(), **choice)


def fill(table, people):
    for number in vacant_seats(table)[:people]:
        sit(table_id=table.pk, user=create_guest(), number=number, buy_in=200, key=uuid.uuid4())


def test_a_beginner_is_never_sent_to_the_dearest_table():
    riverside, dear = house(**RIVERSIDE), house(**HIGH_WATER)
    fill(riverside, 2)
    for _ in range(12):
        guest = create_guest()
        table = quick(guest)
        assert table.pk != dear.pk
        assert seat_of(guest).stack <= 1_000, "at most a tenth of 10,000 chips"
    assert audit_findings() == []


def test_a_full_table_without_a_hand_takes_a_person_for_a_bot():
    riverside = house(**RIVERSIDE)
    fill(riverside, 2)
    guest = create_guest()
    assert quick(guest) == riverside
    seated = Seat.objects.filter(table=riverside, user__kind="bot").count()
    assert seated == 3


def test_a_full_table_in_a_hand_gets_a_sister_that_closes_when_it_is_empty():
    riverside = house(**RIVERSIDE)
    fill(riverside, 1)
    run_timer(riverside.pk)
    fill(riverside, 1)
    guests = [create_guest() for _ in range(3)]
    sister = quick(guests[0])
    assert (sister.name, sister.sister_of, sister.is_house_table) == (
        "Riverside 2",
        riverside,
        True,
    )
    assert sister.rules == riverside.rules
    assert Seat.objects.filter(table=sister, user__kind="bot").count() == 4
    assert quick(guests[1]) == sister, "it has a free seat"
    run_timer(sister.pk)
    fill(sister, 6)
    Seat.objects.filter(table=riverside).exclude(user__kind="bot").update(seen_at=Now())
    if not vacant_seats(Table.objects.get(pk=riverside.pk)):
        assert quick(guests[2]).name == "Riverside 3"
    for seat in Seat.objects.filter(table=sister).exclude(user__kind="bot"):
        leave(table_id=sister.pk, user=seat.user)
    long_ago = Now() - EMPTY_CLOSES_AFTER * 2
    Table.objects.filter(pk__in=[riverside.pk, sister.pk]).update(
        lively_at=long_ago, watched_at=None
    )
    while Table.objects.get(pk=sister.pk).head.live:
        run_timer(sister.pk)
    Table.objects.filter(pk=sister.pk).update(lively_at=long_ago)
    run_timer(sister.pk)
    assert Table.objects.get(pk=sister.pk).state == Table.State.CLOSED
    assert Table.objects.get(pk=riverside.pk).state == Table.State.OPEN
    assert audit_findings() == []


def test_newcomers_go_to_their_table_first_and_the_rich_to_higher_stakes(monkeypatch):
    low, middle = house(**RIVERSIDE, newcomers=True), house(**{**RIVERSIDE, "name": "Weir"})
    dear = house(**HIGH_WATER)
    assert quick(create_guest()) == low
    monkeypatch.setattr("lobby.tables.access.permissions.NEWCOMER_HANDS_MAX", 0)
    assert quick(create_guest()) == middle
    rich = create_guest()
    assert quick(rich, unit=50, buy_in=2_000) == dear


def test_a_player_with_two_seats_in_a_game_is_sent_back_to_the_one_they_ask_for():
    tables = house(**RIVERSIDE), house(**HIGH_WATER)
    guest = create_guest()
    assert (quick(guest, unit=10), quick(guest, unit=50)) == tables
    assert (quick(guest, unit=10), quick(guest, unit=50)) == tables
    assert quick(guest) == tables[0]
    assert Table.objects.count() == 2


def test_chips_at_another_table_do_not_keep_a_player_from_a_quick_seat():
    left, _other = house(**RIVERSIDE), house(**{**RIVERSIDE, "name": "Weir"})
    dear = house(**{**HIGH_WATER, "max_buy_in": 20_000})
    guest = create_guest()
    for table, buy_in in ((left, 2_000), (dear, 9_000)):
        number = vacant_seats(table)[0]
        sit(table_id=table.pk, user=guest, number=number, buy_in=buy_in, key=uuid.uuid4())
        if table == left:
            leave(table_id=left.pk, user=guest)
    for _ in range(2):
        seated = quick(guest, unit=10, buy_in=500)
        assert seated.name == "Weir"


def test_a_choice_is_remembered_for_its_game_until_the_next_one():
    riverside, dear = house(**RIVERSIDE), house(**HIGH_WATER)
    guest = create_guest()
    assert quick(guest, unit=50, buy_in=3_000) == dear
    assert seat_of(guest).stack == 3_000
    assert quick(guest, unit=10, buy_in=400) == riverside, "another seat, at other stakes"
    for table in (dear, riverside):
        leave(table_id=table.pk, user=guest)
    assert quick(guest) == riverside
    assert seat_of(guest).stack == 400
    assert QuickChoice.objects.get(user=guest).unit == 10
    with pytest.raises(TableRefused) as no:
        quick(guest, unit=7)
    assert no.value.code == "NO_SUCH_STAKES"
    leave(table_id=riverside.pk, user=guest)
    quick(guest, unit=10, buy_in=1)
    assert seat_of(guest).stack == 400, "what they left with, and never less than the minimum"


def test_closed_pages_are_no_company():
    empty, lively = house(**RIVERSIDE), house(**{**RIVERSIDE, "name": "Weir"})
    fill(empty, 2)
    fill(lively, 1)
    Seat.objects.filter(table=empty).update(seen_at="2020-01-01T00:00Z")
    assert quick(create_guest()) == lively


def test_the_stakes_and_the_choice_are_read_by_apps():
    house(**RIVERSIDE)
    house(**HIGH_WATER)
    app = app_of(create_guest())
    offer = app.get("tables/quick?game=holdem")
    assert [(level["unit"], level["usual"]) for level in offer["levels"]] == [
        (10, 1_000),
        (50, 2_000),
    ]
    assert (offer["recommended"], offer["chosen"]) == (10, None)
    table = app.post("tables/quick", game="holdem", unit=50, buy_in=2_500)
    assert table["name"] == "High Water"
    assert app.get("tables/quick?game=holdem")["chosen"] == {"unit": 50, "buy_in": 2_500}


def test_the_page_asks_once_and_can_be_asked_again(client):
    house(**RIVERSIDE)
    house(**HIGH_WATER)
    guest = create_guest()
    client.force_login(guest)
    first = client.post("/play/holdem/")
    assert (first.status_code, first["Location"]) == (302, "/play/holdem/")
    page = client.get("/play/holdem/").content.decode()
    assert "Blinds 5/10" in page
    assert not Seat.objects.filter(user=guest).exists()
    chosen = client.post("/play/holdem/", {"unit": "10", "part": "half"})
    assert chosen["Location"].startswith("/t/")
    assert seat_of(guest).stack == 1_000
    leave(table_id=seat_of(guest).table_id, user=guest)
    assert client.post("/play/holdem/")["Location"].startswith("/t/"), "asked once"
    assert client.post("/play/holdem/", {"unit": "x", "part": "half"}).status_code == 302


def test_the_page_asks_also_those_who_sit_at_a_sit_and_go(client):
    house(**RIVERSIDE)
    house(**HIGH_WATER)
    guest = create_guest()
    game = open_table(plan=TablePlan(name="Turbo", game="holdem", preset="turbo"), host=None)
    sit(table_id=game.pk, user=guest, number=0, buy_in=None, key=uuid.uuid4())
    client.force_login(guest)
    assert client.post("/play/holdem/")["Location"] == "/play/holdem/"
    assert Seat.objects.filter(user=guest).count() == 1


def test_a_host_opens_a_table_and_sits_down_in_one_step(client):
    host = create_guest()
    client.force_login(host)
    values = {**client.get("/tables/new/?game=holdem").context["values"], "name": "Ours"}
    opened = client.post("/tables/new/", values | {"sit": "on"})
    assert (opened["Location"], seat_of(host).stack) == (f"/t/{seat_of(host).table.slug}/", 1_000)
    client.post("/tables/new/", values | {"name": "Mine"})
    assert Seat.objects.filter(user=host).count() == 1


def test_every_page_shows_my_tables_and_where_it_is_my_turn(client):
    guest = create_guest()
    client.force_login(guest)
    assert "Riverside" not in client.get("/rules/holdem/").content.decode()
    riverside = house(**RIVERSIDE)
    sit(table_id=riverside.pk, user=guest, number=0, buy_in=200, key=uuid.uuid4())
    mine = app_of(guest).get("tables/mine")["items"]
    assert [(one["name"], one["my_turn"]) for one in mine] == [("Riverside", False)]
    for page in ("/", "/rules/holdem/", "/me/", "/odds/", "/tables/new/"):
        assert f'<a href="/t/{riverside.slug}/">Riverside</a>' in client.get(page).content.decode()
    run_timer(riverside.pk)
    TableHead.objects.filter(pk=riverside.pk).update(turn_seat=0)
    assert app_of(guest).get("tables/mine")["items"][0]["my_turn"]
    assert "Your turn" in client.get("/rules/holdem/").content.decode()


def test_a_seat_too_many_is_refused_with_links_to_my_tables(client):
    guest = create_guest()
    client.force_login(guest)
    rooms = [house(**{**RIVERSIDE, "name": f"Room {n}"}) for n in range(4)]
    for table in rooms:
        sit(table_id=table.pk, user=guest, number=0, buy_in=200, key=uuid.uuid4())
    open_table(plan=TablePlan(name="Marigold", bots=3), host=None, is_house_table=True)
    answer = client.post("/play/teen_patti/", follow=True).content.decode()
    notes = answer[answer.index('class="note error"') :]
    for table in rooms:
        assert f'<a href="/t/{table.slug}/">{table.name}</a>' in notes


def test_a_quick_seat_that_needs_a_table_too_many_is_refused(settings):
    settings.MAX_TABLES_PER_GUEST = 0
    no = app_of(create_guest()).ask("post", "tables/quick", {"game": "holdem"})
    assert (no.status_code, no.json()["code"]) == (409, "TOO_MANY_TABLES")
