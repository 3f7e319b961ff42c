"""Sit and go: entries, places and prizes; and joining and leaving hold'em cash tables."""

import datetime
import uuid

import msgspec
import pytest
from django.utils import timezone

from accounts.ledger import (
    LedgerRefused,
    wallet_balance,
)
from accounts.ledger.models import Account
from accounts.people.actions.users import create_bot, create_guest
from accounts.people.models import User
from games.hands.models import Hand, PlayedAction
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.tables import PlanErrors, TablePlan, open_table
from lobby.tables.models import (
    Seat,
    SitAndGo,
    SitAndGoPlayer,
    Table,
    TableHead,
)
from lobby.tables.play.play import play_line
from lobby.tables.play.timers import run_timer
from lobby.tables.prizes import prizes
from lobby.tables.seats import seats
from lobby.tables.view.table_view import read_table, render_table
from tests.support.app import app_of
from tests.support.seated_table import ENTRY, SeatedTable, audit_findings, enter
from tests.support.sit_and_gos import all_in_until_over, sit_and_go_of

pytestmark = pytest.mark.django_db

POINTS = 1_500


def pool(room) -> int:
    return Account.objects.get(kind=Account.Kind.PRIZE, owner_id=sit_and_go_of(room).pk).balance


def message(room):
    return msgspec.to_builtins(render_table(read_table(room.table.pk), invite=False))


@pytest.mark.parametrize(
    ("pool", "players", "shared"),
    [
        (2_000, 4, [2_000]),
        (3_000, 6, [1_950, 1_050]),
        (2_505, 5, [1_629, 876]),
        (4_500, 9, [2_250, 1_350, 900]),
        (1_001, 8, [501, 300, 200]),
    ],
)
def test_prizes_use_the_whole_pool(pool, players, shared):
    assert prizes(pool, players) == shared
    assert sum(shared) == pool
    assert prizes(pool, players, winner_takes_all=True) == [pool]


def test_an_entry_goes_to_the_prize_pool_and_comes_back_before_the_start(sit_and_go):
    room = sit_and_go(2, size=4)
    asha = room.people[0]
    before = wallet_balance(asha.pk)
    assert (before, pool(room)) == (10_000 - ENTRY, 2 * ENTRY)
    assert audit_findings() == []
    assert seats.leave(table_id=room.table.pk, user=asha) == ENTRY
    assert (wallet_balance(asha.pk), pool(room)) == (10_000, ENTRY)
    assert not Seat.objects.filter(user=asha).exists()
    enter(room.table, asha, 0)
    assert pool(room) == 2 * ENTRY
    assert audit_findings() == []


def test_a_user_who_cannot_pay_the_entry_gets_no_seat(sit_and_go):
    room = sit_and_go(1, size=3)
    poor = create_bot(level="easy")
    with pytest.raises(LedgerRefused) as no:
        enter(room.table, poor, 1)
    assert no.value.code == "INSUFFICIENT_CHIPS"
    assert SitAndGoPlayer.objects.count() == Seat.objects.filter(table=room.table).count() == 1


def test_a_full_sit_and_go_begins_by_itself(sit_and_go):
    room = sit_and_go(3)
    hand = room.deal()
    assert sit_and_go_of(room).state == SitAndGo.State.RUNNING
    assert hand.opening.stacks == (POINTS,) * 3
    late = create_guest(name="Late")
    Table.objects.filter(pk=room.table.pk).update(max_seats=4)
    with pytest.raises(TableRefused) as no:
        enter(room.table, late, 3)
    assert no.value.code == "GAME_IS_ON"
    assert wallet_balance(late.pk) == 10_000
    with pytest.raises(TableRefused) as no:
        seats.top_up(table_id=room.table.pk, user=room.people[0], amount=10, key=uuid.uuid4())
    assert no.value.code == "NO_TOP_UP"


def test_the_winner_gets_the_prize_and_ranks_are_announced(sit_and_go):
    room = sit_and_go(3)
    all_in_until_over(room)
    sit_and_go = sit_and_go_of(room)
    players = {e.place: e for e in sit_and_go.players.select_related("user")}
    assert sit_and_go.prizes == [3 * ENTRY]
    assert players[1].prize == 3 * ENTRY
    assert wallet_balance(players[1].user.pk) == 10_000 + 2 * ENTRY
    assert pool(room) == 0
    assert audit_findings() == []
    received = message(room)["sit_and_go"]
    assert received["state"] == "finished"
    assert [entry["place"] for entry in received["places"]][-1] == 1
    assert {seat["status"] for seat in message(room)["seats"]} == {"out"}


def test_th_40_when_one_has_all_points_the_start_is_refused(sit_and_go):
    room = sit_and_go(2)
    all_in_until_over(room)
    with pytest.raises(TableRefused) as no:
        seats.start(table_id=room.table.pk, user=room.people[0])
    assert no.value.code == "GAME_OVER"
    hands = Hand.objects.count()
    room.deal()
    assert Hand.objects.count() == hands


def test_the_next_sit_and_go_uses_the_same_seats(sit_and_go):
    room = sit_and_go(2)
    all_in_until_over(room)
    app_of(room.people[0]).post(f"tables/{room.table.slug}/again", key=str(uuid.uuid4()))
    seats.play_again(table_id=room.table.pk, user=room.people[1], key=uuid.uuid4())
    assert sit_and_go_of(room).number == 2
    with pytest.raises(TableRefused) as no:
        seats.play_again(table_id=room.table.pk, user=room.people[0], key=uuid.uuid4())
    assert no.value.code == "ALREADY_ENTERED"
    assert room.deal().opening.stacks == (POINTS, POINTS)
    assert room.hand.opening.terms["level"] == 1
    all_in_until_over(room)
    assert SitAndGo.objects.filter(state=SitAndGo.State.FINISHED).count() == 2
    assert audit_findings() == []


def test_blinds_rise_with_the_hands(sit_and_go):
    room = sit_and_go(2, level_length=2)
    levels = []
    for _ in range(5):
        levels.append(room.deal().opening.terms["small"])
        while room.head.live:
            room.act(room.turn, "fold")
    assert levels == [10, 10, 15, 15, 25]
    assert message(room)["sit_and_go"]["next"] == {
        "small": 40,
        "big": 80,
        "ante": 0,
        "in_hands": 2,
        "at": None,
    }


def test_the_start_button_fills_the_seats_with_bots(sit_and_go):
    room = sit_and_go(1, size=4, preset="four_handed")
    assert message(room)["can_start"]
    seats.start(table_id=room.table.pk, user=room.people[0])
    assert len(room.deal().opening.seats) == 4
    assert sit_and_go_of(room).prizes == [4 * ENTRY]
    assert audit_findings() == []


def test_a_sit_and_go_without_bots_needs_two_players(sit_and_go):
    room = sit_and_go(1, size=4)
    assert not message(room)["can_start"]
    with pytest.raises(TableRefused) as no:
        seats.start(table_id=room.table.pk, user=room.people[0])
    assert no.value.code == "NEED_MORE_PLAYERS"
    enter(room.table, create_guest(name="Second"), 2)
    seats.start(table_id=room.table.pk, user=room.people[0])
    assert room.deal().opening.seats == (0, 2)


def test_a_leaver_is_blinded_out(sit_and_go):
    room = sit_and_go(3, blind_schedule=(200,), small_blind=100)
    room.deal()
    leaver = room.turn
    assert seats.leave(table_id=room.table.pk, user=leaver) == 0
    while PlayedAction.objects.filter(auto="leave").count() < 4:
        run_timer(room.table.pk)
        if room.head.live and room.turn != leaver and room.act(room.turn, "call").seq is None:
            room.act(room.turn, "check")
    assert Seat.objects.get(user=leaver).stack == POINTS - 600  # a round of blinds, never played
    assert {row.kind for row in PlayedAction.objects.filter(auto="leave")} == {"leave"}
    assert audit_findings() == []


def test_a_forfeiting_player_is_out_at_once(sit_and_go):
    room = sit_and_go(3, leaver="forfeits")
    seat = room.people[0]
    room.deal()
    while room.head.live:
        room.act(room.turn, "fold")
    seats.leave(table_id=room.table.pk, user=seat)
    assert SitAndGoPlayer.objects.get(user=seat).place == 3
    assert len(room.deal().opening.seats) == 2
    assert audit_findings() == []


def test_prizes_are_shared_by_stacks_when_everyone_has_left(sit_and_go):
    room = sit_and_go(2)
    room.deal()
    room.act(room.turn, "fold")
    for user in room.people:
        seats.leave(table_id=room.table.pk, user=user)
    run_timer(room.table.pk)
    sit_and_go = sit_and_go_of(room)
    assert sit_and_go.state == SitAndGo.State.FINISHED
    assert sorted(sit_and_go.players.values_list("place", flat=True)) == [1, 2]
    assert pool(room) == 0
    assert audit_findings() == []


def test_a_player_who_sits_out_is_checked_and_folded_at_once(sit_and_go):
    room = sit_and_go(2)
    room.deal()
    away = room.turn
    seats.sit_out(table_id=room.table.pk, user=away)
    run_timer(room.table.pk)
    assert PlayedAction.objects.get().auto == "away"
    assert room.deal().number == 2  # dealt in all the same
    seats.sit_in(table_id=room.table.pk, user=away)
    if room.turn == away:
        run_timer(room.table.pk)
        assert room.turn == away


def test_players_eliminated_together_rank_by_their_starting_chips(sit_and_go):
    room = sit_and_go(3)
    room.deal()
    while room.head.live:
        room.act(room.turn, "fold")
    Seat.objects.filter(table=room.table, number=0).update(stack=100)
    Seat.objects.filter(table=room.table, number=1).update(stack=100)
    Seat.objects.filter(table=room.table, number=2).update(stack=3 * POINTS - 200)
    for _ in range(60):
        room.deal()
        while room.head.live:
            if room.act(room.turn, "all_in").seq is None:
                room.act(room.turn, "call")
        if sit_and_go_of(room).state == SitAndGo.State.FINISHED:
            break
        Seat.objects.filter(table=room.table, number=0).update(stack=100)
        Seat.objects.filter(table=room.table, number=1).update(stack=100)
        Seat.objects.filter(table=room.table, number=2).update(stack=3 * POINTS - 200)
        Seat.objects.filter(table=room.table).update(status="ready")
        SitAndGoPlayer.objects.update(place=None, tied=False)
    places = dict(SitAndGoPlayer.objects.values_list("seat", "place"))
    assert places == {0: 2, 1: 2, 2: 1}
    assert SitAndGoPlayer.objects.filter(tied=True).count() == 2
    assert audit_findings() == []


def test_six_bots_play_a_sit_and_go_to_its_end():
    plan = TablePlan(
        name="Six Bots",
        game="holdem",
        preset="turbo",
        options={"starting_points": 200},  # fewer hands than the usual 1,500
        seats=6,
        min_buy_in=ENTRY,
        max_buy_in=ENTRY,
        bots=5,
        bot_level="easy",
    )
    table = open_table(plan=plan, host=None)
    Table.objects.update(bots_wanted=6)  # a plan leaves a seat for its host
    run_timer(table.pk)
    before = {user.pk: wallet_balance(user.pk) for user in User.objects.all()}
    assert sum(before.values()) == 0  # the entries are paid
    for _ in range(4_000):
        run_timer(table.pk)
        if SitAndGo.objects.get().state == SitAndGo.State.FINISHED:
            break
    sit_and_go = SitAndGo.objects.get()
    assert sit_and_go.state == SitAndGo.State.FINISHED
    assert sit_and_go.prizes == [1_950, 1_050]
    players = {player.place: player for player in sit_and_go.players.all()}
    assert set(players) <= {1, 2, 3, 4, 5, 6}
    gained = {user: wallet_balance(user) - chips for user, chips in before.items()}
    assert gained.pop(players[1].user_id) == 1_950
    assert sum(gained.values()) == 1_050
    assert Account.objects.get(kind=Account.Kind.PRIZE).balance == 0
    assert set(Hand.objects.values_list("status", flat=True)) == {Hand.Status.FINISHED}
    assert audit_findings() == []


def test_an_empty_house_sit_and_go_is_reset():
    plan = TablePlan(
        name="House",
        game="holdem",
        preset="turbo",
        seats=3,
        min_buy_in=ENTRY,
        max_buy_in=ENTRY,
        bots=2,
        bot_level="easy",
    )
    table = open_table(plan=plan, host=None, is_house_table=True)
    run_timer(table.pk)
    guest = create_guest(name="Visitor")
    (free,) = set(range(3)) - set(Seat.objects.values_list("number", flat=True))
    enter(table, guest, free)
    seats.leave(table_id=table.pk, user=guest)
    room = SeatedTable(table, [])
    run_timer(table.pk)
    assert Seat.objects.filter(table=table).count() == 2
    assert sit_and_go_of(room).state == SitAndGo.State.REGISTERING


def test_a_sit_and_go_plan_needs_no_twenty_blinds():
    with pytest.raises(PlanErrors) as no:
        open_table(
            plan=TablePlan(name="Low", game="holdem", preset="cash", min_buy_in=20), host=None
        )
    assert "min_buy_in" in no.value.fields
    open_table(
        plan=TablePlan(name="Low", game="holdem", preset="turbo", min_buy_in=20, max_buy_in=20),
        host=None,
    )


# -- cash tables -----------------------------------------------------------------------------


@pytest.fixture
def cash(seat_table):
    def make(people=3, **plan):
        return seat_table(people, **{"game": "holdem", "preset": "cash", "options": {}, **plan})

    return make


def fold_all(room):
    while room.head.live:
        room.act(room.turn, "fold")


def test_a_cash_hand_moves_chips_between_seats_only(cash):
    room = cash(3)
    room.deal()
    while room.head.live:
        room.act(room.turn, "all_in")
        if room.head.live:
            room.act(room.turn, "call")
    assert sum(room.chips().values()) == 3_000
    assert audit_findings() == []


def test_the_pause_lasts_as_long_as_the_run_out(cash):
    room = cash(2)
    room.deal()
    room.act(room.turn, "all_in")
    room.act(room.turn, "call")
    assert room.head.next_timer_at - timezone.now() > datetime.timedelta(seconds=10)


def test_a_newcomer_plays_after_posting_and_not_while_waiting(cash):
    room = cash(3)
    room.deal()
    fold_all(room)
    room.deal()  # button 0, small blind 1, big blind 2
    eager, patient = create_guest(name="Eager"), create_guest(name="Patient")
    for number, user in ((4, eager), (5, patient)):
        seats.sit(table_id=room.table.pk, user=user, number=number, buy_in=500, key=uuid.uuid4())
    seats.prefer(table_id=room.table.pk, user=patient, post=False)
    assert message(room)["can_prefer"] == {"post": True, "straddle": False, "top_up_to": True}
    fold_all(room)
    opening = room.deal().opening
    missed_blinds = dict(
        Seat.objects.filter(table=room.table).values_list("number", "missed_blinds")
    )
    if opening.terms["big_at"] not in (4, 5):
        assert 4 in opening.seats
        assert 5 not in opening.seats
        assert (missed_blinds[4], missed_blinds[5]) == ("", "new")


def test_sitting_out_a_round_costs_both_blinds(cash):
    room = cash(4)
    room.deal()
    fold_all(room)
    seats.sit_out(table_id=room.table.pk, user=room.people[0])
    for _ in range(4):
        room.deal()
        fold_all(room)
    assert Seat.objects.get(user=room.people[0]).missed_blinds == "both"
    seats.sit_in(table_id=room.table.pk, user=room.people[0])
    posted = []
    for _ in range(4):
        hand = room.deal()
        posted += hand.opening.terms["posts"]
        fold_all(room)
    assert posted in ([[0, 10, 5]], [])  # the newcomer posted, or the big blind came first
    assert Seat.objects.get(user=room.people[0]).missed_blinds == ""
    assert audit_findings() == []


def test_the_hand_header_is_the_same_for_every_game(cash):
    room = cash(2)
    hand = room.deal()
    assert TableHead.objects.get(pk=room.table.pk).turn_seat == hand.game.turn(hand.state)


# -- typed actions ---------------------------------------------------------------------------


def typed(room, user, line):
    return play_line(table_id=room.table.pk, user_id=user.pk, line=line, key=uuid.uuid4())


def test_actions_can_be_typed(cash):
    room = cash(2)
    room.deal()
    first, second = room.turn, next(u for u in room.people if u != room.turn)
    assert typed(room, second, "call").code == "NOT_YOUR_TURN"
    assert typed(room, first, "raise 40").seq == 1
    assert typed(room, second, "CALL").seq == 2
    assert room.hand.state.bets == (0, 0)
    with pytest.raises(TableRefused) as no:
        typed(room, second, "dance")
    assert (no.value.code, no.value.text) == ("UNKNOWN_ACTION", "Invalid option! Try again.")


def test_a_typed_raise_by_an_amount_goes_on_top_of_the_bet(cash):
    room = cash(2, options={"raise_semantics": "raise_by"})
    room.deal()
    typed(room, room.turn, "RAISE_20")
    assert room.hand.state.current == 30


def test_a_typed_chaal_is_played(seat_table):
    room = seat_table(2)
    room.deal()
    first = room.turn
    assert typed(room, first, "chaal 20").seq == 1
    assert typed(room, room.turn, "pack").seq == 2
