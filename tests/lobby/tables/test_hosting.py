"""Hosts' commands at their own tables, refused to everyone else."""

import uuid

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from accounts.ledger import wallet_balance
from accounts.people.actions.users import create_bot, create_guest
from games.hands.models import Hand
from lobby.tables.errors import TableRefused
from lobby.tables.hosting import hosting
from lobby.tables.hosting.forms import plan_of, values_of
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import (
    ChatLine,
    Seat,
    Table,
    TableHead,
)
from lobby.tables.plans import PlanErrors
from lobby.tables.play.timers import run_timer
from lobby.tables.seats.seats import leave, sit
from lobby.tables.view.table_view import read_table, render_table
from tests.support.owner import as_owner
from tests.support.seated_table import audit_findings

pytestmark = pytest.mark.django_db


@pytest.fixture
def room(seat_table):
    """A table that Asha hosts; Binod and Chitra are seated too."""
    room = seat_table(people=3, name="Marigold")
    Table.objects.update(host=room.people[0], is_house_table=False)
    return room


def fresh():
    return Table.objects.get()


def refused(act, **named):
    with pytest.raises(TableRefused) as no:
        act(**named)
    return no.value.code


def shown(room):
    return msgspec.to_builtins(render_table(read_table(room.table.pk), invite=False))


def as_sent(values):
    """The form's values as a browser sends them."""
    return {name: _sent(value) for name, value in values.items()}


def _sent(value):
    if isinstance(value, list):
        return [str(one) for one in value]
    return "" if value is None else str(value)


def plan_with(table, **changes):
    return plan_of(as_sent(values_of(table) | changes))


def in_the_chat(words):
    return ChatLine.objects.filter(user=None, text__contains=words).exists()


def test_a_paused_table_finishes_its_hand_and_deals_no_other(room):
    asha = room.people[0]
    room.deal()
    hosting.pause_table(table_id=room.table.pk, user=asha)
    assert room.head.live, "the hand goes on"
    room.fold_down()
    run_timer(room.table.pk)
    assert Hand.objects.count() == 1
    view = shown(room)
    assert (view["state"], view["waiting"]["code"]) == ("paused", "waiting.paused")
    assert (view["next_at"], view["can_start"]) == (None, False)
    assert in_the_chat("has paused the table")
    late = create_guest()
    sit(table_id=room.table.pk, user=late, number=4, buy_in=500, key=uuid.uuid4())
    hosting.resume_table(table_id=room.table.pk, user=asha)
    run_timer(room.table.pk)
    assert Hand.objects.count() == 2
    assert audit_findings() == []


def test_a_player_resumes_a_paused_table_in_the_hosts_absence(room):
    asha, binod = room.people[:2]
    hosting.pause_table(table_id=room.table.pk, user=asha)
    code = refused(hosting.resume_table, table_id=room.table.pk, user=binod)
    assert (code, fresh().state) == ("NOT_THE_HOST", "paused")
    leave(table_id=room.table.pk, user=asha)
    assert refused(hosting.resume_table, table_id=room.table.pk, user=create_guest())
    hosting.resume_table(table_id=room.table.pk, user=binod)
    assert fresh().state == Table.State.OPEN


def test_rules_change_between_hands_and_everyone_is_told(room):
    asha = room.people[0]
    assert plan_with(fresh()).options["boot"] == 10
    plan = plan_with(fresh(), option_boot=20, min_buy_in=400, max_buy_in=4_000, clock_s=40)
    room.deal()
    change = {"table_id": room.table.pk, "user": asha, "plan": plan}
    assert refused(hosting.change_table, **change) == "HAND_IN_PROGRESS"
    room.fold_down()
    hosting.change_table(**change)
    table = fresh()
    assert (table.rules["boot"], table.min_buy_in, table.clock_ms) == (20, 400, 40_000)
    assert in_the_chat("Boot: 20")
    assert room.deal().opening.rules.boot == 20
    assert [hand.rules["boot"] for hand in Hand.objects.order_by("number")] == [10, 20]
    assert audit_findings() == []


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"game": "holdem", "preset": "cash"}, "preset"),
        ({"seats": "2"}, "seats"),
        ({"min_buy_in": "10"}, "min_buy_in"),
        ({"name": "Other"}, "name"),
    ],
)
def test_an_invalid_change_is_refused(room, seat_table, values, field):
    seat_table(people=0, name="Other")
    before = Table.objects.filter(pk=room.table.pk).values().get()
    plan = plan_with(room.table, **values)
    with pytest.raises(PlanErrors) as no:
        hosting.change_table(table_id=room.table.pk, user=room.people[0], plan=plan)
    assert set(no.value.fields) == {field}
    assert Table.objects.filter(pk=room.table.pk).values().get() == before


@pytest.mark.parametrize("game", ["holdem", "dou_dizhu", "teen_patti", "dealer_teen_patti"])
def test_an_unchanged_form_changes_nothing(game, db):
    host = create_guest()
    plan = {
        "holdem": TablePlan(name="Same", game=game, preset="cash", seats=6),
        "dou_dizhu": TablePlan(
            name="Same", game=game, seats=3, min_buy_in=1_000, options={"score_mode": "chips"}
        ),
        "teen_patti": TablePlan(
            name="Same", options={"boot": 5, "max_blind_bets": 4}, private=True
        ),
        "dealer_teen_patti": TablePlan(name="Same", game=game, seats=5, newcomers=True),
    }[game]
    table = open_table(plan=plan, host=host)
    before = Table.objects.values().get()
    hosting.change_table(table_id=table.pk, user=host, plan=plan_with(table))
    assert Table.objects.values().get() == before


def test_a_table_is_handed_over_to_a_player(room):
    asha, binod, _chitra = room.people
    hosting.hand_over(table_id=room.table.pk, user=asha, name="Binod")
    assert fresh().host == binod
    assert shown(room)["host"] == "Binod"
    again = {"table_id": room.table.pk, "user": asha, "name": "Asha"}
    assert refused(hosting.hand_over, **again) == "NOT_THE_HOST"
    mine = {"table_id": room.table.pk, "user": binod}
    assert refused(hosting.hand_over, **mine, name="Nobody") == "NOT_SEATED"
    bot = create_bot(level="easy")
    with as_owner():
        Seat.objects.filter(user=room.people[2]).update(user=bot)
    assert refused(hosting.hand_over, **mine, name=bot.name) == "NO_BOT"


def test_nobody_becomes_host_of_too_many_tables(room, settings):
    settings.MAX_TABLES_PER_GUEST = 0
    named = {"table_id": room.table.pk, "user": room.people[0], "name": "Binod"}
    assert refused(hosting.hand_over, **named) == "TOO_MANY_TABLES"
    assert fresh().host == room.people[0]


def test_a_removed_player_finishes_the_hand_and_may_not_return(room):
    asha, binod, _chitra = room.people
    room.deal()
    hosting.send_player_away(table_id=room.table.pk, user=asha, name="Binod")
    assert Seat.objects.get(user=binod).status == Seat.Status.LEAVING
    room.fold_down()
    assert not Seat.objects.filter(user=binod).exists()
    assert wallet_balance(binod.pk) + 10 >= 10_000 - 1_000 + 990
    back = {"table_id": room.table.pk, "user": binod, "number": 1, "buy_in": 500}
    assert refused(sit, **back, key=uuid.uuid4()) == "SENT_AWAY"
    mine = {"table_id": room.table.pk, "user": asha}
    assert refused(hosting.send_player_away, **mine, name="Asha") == "NOT_YOURSELF"
    assert refused(hosting.send_player_away, **mine, name="Binod") == "NOT_SEATED"
    assert audit_findings() == []


def test_only_the_host_may_give_commands(room):
    binod = room.people[1]
    mine = {"table_id": room.table.pk, "user": binod}
    for act, more in (
        (hosting.pause_table, {}),
        (hosting.replace_invite, {}),
        (hosting.send_player_away, {"name": "Chitra"}),
        (hosting.hand_over, {"name": "Binod"}),
        (hosting.change_table, {"plan": plan_with(room.table)}),
    ):
        assert refused(act, **mine, **more) == "NOT_THE_HOST"


def test_a_sit_and_go_is_neither_paused_nor_changed(sit_and_go):
    room = sit_and_go(people=2, size=3)
    Table.objects.update(host=room.people[0])
    mine = {"table_id": room.table.pk, "user": room.people[0]}
    assert refused(hosting.pause_table, **mine) == "NOT_HERE"
    plan = plan_with(room.table)
    assert refused(hosting.change_table, **mine, plan=plan) == "NOT_HERE"


def test_the_host_page_has_its_commands(room):
    asha, binod = room.people[:2]
    table = fresh()
    page, form = (reverse(f"lobby:{one}", args=[table.slug]) for one in ("host", "edit"))
    client, other = Client(), Client()
    client.force_login(asha)
    other.force_login(binod)
    assert client.post(page, {"do": "pause"}).json() == {}
    assert fresh().state == Table.State.PAUSED
    refusal = other.post(page, {"do": "resume"})
    assert (refusal.status_code, refusal.json()["code"]) == (409, "NOT_THE_HOST")
    assert client.post(page, {"do": "burn"}).status_code == 400
    assert Client().post(page, {"do": "pause"}).status_code == 302
    assert other.get(form).status_code == 404
    shown = client.get(form)
    assert shown.context["spec"]["values"]["option_boot"] == 10
    sent = as_sent(shown.context["spec"]["values"])
    assert client.post(form, sent | {"option_boot": "25", "min_buy_in": "500"}).status_code == 302
    assert fresh().rules["boot"] == 25
    assert client.post(form, sent | {"min_buy_in": "10"}).status_code == 422
    assert client.post(page, {"do": "hand_over", "name": "Binod"}).json() == {}
    assert other.post(page, {"do": "send_away", "name": "Chitra"}).json() == {}
    assert other.post(page, {"do": "close"}).json() == {}
    run_timer(table.pk)
    assert not TableHead.objects.exists()
    assert audit_findings() == []
