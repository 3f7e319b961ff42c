"""Households: refused and admitted users, by every way to a seat."""

import re
import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.ledger import fund_bot
from accounts.people.actions.sign_ins import (
    ADDRESS_LIFETIME,
    purge_addresses,
    record_sign_in,
)
from accounts.people.actions.users import (
    create_bot,
    create_guest,
)
from accounts.people.household import home_network
from accounts.people.models import SignIn, User
from accounts.people.queries.households import shares_household
from lobby.tables.access.permissions import check_household
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.tables import TablePlan, open_table, quick_seat
from lobby.tables.models import Seat
from lobby.tables.seats.seats import leave, sit
from tests.support.staff import log_in, member
from tests.support.together import together

HOME, AWAY = "81.2.69.142", "81.2.69.143"
DEVICE = b"d" * 32


def came(user, address=AWAY, device=None):
    record_sign_in(user=user, address=address, browser="", device=device)
    return user


def take(table, user, number):
    return sit(table_id=table.pk, user=user, number=number, buy_in=None, key=uuid.uuid4())


def refused(table, user, number=1):
    with pytest.raises(TableRefused) as no:
        take(table, user, number)
    return no.value.code


@pytest.fixture
def home(seat_table):
    """A public table with Asha seated, who came from HOME with DEVICE."""
    room = seat_table(people=1)
    came(room.people[0], HOME, DEVICE)
    return room


@pytest.mark.parametrize(
    ("address", "device", "same"),
    [
        (HOME, None, True),
        (AWAY, DEVICE, True),
        (AWAY, b"e" * 32, False),
        (AWAY, None, False),
    ],
)
def test_a_second_player_of_a_household_is_refused(home, address, device, same):
    binod = came(create_guest(), address, device)
    if same:
        assert refused(home.table, binod) == "ONE_HOUSEHOLD"
        assert not Seat.objects.filter(user=binod).exists()
        leave(table_id=home.table.pk, user=home.people[0])
    take(home.table, binod, 1)


def test_a_day_later_another_address_is_another_household(home):
    binod = came(create_guest(), HOME)
    SignIn.objects.update(at=timezone.now() - timedelta(hours=25))
    assert refused(home.table, binod) == "ONE_HOUSEHOLD"
    take(home.table, came(binod), 1)


def test_an_address_counts_for_a_day_after_a_move(home):
    binod = came(came(create_guest(), HOME))
    assert refused(home.table, binod) == "ONE_HOUSEHOLD"


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "::1",
        "10.1.2.3",
        "192.168.1.7",
        "172.20.0.1",
        "169.254.3.4",
        "fe80::1",
        "fd00::5",
        "100.64.0.9",
        "::ffff:192.168.1.7",
    ],
)
def test_shared_addresses_are_no_household(db, address):
    assert home_network(address) is None


def test_a_household_is_one_ipv4_address_or_an_ipv6_network(db, settings):
    assert home_network(HOME) == HOME == home_network(f"::ffff:{HOME}")
    assert home_network("2a02:6b8:1:2::3") == home_network("2a02:6b8:1:2:ffff::9") is not None
    assert home_network("2a02:6b8:1:2::3") != home_network("2a02:6b8:1:3::3")
    settings.HOUSEHOLD_BY_ADDRESS = False
    assert home_network(HOME) is None


def test_devices_count_even_if_addresses_are_ignored(home, settings):
    settings.HOUSEHOLD_BY_ADDRESS = False
    take(home.table, came(create_guest(), HOME), 1)
    assert refused(home.table, came(create_guest(), AWAY, DEVICE), 2) == "ONE_HOUSEHOLD"


def test_bots_have_no_household(home):
    bot = came(create_bot(level="easy"), HOME, DEVICE)
    fund_bot(user=bot, floor=5_000)
    take(home.table, bot, 1)
    leave(table_id=home.table.pk, user=home.people[0])
    take(home.table, came(create_guest(), HOME), 2)


@pytest.mark.parametrize(
    ("plan", "kept"),
    [
        ({}, "apart"),
        ({"private": True}, "together"),
        ({"private": True, "households": "apart"}, "apart"),
        ({"households": "together"}, "together"),
        ({"game": "holdem", "preset": "turbo", "options": {}, "min_buy_in": 500}, "apart"),
        ({"game": "dou_dizhu", "options": {}, "seats": 3}, "together"),  # for points
        ({"game": "dealer_teen_patti", "options": {}, "seats": 5}, "together"),
    ],
)
def test_households_are_separated_at_public_tables_for_chips(seat_table, plan, kept):
    room = seat_table(people=0, **plan)
    assert room.table.households == kept
    first, second = (came(create_guest(), HOME) for _ in range(2))
    take(room.table, first, 0)
    if kept == "apart":
        assert refused(room.table, second) == "ONE_HOUSEHOLD"
    else:
        take(room.table, second, 1)


def test_an_unknown_household_rule_is_refused(db):
    with pytest.raises(TableRefused) as no:
        open_table(plan=TablePlan(name="Odd", households="divided"), host=None)
    assert set(no.value.fields) == {"households"}


def test_a_quick_seat_avoids_tables_of_the_same_household(home, seat_table):
    other = seat_table(people=0, min_buy_in=300)  # so that `home` ranks first
    take(other.table, came(create_guest()), 0)
    stranger, mate = came(create_guest(), "81.2.69.144"), came(create_guest(), HOME)
    assert quick_seat(game="teen_patti", user=stranger, key=uuid.uuid4()).pk == home.table.pk
    assert quick_seat(game="teen_patti", user=mate, key=uuid.uuid4()).pk == other.table.pk


def test_a_private_table_costs_no_query_and_a_public_one_one(home, django_assert_num_queries):
    user, table = came(create_guest()), home.table
    seats = list(Seat.objects.filter(table=table).select_related("user"))
    assert seats
    with django_assert_num_queries(1):
        check_household(user, table, seats)
    table.households = "together"
    with django_assert_num_queries(0):
        check_household(user, table, seats)


@pytest.mark.django_db(transaction=True)
def test_one_of_fifty_concurrent_joins_of_two_accounts_gets_the_seat(seat_table, transactional_db):
    table = seat_table(people=0).table
    pair = [came(create_guest(), AWAY, DEVICE) for _ in range(2)]

    def join(number):
        try:
            take(table, pair[number % 2], number % 6)
        except TableRefused as no:
            return no.code
        return "sits"

    results = together(*[lambda number=number: join(number) for number in range(50)])
    assert results.count("sits") == 1
    assert set(results) <= {"sits", "ONE_HOUSEHOLD", "ALREADY_SEATED"}
    assert "ONE_HOUSEHOLD" in results
    assert Seat.objects.filter(table=table).count() == 1


# Identifying a browser and an app ------------------------------------------------------------
def guest_of(client):
    name = f"Rosa {User.objects.count()}"
    client.post(reverse("accounts:guest"), {"name": name})
    return User.objects.get(pk=client.session["_auth_user_id"])


def test_two_users_of_one_browser_share_a_device(db):
    client, other = Client(), Client()
    anna = guest_of(client)
    cookie = client.cookies["device"]
    assert cookie["httponly"]
    assert (cookie["samesite"], cookie["max-age"]) == ("Lax", 400 * 24 * 3600)
    client.logout()  # this drops the test client's cookies
    client.cookies["device"] = cookie.value
    ravi, mira = guest_of(client), guest_of(other)
    assert shares_household(anna.pk, [ravi.pk])
    assert not shares_household(anna.pk, [mira.pk])


def test_an_unsigned_cookie_is_no_device(db):
    people = []
    for _ in range(2):
        client = Client()
        client.cookies["device"] = "mine:forged:signature"
        people.append(guest_of(client))
    assert not shares_household(people[0].pk, [people[1].pk])


def test_the_table_page_stores_the_players_address_twice_a_day(home):
    client = Client()
    anna = guest_of(client)
    page = reverse("lobby:table", args=[home.table.slug])
    SignIn.objects.filter(user=anna).update(at=timezone.now() - timedelta(hours=30))
    for _ in range(2):
        client.get(page, REMOTE_ADDR=HOME)
    assert refused(home.table, anna) == "ONE_HOUSEHOLD"
    assert SignIn.objects.filter(user=anna).count() == 2
    client.get(page, REMOTE_ADDR=AWAY)
    assert SignIn.objects.filter(user=anna).count() == 3


def test_staff_see_users_sharing_a_device_or_an_address(seat_table, client):
    asha, binod, chitra = seat_table(people=3).people
    came(asha, HOME, DEVICE)
    came(binod, AWAY, DEVICE)
    came(chitra, HOME)
    log_in(client, member("Admin"))
    matrix = client.get(reverse("admin:pairs"), {"people": "Asha, Binod, Chitra"}).content.decode()
    cells = [re.findall(r"<td>([^<]*)</td>", row)[-3:] for row in matrix.split("<tr>")[2:5]]
    assert cells == [["–", "– ⌂", "– ⚑"], ["– ⌂", "–", "–"], ["– ⚑", "–", "–"]]
    page = client.get(reverse("admin:accounts_user_change", args=[asha.pk])).content.decode()
    assert "<td>the same device</td>" in page
    assert f"<td>{HOME}</td>" in page


def test_a_device_is_deleted_with_its_address(db):
    anna = came(create_guest(), HOME, DEVICE)
    SignIn.objects.update(at=timezone.now() - ADDRESS_LIFETIME - timedelta(hours=1))
    assert purge_addresses() == 1
    kept = SignIn.objects.get(user=anna)
    assert (kept.address, kept.browser, kept.device) == (None, "", None)


def test_households_are_refused_by_the_api_too(home):
    client = Client()
    tokens = client.post("/api/v1/guest", {}, "application/json", REMOTE_ADDR=HOME).json()
    answer = client.post(
        f"/api/v1/tables/{home.table.slug}/sit",
        {"seat": 1},
        "application/json",
        headers={"Authorization": f"Bearer {tokens['access']}"},
    )
    assert answer.json()["code"] == "ONE_HOUSEHOLD"
