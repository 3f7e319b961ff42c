"""A new account's free chips cannot be gathered at tables where the host chooses the players."""

import uuid

import pytest
from django.utils import timezone

from accounts import ledger
from accounts.people.actions.users import create_guest, register_person
from accounts.people.models import User
from games.hands.models import Hand, HandAction, HandSeat
from lobby.tables.access.permissions import TOKEN_ENTRY_CHIPS, hands_to_play
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import Seat, SitAndGo, Table
from lobby.tables.play import top_ups
from lobby.tables.seats.seat_requests import ask_for_seat
from lobby.tables.seats.seats import play_again, sit, top_up
from lobby.tables.transaction.transaction import lock_tables
from tests.games.room import play_hands
from tests.support.serial import SERIAL

pytestmark = pytest.mark.django_db

SIT_AND_GO = {"game": "holdem", "preset": "turbo", "min_buy_in": 10_000, "max_buy_in": 10_000}
TEEN_PATTI = {"options": {"boot": 10}, "min_buy_in": 200, "max_buy_in": 10_000}
CLOSED = {
    "private sit and go": {**SIT_AND_GO, "seats": 4, "private": True},
    "sit and go for whoever comes": {**SIT_AND_GO, "seats": 4},
    "private cash table": {**TEEN_PATTI, "seats": 4, "private": True},
    "private heads-up": {**TEEN_PATTI, "seats": 2, "private": True},
    "public heads-up": {**TEEN_PATTI, "seats": 2},
    "approval": {**TEEN_PATTI, "seats": 6, "approval": True},
    "one household": {**TEEN_PATTI, "seats": 6, "households": "together"},
    "private hold'em": {"game": "holdem", "preset": "cash", "seats": 6, "private": True},
}
OPEN = {
    "public cash table": {**TEEN_PATTI, "seats": 6},
    "private points": {"game": "dou_dizhu", "private": True},
}


@pytest.fixture(autouse=True)
def _few_hands(settings):
    settings.FREE_CHIPS_HANDS, settings.REFILL_HANDS = 5, 2


def made(kind):
    if kind == "guest":
        return create_guest()
    user = register_person(name=f"Somebody {next(SERIAL)}", password=None)
    User.objects.filter(pk=user.pk).update(kind=kind)
    return User.objects.get(pk=user.pk)


def opened(host, **plan):
    return open_table(plan=TablePlan(**({"name": f"Table {next(SERIAL)}"} | plan)), host=host)


def take(table, user, number=0, buy_in=None):
    return sit(table_id=table.pk, user=user, number=number, buy_in=buy_in, key=uuid.uuid4())


def refused(do, *args, **more):
    with pytest.raises(TableRefused) as no:
        do(*args, **more)
    return no.value.code, {"hands": no.value.limits.get("hands")}


def played(user, hands, *, private=False, plays_for="chips", auto="", at=None):
    """Hands for chips as the statistics keep them."""
    for number in range(1, hands + 1):
        at = at or timezone.now()
        hand = Hand.objects.create(
            table_id=uuid.uuid4(),
            number=number,
            game="holdem",
            preset="cash",
            rules_hash="00" * 32,
            clock_ms=20_000,
            private=private,
            plays_for=plays_for,
            opening={},
            sealed=b"",
            status=Hand.Status.FINISHED,
            started_at=at,
            finished_at=at,
        )
        HandAction.objects.create(hand=hand, seq=1, seat=0, kind=f"fold:{auto}", at=at)
        chips = {"stack_start": 100, "net": 0, "won": False, "pot": 0}
        HandSeat.objects.create(
            hand=hand,
            user=user,
            seat=0,
            finished_at=timezone.now(),
            **chips,
        )


@pytest.mark.parametrize("kind", ["guest", "person", "registered_bot"])
@pytest.mark.parametrize("plan", CLOSED.values(), ids=CLOSED)
def test_new_accounts_stake_no_chips_where_somebody_can_choose_the_winner(plan, kind):
    host = made("person")
    played(host, 5)
    table, newcomer = opened(host, **plan), made(kind)
    take(table, host)
    assert refused(take, table, newcomer, 1) == ("PLAY_PUBLIC_FIRST", {"hands": 5})
    if plan.get("approval"):
        asked = refused(ask_for_seat, table_id=table.pk, user=newcomer)
        assert asked == ("PLAY_PUBLIC_FIRST", {"hands": 5})
    assert ledger.wallet_balance(newcomer.pk) == ledger.START_CHIPS
    assert not Seat.objects.filter(user=newcomer).exists()
    other = made("person")
    played(other, 5)
    if not plan.get("approval"):
        take(table, other, 1)


@pytest.mark.parametrize("name", ["private sit and go", "private heads-up", "private cash table"])
def test_nobody_joins_a_new_account_that_plays_alone_with_bots(name):
    newcomer, main = create_guest(), made("person")
    played(main, 5)
    table = opened(newcomer, **CLOSED[name])
    take(table, newcomer)
    assert refused(take, table, main, 1) == ("FREE_CHIPS_HERE", {"hands": 5})
    assert ledger.wallet_balance(main.pk) == ledger.START_CHIPS


@pytest.mark.parametrize("plan", OPEN.values(), ids=OPEN)
def test_new_accounts_play_in_public_and_with_friends_for_points(plan):
    take(opened(made("person"), **plan), create_guest())


def test_four_accounts_cannot_gather_the_chips_of_three_fresh_guests():
    """The attack: a private sit and go, entry 10,000; three fold and one has 40,000."""
    ring = [create_guest() for _ in range(4)]
    table = opened(ring[0], **SIT_AND_GO, seats=4, private=True)
    take(table, ring[0])
    for number, user in enumerate(ring[1:], 1):
        assert refused(take, table, user, number)[0] == "PLAY_PUBLIC_FIRST"
        assert ledger.wallet_balance(user.pk) == ledger.START_CHIPS


def test_friends_with_free_chips_play_poker_for_a_token(client):
    newcomer = create_guest()
    client.force_login(newcomer)
    page = client.post("/poker/", {"mode": "friends", "edge": "bottom", "name": "", "fill": "on"})
    table = Table.objects.get(slug=page["Location"].strip("/").rpartition("/")[2])
    assert (table.min_buy_in, table.private) == (TOKEN_ENTRY_CHIPS, True)
    take(table, create_guest(), 1)


def test_a_new_account_plays_against_bots_at_its_own_table(client):
    client.force_login(create_guest())
    client.post("/poker/", {"mode": "bots", "edge": "bottom", "level": "easy", "name": ""})
    assert Table.objects.get().min_buy_in == 1_000


@pytest.mark.parametrize(
    ("hands", "counts"),
    [
        ({}, True),
        ({"private": True}, False),
        ({"plays_for": "points"}, False),
        ({"auto": "away"}, False),
    ],
)
def test_hands_count_that_were_played_in_public_for_chips(hands, counts):
    user = create_guest()
    played(user, 3, **hands)
    assert hands_to_play(user) == (2 if counts else 5)
    played(user, 2)
    assert hands_to_play(user) == (0 if counts else 3)


def test_hands_of_a_public_table_count_as_they_are_played(seat_table, settings):
    settings.FREE_CHIPS_HANDS = 1_000
    room = seat_table(2, bots=1)
    play_hands(room, 3)
    assert 997 <= hands_to_play(room.people[0]) < 1_000


def test_a_refill_is_played_with_in_public_before_it_is_staked_among_friends():
    host, user = made("person"), made("person")
    played(host, 5)
    played(user, 9)
    table = opened(host, **CLOSED["private cash table"])
    take(table, user, buy_in=9_500)
    take(table, host, 1)
    Seat.objects.filter(user=user).update(stack=0)  # lost
    ledger.refill(user)
    assert refused(top_up, table_id=table.pk, user=user, amount=500, key=uuid.uuid4()) == (
        "PLAY_PUBLIC_FIRST",
        {"hands": 2},
    )
    Seat.objects.filter(user=user).update(tops_up_to=1_000, seen_at=timezone.now())
    with lock_tables([table.pk]) as tx:
        top_ups.between_hands(tx.rows(tx.locked(table.pk)))
    assert Seat.objects.get(user=user).stack == 0
    played(user, 2)
    assert top_up(table_id=table.pk, user=user, amount=500, key=uuid.uuid4()).stack == 500


def test_a_refill_is_not_brought_to_the_next_sit_and_go_in_the_same_seat():
    people = [made("person") for _ in range(2)]
    for user in people:
        played(user, 5)
    table = opened(people[0], **{**SIT_AND_GO, "seats": 2, "private": True})
    for number, user in enumerate(people):
        take(table, user, number)
    SitAndGo.objects.update(state=SitAndGo.State.FINISHED, finished_at=timezone.now())
    Seat.objects.update(status=Seat.Status.OUT)
    ledger.refill(people[1])
    code, _limits = refused(play_again, table_id=table.pk, user=people[1], key=uuid.uuid4())
    assert code == "PLAY_PUBLIC_FIRST"
    assert ledger.wallet_balance(people[1].pk) == 10_000
    played(people[1], 2)
    play_again(table_id=table.pk, user=people[1], key=uuid.uuid4())
    assert ledger.wallet_balance(people[1].pk) == 0
