"""An action from the command to the commit: once, in order, by the right player, or not at all."""

import datetime
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.people.actions.users import create_guest
from games.hands.models import Hand, HandAction, HandSeat, PlayedAction
from lobby.tables.models import Seat, Table, TableHead
from lobby.tables.play.play import play
from lobby.tables.seats.seats import sit
from tests.support.seated_table import audit_findings
from tests.support.serial import SERIAL

MINUTE = datetime.timedelta(minutes=1)


def test_an_action_is_recorded_and_moves_the_turn(seat_table):
    room = seat_table(people=3)
    room.deal()
    first = room.turn
    answer = room.act(first, "bet", 10)
    assert answer.seq == 1
    assert room.turn != first
    row = PlayedAction.objects.get()
    assert (row.seq, row.kind, row.amount, row.auto) == (1, "bet", 10, "")


def test_a_known_key_gets_its_first_answer_and_acts_once(seat_table):
    room = seat_table(people=3)
    room.deal()
    command = room.command(room.turn, "bet", 10)
    first, again = play([command]), play([command])
    together = play([command, command])
    assert first == again == together[:1] == together[1:]
    assert PlayedAction.objects.count() == 1


def test_a_key_is_refused_for_another_action(seat_table):
    room = seat_table(people=3)
    room.deal()
    user = room.turn
    command = room.command(user, "bet", 10)
    play([command])
    other = room.command(user, "bet", 20, key=command.key)
    (answer,) = play([other])
    assert answer.code == "KEY_REUSED"


def test_two_copies_in_one_batch_are_one_action(seat_table):
    room = seat_table(people=3)
    room.deal()
    command = room.command(room.turn, "see")
    assert [answer.seq for answer in play([command, command])] == [1, 1]
    assert PlayedAction.objects.count() == 1


def test_refusals_change_nothing(seat_table):
    room = seat_table(people=3)
    hand = room.deal()
    turn = room.turn
    waiting = next(user for user in room.people if user != turn)
    stranger = create_guest(name="Gita")
    refusals = {
        "NOT_YOUR_TURN": room.act(waiting, "bet", 10),
        "NOT_SEATED": room.act(stranger, "bet", 10),
        "UNKNOWN_ACTION": room.act(turn, "leave"),
        "BAD_AMOUNT": room.act(turn, "bet", 0),
        "AMOUNT_TOO_SMALL": room.act(turn, "bet", 9),
        "AMOUNT_TOO_LARGE": room.act(turn, "bet", 21),
        "STALE_ACTION": room.act(turn, "bet", 10, seq=5),
    }
    assert {code: answer.code for code, answer in refusals.items()} == {c: c for c in refusals}
    assert all(answer.no and answer.no.text for answer in refusals.values())
    assert refusals["AMOUNT_TOO_SMALL"].no.limits == {"min": 10, "max": 20}
    assert PlayedAction.objects.count() == 0
    assert room.hand.state == hand.state
    other_hand = room.act(turn, "bet", 10, hand_id=uuid.uuid4())
    assert other_hand.code == "STALE_ACTION"


def test_a_settled_hand_moves_its_chips_and_its_result_is_stored(seat_table):
    room = seat_table(people=3)
    room.deal()
    loser = room.turn
    room.act(loser, "bet", 20)
    room.fold_down()
    hand = Hand.objects.get()
    assert hand.status == Hand.Status.FINISHED
    chips = room.chips()
    assert sum(chips.values()) == 3_000
    stored = {
        seat.user.name: seat.stack_start + seat.net
        for seat in HandSeat.objects.select_related("user")
    }
    assert stored == chips
    assert sum(HandSeat.objects.values_list("net", flat=True)) == 0
    assert audit_findings() == []


def test_acting_after_the_end_is_refused(seat_table):
    room = seat_table(people=2)
    room.deal()
    room.fold_down()
    assert room.act(room.people[0], "bet", 10).code == "NO_HAND_IN_PROGRESS"


def test_an_action_after_the_deadline_is_refused(seat_table):
    room = seat_table(people=2)
    room.deal()
    user = room.turn
    late = datetime.timedelta(seconds=25 + 30 + 1)
    head = room.head
    TableHead.objects.filter(pk=head.pk).update(turn_at=head.turn_at - late)
    assert room.act(user, "bet", 10).code == "TIMED_OUT"
    assert PlayedAction.objects.count() == 0


def test_time_over_the_clock_is_taken_from_the_bank(seat_table):
    room = seat_table(people=2)
    room.deal()
    user, head = room.turn, room.head
    TableHead.objects.filter(pk=head.pk).update(
        turn_at=head.turn_at - datetime.timedelta(seconds=30)
    )
    assert room.act(user, "see").seq == 1
    used = PlayedAction.objects.get().bank_ms
    assert 5_000 <= used <= 6_500
    assert room.act(user, "bet", 20).seq == 2
    rows = PlayedAction.objects.order_by("seq")
    assert rows[1].bank_ms < 1_500, "the same seconds are not taken twice"
    assert room.hand.bank_left(head.turn_seat) == 30_000 - sum(row.bank_ms for row in rows)


def test_a_frozen_table_takes_no_action(seat_table):
    room = seat_table(people=2)
    room.deal()
    TableHead.objects.update(frozen=True)
    assert room.act(room.turn, "bet", 10).code == "TABLE_FROZEN"


def _seat_two(room):
    """Seat two guests at an empty table and deal."""
    for number in range(2):
        guest = create_guest(name=f"Yash {next(SERIAL)}")
        sit(table_id=room.table.pk, user=guest, number=number, buy_in=500, key=uuid.uuid4())
    room.deal()


def test_an_error_at_one_table_does_not_affect_others(seat_table, monkeypatch):
    """A table whose rows the database refuses must not affect the other tables of the batch."""
    good, bad = seat_table(people=2), seat_table(people=0)
    good.deal()
    _seat_two(bad)
    hand = bad.hand
    # Another process already wrote action 1 of the bad hand, and its head does not know.
    HandAction.objects.create(
        hand_id=hand.id, seq=1, seat=0, kind="see", at=datetime.datetime.now(datetime.UTC)
    )
    answers = play([good.command(good.turn, "bet", 10), bad.command(bad.turn, "bet", 10)])
    assert answers[0].seq == 1
    assert answers[1].code == "TRY_AGAIN"


def _pausing(room, *, over):
    """End the table's hand and set its pause; returns the table's id."""
    _seat_two(room)
    room.fold_down()
    ago = datetime.timedelta(seconds=1 if over else -60)
    TableHead.objects.filter(table=room.table).update(
        next_timer_at=timezone.now() - ago, deal_at=timezone.now() - ago
    )
    return room.table.pk


def test_actions_and_deals_share_a_transaction(seat_table):
    playing, paused, resting = seat_table(people=3), seat_table(people=0), seat_table(people=0)
    playing.deal()
    pausing = {_pausing(paused, over=True), _pausing(resting, over=False)}
    with CaptureQueriesContext(connection) as queries:
        (answer,) = play([playing.command(playing.turn, "bet", 10)], pausing)
    assert answer.seq == 1
    locks = [q for q in queries if "lobby_tablehead" in q["sql"] and "FOR UPDATE" in q["sql"]]
    assert len(locks) == 1
    assert paused.head.live
    assert not resting.head.live, "its pause is not over"
    assert audit_findings() == []


def test_a_batch_with_ends_and_deals_costs_the_same_at_any_number_of_tables(seat_table):
    counts = []
    for tables in (1, 3):
        ending = [seat_table(people=0) for _ in range(tables)]
        last = []
        for room in ending:
            _seat_two(room)
            last.append(room.command(room.turn, "fold"))
        pausing = {_pausing(seat_table(people=0), over=True) for _ in range(tables)}
        with CaptureQueriesContext(connection) as queries:
            answers = play(last, pausing)
        assert [answer.code for answer in answers] == [""] * tables
        assert not any(room.head.live for room in ending)
        assert TableHead.objects.filter(table__in=pausing, live=True).count() == tables
        writes = [q for q in queries if "INSERT INTO" in q["sql"]]
        counts.append((len(queries), len(writes)))
    assert counts[0] == counts[1], "(statements, writes)"
    assert counts[0] <= (12, 2)
    assert audit_findings() == []


def test_deals_wait_for_no_action(seat_table):
    room = seat_table(people=0)
    assert play([], {_pausing(room, over=True)}) == []
    assert room.head.live


def test_a_deal_that_fails_leaves_the_actions_carried_out(seat_table, monkeypatch):
    playing, broken = seat_table(people=3), seat_table(people=0)
    playing.deal()
    pausing = {_pausing(broken, over=True)}
    command = playing.command(playing.turn, "bet", 10)

    def fail(*_args, **_named):
        raise RuntimeError("this deal fails")

    monkeypatch.setattr("lobby.tables.play.hands.open_hands", fail)
    (answer,) = play([command], pausing)
    assert answer.seq == 1
    assert PlayedAction.objects.filter(hand_id=command.hand_id).count() == 1
    assert not broken.head.live
    assert broken.head.next_timer_at <= timezone.now(), "the dealer finds it due"
    assert play([], pausing) == []


def _last_command(room, **table):
    """Seat two guests without a pause between their hands; returns the command that ends one."""
    _seat_two(room)
    Table.objects.filter(pk=room.table.pk).update(pause_ms=0, **table)
    return room.command(room.turn, "fold")


def test_a_table_without_a_pause_deals_with_the_action_that_ends_its_hand(seat_table):
    rooms = [seat_table(people=0) for _ in range(2)]
    commands = [_last_command(room) for room in rooms]
    before = [room.hand for room in rooms]
    with CaptureQueriesContext(connection) as queries:
        answers = play(commands, ())
    assert [answer.code for answer in answers] == ["", ""]
    assert len(queries) <= 12, "it costs as many statements as the end of a hand alone"
    for room, old in zip(rooms, before, strict=True):
        assert Hand.objects.get(pk=old.id).status == Hand.Status.FINISHED
        assert (room.hand.number, room.head.live) == (old.number + 1, True)
        stacks = {player.user_id: player.stack for player in room.hand.players.values()}
        seats = HandSeat.objects.filter(hand=old.id)
        ends = {seat.user_id: seat.stack_start + seat.net for seat in seats}
        assert stacks == ends
    assert audit_findings() == []


@pytest.mark.parametrize(
    ("table", "seat"),
    [
        ({}, {"status": Seat.Status.LEAVING}),
        ({}, {"status": Seat.Status.SITTING_OUT, "seen_at": timezone.now() - 9 * MINUTE}),
        ({}, {"tops_up_to": 900}),
        ({}, {"seen_at": timezone.now() - 9 * MINUTE}),
        ({"bots_wanted": 2}, {}),
        ({"state": Table.State.DRAINING}, {}),
        ({"state": Table.State.PAUSED}, {}),
    ],
)
def test_without_a_pause_seats_come_and_go_between_hands_as_ever(seat_table, table, seat):
    room = seat_table(people=0)
    command = _last_command(room, **table)
    Seat.objects.filter(table=room.table, number=0).update(**seat)
    (answer,) = play([command], ())
    assert answer.code == ""
    assert audit_findings() == []
    seats = list(Seat.objects.filter(table=room.table))
    match table, seat:
        case {"bots_wanted": 2}, _:
            assert len(seats) == 4, "two bots have come"
        case {"state": "draining"}, _:
            assert not TableHead.objects.filter(table=room.table).exists()
        case {"state": _}, _:
            assert not room.head.live
        case _, {"tops_up_to": most}:
            assert room.hand.players[0].stack == most
        case _, {"status": _}:
            assert [left.number for left in seats] == [1]
            assert not room.head.live, "nobody is left to play with"
        case _:
            assert room.head.live, "they were ready, and are dealt in"


def test_a_deal_without_a_pause_that_fails_leaves_the_action_carried_out(seat_table, monkeypatch):
    room = seat_table(people=0)
    command = _last_command(room)

    def fail(*_args, **_named):
        raise RuntimeError("this deal fails")

    monkeypatch.setattr("lobby.tables.play.hands.open_hands", fail)
    (answer,) = play([command], ())
    assert answer.seq is not None
    assert Hand.objects.get(pk=command.hand_id).status == Hand.Status.FINISHED
    assert not room.head.live
    assert room.head.next_timer_at <= timezone.now(), "the dealer finds it due"
