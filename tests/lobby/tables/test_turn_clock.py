"""The arithmetic of the turn clock: hands, times and settings in, times out."""

import datetime
from types import SimpleNamespace

import pytest

from games import bots
from games.engines.core.contract import Action
from games.fair.bots import DELAY, MOOD, bot_chance
from games.hands.live_hand import LiveHand, Player, Record
from lobby.tables import turn_clock
from lobby.tables.turn_clock import LATENCY_GRACE
from tests.support.cases import for_each

START = datetime.datetime(2026, 1, 1, 12, tzinfo=datetime.UTC)
KEY = bytes(32)


def after(seconds):
    return START + datetime.timedelta(seconds=seconds)


class FakeGame:
    """A game with one pot; it says what a test wants."""

    def __init__(self, *, seconds=None, own=10, pot=300, plays_on=False, blinds_out=False):
        self.seconds, self.own, self.pot, self.on = seconds, own, pot, plays_on
        self.blinds_out = blinds_out

    def turn_seconds(self, _state):
        return self.seconds

    def stake(self, _state, _seat):
        return SimpleNamespace(own=self.own, pot=self.pot)

    def unit(self, _rules):
        return 10

    def sit_and_go(self, _rules):
        return object() if self.blinds_out else None

    def plays_on(self, _rules):
        return self.on

    def view(self, state, _viewer):
        return {"seats": [{"seat": seat, "status": status} for seat, status in state]}


def hand_of(*used, kinds="person person bot", state=(), away=False, **game):
    """A hand with a clock of 20 s and a bank of 30 s; `used`: (seat, at second, bank in ms)."""
    players = {
        seat: Player(seat, None, "x", kind, 1_000, bank_ms=30_000, away=away)
        for seat, kind in enumerate(kinds.split())
    }
    records = tuple(
        Record(number, Action(seat, "call"), after(at), bank_ms=ms)
        for number, (seat, at, ms) in enumerate(used, 1)
    )
    return LiveHand(
        id=SimpleNamespace(bytes=bytes(16)),
        table_id=None,
        number=1,
        game=FakeGame(**game),
        opening=SimpleNamespace(rules=None),
        players=players,
        seat_of={},
        clock_ms=20_000,
        spectators="public",
        private=False,
        plays_for="chips",
        started_at=START,
        state=state,
        records=records,
        bot_key=KEY,
        banked=any(ms for _seat, _at, ms in used),
    )


@for_each(
    ("seconds", "ms"),
    [
        (None, 20_000),
        (12, 12_000),
        (20, 20_000),
        (45, 20_000),
    ],
)
def test_a_game_may_limit_a_turn_to_fewer_seconds(seconds, ms):
    hand = hand_of(seconds=seconds)
    assert turn_clock.clock_ms(hand) == ms
    assert turn_clock.clock_end(hand, START) == after(ms / 1_000)


@for_each(
    ("second", "ms"),
    [
        (0, 0),
        (20, 0),
        (20.001, 1),
        (21.5, 1_500),
        (50, 30_000),
        (99, 30_000),
    ],
)
def test_the_bank_pays_for_the_time_after_the_clock(second, ms):
    assert turn_clock.bank_used(hand_of(), 0, START, after(second)) == ms


def test_a_second_action_of_a_turn_pays_only_for_what_came_since():
    seen = hand_of((1, -1, 9_000), (0, 25, 5_000))
    assert turn_clock.bank_used(seen, 0, START, after(25)) == 0
    assert turn_clock.bank_used(seen, 0, START, after(24)) == 0
    assert turn_clock.bank_used(seen, 0, START, after(32)) == 7_000
    assert turn_clock.bank_ms(seen, 0, START) == 30_000, "25,000 are left, 5,000 are in this turn"
    assert turn_clock.deadline(seen, 0, START) == after(50)
    before = hand_of((0, -1, 5_000))
    assert turn_clock.bank_ms(before, 0, START) == 25_000, "an earlier turn used them"
    at_once = hand_of((0, 0, 5_000))
    assert turn_clock.bank_ms(at_once, 0, START) == 30_000, "the turn began with this action"


@for_each(
    ("game", "second"),
    [
        ({}, 50),
        ({"own": 0}, 20),
        ({"own": 1}, 50),
        ({"seconds": 12}, 12),
    ],
)
def test_only_a_seat_with_chips_at_stake_in_a_usual_turn_has_a_bank(game, second):
    assert turn_clock.deadline(hand_of(**game), 0, START) == after(second)


def test_a_table_that_waits_ends_the_turn_no_earlier():
    assert turn_clock.deadline(hand_of(), 0, START, after(70)) == after(70)
    assert turn_clock.deadline(hand_of(), 0, START, after(40)) == after(50)


@for_each(
    ("game", "seconds"),
    [
        ({"pot": 0}, 15),
        ({"pot": 500}, 52.5),
        ({"pot": 1_000}, 90),
        ({"pot": 5_000}, 90),
        ({"own": 0, "pot": 500}, 0),
        ({"own": -1, "pot": 500}, 0),
        ({"seconds": 12, "pot": 500}, 0),
    ],
)
def test_the_wait_for_a_lost_connection_is_in_proportion_to_the_pot(game, seconds):
    wait = turn_clock.allowance(hand_of(**game), 0, least_s=15, most_s=90, full_pot=100)
    assert wait == datetime.timedelta(seconds=seconds)


def timer(hand, seat=0, *, held_until=None, now=START, autoplay_in=None):
    return turn_clock.next_timer(hand, seat, START, held_until, now, autoplay_in=autoplay_in)


def test_the_dealer_looks_when_the_clock_ends_and_again_when_the_bank_does():
    hand = hand_of()
    assert timer(hand) == after(20) + LATENCY_GRACE
    assert timer(hand, now=after(20)) == after(20) + LATENCY_GRACE
    assert timer(hand, now=after(20) + LATENCY_GRACE) == after(50) + LATENCY_GRACE
    assert timer(hand, now=after(30)) == after(50) + LATENCY_GRACE
    assert timer(hand, held_until=after(70)) == after(70) + LATENCY_GRACE


def test_the_dealer_acts_soon_for_who_is_not_there():
    soon = datetime.timedelta(seconds=3)
    assert timer(hand_of(), now=after(5), autoplay_in=soon) == after(8)
    away = hand_of(away=True)
    assert timer(away, now=after(5)) == after(5) + turn_clock.AWAY_PAUSE
    assert timer(away, now=after(5), autoplay_in=soon) == after(5) + turn_clock.AWAY_PAUSE


@for_each(
    ("kinds", "state", "hurried"),
    [
        ("person person bot", ((0, "folded"), (1, "folded"), (2, "playing")), True),
        ("person person bot", ((0, "folded"), (1, "playing"), (2, "folded")), False),
        ("person person bot", ((0, "folded"), (1, "folded"), (2, "folded")), True),
        ("bot bot bot", ((0, "folded"), (1, "playing"), (2, "playing")), False),
    ],
)
def test_bots_hurry_once_all_people_have_folded(kinds, state, hurried):
    hand = hand_of(kinds=kinds, state=state)
    spot = {"hand_id": hand.id, "seq": 0, "seat": 2}
    ms = bots.thinking_ms(
        bot_chance(KEY, **spot, purpose=DELAY),
        mood=bot_chance(KEY, **spot, purpose=MOOD),
        manner=bots.manner_of(str(hand.players[2].user_id), ""),
        weight=bots.weight_of(300, 10),
        hurried=hurried,
    )
    assert turn_clock.bot_delay_ms(hand, 2) == ms
    assert timer(hand, 2, now=after(1)) == after(1) + datetime.timedelta(milliseconds=ms)


@for_each(
    ("kind", "may"),
    [
        ({}, False),
        ({"plays_on": True}, True),
        ({"blinds_out": True}, True),
    ],
)
def test_the_platform_plays_for_absent_people_where_nobody_may_fold_for_them(kind, may):
    assert turn_clock.may_autoplay(hand_of(**kind)) is may


@pytest.mark.parametrize("pause", [0, 1, 40, 4_000])
def test_a_pause_takes_and_gives_no_time(pause):
    stopped = datetime.timedelta(seconds=pause)
    hand = hand_of((0, 25, 5_000), (0, 31, 2_000))
    moved = turn_clock.turn_after_pause(hand, 0, START, stopped)
    before = turn_clock.deadline(hand, 0, START)
    assert turn_clock.deadline(hand, 0, moved) == before + stopped
    untouched = turn_clock.turn_after_pause(hand_of(), 0, START, stopped)
    assert untouched == START + stopped
