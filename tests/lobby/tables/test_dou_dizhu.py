"""Dou Dizhu at a table: scores without chips, restarts, and hands that play on automatically."""

import datetime
import uuid

import msgspec
import pytest
from django.utils import timezone

from accounts.ledger import wallet_balance
from accounts.people.actions.users import create_guest
from games.engines.core.contract import SPECTATOR, Viewer
from games.hands.models import Hand, HandAction, HandSeat, PlayedAction
from games.stats.personal_data import summary
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.tables import PlanErrors, quick_seat
from lobby.tables.models import (
    Seat,
    Table,
    TableHead,
)
from lobby.tables.play.play import play
from lobby.tables.play.timers import look_between_hands, run_timer
from lobby.tables.seats import seats
from lobby.tables.view.table_view import read_table, render_table
from tests.support.dou_dizhu import (
    begin,
    play_out,
    triangle,
)
from tests.support.owner import no_triggers
from tests.support.seated_table import audit_findings

__all__ = ["triangle"]

pytestmark = pytest.mark.django_db


def step(room):
    """Let the clock's action be taken for the player whose turn it is."""
    hand = room.hand
    action = hand.game.timeout(hand.state, room.head.turn_seat)
    assert room.act(room.turn, action.kind, action.amount, cards=action.cards).seq is not None


def late(room, seconds=120):
    head = room.head
    past = datetime.timedelta(seconds=seconds)
    TableHead.objects.filter(pk=head.pk).update(
        turn_at=head.turn_at - past, next_timer_at=timezone.now()
    )


def message(room):
    return msgspec.to_builtins(render_table(read_table(room.table.pk), invite=False))


def test_a_table_waits_for_three_players_and_then_begins_by_itself(triangle):
    room = triangle(2)
    run_timer(room.table.pk)
    assert Hand.objects.count() == 0
    assert message(room)["waiting"] == {"code": "waiting.players", "args": {"missing": 1}}
    third = create_guest(name="Third")
    seats.sit(table_id=room.table.pk, user=third, number=2, buy_in=None, key=uuid.uuid4())
    assert room.deal().number == 1
    assert (message(room)["format"], message(room)["max_seats"]) == ("points", 3)


def test_points_are_kept_from_game_to_game_and_are_no_chips(triangle):
    room = triangle(restart_by="auto")
    for _ in range(3):
        begin(room)
        play_out(room)
    scores = room.chips()
    stored = HandSeat.objects.values_list("hand", "user__name", "net")
    for hand in Hand.objects.all():
        nets = [net for hand_id, _name, net in stored if hand_id == hand.pk]
        assert (sum(nets), min(nets) < 0) == (0, True)
    assert scores == {
        name: sum(net for _hand, player, net in stored if player == name) for name in scores
    }
    assert [wallet_balance(user.pk) for user in room.people] == [10_000] * 3
    assert set(Hand.objects.values_list("plays_for", flat=True)) == {"points"}
    assert summary(room.people[0])["net"] == 0
    assert audit_findings() == []
    with pytest.raises(TableRefused) as no:
        seats.top_up(table_id=room.table.pk, user=room.people[0], amount=5, key=uuid.uuid4())
    assert no.value.code == "NO_TOP_UP"
    assert seats.leave(table_id=room.table.pk, user=room.people[0]) == 0


def test_a_winner_starts_the_next_game(triangle):
    room = triangle()
    begin(room)
    play_out(room)
    look_between_hands(room.table.pk)
    assert Hand.objects.count() == 1
    restart = message(room)["restart"]
    winners = room.hand.game.result(room.hand.state).pots[0].winners
    assert restart == {"by": "winner", "seats": sorted(winners), "needed": True}
    loser = next(user for n, user in enumerate(room.people) if n not in winners)
    with pytest.raises(TableRefused) as no:
        seats.start(table_id=room.table.pk, user=loser)
    assert no.value.code == "NOT_THE_WINNER"
    seats.start(table_id=room.table.pk, user=room.people[winners[0]])
    look_between_hands(room.table.pk)
    hand = room.hand
    assert hand.number == 2, "the start ends the pause"
    assert hand.opening.button == winners[0]
    assert not message(room)["restart"]["needed"]


def test_anyone_may_start_after_a_minute(triangle):
    room = triangle()
    begin(room)
    play_out(room)
    winners = room.hand.game.result(room.hand.state).pots[0].winners
    loser = next(user for n, user in enumerate(room.people) if n not in winners)
    with no_triggers():
        HandAction.objects.update(at=timezone.now() - datetime.timedelta(minutes=2))
    from games.hands.queries import live

    live.cache.drop(room.head.hand_id)
    run_timer(room.table.pk)
    assert Hand.objects.count() == 1, "nobody has started it"
    seats.start(table_id=room.table.pk, user=loser)
    assert room.deal().number == 2


def test_a_deal_nobody_wants_is_dealt_anew_by_itself(triangle):
    room = triangle()
    room.deal()
    first = room.turn
    for _ in range(3):
        room.act(room.turn, "pass")
    assert room.deal().number == 2
    assert room.turn == first
    assert room.hand.opening.terms["redeals"] == 1
    assert audit_findings() == []


def test_chips_move_between_the_seats(triangle):
    room = triangle(score_mode="chips", base_score=20, restart_by="auto", multiplier_cap=4)
    assert message(room)["format"] == "cash"
    assert room.chips() == {"Asha": 500, "Binod": 500, "Chitra": 500}
    begin(room)
    play_out(room)
    assert sum(room.chips().values()) == 1_500
    assert room.chips() != {"Asha": 500, "Binod": 500, "Chitra": 500}
    assert audit_findings() == []


def test_after_two_time_outs_the_hand_is_played_automatically_until_the_player_returns(triangle):
    room = triangle()
    begin(room)
    absent = room.turn
    turns = 0
    while turns < 2 and room.head.live:
        if room.turn == absent:
            late(room)
            run_timer(room.table.pk)
            turns += 1
        else:
            step(room)
    assert Seat.objects.get(user=absent).status == Seat.Status.SITTING_OUT
    while room.turn != absent:
        step(room)
    run_timer(room.table.pk)
    assert PlayedAction.objects.filter(auto="away").count() == 1
    while room.turn != absent:
        step(room)
    step(room)  # the player clicks
    assert Seat.objects.get(user=absent).status == Seat.Status.READY


def test_a_leavers_hand_is_played_to_the_end(triangle):
    room = triangle()
    begin(room)
    leaver = room.people[1]
    assert seats.leave(table_id=room.table.pk, user=leaver) == 0
    while room.head.live:
        if room.turn == leaver:
            run_timer(room.table.pk)
        else:
            step(room)
    assert not Seat.objects.filter(user=leaver).exists()
    assert PlayedAction.objects.filter(auto="leave").exists()
    assert audit_findings() == []


def test_a_forfeiting_player_ends_the_game_and_pays_alone(triangle):
    room = triangle(leaver="forfeits", score_mode="chips", base_score=20, multiplier_cap=4)
    landlord = begin(room)
    leaver = next(user for user in room.people if user != landlord)
    seats.leave(table_id=room.table.pk, user=leaver)
    assert not room.head.live
    assert wallet_balance(leaver.pk) == 10_000 - 40
    assert room.chips()[landlord.name] == 540
    assert audit_findings() == []


def test_open_spectator_modes_are_for_tables_without_chips(triangle):
    room = triangle(spectators="open")
    begin(room)
    assert Table.objects.get().spectators == "open"
    with pytest.raises(PlanErrors) as no:
        triangle(spectators="open", score_mode="chips")
    assert "spectators" in no.value.fields


def test_a_selection_is_named_only_from_own_cards(triangle):
    room = triangle()
    begin(room)
    hand = room.hand
    own, other = hand.state.hands[0], hand.state.hands[1]
    answer = hand.game.ask(hand.state, 0, own[:1])
    assert answer["category"] == "solo"
    assert hand.game.ask(hand.state, 0, other[:1])["code"] == "CARD_NOT_IN_HAND"
    assert hand.view(Viewer(seat=0))["you"]["legal"] is not None
    assert "you" not in hand.view(SPECTATOR)


def test_a_named_reading_is_recorded_and_replayed(triangle):
    room = triangle()
    landlord = begin(room)
    seat = Seat.objects.get(user=landlord).number
    legal = [option for option in room.hand.game.legal(room.hand.state, seat) if option.cards]
    choice = legal[-1]
    command = room.command(landlord, "play", cards=choice.cards, reading=choice.reading)
    (answer,) = play([command])
    assert answer.seq == 2
    assert PlayedAction.objects.get(seq=2).reading == choice.reading
    assert audit_findings() == []


def test_the_quick_seat_finds_or_opens_a_table_for_three():
    guest = create_guest(name="Quick")
    table = quick_seat(game="dou_dizhu", user=guest, key=uuid.uuid4())
    run_timer(table.pk)
    run_timer(table.pk)
    assert Seat.objects.filter(table=table).count() == 3
    assert Hand.objects.filter(table_id=table.pk).count() == 1
