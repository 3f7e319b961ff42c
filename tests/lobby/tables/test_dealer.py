"""The dealer's work: bots' actions, time-outs, the next hand, and quiet tables."""

import datetime
import uuid

import pytest
from django.utils import timezone

from accounts.ledger import balance, wallet
from accounts.people.actions.users import create_guest
from accounts.people.models import User
from games.hands.models import Hand, PlayedAction
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import (
    Seat,
    Table,
    TableHead,
)
from lobby.tables.play import timers, turn_timeouts
from lobby.tables.play.dealer import pause_before
from lobby.tables.play.timers import (
    run_due_timers,
    run_timer,
)
from lobby.tables.seats.presence import note_presence
from lobby.tables.seats.seats import leave, sit
from lobby.tables.stakes.idle_seats import ABSENT_SEAT_LIFETIME
from tests.support.seated_table import audit_findings


def turn_back(seat_table, seconds):
    """Move the start of the present turn back."""
    head = seat_table.head
    past = datetime.timedelta(seconds=seconds)
    TableHead.objects.filter(pk=head.pk).update(
        turn_at=head.turn_at - past, next_timer_at=head.next_timer_at - past
    )


def test_a_hand_begins_when_enough_are_ready_and_the_next_one_follows(seat_table):
    room = seat_table(people=2)
    assert room.deal().number == 1
    room.fold_down()
    assert room.head.next_timer_at - timezone.now() > datetime.timedelta(seconds=3)
    assert room.deal().number == 2


def test_nobody_shortens_the_pause_after_a_hand(seat_table):
    room = seat_table(people=2)
    room.deal()
    room.fold_down()
    Table.objects.update(pause_ms=60_000)
    long = timezone.now() + datetime.timedelta(seconds=60)
    TableHead.objects.update(next_timer_at=long)
    note_presence(table_ids={room.table.pk}, people=set())
    newcomer = create_guest(name="Gita")
    sit(table_id=room.table.pk, user=newcomer, number=4, buy_in=500, key=uuid.uuid4())
    assert room.head.next_timer_at == long
    TableHead.objects.update(next_timer_at=None)  # no pause: the table sleeps
    note_presence(table_ids={room.table.pk}, people=set())
    assert room.head.next_timer_at < long


def test_the_button_moves_one_seat_clockwise(seat_table):
    room = seat_table(people=3)
    buttons = []
    for _ in range(4):
        buttons.append(room.deal().opening.button)
        room.fold_down()
    first = buttons[0]
    assert buttons == [(first + n) % 3 for n in range(4)]


def test_nothing_happens_before_the_deadline(seat_table):
    room = seat_table(people=2)
    room.deal()
    turn_back(room, 54)
    run_timer(room.table.pk)
    assert PlayedAction.objects.count() == 0
    assert room.head.live


def test_a_time_out_packs_with_a_receipt(seat_table):
    room = seat_table(people=3)
    room.deal()
    late = room.turn
    turn_back(room, 60)
    assert run_due_timers().tables == 1
    row = PlayedAction.objects.get()
    assert (row.kind, row.auto) == ("fold", "timeout")
    assert room.turn != late


def test_a_seat_sits_out_after_two_time_outs_in_a_row(seat_table):
    room = seat_table(people=2)
    for expected in (Seat.Status.READY, Seat.Status.SITTING_OUT):
        room.deal()
        # The same player must time out twice: let the other one act first if needed.
        if room.turn != room.people[0]:
            room.act(room.turn, "bet", 10)
        turn_back(room, 120)
        run_timer(room.table.pk)
        assert not room.head.live
        assert Seat.objects.get(user=room.people[0]).status == expected


def test_acting_in_time_ends_a_row_of_time_outs(seat_table):
    room = seat_table(people=2)
    asha = room.people[0]
    Seat.objects.filter(user=asha).update(timeouts=1)
    room.deal()
    if room.turn != asha:
        room.act(room.turn, "bet", 10)
    room.act(asha, "fold")
    assert Seat.objects.get(user=asha).timeouts == 0


def test_bots_play_a_hand_to_its_end_with_a_player(seat_table):
    room = seat_table(people=1, bots=3)
    room.deal()
    for _ in range(200):
        if not room.head.live:
            break
        if room.turn == room.people[0]:
            room.act(room.people[0], "fold")
        else:
            run_timer(room.table.pk)
    assert not room.head.live
    assert PlayedAction.objects.filter(auto="bot").exists()
    assert not PlayedAction.objects.filter(auto="timeout").exists()
    assert audit_findings() == []


def test_bots_alone_play_only_before_spectators(seat_table):
    room = seat_table(people=0, bots=3)
    run_timer(room.table.pk)
    assert not Hand.objects.exists()
    Table.objects.update(watched_at=timezone.now())
    run_timer(room.table.pk)
    assert Hand.objects.count() == 1


def test_a_player_without_chips_for_the_boot_sits_out(seat_table):
    room = seat_table(people=3)
    Seat.objects.filter(user=room.people[1]).update(stack=9)
    assert room.deal().opening.seats == (0, 2)
    assert Seat.objects.get(user=room.people[1]).status == Seat.Status.SITTING_OUT


def test_the_seat_of_an_absent_player_is_freed_in_time(seat_table):
    room = seat_table(people=3)
    gone = room.people[1]
    Seat.objects.filter(user=gone).update(
        status=Seat.Status.SITTING_OUT, seen_at=timezone.now() - ABSENT_SEAT_LIFETIME * 2
    )
    room.deal()
    assert not Seat.objects.filter(user=gone).exists()
    assert balance(wallet(gone)) == 10_000


AWAY_LONG_ENOUGH = datetime.timedelta(seconds=90)


def closes_the_page(room, user):
    """When their turn comes, the player closes the page, and the clock acts for them."""
    room.deal()
    Seat.objects.filter(user=user).update(seen_at=timezone.now() - AWAY_LONG_ENOUGH)
    while room.turn != user:
        room.act(room.turn, "bet", 10)
    TableHead.objects.update(turn_at=timezone.now() - datetime.timedelta(minutes=5))
    run_timer(room.table.pk)
    room.fold_down()


@pytest.mark.parametrize(
    ("is_house_table", "kind", "gone"),
    [(True, "guest", True), (True, "person", False), (False, "guest", False)],
)
def test_a_guest_closing_the_page_soon_leaves_a_house_table(seat_table, is_house_table, kind, gone):
    room = seat_table(people=3)
    Table.objects.update(is_house_table=is_house_table)
    asha = room.people[0]
    User.objects.filter(pk=asha.pk).update(kind=kind)
    closes_the_page(room, asha)
    assert Seat.objects.get(user=asha).status == ("sitting_out" if gone else "ready")
    Seat.objects.filter(user=asha).update(status="sitting_out")
    TableHead.objects.update(next_timer_at=timezone.now())
    run_timer(room.table.pk)
    assert Seat.objects.filter(user=asha).exists() is not gone
    assert audit_findings() == []


def test_an_empty_table_closes_and_its_bots_leave(seat_table):
    room = seat_table(people=1, bots=2)
    Table.objects.update(is_house_table=False)
    leave(table_id=room.table.pk, user=room.people[0])
    run_timer(room.table.pk)
    assert Table.objects.get().state == Table.State.OPEN
    Table.objects.update(lively_at=timezone.now() - timers.EMPTY_CLOSES_AFTER * 2, watched_at=None)
    run_timer(room.table.pk)
    assert Table.objects.get().state == Table.State.CLOSED
    assert not TableHead.objects.exists()
    assert not Seat.objects.exists()
    assert audit_findings() == []


@pytest.mark.django_db
def test_a_broken_table_does_not_stop_the_others(seat_table, monkeypatch, caplog):
    good, bad = seat_table(people=2), seat_table(people=0, bots=2)
    Table.objects.update(watched_at=timezone.now())
    broken = bad.table.pk
    real = timers._between_hands

    def _between_hands(tx, locked):
        if locked.table_id == broken:
            raise RuntimeError("this table is broken")
        return real(tx, locked)

    monkeypatch.setattr(timers, "_between_hands", _between_hands)
    TableHead.objects.update(next_timer_at=timezone.now() - datetime.timedelta(seconds=1))
    assert run_due_timers(limit=5).tables == 2
    assert good.head.live
    assert bad.head.next_timer_at > timezone.now()
    assert "timer failed" in caplog.text


def test_bots_make_room_for_players(seat_table):
    room = seat_table(people=2, bots=4)
    room.deal()
    kinds = list(Seat.objects.values_list("user__kind", flat=True))
    assert kinds.count("bot") == 3
    assert kinds.count("guest") == 2


@pytest.mark.django_db
def test_bots_are_seated_by_those_who_open_a_table():
    plan = TablePlan(name="Marigold", options={"boot": 10}, bots=4)
    open_table(plan=plan, host=create_guest(name="Asha"))
    assert Seat.objects.filter(user__kind="bot").count() == 4, "not left to the dealer"


def test_a_run_of_timers_tells_when_the_next_one_is_due(seat_table):
    assert run_due_timers().next_in is None
    playing, waiting = seat_table(people=2), seat_table(people=0, bots=2)
    Table.objects.update(watched_at=timezone.now())
    playing.deal()
    now = timezone.now()
    far, near = (datetime.timedelta(seconds=n) for n in (50, 20))
    TableHead.objects.filter(pk=playing.head.pk).update(next_timer_at=now + near)
    TableHead.objects.filter(pk=waiting.head.pk).update(next_timer_at=now + far)

    def next_in(**how):
        return pytest.approx(run_due_timers(**how).next_in.total_seconds(), abs=5)

    assert next_in() == 20
    TableHead.objects.filter(pk=playing.head.pk).update(frozen=True)
    assert next_in() == 50
    # A hand that is left to a process with the table's room for a minute.
    TableHead.objects.filter(pk=waiting.head.pk).update(next_timer_at=now - far)
    woken = run_due_timers(rooms_first=datetime.timedelta(seconds=80))
    assert (woken.tables, woken.next_in.total_seconds()) == (0, pytest.approx(30, abs=5))
    assert run_due_timers().tables == 1
    assert waiting.head.live


def test_a_run_of_timers_knows_the_timers_it_has_set(seat_table):
    room = seat_table(people=2)
    woken = run_due_timers()
    assert room.head.live
    until_then = room.head.next_timer_at - timezone.now()
    assert woken.next_in.total_seconds() == pytest.approx(until_then.total_seconds(), abs=2)


@pytest.mark.parametrize(
    ("next_in_ms", "pause_s"), [(None, 0.1), (5_000, 0.1), (60, 0.06), (1, 0.04), (-9, 0.04)]
)
def test_the_dealer_sleeps_until_the_next_timer(next_in_ms, pause_s):
    """It collects for a moment what is due together, and looks for others' timers by and by."""
    next_in = None if next_in_ms is None else datetime.timedelta(milliseconds=next_in_ms)
    assert pause_before(next_in) == pause_s


@pytest.mark.parametrize(("away", "acts"), [(False, False), (True, True)])
def test_only_connected_players_use_the_time_bank(seat_table, away, acts):
    room = seat_table(people=3)
    room.deal()
    if away:
        Seat.objects.update(seen_at=timezone.now() - turn_timeouts.AWAY_AFTER * 2)
    turn_back(room, 26)
    assert run_due_timers().tables == 1
    assert PlayedAction.objects.filter(auto="timeout").exists() is acts
