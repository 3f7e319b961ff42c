"""Tables for newcomers: who may take a seat, and where quick seat leads."""

import uuid

import pytest
from django.utils import timezone

from accounts.ledger import fund_bot
from accounts.people.actions.users import create_bot, create_guest
from games.hands.models import Hand, HandSeat
from lobby.tables.access.permissions import NEWCOMER_HANDS_MAX
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.tables import quick_seat
from lobby.tables.seats.seats import sit


def has_played(user, hands):
    """Store this many finished hands; their contents are never read."""
    now = timezone.now()
    played = Hand.objects.bulk_create(
        Hand(
            table_id=uuid.uuid4(),
            number=1,
            game="holdem",
            preset="cash",
            rules_hash="00" * 32,
            clock_ms=1,
            opening={},
            sealed=b"",
            started_at=now,
        )
        for _ in range(hands)
    )
    HandSeat.objects.bulk_create(
        HandSeat(
            hand=hand,
            user=user,
            seat=0,
            stack_start=1,
            net=0,
            won=False,
            pot=0,
            finished_at=now,
        )
        for hand in played
    )
    return user


def take(table, user, number=1):
    return sit(table_id=table.pk, user=user, number=number, buy_in=None, key=uuid.uuid4())


@pytest.mark.parametrize("hands", [0, NEWCOMER_HANDS_MAX - 1, NEWCOMER_HANDS_MAX])
def test_only_newcomers_sit_at_a_table_for_newcomers(seat_table, hands):
    user = has_played(create_guest(), hands)
    table = seat_table(people=1, newcomers=True).table
    if hands < NEWCOMER_HANDS_MAX:
        take(table, user)
        return
    with pytest.raises(TableRefused) as no:
        take(table, user)
    assert no.value.code == "FOR_NEWCOMERS"
    assert f"{NEWCOMER_HANDS_MAX} hands" in no.value.text
    take(seat_table(people=0).table, user)


def test_bots_keep_newcomers_company(seat_table):
    bot = has_played(create_bot(level="easy"), NEWCOMER_HANDS_MAX)
    fund_bot(user=bot, floor=5_000)
    take(seat_table(people=1, newcomers=True).table, bot)


def test_a_quick_seat_leads_newcomers_to_their_table_and_others_past_it(seat_table):
    full_of_life = seat_table(people=4).table
    first_steps = seat_table(people=0, bots=2, newcomers=True).table
    fresh, old = create_guest(), has_played(create_guest(), NEWCOMER_HANDS_MAX)
    for user, table in ((old, full_of_life), (fresh, first_steps)):
        assert quick_seat(game="teen_patti", user=user, key=uuid.uuid4()) == table
