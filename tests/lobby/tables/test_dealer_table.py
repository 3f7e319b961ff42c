"""A table against the dealer: one player is enough, the house wins and pays, no chip is lost."""

import datetime
import random

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts import ledger
from accounts.people.actions import users
from games.engines.core.contract import SPECTATOR
from games.hands.models import Hand, HandSeat
from lobby.moderation.actions.void import void_hand
from lobby.tables.hosting.tables import quick_seat
from lobby.tables.models import (
    Seat,
    Table,
    TableHead,
)
from lobby.tables.play.timers import run_timer
from lobby.tables.seats.seats import leave
from tests.support.owner import no_triggers
from tests.support.seated_table import audit_findings
from tests.support.size import times

pytestmark = pytest.mark.django_db
GAME = "dealer_teen_patti"


@pytest.fixture
def dealer_table(seat_table):
    """A table against the dealer; each player has 1,000 chips."""

    def make(seated=1, *, bots=0, **options):
        return seat_table(seated, bots, game=GAME, seats=5, options=options)

    return make


def house_holds():
    return ledger.balance(ledger.house())


def play_on(room, **kinds):
    """Let players take the given action of each phase until the hand is over."""
    while room.head.live:
        view = room.hand.view(SPECTATOR)
        kind, amount = kinds[view["phase"]]
        assert room.act(room.turn, kind, amount).seq is not None


def test_one_player_plays_alone_and_the_house_is_paid(dealer_table):
    room = dealer_table()
    asha = room.people[0]
    room.deal()
    play_on(room, betting=("ante", 20), decision=("raise", None))
    hand = Hand.objects.get()
    seat = HandSeat.objects.get()
    net = seat.net
    assert (seat.won, seat.pot) == (net > 0, max(net, 0))
    assert hand.result.get("house", 0) == -net
    assert room.chips() == {"Asha": 1_000 + net}
    assert house_holds() == (
        ledger.HOUSE_FLOAT_CHIPS if net else 0
    )  # the float is filled up when the house first plays
    assert audit_findings() == []
    back = ledger.wallet_balance(asha.pk)
    leave(table_id=room.table.pk, user=asha)
    assert ledger.wallet_balance(asha.pk) == back + 1_000 + net
    assert audit_findings() == []


def test_a_folding_player_loses_their_ante_to_the_house(dealer_table):
    room = dealer_table(2)
    for _ in range(2):
        room.deal()
        play_on(room, betting=("ante", 10), decision=("fold", None))
    assert room.chips() == {"Asha": 980, "Binod": 980}
    assert (
        house_holds() == ledger.HOUSE_FLOAT_CHIPS + 20
    )  # the float was filled up after the first hand
    assert [hand.result["house"] for hand in Hand.objects.all()] == [20, 20]
    assert audit_findings() == []


def test_nobody_bets_and_nothing_moves(dealer_table):
    room = dealer_table(2)
    room.deal()
    play_on(room, betting=("pass", None))
    assert room.chips() == {"Asha": 1_000, "Binod": 1_000}
    assert Hand.objects.get().result["ended_by"] == "no_bets"
    assert house_holds() == 0


def test_time_runs_out_on_a_decision(dealer_table):
    """Rule example CA-14: the hand folds when time runs out after the deal."""
    room = dealer_table()
    room.deal()
    assert room.act(room.people[0], "ante", 10).seq == 1
    past = timezone.now() - datetime.timedelta(minutes=5)
    TableHead.objects.update(turn_at=past, next_timer_at=past)
    run_timer(room.table.pk)
    assert not room.head.live
    assert room.chips() == {"Asha": 990}


def test_leaving_folds_and_pays_out_the_rest(dealer_table):
    room = dealer_table()
    asha = room.people[0]
    room.deal()
    assert room.act(asha, "ante", 10).seq == 1
    leave(table_id=room.table.pk, user=asha)
    assert not Seat.objects.exists()
    assert ledger.wallet_balance(asha.pk) == 10_000 - 10
    assert audit_findings() == []


def test_a_stack_that_cannot_raise_may_not_ante(dealer_table):
    """Rule example CA-15: the ante is refused if the stack cannot cover the raise."""
    room = dealer_table(ante_min=10, ante_max=600)
    room.deal()
    answer = room.act(room.people[0], "ante", 501)
    assert answer.code == "INSUFFICIENT_CHIPS"
    assert room.head.seq == 0


def test_players_and_bots_play_many_hands(dealer_table):
    room = dealer_table(2, bots=3, pay_table="tcp_six")
    rng = random.Random(5)
    hands = times(6, 40)
    for _ in range(hands):
        room.deal()
        while room.head.live:
            user = room.turn
            if user.is_bot:
                run_timer(room.table.pk)
                continue
            view = room.hand.view(SPECTATOR)
            if view["phase"] == "betting":
                if rng.random() < 0.5:
                    assert room.act(user, "pair_plus", 5).seq is not None
                assert room.act(user, "ante", 10).seq is not None
            else:
                assert room.act(user, rng.choice(["raise", "fold"])).seq is not None
    seats = sum(room.chips().values())
    assert seats == ledger.balance(ledger.escrow(room.table.pk))
    won = sum(hand.result.get("house", 0) for hand in Hand.objects.all())
    assert won == -sum(seat.net for seat in HandSeat.objects.all())
    assert Hand.objects.count() >= hands
    assert audit_findings() == []


@pytest.mark.parametrize("decision", ["raise", "fold"])
def test_a_void_hand_is_reversed_for_the_house_too(dealer_table, decision):
    room = dealer_table(2)
    floorman = users.register_person(name="Floorman", password=None, staff=True, superuser=True)
    for kind in ("fold", decision):  # with the first fold the house gets its float
        before, house = room.chips(), house_holds()
        room.deal()
        play_on(room, betting=("ante", 20), decision=(kind, None))
    hand = Hand.objects.order_by("number").last()
    void_hand(by=floorman, hand_id=hand.pk, reason="The cards were seen.")
    assert room.chips() == before
    assert house_holds() == house
    assert audit_findings() == []


def test_the_audit_sees_a_house_that_was_not_paid(dealer_table):
    room = dealer_table()
    room.deal()
    play_on(room, betting=("ante", 10), decision=("fold", None))
    hand = Hand.objects.get()
    with no_triggers():
        HandSeat.objects.filter(pk=hand.seats.first().pk).update(net=F("net") - 1)
    assert any("the house won +11, +10 moved" in finding for finding in audit_findings())


def test_a_quick_seat_against_the_dealer():
    user = users.create_guest()
    table = quick_seat(game=GAME, user=user, key=user.pk)
    assert (table.game, table.max_seats) == (GAME, 5)
    run_timer(table.pk)
    assert TableHead.objects.get(pk=table.pk).live


def test_a_design_becomes_a_tables_pay_table():
    client = Client()
    client.force_login(users.create_guest())
    text = "tcp~dealer_qualifies=jack_high"
    page = client.get("/tables/new/", {"game": GAME, "option_pay_table": text})
    assert text in page.content.decode()
    form = {
        "name": "Jacks",
        "game": GAME,
        "preset": "standard",
        "seats": "5",
        "min_buy_in": "200",
        "max_buy_in": "2000",
        "clock_s": "25",
        "bank_s": "30",
        "spectators": "public",
        "bots": "0",
        "bot_level": "easy",
        "autostart": "on",
        "option_pay_table": text,
    }
    assert client.post("/tables/new/", form).status_code == 302
    assert Table.objects.get().rules["pay_table"]["dealer_qualifies"] == "jack_high"
