"""Tables with practice chips: they come from nobody and count nowhere."""

import random

import pytest

from accounts import ledger
from accounts.ledger.models import Entry
from games.hands.models import Hand
from games.stats.models import PairFlow, PlayerStats, Tally
from lobby.moderation.actions.void import void_hand
from lobby.tables.hosting.hosting import change_table
from lobby.tables.models import Seat, Table
from lobby.tables.plans import PlanErrors, check, plan_like
from lobby.tables.seats import quick_stakes
from lobby.tables.seats.seats import leave
from lobby.tables.view.table_view import read_table, render_table
from lobby.tables.wire import TablePlan
from tests.support.seated_table import audit_findings, seat_table
from tests.support.staff import REASON, member

__all__ = ["seat_table"]

pytestmark = pytest.mark.django_db


STACK = {"min_buy_in": 20_000, "max_buy_in": 40_000}


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("teen_patti", {}),
        ("dou_dizhu", {"score_mode": "chips"}),
        ("dou_dizhu", {"score_mode": "points"}),
        ("dealer_teen_patti", {}),
    ],
)
def test_a_hand_for_practice_chips_moves_and_counts_nothing(seat_table, game, options):
    entries = Entry.objects.count()
    room = seat_table(3, buy_in=None, unrated=True, game=game, options=options, seats=3, **STACK)
    before = Entry.objects.count()
    wallets = [ledger.wallet_balance(user.pk) for user in room.people]
    room.deal()
    _play(room)
    assert [ledger.wallet_balance(user.pk) for user in room.people] == wallets
    assert Entry.objects.count() == before > entries  # the welcome of the guests alone
    hand = Hand.objects.get(table_id=room.table.pk)
    assert (hand.plays_for, hand.ranked, hand.status) == ("unrated", False, "finished")
    counted = (PlayerStats.objects.count(), PairFlow.objects.count(), Tally.objects.count())
    assert counted == (0, 0, 0)
    void_hand(hand_id=hand.pk, reason=REASON, by=member("Table moderator"))
    assert PlayerStats.objects.count() == 0
    leave(table_id=room.table.pk, user=room.people[0])
    assert ledger.wallet_balance(room.people[0].pk) == wallets[0]
    assert audit_findings() == []


def _play(room):
    rng = random.Random(5)
    while room.head.live:
        room.act_somehow(rng)


def test_everybody_begins_with_the_same_stack_and_gets_it_again(seat_table):
    room = seat_table(2, buy_in=None, unrated=True, max_buy_in=600)
    assert set(room.chips().values()) == {600}
    Seat.objects.filter(table=room.table, number=0).update(stack=12)
    room.deal()
    room.fold_down()
    assert sorted(room.chips().values()) == [600, 610]
    seat = Seat.objects.get(table=room.table, number=0)
    assert (seat.status, seat.for_points) == ("ready", False)
    view = render_table(read_table(room.table.pk), invite=False)
    assert (view.format, view.unrated, view.can_prefer.top_up_to) == ("unrated", True, False)


def test_a_table_stays_unrated_or_not(seat_table):
    room = seat_table(2, buy_in=None, unrated=True)
    host = room.people[0]
    Table.objects.filter(pk=room.table.pk).update(host=host)
    plan = plan_like(Table.objects.get(pk=room.table.pk))
    plan.unrated = False
    with pytest.raises(PlanErrors) as refused:
        change_table(table_id=room.table.pk, user=host, plan=plan)
    assert list(refused.value.fields) == ["preset"]
    plan = TablePlan(name="Turbo", game="holdem", preset="turbo", unrated=True)
    errors, _rules = check(plan)
    assert str(errors["unrated"]).startswith("A sit and go is played for its entries")
    plan.options, plan.preset, plan.spectators = {}, "cash", "open"
    assert "unrated" not in check(plan)[0]


def test_a_quick_seat_passes_such_a_table_by(seat_table):
    room = seat_table(2, buy_in=None, unrated=True)
    offer = quick_stakes.offer_to(room.people[0], "teen_patti", is_new=False)
    assert offer.tables == ()
    assert quick_stakes.seated_at(room.people[0], "teen_patti") == []
