"""Bots that need time think outside transactions; no clock and no other host waits for them."""

import asyncio
import dataclasses
import datetime
import os
import signal
import threading
import time
import uuid

import pytest
from django.db import connection
from django.utils import timezone

from games import bots as policies
from games.bots import Choice
from games.engines.core.contract import Viewer
from games.hands.models import PlayedAction
from games.hands.queries.bot_moves import chance_of
from lobby.tables.models import (
    Table,
    TableHead,
)
from lobby.tables.play import bot_turns, bot_workers
from lobby.tables.play.bot_workers import Thinkers
from lobby.tables.play.metrics import BOT_CHOICES, BOT_WAITS
from lobby.tables.play.timers import (
    run_due_timers,
    run_timer,
)
from tests.support import waiting
from tests.support.measured import measured
from tests.support.seated_table import audit_findings
from tests.support.waiting import PATIENCE_S, wait_until

decide = policies.decide


@pytest.fixture
def quick_room(seat_table):
    """A newly dealt hand of three bots with quick policies, one of which is to act."""
    made = seat_table(people=0, bots=3)
    Table.objects.update(watched_at=timezone.now())
    run_timer(made.table.pk)
    assert made.head.live
    return made


@pytest.fixture
def room(quick_room, monkeypatch):
    """The same with policies that need time."""
    monkeypatch.setattr(policies, "is_quick", lambda *_args: False)
    return quick_room


def ring(**values):
    """Make every timer due."""
    TableHead.objects.update(
        next_timer_at=timezone.now() - datetime.timedelta(milliseconds=1), **values
    )


def begin_turn():
    ring()
    (turn,) = run_due_timers().turns
    return turn


def acted():
    return PlayedAction.objects.filter(auto="bot").count()


def pass_time(room, seconds):
    """Move the start of the present turn back."""
    hand, past = room.hand, datetime.timedelta(seconds=seconds)
    TableHead.objects.update(turn_at=room.head.turn_at - past)
    from games.hands.models import Hand
    from games.hands.queries import live

    Hand.objects.filter(pk=hand.id).update(started_at=hand.started_at - past)
    live.cache.drop(hand.id)


def test_a_quick_bot_acts_at_once_in_the_transaction_of_its_timer(quick_room, monkeypatch):
    hand, asked = quick_room.hand, []

    def watched(*args):
        asked.append((args, decide(*args)))
        return asked[-1][1]

    monkeypatch.setattr(policies, "decide", watched)
    ring()
    assert run_due_timers().turns == []
    (((game, view, rules, level, _rng), choice),) = asked
    assert (game, rules) == (hand.game.key, hand.opening.rules)
    assert level == hand.players[view["you"]["seat"]].bot_level
    assert view == hand.view(Viewer(seat=PlayedAction.objects.get().seat))
    row = PlayedAction.objects.get()
    assert (row.auto, row.kind, row.amount) == ("bot", choice.kind, choice.amount)
    head = quick_room.head
    assert (head.seq, head.turn_seat) != (0, row.seat)
    longest = datetime.timedelta(milliseconds=policies.LONGEST_THINKING_MS)
    assert head.next_timer_at < timezone.now() + longest, "of the next bot"
    assert audit_findings() == []


def test_a_quick_bot_can_end_its_hand(quick_room):
    for _ in range(200):
        ring()
        assert run_due_timers().turns == []
        if not quick_room.head.live:
            break
    assert quick_room.hand.game.result(quick_room.hand.state) is not None
    assert audit_findings() == []


@pytest.mark.parametrize("fault", [ValueError("no idea"), Choice("bet", amount=-1)])
def test_a_faulty_quick_policy_stops_no_other_table(seat_table, quick_room, monkeypatch, fault):
    other = seat_table(people=0, bots=2)
    Table.objects.update(watched_at=timezone.now())
    run_timer(other.table.pk)

    def one_is_faulty(game, view, rules, level, rng):
        if len(view["seats"]) == 2:
            return decide(game, view, rules, level, rng)
        if isinstance(fault, Exception):
            raise fault
        return fault

    monkeypatch.setattr(policies, "decide", one_is_faulty)
    ring()
    turns = run_due_timers().turns
    assert other.head.seq == 1
    if isinstance(fault, Exception):
        assert [turn.table_id for turn in turns] == [quick_room.table.pk], "a worker tries it"
    else:
        assert turns == []
        assert PlayedAction.objects.get(hand_id=quick_room.hand.id).kind == "fold"


@pytest.mark.django_db(transaction=True)
def test_a_policy_that_needs_time_is_not_asked_inside_a_transaction(room, monkeypatch):
    asked = []

    def watched(*args):
        asked.append(connection.in_atomic_block)
        return decide(*args)

    monkeypatch.setattr(policies, "decide", watched)
    run_timer(room.table.pk)
    assert asked == [False]
    assert acted() == 1


def test_a_dealer_claims_a_turn_and_sets_its_deadline(room, monkeypatch, settings):
    monkeypatch.setattr(policies, "decide", None)
    turn = begin_turn()
    head = room.head
    assert (turn.hand_id, turn.seq, turn.seat) == (head.hand_id, head.seq, head.turn_seat)
    assert not turn.is_overdue
    latest = policies.LONGEST_THINKING_MS / 1_000 + settings.BOT_THINKING_S
    assert latest - 2 < (head.next_timer_at - timezone.now()).total_seconds() <= latest
    assert run_due_timers().tables == 0, "nobody else claims it meanwhile"


def test_a_choice_is_played_once_and_a_late_copy_is_dropped(room):
    turn = begin_turn()
    choice = turn.decide()
    bot_turns.play([(turn, choice)])
    bot_turns.play([(turn, choice)])
    assert acted() == 1
    assert audit_findings() == []


@pytest.mark.parametrize("change", [{"frozen": True}, {"seq": 1}, {"hand_id": uuid.UUID(int=1)}])
def test_a_choice_for_an_older_state_is_dropped(room, change):
    turn = begin_turn()
    before = room.head
    TableHead.objects.update(**change)
    bot_turns.play([(turn, turn.decide())])
    assert acted() == 0
    assert room.head.next_timer_at == before.next_timer_at


def test_an_overdue_turn_is_played_by_the_easy_policy(room, settings, monkeypatch):
    levels = []

    def recording(game, view, rules, level, rng):
        levels.append(level)
        return decide(game, view, rules, level, rng)

    monkeypatch.setattr(policies, "decide", recording)
    begin_turn()  # by a dealer that is killed
    pass_time(room, 1 + policies.LONGEST_THINKING_MS / 1_000 + settings.BOT_THINKING_S)
    turn = begin_turn()
    assert turn.is_overdue
    bot_turns.play_at_once([turn])
    assert levels == ["easy"]
    assert acted() == 1


def test_if_every_policy_fails_the_bot_takes_the_default_action(room, monkeypatch):
    def broken(*_args):
        raise ValueError("no idea")

    monkeypatch.setattr(policies, "decide", broken)
    run_timer(room.table.pk)
    row = PlayedAction.objects.get()
    assert (row.auto, row.kind) == ("bot", "fold")


def test_claiming_a_turn_is_not_published(room, monkeypatch, django_capture_on_commit_callbacks):
    received = []
    monkeypatch.setattr("lobby.tables.transaction.transaction.publish", received.extend)
    with django_capture_on_commit_callbacks(execute=True):
        turn = begin_turn()
    assert received == []
    with django_capture_on_commit_callbacks(execute=True):
        bot_turns.play_at_once([turn])
    assert [change.table_id for change in received] == [room.table.pk]


async def think(turns, count):
    """Let Thinkers choose for these turns; returns the thoughts in the order of completion."""
    ready = asyncio.Event()
    thinkers = Thinkers(ready.set)
    thoughts = []
    try:
        thinkers.ask(turns)
        async with asyncio.timeout(PATIENCE_S):
            while len(thoughts) < count:
                await ready.wait()
                ready.clear()
                thoughts += thinkers.take(20)
    finally:
        await thinkers.close()
    return thoughts


def turn_of(room, host=None):
    turn = begin_turn()
    return host or room.table.pk, turn


def like(turn, **changed):
    return dataclasses.replace(turn, **changed)


def test_quick_bots_do_not_wait_for_hard_ones(room, monkeypatch):
    host, turn = turn_of(room)
    ends_at = time.monotonic() + 60
    quick = like(turn, seat=1, level="medium", ends_at=ends_at)
    hard = like(turn, seat=2, level="hard", ends_at=ends_at)
    thought, in_time = threading.Event(), []

    def decide(_game, _view, _rules, level, _rng):
        if level == "hard":
            in_time.append(thought.wait(PATIENCE_S))
        thought.set()

    monkeypatch.setattr(policies, "decide", decide)
    asyncio.run(think([(host, hard)] * 5 + [(host, quick)], 6))
    assert in_time == [True] * 5


def test_bot_hosts_take_turns(room, monkeypatch):
    greedy, modest = uuid.uuid4(), uuid.uuid4()
    _host, turn = turn_of(room)

    def one(seat):
        return like(turn, seat=seat, ends_at=time.monotonic() + 60)

    monkeypatch.setattr(policies, "decide", lambda *_args: waiting.pass_time(0.02))
    asked = [(greedy, one(n)) for n in range(50)] + [(modest, one(100 + n)) for n in range(3)]
    done = [turn.seat for turn, _choice in asyncio.run(think(asked, 53))]
    assert [place for place, seat in enumerate(done) if seat >= 100][-1] <= 9
    assert sorted(done) == sorted(turn.seat for _host, turn in asked)


@pytest.mark.parametrize(
    ("level", "waits", "chosen"),
    [
        ("expert", (0.1, 0.4, 0.7, 60), ["expert", "hard", "medium", "medium"]),
        ("hard", (0.1, 0.4, 0.7, 60), ["hard", "medium", "medium", "medium"]),
        ("medium", (60,), ["medium"]),
        ("easy", (60,), ["easy"]),
    ],
)
def test_a_long_wait_lowers_the_level_to_medium_at_most(level, waits, chosen):
    assert [bot_workers.level_after(level, wait) for wait in waits] == chosen


def test_under_load_experts_choose_as_lower_levels_and_metrics_tell(room, monkeypatch):
    host, turn = turn_of(room)
    expert = like(turn, level="expert", ends_at=time.monotonic() + 60)
    monkeypatch.setattr(bot_workers, "LOWER_LEVEL_AFTER_S", (0.12, 0.32))
    chosen = []

    def decide(_game, _view, _rules, level, _rng):
        chosen.append(level)
        waiting.pass_time(0.08)
        return Choice("fold")

    monkeypatch.setattr(policies, "decide", decide)
    with measured([BOT_CHOICES, BOT_WAITS]) as found:
        asyncio.run(think([(host, expert)] * 16, 16))
        choices = {
            level: found.value("cardhouse_bot_choices_total", level="expert", chosen=level)
            for level in ("expert", "hard", "medium")
        }
        assert found.value("cardhouse_bot_wait_seconds_count") == 16
    assert choices == {level: chosen.count(level) for level in choices}
    assert all(choices.values())
    assert chosen[:2] == ["expert", "expert"]


def test_an_overdue_choice_is_not_computed(room, monkeypatch):
    host, turn = turn_of(room)
    late = like(turn, seat=7, ends_at=time.monotonic() - 1)
    ((done, _choice),) = asyncio.run(think([(host, late), (host, turn)], 1))
    assert done is turn


def test_a_worker_chooses_as_the_policy_and_a_dead_one_is_replaced(room, settings):
    settings.BOT_WORKERS = 1
    host, turn = turn_of(room)
    expected = decide(turn.game, turn.view, turn.rules, turn.level, chance_of(room.hand, turn.seat))

    async def scene():
        ready = asyncio.Event()
        thinkers = Thinkers(ready.set)

        async def one():
            ready.clear()
            thinkers.ask([(host, turn)])
            async with asyncio.timeout(PATIENCE_S):
                while not (thoughts := thinkers.take(1)):
                    await ready.wait()
                    ready.clear()
            return thoughts[0][1]

        try:
            first, pool = await one(), thinkers._quick.pool
            (pid,) = pool.pids()
            os.kill(pid, signal.SIGSTOP)  # it thinks for ever
            pool.limit_s = 0.2
            hung = await one()
            pool.limit_s = PATIENCE_S
            after = await one()
        finally:
            await thinkers.close()
        return first, hung, after

    settings.BOT_THINKING_S = PATIENCE_S
    turn = like(turn, ends_at=time.monotonic() + 10 * PATIENCE_S)
    assert asyncio.run(scene()) == (expected, None, expected)


@pytest.mark.django_db(transaction=True)
def test_time_outs_do_not_wait_for_bots_and_no_table_hangs(seat_table, monkeypatch):
    """Every policy but the easy one thinks until a player's time has run out."""
    from lobby.tables.play.dealer import run
    from tests.support.live import LiveDealer

    slow, people = seat_table(people=0, bots=3), seat_table(people=2)
    Table.objects.update(watched_at=timezone.now() + datetime.timedelta(hours=1))
    for one in (slow, people):
        run_timer(one.table.pk)
    monkeypatch.setattr(policies, "is_quick", lambda *_args: False)
    thinking, enough = threading.Event(), threading.Event()

    def thoughtful(game, view, rules, level, rng):
        if level != "easy":
            thinking.set()
            enough.wait(PATIENCE_S)
        return decide(game, view, rules, level, rng)

    monkeypatch.setattr(policies, "decide", thoughtful)
    monkeypatch.setattr(bot_workers.policies, "decide", thoughtful)
    dealer = LiveDealer()
    dealer.start(run)
    try:
        assert thinking.wait(PATIENCE_S)
        TableHead.objects.filter(pk=people.table.pk).update(
            turn_at=timezone.now() - datetime.timedelta(minutes=5), next_timer_at=timezone.now()
        )
        wait_until(PlayedAction.objects.filter(auto="timeout").exists, "the time-out")
        enough.set()  # only now: the time-out did not wait for the bots
        wait_until(lambda: acted() >= 2, "the bots' table to go on")
    finally:
        enough.set()
        dealer.stop()
        connection.close()
