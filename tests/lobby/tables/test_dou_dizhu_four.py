"""Four-player Dou Dizhu at a table: it begins with four, points and chips, records, statistics."""

import uuid

import pytest
from msgspec import ValidationError, convert

from accounts.ledger import wallet_balance
from accounts.people.actions.users import create_guest
from games.engines.core import registry
from games.engines.core.contract import SPECTATOR
from games.hands.models import Hand, HandSeat
from games.stats.personal_data import summary
from lobby.tables.bodies import ActBody
from lobby.tables.hosting.tables import PlanErrors, TablePlan, open_table, quick_seat
from lobby.tables.models import Seat
from lobby.tables.play.timers import run_timer
from lobby.tables.seats import seats
from lobby.tables.view.table_view import read_table, render_table
from tests.support.seated_table import SeatedTable, audit_findings
from tests.support.serial import SERIAL

pytestmark = pytest.mark.django_db

NAMES = ("Asha", "Binod", "Chitra", "Devi")
GAME = "dou_dizhu_four"


def plan(preset="standard", min_buy_in=500, **options):
    return TablePlan(
        name=f"Square {next(SERIAL)}",
        game=GAME,
        preset=preset,
        options=options,
        min_buy_in=min_buy_in,
        max_buy_in=5_000,
    )


def test_all_cards_of_the_landlord_can_be_played_at_once():
    rules = registry.get(GAME).Rules
    cards = ["3s"] * (rules.HAND + rules.KITTY)
    body = {"hand": uuid.uuid4(), "seq": 1, "key": uuid.uuid4(), "action": "play"}
    assert len(convert(body | {"cards": cards}, ActBody).cards) == 33
    with pytest.raises(ValidationError):
        convert(body | {"cards": [*cards, "4s"]}, ActBody)


def square(people=4, **settings):
    """Return a table with guests on its first seats."""
    table = open_table(plan=plan(**settings), host=None, is_house_table=True)
    seated = [create_guest(name=name) for name in NAMES[:people]]
    for number, user in enumerate(seated):
        seats.sit(table_id=table.pk, user=user, number=number, buy_in=None, key=uuid.uuid4())
    return SeatedTable(table, seated)


def play_out(room):
    """Let the first bidder bid, and the clock take all other actions."""
    room.deal()
    room.act(room.turn, "bid", 3)
    while room.head.live:
        hand = room.hand
        action = hand.game.timeout(hand.state, room.head.turn_seat)
        assert room.act(room.turn, action.kind, cards=action.cards).seq is not None


def test_it_begins_with_four():
    room = square(3)
    run_timer(room.table.pk)
    assert Hand.objects.count() == 0
    fourth = create_guest(name="Fourth")
    seats.sit(table_id=room.table.pk, user=fourth, number=3, buy_in=None, key=uuid.uuid4())
    assert room.deal().number == 1
    shown = render_table(read_table(room.table.pk), invite=False)
    assert (shown.format, shown.max_seats) == ("points", 4)
    view = room.hand.view(SPECTATOR)
    assert [seat["cards"] for seat in view["seats"]] == [["??"] * 25] * 4
    assert view["kitty"] == ["??"] * 8


@pytest.mark.full
def test_points_are_kept_and_counted_and_are_no_chips():
    room = square(restart_by="auto")
    for _ in range(2):
        play_out(room)
    scores = room.chips()
    assert sum(scores.values()) == 0
    assert min(scores.values()) < 0
    assert [wallet_balance(user.pk) for user in room.people] == [10_000] * 4
    assert set(HandSeat.objects.values_list("plays_for", flat=True)) == {"points"}
    assert summary(room.people[0])["net"] == 0
    assert audit_findings() == []


def test_for_chips_the_largest_loss_is_reserved_before_the_deal():
    with pytest.raises(PlanErrors) as no:
        open_table(plan=plan("chips", 479), host=None, is_house_table=True)
    assert no.value.fields == {"min_buy_in": "At these stakes, at least 480 chips."}
    room = square(preset="chips", min_buy_in=480)
    play_out(room)
    assert sum(room.chips().values()) == 4 * 480
    assert min(room.chips().values()) >= 0
    assert audit_findings() == []


def test_the_quick_seat_opens_a_table_with_three_bots():
    table = quick_seat(game=GAME, user=create_guest(name="Quick"), key=uuid.uuid4())
    run_timer(table.pk)
    run_timer(table.pk)
    assert Seat.objects.filter(table=table).count() == 4
    assert Hand.objects.filter(table_id=table.pk).count() == 1
