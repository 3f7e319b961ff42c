"""A table of Dou Dizhu, and its hands."""

import uuid

import pytest

from accounts.people.actions.users import create_guest
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.seats import seats
from tests.support.seated_table import SeatedTable
from tests.support.serial import SERIAL


@pytest.fixture
def triangle():
    """A table with three guests; `options` change the preset `default`."""

    def make(people=3, *, preset="default", spectators="public", bots=0, **options):
        plan = TablePlan(
            name=f"Triangle {next(SERIAL)}",
            game="dou_dizhu",
            preset=preset,
            options=options,
            min_buy_in=500,
            max_buy_in=5_000,
            spectators=spectators,
            bots=bots,
            bot_level="easy",
        )
        table = open_table(plan=plan, host=None, is_house_table=True)
        seated = [create_guest(name=name) for name in ("Asha", "Binod", "Chitra")[:people]]
        for number, user in enumerate(seated):
            seats.sit(table_id=table.pk, user=user, number=number, buy_in=None, key=uuid.uuid4())
        return SeatedTable(table, seated)

    return make


def begin(room):
    """Deal, and let the first bidder call; returns the bidder."""
    room.deal()
    first = room.turn
    assert room.act(first, "call").seq == 1
    return first


def play_out(room):
    """End the hand soon: everyone plays as many cards as they can."""
    while room.head.live:
        hand = room.hand
        options = hand.game.legal(hand.state, room.head.turn_seat)
        most = max(options, key=lambda option: len(option.cards or ()))
        assert room.act(room.turn, most.kind, cards=most.cards, reading=most.reading).seq
