"""Voiding a hand: every seat gets back the chips it started the hand with, once."""

import datetime
import random
import uuid

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import ledger
from accounts.ledger.audit import audit_ledger
from accounts.ledger.models import Entry
from accounts.people.actions.users import create_guest
from core.staff.models import StaffLogEntry
from games.hands.models import Hand, HandSeat
from lobby.moderation.actions.tables import freeze, thaw
from lobby.moderation.actions.void import void_hand
from lobby.tables.models import (
    ChatLine,
    Seat,
    Table,
    TableHead,
)
from lobby.tables.play.timers import run_timer
from lobby.tables.seats.seats import leave, sit, start
from tests.support.seated_table import audit_findings
from tests.support.size import times
from tests.support.staff import REASON, member, recorded, refused


@pytest.fixture
def moderator(db):
    return member("Table moderator")


def void(by, hand):
    return void_hand(by=by, hand_id=hand.id, reason=REASON)


def end(room, rng):
    """Bring the hand to its end, in the shortest way."""
    if room.table.game != "dou_dizhu":
        room.fold_down()
    while room.head.live:
        room.act_somehow(rng)


def opening_of(hand):
    return {player.name: player.stack for player in hand.players.values()}


@pytest.mark.parametrize("part", range(times(1, 150)))
@pytest.mark.parametrize(
    ("hands", "plan"),
    [
        (times(5, 14), {"people": 4}),
        (times(6, 18), {"people": 3, "game": "holdem", "preset": "cash", "options": {}}),
        (
            1,
            {
                "people": 3,
                "game": "dou_dizhu",
                "seats": 3,
                "options": {"score_mode": "chips", "multiplier_cap": 16},
            },
        ),
    ],
    ids=["teen_patti", "holdem", "dou_dizhu"],
)
def test_voided_hands_restore_every_stack(seat_table, moderator, hands, plan, part):
    """In parts, because a test is one transaction, and the rows it changed are not vacuumed."""
    seed = random.randrange(1 << 30)
    rng = random.Random(seed)
    room = seat_table(**plan)
    Table.objects.update(bank_ms=0)
    for round_ in range(hands):
        case = f"seed {seed}, round {round_}"
        Table.objects.update(running=True)
        Seat.objects.update(status=Seat.Status.READY)
        hand = room.deal()
        before = opening_of(hand)
        for _ in range(rng.randrange(8)):
            if room.head.live:
                room.act_somehow(rng)
        if rng.random() < 0.5 and room.head.live:
            end(room, rng)
        with recorded("hand.void"):
            done = void(moderator, hand)
            assert void(moderator, hand).already, case
        assert not done.already
        assert room.chips() == before, case
        assert Hand.objects.get(pk=hand.id).status == Hand.Status.VOID
        assert set(HandSeat.objects.filter(hand=hand.id).values_list("net", "won", "pot")) == {
            (0, False, 0)
        }
        assert not room.head.live
    assert audit_findings() == []
    assert room.deal().number == hands + 1


@pytest.mark.parametrize("gone_won", [True, False])
def test_a_player_who_left_pays_and_is_paid_by_wallet(seat_table, moderator, gone_won):
    room = seat_table(people=2)
    hand = room.deal()
    loser = room.turn
    winner = next(user for user in room.people if user != loser)
    room.act(loser, "bet", 10)
    room.act(winner, "bet", 10)
    room.act(loser, "fold")
    gone = winner if gone_won else loser
    leave(table_id=room.table.pk, user=gone)
    assert void(moderator, hand).shortage == 0
    assert ledger.wallet_balance(gone.pk) == 10_000
    assert set(room.chips().values()) == {1_000}
    entry = Entry.objects.get(uid=f"void:{hand.id}")
    assert (entry.kind, entry.by) == ("correction", moderator)
    assert audit_findings() == []


def test_missing_chips_come_from_the_bank_and_are_logged(seat_table, moderator):
    room = seat_table(people=2)
    hand = room.deal()
    loser, winner = room.turn, next(user for user in room.people if user != room.turn)
    room.act(loser, "fold")
    leave(table_id=room.table.pk, user=winner)
    wallet = ledger.wallet(winner)
    ledger.transfer(
        kind="correction", uid="spent", postings={wallet: -10_007, ledger.bank(): 10_007}
    )
    bank = ledger.balance(ledger.bank())
    done = void(moderator, hand)
    assert done.shortage == 7
    assert ledger.wallet_balance(winner.pk) == 0
    assert ledger.balance(ledger.bank()) == bank - 7
    row = StaffLogEntry.objects.get()
    assert row.after["shortage"] == 7
    assert row.after["wallets"] == {str(winner.pk): -3}
    assert room.chips() == {loser.name: 1_000}
    assert void(moderator, hand).already
    assert ledger.balance(ledger.bank()) == bank - 7
    assert audit_findings() == []


def test_no_stack_in_play_changes_during_a_later_hand(seat_table, moderator):
    room = seat_table(people=3)
    hand = room.deal()
    room.fold_down()
    later = room.deal()
    stacks = dict(Seat.objects.values_list("user__name", "stack"))
    void(moderator, hand)
    assert dict(Seat.objects.values_list("user__name", "stack")) == stacks
    assert sorted(Seat.objects.values_list("pending", flat=True)) == [0, 10, 10]
    winner = next(user for user in room.people if stacks[user.name] > 1_000)
    assert ledger.wallet_balance(winner.pk) == 9_000 - 20
    assert audit_findings() == []
    room.fold_down()
    assert Hand.objects.get(pk=later.id).status == Hand.Status.FINISHED
    assert audit_findings() == []


def test_a_hand_of_a_closed_table_is_reversed_between_wallets(seat_table, moderator):
    room = seat_table(people=2)
    hand = room.deal()
    room.fold_down()
    for user in room.people:
        leave(table_id=room.table.pk, user=user)
    Table.objects.update(state=Table.State.DRAINING)
    run_timer(room.table.pk)
    void(moderator, hand)
    assert [ledger.wallet_balance(user.pk) for user in room.people] == [10_000] * 2
    assert audit_ledger() == []


def test_a_voided_live_hand_is_announced_and_stays_readable(seat_table, moderator, client):
    room = seat_table(people=3)
    hand = room.deal()
    room.act(room.turn, "bet", 10)
    leaver = room.people[0]
    Seat.objects.filter(user=leaver).update(status=Seat.Status.LEAVING)
    void(moderator, hand)
    assert not Seat.objects.filter(user=leaver).exists()
    assert "Hand 1 is void" in ChatLine.objects.get(user=None).text
    client.force_login(room.people[1])
    page = client.get(reverse("games:hand", args=[hand.id])).content.decode()
    assert "void: all chips were returned" in page
    assert "Voided the hand" in page
    assert REASON in page
    in_hindi = client.get(f"/api/v1/hands/{hand.id}", headers={"Accept-Language": "hi"}).json()
    assert [note["label"] for note in in_hindi["moderation"]] == ["बाज़ी रद्द की"]
    for ending in ("json", "txt"):
        assert client.get(reverse(f"games:hand_{ending}", args=[hand.id])).status_code == 200
    assert "void" in client.get(reverse("games:hands")).content.decode()
    assert (
        "void" in client.get(reverse("lobby:table_hands", args=[room.table.slug])).content.decode()
    )
    assert room.act(room.people[1], "fold").code == "NO_HAND_IN_PROGRESS"
    assert room.deal().number == 2
    assert audit_findings() == []


def test_a_voided_finished_hand_shows_no_winner_and_no_gain(seat_table, moderator, client):
    room = seat_table(people=2)
    hand = room.deal()
    room.fold_down()
    void(moderator, hand)
    client.force_login(room.people[0])
    page = client.get(reverse("games:hand", args=[hand.id])).content.decode()
    assert "+10" not in page
    assert "1,000 → 1,000" in page


def test_no_hand_follows_a_voided_one_while_the_table_is_frozen(seat_table, moderator):
    room = seat_table(people=2)
    hand = room.deal()
    freeze(by=moderator, table_id=room.table.pk, reason=REASON)
    void(moderator, hand)
    run_timer(room.table.pk)
    assert not room.head.live
    thaw(by=moderator, table_id=room.table.pk, reason=REASON)
    assert room.head.next_timer_at > timezone.now()
    assert room.deal().number == 2


def test_points_of_a_sit_and_go_are_restored_while_nobody_is_out(sit_and_go, moderator):
    room = sit_and_go(3)
    hand = room.deal()
    room.fold_down()
    assert room.chips() != opening_of(hand)
    void(moderator, hand)
    assert room.chips() == opening_of(hand)
    assert audit_findings() == []


def test_a_sit_and_go_is_not_reversed_after_an_elimination(sit_and_go, moderator):
    room = sit_and_go(3)
    first = room.deal()
    room.fold_down()
    room.deal()
    refused("HAND_IN_PROGRESS", void_hand, by=moderator, hand_id=first.id, reason=REASON)
    void(moderator, room.hand)
    Seat.objects.filter(user=room.people[0]).update(status=Seat.Status.OUT)
    refused("SIT_AND_GO_MOVED_ON", void_hand, by=moderator, hand_id=first.id, reason=REASON)
    assert Hand.objects.get(pk=first.id).status == Hand.Status.FINISHED


def test_a_score_is_reversed_and_a_leaver_keeps_nothing(seat_table, moderator):
    room = seat_table(people=0, game="dou_dizhu", seats=3, options={})
    room.people = [create_guest() for _ in range(3)]
    for number, user in enumerate(room.people):
        sit(table_id=room.table.pk, user=user, number=number, buy_in=None, key=uuid.uuid4())
    start(table_id=room.table.pk, user=room.people[0])
    hand = room.deal()
    end(room, random.Random(1))
    leave(table_id=room.table.pk, user=room.people[0])
    void(moderator, hand)
    assert set(room.chips().values()) == {0}
    assert audit_findings() == []


@pytest.mark.parametrize("finished", [True, False])
@pytest.mark.parametrize(
    "plan",
    [
        {"options": {"dealer_rotation": "winner_deals"}},
        {"game": "holdem", "preset": "cash", "options": {}},
        {
            "game": "dou_dizhu",
            "seats": 3,
            "options": {
                "score_mode": "chips",
                "multiplier_cap": 16,
                "base_score": 1,
                "first_bidder": "rotate",
                "restart_by": "auto",
            },
        },
    ],
    ids=["teen_patti", "holdem", "dou_dizhu"],
)
def test_the_next_hand_replaces_a_voided_last_hand(seat_table, moderator, plan, finished):
    room, rng = seat_table(people=3, **plan), random.Random(5)
    for _ in range(times(1, 3)):
        room.deal()
        end(room, rng)
    hand = room.deal()
    if finished:
        end(room, rng)
    void(moderator, hand)
    again = room.deal()
    assert again.number == hand.number + 1
    assert again.opening.button == hand.opening.button
    assert again.opening.terms == hand.opening.terms


@pytest.fixture
def late(seat_table):
    """A hold'em hand in which a late player posts to be dealt in at once."""
    room = seat_table(people=3, game="holdem", preset="cash", options={})
    for _ in range(3):
        room.deal()
        room.fold_down()
    room.people.append(create_guest(name="Dev"))
    sit(table_id=room.table.pk, user=room.people[-1], number=4, buy_in=1_000, key=uuid.uuid4())
    while not room.deal().opening.terms["posts"]:
        room.fold_down()
    return room


def owed(room):
    return Seat.objects.get(table=room.table, user=room.people[-1]).missed_blinds


def test_a_returned_post_is_owed_again(late, moderator):
    hand = late.hand
    late.fold_down()
    assert owed(late) == ""
    void(moderator, hand)
    assert owed(late) == "new"
    assert late.chips()["Dev"] == 1_000
    assert late.deal().opening.terms["posts"] == hand.opening.terms["posts"]


def test_blinds_settled_by_a_later_hand_stay_settled(late, moderator):
    hand = late.hand
    late.fold_down()
    later = late.deal()
    void(moderator, hand)
    assert owed(late) == ""
    late.fold_down()
    assert late.deal().opening.terms["big_at"] != later.opening.terms["big_at"]


def test_a_player_who_sat_down_later_still_owes_their_post(late, moderator):
    hand = late.hand
    late.fold_down()
    late.people.append(create_guest(name="Esha"))
    sit(table_id=late.table.pk, user=late.people[-1], number=5, buy_in=1_000, key=uuid.uuid4())
    void(moderator, hand)
    assert owed(late) == "new"


def test_a_used_time_bank_is_restored_while_the_hand_is_the_last(seat_table, moderator):
    room = seat_table(people=2)
    hand, slow = room.deal(), room.turn
    TableHead.objects.update(turn_at=timezone.now() - datetime.timedelta(seconds=35))
    room.act(slow, "bet", 10)
    room.fold_down()
    used = Seat.objects.get(user=slow).bank_ms
    assert used < 25_000
    void(moderator, hand)
    assert Seat.objects.get(user=slow).bank_ms == 30_000


def test_an_unknown_hand_is_refused(moderator):
    refused("HAND_NOT_FOUND", void_hand, by=moderator, hand_id=uuid.uuid4(), reason=REASON)
