"""Turn time: turn clock, time bank, lost connections, and the grace around autoplay."""

import datetime
import re

import pytest
from django.utils import timezone

from games.engines.core.contract import SPECTATOR
from games.hands.models import Hand, PlayedAction
from games.hands.queries import live
from lobby.moderation.actions import tables as moderate
from lobby.tables.models import (
    Seat,
    Table,
    TableHead,
)
from lobby.tables.play import turn_timeouts
from lobby.tables.play.timers import run_timer
from lobby.tables.seats.presence import note_presence
from lobby.tables.seats.seats import sit_in, sit_out
from lobby.tables.turn_clock import LATENCY_GRACE, allowance, deadline
from tests.support.dou_dizhu import begin, play_out, triangle  # noqa: F401
from tests.support.staff import REASON, member

pytestmark = pytest.mark.django_db

PREFLOP = {"game": "holdem", "preset": "cash", "options": {}}


def pass_turn(room, seconds, *, gone=()):
    """Let time pass in the present turn for every clock of the table.

    Everyone was seen just now, except those who have `gone` when this time began.
    """
    past = datetime.timedelta(seconds=seconds)
    head = room.head
    TableHead.objects.filter(pk=head.pk).update(
        turn_at=head.turn_at - past,
        held_until=head.held_until and head.held_until - past,
        next_timer_at=head.next_timer_at - past,
    )
    Hand.objects.filter(pk=head.hand_id).update(started_at=room.hand.started_at - past)
    live.cache.drop(head.hand_id)
    Seat.objects.filter(table=room.table).update(seen_at=timezone.now())
    lost = Seat.objects.filter(table=room.table, user__in=gone)
    lost.update(seen_at=timezone.now() - past)


def acted(room):
    run_timer(room.table.pk)
    return PlayedAction.objects.filter(auto="timeout").exists()


def test_the_bank_waits_for_chips_of_the_seat_in_the_pot(seat_table):
    room = seat_table(people=4, **PREFLOP)
    hand = room.deal()
    first = room.head.turn_seat
    assert hand.game.stake(hand.state, first).own == 0
    clock = room.clock
    assert clock.bank_until == clock.until
    pass_turn(room, 26)
    assert acted(room)
    assert Seat.objects.get(table=room.table, number=first).bank_ms == 30_000
    room.act(room.turn, "fold")  # the button; the small blind has chips in
    assert room.hand.game.stake(room.hand.state, room.head.turn_seat).own == 5
    clock = room.clock
    assert clock.bank_until == clock.until + 30_000
    pass_turn(room, 26)
    run_timer(room.table.pk)
    assert PlayedAction.objects.filter(auto="timeout").count() == 1


def test_the_dealers_choice_has_its_own_clock_without_a_bank(seat_table):
    room = seat_table(people=3, options={"boot": 10, "variant": "dealers_choice"}, clock_s=30)
    hand = room.deal()
    dealer, clock = room.head.turn_seat, room.clock
    assert dealer == hand.opening.button
    assert clock.until - clock.from_ == 15_000
    assert clock.bank_until == clock.until
    assert allowance(hand, dealer, least_s=15, most_s=90, full_pot=100) == datetime.timedelta()
    pass_turn(room, 16, gone=[room.turn])
    assert acted(room)
    assert room.hand.view(SPECTATOR)["variant"] == "classic"
    clock = room.clock
    assert (clock.seat != dealer, clock.until - clock.from_) == (True, 30_000)


def test_a_dealer_who_acts_first_has_a_new_turn_after_the_choice(seat_table):
    options = {"boot": 10, "variant": "dealers_choice", "first_actor": "seat0"}
    room = seat_table(people=2, options=options, clock_s=30)
    Table.objects.filter(pk=room.table.pk).update(button=1)
    room.deal()
    assert room.head.turn_seat == 0
    pass_turn(room, 10)
    before = room.head.turn_at
    assert room.act(room.turn, "choose", reading="muflis").seq == 1
    assert room.head.turn_seat == 0
    assert room.head.turn_at > before + datetime.timedelta(seconds=5)


def test_the_wait_for_a_lost_connection_grows_with_the_pot(seat_table, settings):
    settings.DISCONNECT_LEAST_S, settings.DISCONNECT_MOST_S = 10, 110
    settings.DISCONNECT_FULL_POT = 100
    room = seat_table(people=3)
    hand = room.deal()
    seat = room.head.turn_seat
    waits = allowance(hand, seat, least_s=10, most_s=110, full_pot=100)
    assert waits == datetime.timedelta(seconds=13)  # three boots of 100
    late = room.turn
    pass_turn(room, 26, gone=[late])
    assert not acted(room)
    clock = room.clock
    assert clock.held_until == clock.bank_until == clock.until + 30_000 + 13_000
    pass_turn(room, 41, gone=[late])
    assert not acted(room)
    pass_turn(room, 2, gone=[late])
    Seat.objects.filter(user=late).update(seen_at=timezone.now() - turn_timeouts.AWAY_AFTER)
    assert acted(room)
    assert room.head.held_until is None
    assert Seat.objects.get(user=late).held_at is not None


def test_the_table_does_not_wait_again_so_soon(seat_table):
    room = seat_table(people=3)
    room.deal()
    late = room.turn
    Seat.objects.filter(user=late).update(held_at=timezone.now())
    pass_turn(room, 60, gone=[late])
    assert acted(room)


def test_a_table_does_not_wait_for_a_player_gone_before_the_deal(seat_table):
    room = seat_table(people=3)
    room.deal()
    late = room.turn
    pass_turn(room, 26)
    Seat.objects.filter(user=late).update(seen_at=timezone.now() - turn_timeouts.AWAY_AFTER * 2)
    assert acted(room)


def test_a_table_does_not_wait_for_a_lost_connection_without_a_stake(seat_table):
    room = seat_table(people=4, **PREFLOP)
    room.deal()
    late = room.turn
    pass_turn(room, 26, gone=[late])
    assert acted(room)


def test_the_wait_for_a_connection_lost_in_the_time_bank_uses_none_of_it(seat_table):
    room = seat_table(people=3)
    room.deal()
    late = room.turn
    pass_turn(room, 26)
    assert not acted(room)
    assert room.head.held_until is None
    pass_turn(room, 21, gone=[late])
    assert not acted(room)
    assert room.head.held_until is not None
    note_presence(table_ids={room.table.pk}, people={(room.table.pk, late.pk)})
    assert room.act(late, "fold").seq == 1
    assert PlayedAction.objects.get().bank_ms == 0


def test_a_returning_player_has_ten_seconds(seat_table, settings):
    settings.DISCONNECT_LEAST_S = 60
    room = seat_table(people=3, bank_s=0)
    room.deal()
    late = room.turn
    pass_turn(room, 26, gone=[late])
    assert not acted(room)
    pass_turn(room, 5)
    assert not acted(room)
    held = room.head.held_until
    assert held <= timezone.now() + turn_timeouts.RETURN_GRACE
    pass_turn(room, 5)
    assert not acted(room)
    assert room.head.held_until < held
    pass_turn(room, 6)
    assert acted(room)


def test_a_freeze_does_not_shorten_the_wait(seat_table):
    room = seat_table(people=3)
    room.deal()
    pass_turn(room, 26, gone=[room.turn])
    assert not acted(room)
    moderator = member("Table moderator")
    before = room.head.held_until
    moderate.freeze(by=moderator, table_id=room.table.pk, reason=REASON)
    hour = datetime.timedelta(hours=1)
    since = room.head.frozen_at - hour
    head = room.head
    TableHead.objects.update(
        frozen_at=since,
        turn_at=head.turn_at - hour,
        held_until=head.held_until - hour,
        next_timer_at=head.next_timer_at - hour,
    )
    moderate.thaw(by=moderator, table_id=room.table.pk, reason=REASON)
    moved = room.head.held_until - before
    assert datetime.timedelta() <= moved < datetime.timedelta(seconds=5)


def test_an_action_counts_until_the_wait_is_over(seat_table):
    room = seat_table(people=3, bank_s=0)
    hand = room.deal()
    late, head = room.turn, room.head
    pass_turn(room, 30)
    assert room.act(late, "fold").code == "TIMED_OUT"
    until = timezone.now() + datetime.timedelta(seconds=5)
    TableHead.objects.update(held_until=until)
    assert deadline(hand, head.turn_seat, room.head.turn_at, until) == until
    assert room.act(late, "fold").seq == 1


# -- autoplay --------------------------------------------------------------------------------


def test_autoplay_begins_three_seconds_after_the_request(triangle):  # noqa: F811
    room = triangle()
    landlord = begin(room)
    sit_out(table_id=room.table.pk, user=landlord)
    soon = room.head.next_timer_at - timezone.now()
    assert datetime.timedelta(seconds=2) < soon <= datetime.timedelta(seconds=3)
    sit_in(table_id=room.table.pk, user=landlord)  # pressed by mistake
    assert room.head.next_timer_at - timezone.now() > datetime.timedelta(seconds=20)
    assert room.hand.seq == 1


def test_a_seat_on_autoplay_acts_three_seconds_into_its_turn(triangle):  # noqa: F811
    room = triangle()
    landlord = begin(room)
    seat = Seat.objects.get(user=landlord).number
    follower = room.people[(seat + 1) % 3]
    sit_out(table_id=room.table.pk, user=follower)
    hand = room.hand
    action = hand.game.timeout(hand.state, seat)
    room.act(landlord, "play", cards=action.cards)
    assert room.turn == follower
    soon = room.head.next_timer_at - timezone.now()
    assert datetime.timedelta(seconds=2) < soon <= datetime.timedelta(seconds=3)
    run_timer(room.table.pk)
    assert PlayedAction.objects.get(seq=3).auto == "away"


def test_a_player_ending_autoplay_has_three_seconds_to_act(triangle):  # noqa: F811
    room = triangle()
    landlord = begin(room)
    sit_out(table_id=room.table.pk, user=landlord)
    hand, head = room.hand, room.head
    end = deadline(hand, head.turn_seat, head.turn_at)
    left = end - timezone.now() - datetime.timedelta(seconds=1)
    pass_turn(room, left.total_seconds())  # one second of clock and bank is left
    sit_in(table_id=room.table.pk, user=landlord)
    soon = room.head.held_until - timezone.now()
    assert datetime.timedelta(seconds=2) < soon <= datetime.timedelta(seconds=3)
    assert room.head.next_timer_at == room.head.held_until + LATENCY_GRACE


# -- receipts ---------------------------------------------------------------------------------


def receipts(room):
    """Kind and receipt of each event of the latest action."""
    hand = room.hand
    _after, events = hand.before.advance(hand.records[-1])
    return [(event.kind, event.to_json().get("auto")) for event in events]


@pytest.mark.parametrize(
    ("plan", "kind"),
    [
        ({"game": "teen_patti", "options": {}}, "fold"),
        (PREFLOP, "fold"),
        ({"game": "dealer_teen_patti", "seats": 5, "options": {}}, "pass"),
    ],
    ids=lambda value: value["game"] if isinstance(value, dict) else value,
)
def test_the_event_of_an_action_by_the_clock_says_so(seat_table, plan, kind):
    room = seat_table(people=4, **plan)
    room.deal()
    pass_turn(room, 90)
    assert acted(room)
    first, *others = receipts(room)
    assert first == (kind, "timeout")
    assert {auto for _kind, auto in others} <= {None}


def tags(client, room):
    """What page, text and route of the finished hand say beside its actions."""
    client.force_login(room.people[0])
    text = client.get(f"/hands/{room.hand.id}/hand.txt").content.decode()
    page = client.get(f"/hands/{room.hand.id}/").content.decode()
    lines = client.get(f"/api/v1/hands/{room.hand.id}").json()["lines"]
    received = re.findall(r'<span class="auto">([^<]+)<', page)
    assert re.findall(r" \((timed out|automatic)\)$", text, re.M) == received
    return received, [line["auto"] for line in lines if line["auto"]]


def test_the_page_of_a_hand_names_a_timeout(seat_table, client):
    room = seat_table(people=2, game="teen_patti", options={})
    room.deal()
    pass_turn(room, 90)
    assert acted(room)
    assert tags(client, room) == (["timed out"], ["timeout"])


def test_autoplay_has_a_receipt_and_a_players_own_action_has_none(triangle, client):  # noqa: F811
    room = triangle(restart_by="auto")
    landlord = begin(room)
    assert {auto for _kind, auto in receipts(room)} == {None}
    sit_out(table_id=room.table.pk, user=landlord)
    pass_turn(room, 5)
    run_timer(room.table.pk)
    assert receipts(room)[0] == ("play", "away")
    sit_in(table_id=room.table.pk, user=landlord)
    play_out(room)
    assert tags(client, room) == (["automatic"], ["away"])


# -- timing reveals no information ------------------------------------------------------------


def test_a_seat_that_cannot_beat_has_the_same_clock_as_one_that_can(triangle):  # noqa: F811
    room = triangle(restart_by="auto")
    lengths, able = set(), set()
    for highest in (True, False) * 40:  # the cards decide; four deals are usual
        landlord = begin(room)
        held = room.hand.state.hands[room.hand.state.turn]
        room.act(landlord, "play", cards=held[:1] if highest else held[-1:])
        hand = room.hand
        able.add(len(hand.game.legal(hand.state, room.head.turn_seat)) > 1)
        clock = room.clock
        lengths.add((clock.until - clock.from_, clock.bank_until - clock.from_))
        lengths.add(room.head.next_timer_at - room.head.turn_at)
        if able == {True, False}:
            break
        play_out(room)
    assert able == {True, False}
    assert len(lengths) == 2
