"""Staff actions at a table: freeze, resume, drain, close, remove; and sanctions there."""

import datetime
import random
import uuid

import pytest
from django.utils import timezone

from accounts import ledger
from accounts.people.actions.users import create_guest
from accounts.people.models import User
from accounts.sanctions import actions as sanctions
from core.staff.models import StaffLogEntry
from games.engines.core.contract import Action
from games.hands.live_hand import Record
from games.hands.models import PlayedAction
from lobby.moderation.actions import tables as moderate
from lobby.tables.chat.chat import say
from lobby.tables.models import (
    ChatLine,
    Seat,
    SitAndGo,
    Table,
    TableHead,
)
from lobby.tables.play.play import play
from lobby.tables.play.timers import (
    run_due_timers,
    run_timer,
)
from lobby.tables.seats.presence import note_presence
from lobby.tables.seats.seats import leave, play_again, sit, start, top_up
from lobby.tables.turn_clock import deadline, turn_after_pause
from tests.support.seated_table import audit_findings
from tests.support.size import times
from tests.support.staff import REASON, member, recorded, refused

HOUR = datetime.timedelta(hours=1)


@pytest.fixture
def moderator(db):
    return member("Table moderator")


def let_pass(room, **time):
    """Move all times of the table back."""
    past = datetime.timedelta(**time)
    head = room.head
    TableHead.objects.filter(pk=head.pk).update(
        turn_at=head.turn_at and head.turn_at - past,
        next_timer_at=head.next_timer_at and head.next_timer_at - past,
        frozen_at=head.frozen_at and head.frozen_at - past,
    )


# -- freeze and resume -------------------------------------------------------------------------


def test_a_hundred_freezes_move_no_chip_and_shift_the_clocks_by_the_pause(seat_table, moderator):
    seed = random.randrange(1 << 30)
    rng = random.Random(seed)
    room = seat_table(people=4)
    table = {"by": moderator, "table_id": room.table.pk, "reason": REASON}
    for round_ in range(times(5, 500)):
        case = f"seed {seed}, round {round_}"
        if not room.head.live:
            Seat.objects.update(stack=1_000)
            room.deal()
        for _ in range(rng.randrange(3)):
            if room.head.live:
                room.act_somehow(rng)
        before, chips, actions = room.head, room.chips(), PlayedAction.objects.count()
        early = timezone.now()
        moderate.freeze(**table)
        late = timezone.now()
        wait = rng.randrange(0, 100_000)
        let_pass(room, milliseconds=wait)
        if before.live:
            answer = room.act(room.turn, "fold")
            assert answer.code == "TABLE_FROZEN", case
        run_timer(room.table.pk)
        assert round_ % 10 or run_due_timers().tables == 0, case
        assert (room.chips(), PlayedAction.objects.count()) == (chips, actions), case
        began = timezone.now()
        moderate.thaw(**table)
        ended = timezone.now()
        after = room.head
        assert (after.frozen, after.frozen_at, after.seq) == (False, None, before.seq), case
        past = datetime.timedelta(milliseconds=wait)
        pause = after.next_timer_at - (before.next_timer_at - past)
        assert began - late <= pause - past <= ended - early, case
        if before.turn_at is not None:
            assert after.turn_at - (before.turn_at - past) == pause, case
        assert room.chips() == chips, case


def test_the_time_bank_used_in_a_turn_survives_any_pause(seat_table):
    room = seat_table(people=2)
    hand = room.deal()
    head = room.head
    seat, began = head.turn_seat, head.turn_at
    at = [began + datetime.timedelta(milliseconds=ms) for ms in (27_000, 31_000)]
    see, again = (
        Record(seq=n + 1, action=Action(seat, "see"), at=moment, bank_ms=bank)
        for n, (moment, bank) in enumerate(zip(at, (2_000, 4_000), strict=True))
    )
    hand = hand._replace(seq=2, records=(see, again))
    rng = random.Random(5)
    for _ in range(200):
        pause = datetime.timedelta(milliseconds=rng.randrange(1, 60_000))
        moved = turn_after_pause(hand, seat, began, pause)
        assert deadline(hand, seat, moved) == deadline(hand, seat, began) + pause


def test_nothing_that_moves_chips_is_possible_at_a_frozen_table(seat_table, moderator):
    room = seat_table(people=3)
    room.deal()
    asha, guest = room.people[0], create_guest(name="Gita")
    moderate.freeze(by=moderator, table_id=room.table.pk, reason=REASON)
    chips = room.chips()
    key = uuid.uuid4()
    for act, named in (
        (sit, {"user": guest, "number": 5, "buy_in": 500, "key": key}),
        (top_up, {"user": asha, "amount": 100, "key": key}),
        (start, {"user": asha}),
    ):
        refused("TABLE_FROZEN", act, table_id=room.table.pk, **named)
    assert leave(table_id=room.table.pk, user=asha) == 0
    assert room.chips() == chips
    assert room.head.seq == 0
    moderate.thaw(by=moderator, table_id=room.table.pk, reason=REASON)
    room.fold_down()
    assert not Seat.objects.filter(user=asha).exists()
    assert ledger.wallet_balance(asha.pk) == 9_000 + chips["Asha"] - 10
    assert audit_findings() == []


def test_a_frozen_pause_continues_when_resumed_and_spectators_do_not_end_it(seat_table, moderator):
    room = seat_table(people=2)
    room.deal()
    room.fold_down()
    moderate.freeze(by=moderator, table_id=room.table.pk, reason=REASON)
    let_pass(room, minutes=5)
    note_presence(table_ids={room.table.pk}, people=set())
    run_timer(room.table.pk)
    assert not room.head.live
    moderate.thaw(by=moderator, table_id=room.table.pk, reason=REASON)
    left = room.head.next_timer_at - timezone.now()
    assert datetime.timedelta(seconds=3) < left < datetime.timedelta(seconds=9)


def test_freezing_twice_counts_once_and_everyone_is_told(seat_table, moderator):
    room = seat_table(people=2)
    with recorded("table.freeze"):
        for _ in range(2):
            moderate.freeze(by=moderator, table_id=room.table.pk, reason=REASON)
    with recorded("table.thaw"):
        for _ in range(2):
            moderate.thaw(by=moderator, table_id=room.table.pk, reason=REASON)
    received = ChatLine.objects.filter(user=None, room="players").order_by("id")
    assert ["paused" in line.text for line in received] == [True, False]


def test_the_blind_levels_of_a_frozen_sit_and_go_wait(sit_and_go, moderator):
    room = sit_and_go(2)
    room.deal()
    sit_and_go = SitAndGo.objects.get()
    started = sit_and_go.started_at
    moderate.freeze(by=moderator, table_id=room.table.pk, reason=REASON)
    let_pass(room, minutes=5)
    moderate.thaw(by=moderator, table_id=room.table.pk, reason=REASON)
    moved = SitAndGo.objects.get(pk=sit_and_go.pk).started_at - started
    assert datetime.timedelta(minutes=5) <= moved < datetime.timedelta(minutes=5, seconds=20)


# -- drain, close, remove ----------------------------------------------------------------------


def test_a_drained_table_plays_its_hand_to_the_end_and_closes(seat_table, moderator):
    room = seat_table(people=3)
    room.deal()
    with recorded("table.drain"):
        moderate.drain(by=moderator, table_id=room.table.pk, reason=REASON)
        moderate.drain(by=moderator, table_id=room.table.pk, reason=REASON)
    gita = create_guest(name="Gita")
    refused(
        "TABLE_CLOSING",
        sit,
        table_id=room.table.pk,
        user=gita,
        number=5,
        buy_in=500,
        key=uuid.uuid4(),
    )
    assert room.head.live
    room.fold_down()
    run_timer(room.table.pk)
    assert Table.objects.get().state == Table.State.CLOSED
    assert sum(ledger.wallet_balance(user.pk) for user in room.people) == 30_000
    assert audit_findings() == []


def test_a_table_closes_between_hands_only(seat_table, moderator):
    room = seat_table(people=3)
    room.deal()
    refused("HAND_IN_PROGRESS", moderate.close, by=moderator, table_id=room.table.pk, reason=REASON)
    room.fold_down()
    with recorded("table.close"):
        moderate.close(by=moderator, table_id=room.table.pk, reason=REASON)
    assert not TableHead.objects.exists()
    assert sum(ledger.wallet_balance(user.pk) for user in room.people) == 30_000
    refused("NO_SUCH_TABLE", moderate.close, by=moderator, table_id=room.table.pk, reason=REASON)
    assert audit_findings() == []


def test_a_cancelled_sit_and_go_refunds_every_entry(sit_and_go, moderator):
    room = sit_and_go(3)
    room.deal()
    assert SitAndGo.objects.get().state == "running"
    while room.head.live:
        room.act(room.turn, "fold")
    moderate.close(by=moderator, table_id=room.table.pk, reason=REASON)
    assert SitAndGo.objects.get().state == "cancelled"
    assert [ledger.wallet_balance(user.pk) for user in room.people] == [10_000] * 3
    assert audit_findings() == []


def test_a_drained_sit_and_go_is_played_to_its_end_and_not_restarted(sit_and_go, moderator):
    room = sit_and_go(2)
    room.deal()
    moderate.drain(by=moderator, table_id=room.table.pk, reason=REASON)
    Seat.objects.filter(user=room.people[0]).update(status=Seat.Status.OUT)
    refused(
        "TABLE_CLOSING", play_again, table_id=room.table.pk, user=room.people[0], key=uuid.uuid4()
    )
    Seat.objects.filter(user=room.people[0]).update(status=Seat.Status.READY)
    room.act(room.turn, "fold")
    run_timer(room.table.pk)
    assert room.head.live, "the next hand of the running sit and go"


def test_a_removed_player_plays_their_hand_to_the_end(seat_table, moderator):
    room = seat_table(people=3)
    room.deal()
    asha = room.people[0]
    with recorded("table.kick"):
        moderate.kick(by=moderator, table_id=room.table.pk, user_id=asha.pk, reason=REASON)
    assert Seat.objects.get(user=asha).status == Seat.Status.LEAVING
    room.fold_down()
    assert not Seat.objects.filter(user=asha).exists()
    with recorded("table.kick"):
        moderate.kick(
            by=moderator, table_id=room.table.pk, user_id=room.people[1].pk, reason=REASON
        )
    assert not Seat.objects.filter(user=room.people[1]).exists()
    refused(
        "NOT_SEATED",
        moderate.kick,
        by=moderator,
        table_id=room.table.pk,
        user_id=asha.pk,
        reason=REASON,
    )
    assert audit_findings() == []


# -- staff at the table -----------------------------------------------------------------------


def test_a_moderator_who_acted_at_a_table_may_not_sit_down_there(seat_table, moderator):
    room, other = seat_table(people=2), seat_table(people=0)
    moderate.freeze(by=moderator, table_id=room.table.pk, reason=REASON)
    moderate.thaw(by=moderator, table_id=room.table.pk, reason=REASON)
    named = {"user": moderator, "buy_in": 500, "key": uuid.uuid4()}
    refused("STAFF_AT_WORK", sit, table_id=room.table.pk, number=4, **named)
    assert sit(table_id=other.table.pk, number=4, **named).number == 4


def test_a_moderator_who_left_during_the_hand_may_not_act(seat_table, moderator):
    room = seat_table(people=2)
    sit(table_id=room.table.pk, user=moderator, number=4, buy_in=500, key=uuid.uuid4())
    room.deal()
    leave(table_id=room.table.pk, user=moderator)
    Seat.objects.filter(user=moderator).delete()
    refused("OWN_TABLE", moderate.freeze, by=moderator, table_id=room.table.pk, reason=REASON)


# -- sanctions at tables ----------------------------------------------------------------------


def test_a_mute_stops_the_next_line_and_nothing_else(seat_table, moderator):
    room = seat_table(people=2)
    asha, binod = room.people
    say(table_id=room.table.pk, user=asha, text="You fool!")
    sanctions.mute(
        by=moderator, user=asha, until=timezone.now() + HOUR, template="insults", reason=REASON
    )
    refused("MUTED", say, table_id=room.table.pk, user=asha, text="You again!")
    say(table_id=room.table.pk, user=binod, text="Peace.")
    room.deal()
    assert room.act(room.turn, "fold").seq == 1
    User.objects.filter(pk=asha.pk).update(muted_until=timezone.now())
    say(table_id=room.table.pk, user=asha, text="I am sorry.")


@pytest.mark.django_db(transaction=True)
def test_a_suspended_user_loses_their_seats_and_can_do_nothing(seat_table):
    moderator = member("Table moderator")
    room, other = seat_table(people=3), seat_table(people=0)
    asha = room.people[0]
    sit(table_id=other.table.pk, user=asha, number=0, buy_in=1_000, key=uuid.uuid4())
    room.deal()
    mine = room.command(asha, "bet", 10)
    sanctions.ban(by=moderator, user=asha, template="undeclared_bot", reason=REASON)
    assert room.hand.records[-1].action.kind == "leave"
    assert not Seat.objects.filter(table=other.table, user=asha).exists()
    (answer,) = play([mine])
    assert answer.code == "SUSPENDED"
    refused(
        "SUSPENDED", sit, table_id=other.table.pk, user=asha, number=0, buy_in=500, key=uuid.uuid4()
    )
    refused("SUSPENDED", say, table_id=other.table.pk, user=asha, text="Let me in!")
    room.fold_down()
    run_timer(room.table.pk)
    assert not Seat.objects.filter(user=asha).exists()
    assert StaffLogEntry.objects.count() == 1
    assert audit_findings() == []
