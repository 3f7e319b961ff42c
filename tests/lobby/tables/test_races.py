"""Races on real connections: an action against its time-out, and two people for one seat."""

import datetime
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from accounts.people.actions.users import create_guest
from games.hands.models import PlayedAction
from lobby.tables.errors import TableRefused
from lobby.tables.models import (
    Seat,
    TableHead,
)
from lobby.tables.play import timers
from lobby.tables.play.play import play
from lobby.tables.seats.seats import sit
from lobby.tables.transaction import transaction as tx
from lobby.tables.turn_clock import LATENCY_GRACE
from tests.support.owner import wait_until_lock_is_awaited
from tests.support.seated_table import audit_findings
from tests.support.together import together
from tests.support.waiting import PATIENCE_S

pytestmark = pytest.mark.django_db(transaction=True)


def race(room, near):
    """Race an action against the time-out, `near` before the deadline; returns the winner.

    If the timer looks before the deadline and the action comes after it, neither counts, and the
    dealer's next look ends the turn.
    """
    user, hand, head = room.turn, room.hand, room.head
    bet = next(option for option in hand.game.legal(hand.state, head.turn_seat) if option.min)
    command = room.command(user, "bet", bet.min)
    allowed = datetime.timedelta(milliseconds=hand.clock_ms + hand.bank_left(head.turn_seat))
    began = datetime.datetime.now(datetime.UTC) - allowed - LATENCY_GRACE - near
    TableHead.objects.filter(pk=head.pk).update(turn_at=began, next_timer_at=None)
    (answer,), _woken = together(lambda: play([command]), lambda: timers.run_timer(room.table.pk))
    rows = PlayedAction.objects.filter(hand_id=hand.id, seq__gt=hand.seq)
    if not rows.exists():
        assert answer.code == "TIMED_OUT"
        timers.run_timer(room.table.pk)
    ours = [row for row in rows if row.key == command.key]
    late = [row for row in rows if row.auto == "timeout" and row.seat == head.turn_seat]
    assert len(ours) + len(late) == 1
    assert bool(ours) == (answer.seq is not None)
    return "click" if ours else "clock"


def test_an_action_and_its_time_out_are_never_both_recorded(seat_table, transactional_db):
    room = seat_table(people=3)
    winners, early, number = [], -120, 0
    # The deadline is alternately just after and just before now, until both have won.
    while number < 24 or set(winners) != {"click", "clock"}:
        if number == 24:
            number, early = 22, 2 * early  # a slow machine clicks in time, too
        if not room.head.live:
            room.deal()
        winners.append(race(room, datetime.timedelta(milliseconds=(early, 30)[number % 2])))
        Seat.objects.update(timeouts=0, status=Seat.Status.READY)
        number += 1
    assert audit_findings() == []


def test_copies_of_a_command_from_many_processes_act_once(seat_table, transactional_db):
    room = seat_table(people=3)
    room.deal()
    command = room.command(room.turn, "bet", 10)
    answers = together(*[lambda: play([command])[0]] * 6)
    assert {answer.seq for answer in answers} == {1}
    assert PlayedAction.objects.count() == 1


def test_a_transaction_has_the_time_after_its_last_lock(seat_table, transactional_db):
    first, last = sorted((seat_table(people=0) for _ in range(2)), key=lambda room: room.table.pk)
    ids = [first.table.pk, last.table.pk]

    def wait():
        try:
            with tx.lock_tables(ids) as waiting:
                return waiting.now
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with tx.lock_tables([last.table.pk]) as holding:
            asked = pool.submit(wait)
            wait_until_lock_is_awaited()
            with connection.cursor() as cursor:
                cursor.execute("SELECT clock_timestamp()")
                ((before,),) = cursor.fetchall()
        assert holding.now < before < asked.result(PATIENCE_S)


def test_one_seat_is_for_one_player(seat_table, transactional_db):
    room = seat_table(people=0)
    guests = [create_guest(name=f"Rival {number}") for number in range(6)]

    def job(user):
        def try_it():
            try:
                sit(table_id=room.table.pk, user=user, number=0, buy_in=500, key=uuid.uuid4())
            except TableRefused as no:
                return no.code
            return "seated"

        return try_it

    outcome = together(*[job(user) for user in guests])
    assert sorted(outcome) == ["SEAT_TAKEN"] * 5 + ["seated"]
    assert audit_findings() == []


@pytest.mark.parametrize("locked", [True, False])
def test_control_without_the_lock_two_actions_collide(
    seat_table, transactional_db, monkeypatch, locked
):
    """Control: without the lock both reach the database, and its key stops one."""
    write, both, writes = tx.TableTransaction.finish, threading.Barrier(2), []

    def slow_write(self):
        writes.append(self)
        if locked and len(writes) == 1:
            wait_until_lock_is_awaited()
        elif not locked:
            both.wait(PATIENCE_S)  # without the lock both are here at once
        write(self)

    room = seat_table(people=3)
    room.deal()
    user = room.turn
    commands = [room.command(user, "bet", 10) for _ in range(2)]
    monkeypatch.setattr(tx.TableTransaction, "finish", slow_write)
    if not locked:
        monkeypatch.setattr(tx, "_LOCK", tx._LOCK.replace("FOR UPDATE", ""))
    answers = together(*[lambda c=c: play([c])[0] for c in commands])
    loser = "STALE_ACTION" if locked else "TRY_AGAIN"
    assert sorted(answer.code for answer in answers) == ["", loser]
    assert PlayedAction.objects.count() == 1
