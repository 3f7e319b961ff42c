"""Sitting, topping up, sitting out, leaving: chips move only through the ledger."""

import uuid

import pytest

from accounts.ledger import (
    LedgerRefused,
    balance,
    escrow,
    wallet,
)
from accounts.people.actions.users import create_guest
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat
from lobby.tables.seats.seats import leave, sit, sit_in, sit_out, start, top_up
from tests.support.seated_table import audit_findings


def escrow_of(seat_table) -> int:
    return balance(escrow(seat_table.table.pk))


def test_sitting_moves_the_buy_in_from_the_wallet_to_the_table(seat_table):
    room = seat_table(people=2)
    assert balance(wallet(room.people[0])) == 9_000
    assert escrow_of(room) == 2_000
    assert audit_findings() == []


def test_sitting_twice_with_one_key_moves_chips_once(seat_table):
    room = seat_table(people=1)
    guest, key = create_guest(name="Gita"), uuid.uuid4()
    sit(table_id=room.table.pk, user=guest, number=3, buy_in=500, key=key)
    with pytest.raises(TableRefused) as no:
        sit(table_id=room.table.pk, user=guest, number=4, buy_in=500, key=key)
    assert no.value.code == "KEY_REUSED"
    with pytest.raises(TableRefused) as no:
        sit(table_id=room.table.pk, user=guest, number=4, buy_in=500, key=uuid.uuid4())
    assert no.value.code == "ALREADY_SEATED"
    assert balance(wallet(guest)) == 9_500


@pytest.mark.parametrize(
    ("number", "buy_in", "code"),
    [
        (0, 500, "SEAT_TAKEN"),
        (6, 500, "NO_SUCH_SEAT"),
        (-1, 500, "NO_SUCH_SEAT"),
        (3, 199, "BUY_IN_RANGE"),
        (3, 2_001, "BUY_IN_RANGE"),
    ],
)
def test_a_refused_seat_moves_nothing(seat_table, number, buy_in, code):
    room = seat_table(people=1)
    guest = create_guest(name="Gita")
    with pytest.raises(TableRefused) as no:
        sit(table_id=room.table.pk, user=guest, number=number, buy_in=buy_in, key=uuid.uuid4())
    assert no.value.code == code
    assert balance(wallet(guest)) == 10_000
    assert escrow_of(room) == 1_000


def test_nobody_sits_with_chips_they_do_not_have(seat_table):
    room = seat_table(people=1, min_buy_in=200, max_buy_in=50_000)
    guest = create_guest(name="Gita")
    with pytest.raises(LedgerRefused) as no:
        sit(table_id=room.table.pk, user=guest, number=3, buy_in=10_001, key=uuid.uuid4())
    assert no.value.code == "INSUFFICIENT_CHIPS"
    assert not Seat.objects.filter(user=guest).exists()


def test_leaving_between_hands_gives_everything_back_at_once(seat_table):
    room = seat_table(people=2)
    assert leave(table_id=room.table.pk, user=room.people[0]) == 1_000
    assert balance(wallet(room.people[0])) == 10_000
    assert escrow_of(room) == 1_000


def test_leaving_in_a_hand_packs_and_pays_when_it_is_settled(seat_table):
    room = seat_table(people=3)
    room.deal()
    asha = room.people[0]
    assert leave(table_id=room.table.pk, user=asha) == 0
    assert room.head.live
    assert balance(wallet(asha)) == 9_000
    room.fold_down()
    assert balance(wallet(asha)) == 9_990  # the boot stays in the pot
    assert not Seat.objects.filter(user=asha).exists()
    assert audit_findings() == []


def test_a_top_up_in_a_hand_waits_for_the_next_one(seat_table):
    room = seat_table(people=2)
    room.deal()
    asha = room.people[0]
    top_up(table_id=room.table.pk, user=asha, amount=300, key=uuid.uuid4())
    seat = Seat.objects.get(user=asha)
    assert (seat.stack, seat.pending) == (1_000, 300)
    assert room.hand.opening.stacks[0] == 1_000
    room.fold_down()
    room.deal()
    assert Seat.objects.get(user=asha).pending == 0
    assert sum(room.hand.opening.stacks) == 2_300
    assert audit_findings() == []


def test_a_top_up_stays_within_the_tables_limit(seat_table):
    room = seat_table(people=1)
    with pytest.raises(TableRefused) as no:
        top_up(table_id=room.table.pk, user=room.people[0], amount=1_001, key=uuid.uuid4())
    assert no.value.code == "BUY_IN_RANGE"
    assert no.value.limits == {"min": 1, "max": 1_000}


def test_a_player_sitting_out_is_not_dealt_in(seat_table):
    room = seat_table(people=3)
    sit_out(table_id=room.table.pk, user=room.people[1])
    assert room.deal().opening.seats == (0, 2)
    room.fold_down()
    sit_in(table_id=room.table.pk, user=room.people[1])
    assert room.deal().opening.seats == (0, 1, 2)


def test_the_start_button_waits_for_enough_players(seat_table):
    room = seat_table(people=1, autostart=False)
    with pytest.raises(TableRefused) as no:
        start(table_id=room.table.pk, user=room.people[0])
    assert no.value.code == "NEED_MORE_PLAYERS"
    guest = create_guest(name="Gita")
    with pytest.raises(TableRefused) as no:
        start(table_id=room.table.pk, user=guest)
    assert no.value.code == "NOT_SEATED"
    sit(table_id=room.table.pk, user=guest, number=1, buy_in=500, key=uuid.uuid4())
    from lobby.tables.play.timers import run_timer

    run_timer(room.table.pk)
    assert room.head.hand_id is None
    start(table_id=room.table.pk, user=guest)
    assert room.deal().seq == 0
