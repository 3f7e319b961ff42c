"""Pages for newcomers: one language, tables that say why they wait, named rules."""

import re
import uuid

import msgspec
import pytest
from django.utils.translation import override

from accounts.people.actions.users import create_bot, create_guest, register_person
from games.engines.core import registry
from games.rulebook.presets import presets_of
from games.rulebook.rule_words import RuleWords
from games.stats.models import PlayerStats
from games.stats.queries.sums import ALL_TIME
from lobby.tables.chat_shapes import Sentence
from lobby.tables.hosting.tables import TablePlan, open_table, quick_seat
from lobby.tables.models import Seat, Table
from lobby.tables.play.timers import run_timer
from lobby.tables.seats.seats import leave, sit
from lobby.tables.view.table_state import state_for, table_for
from lobby.tables.view.table_view import house_rules, read_table, render_table
from tests.support.serial import SERIAL

pytestmark = pytest.mark.django_db


def shown(table):
    return msgspec.to_builtins(render_table(read_table(table.pk), invite=False))


@pytest.mark.parametrize(
    ("asked", "language", "others"),
    [
        ("hi", "hi", r"[\u4e00-\u9fff]"),
        ("zh-CN,zh;q=0.9", "zh-hans", r"[\u0900-\u097f]"),
        ("fr", "en", r"[\u0900-\u097f\u4e00-\u9fff]"),
        ("en-GB", "en", r"[\u0900-\u097f\u4e00-\u9fff]"),
    ],
)
@pytest.mark.parametrize("address", ["/", "/accounts/signup/", "/rules/holdem/"])
def test_pages_are_in_one_language_alone(client, asked, language, others, address):
    page = client.get(address, headers={"Accept-Language": asked}).content.decode()
    assert f'<html lang="{language}"' in page
    without_menu = re.sub(r'<form class="languages".*?</form>', "", page, flags=re.DOTALL)
    assert not re.search(others, without_menu)


@pytest.mark.parametrize("plan", [{}, {"game": "holdem", "preset": "cash", "options": {}}])
def test_no_hand_is_announced_to_a_lone_player(seat_table, plan):
    room = seat_table(people=1, **plan)
    run_timer(room.table.pk)
    assert (shown(room.table)["waiting"], shown(room.table)["next_at"]) == (
        {"code": "waiting.players", "args": {"missing": 1}},
        None,
    )
    sit(table_id=room.table.pk, user=create_guest(), number=3, buy_in=500, key=uuid.uuid4())
    assert shown(room.table)["waiting"] is None
    assert shown(room.table)["next_at"] is not None


def test_after_a_hand_whose_players_have_left_no_other_is_announced(seat_table):
    room = seat_table(people=2)
    room.deal()
    room.fold_down()
    asha, binod = room.people
    assert state_for(room.table.pk, asha, watching=0).hand.next_at is not None
    leave(table_id=room.table.pk, user=binod)
    state = state_for(room.table.pk, asha, watching=0)
    assert (state.hand.next_at, state.table.next_at) == (None, None)
    assert state.table.waiting == Sentence("waiting.players", {"missing": 1})


def test_no_hand_is_announced_where_a_player_must_start_it(seat_table):
    room = seat_table(people=2, autostart=False)
    run_timer(room.table.pk)
    assert (shown(room.table)["next_at"], shown(room.table)["can_start"]) == (None, True)


def test_house_bots_of_a_table_have_different_first_names(db):
    for name in ("Tin Crane", "Tin Robin", "Brass Newt"):
        create_bot(level="medium", name=name)
    plan = TablePlan(name="Full House", game="holdem", preset="cash", options={}, seats=9, bots=8)
    table = open_table(plan=plan, host=None, is_house_table=True)
    run_timer(table.pk)
    names = list(Seat.objects.filter(table=table).values_list("user__name", flat=True))
    assert len(names) == 8
    assert len({name.split()[0] for name in names}) == 8
    assert {"Tin Crane", "Brass Newt"} <= set(names)


def test_every_preset_has_a_name_and_a_sentence_and_no_key_is_shown():
    for game in registry.all_games():
        words, presets = RuleWords(game.key), presets_of(game)
        assert set(presets) == set(game.presets)
        said = [(words.preset(key), words.preset_about(key)) for key in presets]
        assert len({title for title, _text in said}) == len(said)
        for title, text in said:
            assert text.endswith(".")
            assert not re.search(r"seed|_", f"{title} {text}", re.IGNORECASE)


def test_the_form_begins_with_a_cash_game_of_holdem(client):
    client.force_login(create_guest())
    answer = client.get("/tables/new/?game=holdem")
    assert answer.context["values"]["preset"] == "cash"
    assert answer.context["spec"]["words"]["holdem"][0][0] == "cash"
    assert client.get("/tables/new/").context["values"]["preset"] == "standard"


def test_house_rules_are_the_differences_from_the_preset(db):
    def rules_of(**options):
        plan = TablePlan(name=f"Table {next(SERIAL)}", preset="muflis", options=options)
        table = open_table(plan=plan, host=None)
        assert house_rules(table) == render_table(read_table(table.pk), invite=False).house_rules
        return table_for(table.pk, None).house_rules

    assert rules_of() == []
    (changed,) = rules_of(max_blind_bets=4)
    assert (changed.label, changed.value, changed.usual) == ("Blind bets", "4", "none")
    assert (changed.chosen, changed.of_preset) == (4, None)
    assert changed.text.startswith("4 instead of none. Players must look")


def test_frames_of_a_table_have_no_words(db):
    table = open_table(plan=TablePlan(name="Marigold", options={"max_blind_bets": 4}), host=None)
    frame = shown(table)
    assert frame["house_rules"] == [{"name": "max_blind_bets", "chosen": 4, "of_preset": None}]
    assert (frame["figures"], "stakes" in frame) == ({"boot": 10}, False)
    assert table_for(table.pk, None).stakes == "Boot 10"
    with override("hi"):
        assert shown(table) == frame


def test_the_lobby_names_games_and_presets_in_words(client):
    open_table(plan=TablePlan(name="Blue Lotus", preset="equal_stacks"), host=None)
    games = {game["key"]: game for game in client.get("/").context["games"]}
    assert games["teen_patti"]["presets"]["equal_stacks"] == "Equal stacks"
    assert (games["teen_patti"]["usual_preset"], games["holdem"]["usual_preset"]) == (
        "standard",
        "cash",
    )
    table = Table.objects.get()
    data = client.get(f"/t/{table.slug}/").context["data"]
    assert (data["game_name"], data["preset_title"]) == ("Teen Patti", "Equal stacks")


def test_a_first_turn_is_explained_until_a_hand_of_the_game_was_played(client):
    table = open_table(plan=TablePlan(name="Blue Lotus"), host=None)

    def teaches():
        return client.get(f"/t/{table.slug}/").context["data"]["teaches"]

    assert teaches() is False, "a visitor has no turns"
    guest = create_guest()
    client.force_login(guest)
    assert teaches() is True
    one = {"start": ALL_TIME, "period": "all", "plays_for": "chips", "counts": []}
    figures = {"user": guest, "hands": 1, "won": 0, "net": 0, "best_pot": 0}
    PlayerStats.objects.create(game="holdem", **one, **figures)
    assert teaches() is True, "of another game"
    PlayerStats.objects.create(game="teen_patti", **one, **figures)
    assert teaches() is False


@pytest.mark.parametrize("address", ["/odds/analyse/", "/odds/simulate/", "/me/data/"])
def test_a_form_only_address_explains_itself(client, address):
    client.force_login(create_guest())
    answer = client.get(address, headers={"Accept": "text/html"})
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "works only from its form" in answer.content.decode()
    assert client.get(address).content == b""


def test_a_quick_seat_has_a_modest_stack_and_prefers_hidden_cards(db):
    tables = [
        open_table(
            plan=TablePlan(name=name, game="dou_dizhu", preset="standard", seats=3, bots=2, **more),
            host=None,
            is_house_table=True,
        )
        for name, more in (
            ("Open Cards", {"spectators": Table.Spectators.OPEN}),
            (
                "Chips",
                {
                    "options": {"score_mode": "chips", "base_score": 1, "multiplier_cap": 32},
                    "min_buy_in": 200,
                    "max_buy_in": 1_000,
                },
            ),
        )
    ]
    for table in tables:
        run_timer(table.pk)
    user = create_guest()
    assert quick_seat(game="dou_dizhu", user=user, key=uuid.uuid4()) == tables[1]
    assert Seat.objects.get(user=user).stack == 500


def test_a_hands_page_leads_to_the_hands_before_and_after_it(client, seat_table):
    room = seat_table(people=2)
    ids = []
    for _ in range(3):
        ids.append(room.deal().id)
        room.fold_down()
    pages = [client.get(f"/hands/{hand_id}/").context for hand_id in ids]
    assert [(page["previous_id"], page["next_id"]) for page in pages] == [
        (None, ids[1]),
        (ids[0], ids[2]),
        (ids[1], None),
    ]
    room.deal()  # nobody may read a live hand
    assert client.get(f"/hands/{ids[2]}/").context["next_id"] is None


PRESETS = [
    (game.key, preset) if not n else pytest.param(game.key, preset, marks=pytest.mark.full)
    for game in registry.all_games()
    for n, preset in enumerate(game.presets)
]
"""The first of each game in every run."""


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_the_minimum_buy_in_from_the_server_opens_the_table(client, game, preset):
    client.force_login(create_guest())
    sent = {"game": game, "preset": preset, "seats": 3, "autostart": "on"}
    if game == "dou_dizhu":
        sent["option_score_mode"] = "chips"
    as_script = {"headers": {"Accept": "application/json"}}
    answer = client.post("/tables/new/", sent, **as_script).json()
    assert not Table.objects.exists(), "a GET opens nothing"
    least = answer["least_buy_in"]
    if least is not None:
        short = client.post("/tables/new/", sent | {"min_buy_in": least - 1}, **as_script).json()
        assert f"{least:,}" in short["errors"]["min_buy_in"]
        sent |= {"min_buy_in": least, "max_buy_in": 10 * least}
    assert client.post("/tables/new/", sent, **as_script).json()["errors"] == {}
    assert client.post("/tables/new/", sent).status_code == 302


def test_the_form_reports_values_that_are_no_number(client):
    client.force_login(create_guest())
    sent = {"game": "holdem", "preset": "cash", "seats": "many"}
    answer = client.post("/tables/new/", sent, headers={"Accept": "application/json"})
    expected = {"errors": {"seats": "Enter a whole number."}, "least_buy_in": None}
    assert (answer.status_code, answer.json()) == (200, expected)


def _bots_at(level, name, chips):
    options = {"score_mode": "chips", "multiplier_cap": 32, "base_score": 1}
    brings = {"min_buy_in": chips, "max_buy_in": 10 * chips}
    choices = {"seats": 3, "bots": 2, "bot_level": level, "options": options}
    plan = TablePlan(name=name, game="dou_dizhu", **choices, **brings)
    table = open_table(plan=plan, host=None, is_house_table=True)
    run_timer(table.pk)
    return table


def test_a_quick_seat_spares_guests_and_newcomers_the_hard_bots(db, monkeypatch):
    hard = _bots_at("hard", "Jade", 100)
    easy = _bots_at("easy", "Lantern", 200)
    guest, veteran = create_guest(), register_person(name="Asha", password=None)
    assert quick_seat(game="dou_dizhu", user=guest, key=uuid.uuid4()) == easy
    leave(table_id=easy.pk, user=guest)
    monkeypatch.setattr("lobby.tables.access.permissions.NEWCOMER_HANDS_MAX", 0)
    assert quick_seat(game="dou_dizhu", user=veteran, key=uuid.uuid4()) == hard
