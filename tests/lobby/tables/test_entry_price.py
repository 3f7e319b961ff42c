"""A table with enough seated bots always deals again, and a short player is told what helps."""

import itertools
import uuid

import pytest
from django.db.models.functions import Now

from accounts import ledger
from accounts.people.actions.users import create_guest
from games.engines.core import registry
from games.engines.core.contract import SeatSnapshot, TableHistory
from games.engines.core.errors import RulesError
from lobby.tables.chat_shapes import Sentence
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.hosting import change_table, pause_table, resume_table
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import Seat, Table, TableHead
from lobby.tables.plans import check, columns_of, least_buy_in
from lobby.tables.play.timers import run_timer
from lobby.tables.seats.seats import sit, sit_in, sit_out, top_up
from lobby.tables.stakes import stakes_of
from lobby.tables.view.table_state import state_for
from tests.support.cases import for_each
from tests.support.seated_table import audit_findings
from tests.support.serial import SERIAL


def chip_options(game, preset):
    """The preset's options, for chips where the game has both, at its least and higher stakes."""
    rules = game.presets[preset]
    stakes = game.manifest.quick.stakes or "base_score"
    more = {"score_mode": "chips", "multiplier_cap": 32} if game.scores(rules) else {}
    if game.sit_and_go(rules) is not None:
        more["format"] = "cash"
    for stake in (1, 10, 500):
        fixed = {"starting_chips": 40 * stake} if rules.fields().get("starting_chips") else {}
        yield {**more, **fixed, stakes: stake}
    if game.scores(rules):
        yield {**more, "base_score": 1, "min_stack": 100_000}
        yield {"score_mode": "points"}
    if "starting_chips" in rules.fields():
        yield {"starting_chips": 10_000}


def plans():
    """Plans for chips and points of every preset, stakes and buy-in, each with only bots."""
    for game in registry.all_games():
        for preset in game.presets:
            for options in chip_options(game, preset):
                try:
                    rules = game.rules_from_json({**game.presets[preset].to_json(), **options})
                except RulesError:
                    continue
                least = least_buy_in(game, rules) or 1
                seats = max(game.min_players(rules), min(3, game.max_players(rules)))
                for low, factor in itertools.product((least, 3 * least), (1, 10)):
                    plan = TablePlan(name="Bots", game=game.key, preset=preset, options=options)
                    plan.seats = min(seats, game.max_players(rules))
                    plan.min_buy_in, plan.max_buy_in = low, factor * low
                    yield plan


def house_plans():
    for game in registry.all_games():
        for values in game.manifest.house_tables:
            plan = TablePlan(game=game.key, **values)
            if game.sit_and_go(check(plan)[1]) is None:
                yield plan


def test_a_bot_with_any_stack_is_dealt_into_the_next_hand():
    tried = 0
    for plan in (*plans(), *house_plans()):
        errors, rules = check(plan)
        assert not errors, (plan, errors)
        game, table = registry.get(plan.game), Table(**columns_of(plan))
        price = stakes_of(table).price(table)
        stacks = {0, 1, price // 2, price - 1, price, table.min_buy_in // 4, table.min_buy_in - 1}
        for chips in sorted(stack for stack in stacks if stack >= 0):
            after = chips + stakes_of(table).bot_adds(table, chips)
            seats = tuple(SeatSnapshot(seat=n, stack=after) for n in range(plan.seats))
            assert game.next_hand(rules, seats, TableHistory()) is not None, (plan, chips)
            tried += 1
    assert tried > 1_000


def test_no_plan_opens_a_table_that_could_never_deal():
    def wrong(game, **options):
        least = TablePlan(name="Never", game=game, seats=3, options=options)
        return set(check(least)[0])

    assert "seats" in wrong("teen_patti", min_players_to_start=4)
    assert "option_starting_chips" in wrong("teen_patti", boot=10, starting_chips=150)


def set_stack(seat, chips):
    """Give a seat this many chips; the others go to its wallet."""
    more = chips - seat.stack
    if more < 0:
        ledger.cash_out(
            user=seat.user, table_id=seat.table_id, amount=-more, uid=f"x{next(SERIAL)}"
        )
    Seat.objects.filter(pk=seat.pk).update(stack=chips)


def chips_plan(game, **options):
    """A table at the least buy-in, with bots on all seats but one."""
    rules = registry.get(game).presets[registry.get(game).manifest.quick.preset]
    if registry.get(game).scores(rules):
        options |= {"score_mode": "chips", "base_score": 10, "multiplier_cap": 32}
        options |= {"restart_by": "auto"}
    preset = registry.get(game).manifest.quick.preset
    made = registry.get(game).rules_from_json(
        {**registry.get(game).presets[preset].to_json(), **options}
    )
    least = least_buy_in(registry.get(game), made)
    return {
        "game": game,
        "preset": preset,
        "options": options,
        "min_buy_in": least,
        "max_buy_in": least,
        "seats": max(3, registry.get(game).min_players(made)),
    }


GAMES = [game.key for game in registry.all_games()]


@pytest.mark.django_db
@for_each("game", GAMES)
def test_bots_who_have_lost_a_little_play_the_next_hand(game):
    plan = chips_plan(game)
    plan["bots"] = plan["seats"] - 1
    table = open_table(plan=TablePlan(name=f"Bots {next(SERIAL)}", **plan), host=None)
    Table.objects.filter(pk=table.pk).update(bots_wanted=plan["seats"], pause_ms=0)
    Table.objects.filter(pk=table.pk).update(watched_at=Now())
    run_timer(table.pk)
    price = stakes_of(table).price(table)
    for _ in range(2):
        Table.objects.filter(pk=table.pk).update(running=False)
        head = TableHead.objects.get(pk=table.pk)
        assert head.hand_id, "no hand was dealt"
        for _ in range(1_000):
            if not TableHead.objects.get(pk=table.pk).live:
                break
            run_timer(table.pk)
        for seat in Seat.objects.filter(table=table).select_related("user"):
            set_stack(seat, min(seat.stack, price - 1))
        run_timer(table.pk)
        assert TableHead.objects.get(pk=table.pk).hand_id != head.hand_id
    assert audit_findings() == []


def short_room(seat_table):
    """Asha has 620 chips where 640 are needed; the two bots at her table have enough."""
    plan = chips_plan("dou_dizhu")
    room = seat_table(people=0, bots=0, **plan)
    asha = create_guest(name="Asha")
    sit(table_id=room.table.pk, user=asha, number=0, buy_in=None, key=uuid.uuid4())
    Table.objects.filter(pk=room.table.pk).update(bots_wanted=2)
    set_stack(Seat.objects.select_related("user").get(user=asha), 620)
    run_timer(room.table.pk)
    return room, asha


def test_a_short_player_reads_what_helps_and_is_dealt_in_after_it(seat_table):
    room, asha = short_room(seat_table)
    state = state_for(room.table.pk, asha, watching=0)
    assert state.you.short_by == 20
    assert state.table.waiting == Sentence("waiting.chips", {"name": "Asha"})
    assert not room.head.live
    with pytest.raises(TableRefused) as no:
        sit_in(table_id=room.table.pk, user=asha)
    assert (no.value.code, no.value.limits) == ("SHORT_STACK", {"min": 20})
    assert no.value.text == "Add 20 chips to be dealt in."
    top_up(table_id=room.table.pk, user=asha, amount=20, key=uuid.uuid4())
    run_timer(room.table.pk)
    assert room.head.live
    assert state_for(room.table.pk, asha, watching=0).you.short_by == 0
    assert audit_findings() == []


def test_chips_do_not_bring_back_a_player_who_chose_to_sit_out(seat_table):
    room = seat_table(people=2)
    asha = room.people[0]
    sit_out(table_id=room.table.pk, user=asha)
    top_up(table_id=room.table.pk, user=asha, amount=20, key=uuid.uuid4())
    assert Seat.objects.get(user=asha).status == Seat.Status.SITTING_OUT
    run_timer(room.table.pk)
    waiting = state_for(room.table.pk, asha, watching=0).table.waiting
    assert waiting == Sentence("waiting.players", {"missing": 1}), "there are free seats"


def test_bots_leave_no_seat_free_that_a_hand_needs(seat_table):
    room = seat_table(people=2, bots=0, seats=4, options={"boot": 10, "min_players_to_start": 4})
    Table.objects.filter(pk=room.table.pk).update(bots_wanted=2)
    run_timer(room.table.pk)
    assert room.head.live


def test_higher_stakes_in_mid_game_stop_no_bots(seat_table):
    plan = chips_plan("dou_dizhu")
    host = create_guest(name="Asha")
    table = open_table(plan=TablePlan(name="Stakes", bots=2, **plan), host=host)
    sit(table_id=table.pk, user=host, number=0, buy_in=None, key=uuid.uuid4())
    pause_table(table_id=table.pk, user=host)
    higher = {**plan, "options": plan["options"] | {"base_score": 20}}
    higher |= {"min_buy_in": 1_280, "max_buy_in": 2_000}
    change_table(table_id=table.pk, user=host, plan=TablePlan(name="Stakes", bots=2, **higher))
    resume_table(table_id=table.pk, user=host)
    run_timer(table.pk)
    assert state_for(table.pk, host, watching=0).you.short_by == 640
    top_up(table_id=table.pk, user=host, amount=640, key=uuid.uuid4())
    run_timer(table.pk)
    assert TableHead.objects.get(pk=table.pk).live
