"""A package above adds another kind of stakes by `register`; no other file knows of it."""

import pytest

from accounts import ledger
from lobby.tables.models import Seat, Table
from lobby.tables.seats.seats import leave
from lobby.tables.stakes import Stakes, catalogue, kind, register, stakes_of
from lobby.tables.view.table_view import read_table, render_table

pytestmark = pytest.mark.django_db


class Freeroll(Stakes):
    """Everybody gets the same points for nothing and is dealt in to the end."""

    key = "freeroll"
    format = "sit_and_go"
    risk_chips = False
    drop_in = False

    def suits(self, game, rules):
        """If the host opens a table with this odd boot."""
        return rules.to_json().get("boot") == 7

    def buy_ins(self, game, rules, least, most):
        """Any, because none is taken."""
        return least, most

    def bring(self, table, user, number, *, chips, key):
        """Take nothing."""
        return 700

    def comes_next(self, table, seats, *, watched, now):
        """Deal at once, whoever is there."""
        then = super().comes_next(table, seats, watched=True, now=now)
        return type(then)(then.history, goes_on=True)


@pytest.fixture
def freeroll():
    register(Freeroll())
    yield kind("freeroll")
    del catalogue._KINDS["freeroll"]


def test_a_hand_is_played_for_a_kind_of_stakes_that_was_added(freeroll, seat_table):
    room = seat_table(people=2, bots=0, options={"boot": 7})
    asha, binod = room.people
    table = Table.objects.get(pk=room.table.pk)
    assert stakes_of(table) is freeroll
    assert [ledger.wallet_balance(user.pk) for user in room.people] == [10_000, 10_000]
    hand = room.deal()
    assert {player.stack for player in hand.players.values()} == {700}
    assert hand.plays_for == "points"
    room.fold_down()
    assert sorted(room.chips().values()) == [693, 707]
    view = render_table(read_table(table.pk), invite=False)
    assert (view.format, view.sit_and_go) == ("sit_and_go", None)
    leave(table_id=table.pk, user=asha)
    assert ledger.wallet_balance(asha.pk) == 10_000
    assert Seat.objects.get(table=table).user == binod
