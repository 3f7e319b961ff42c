"""Rules, odds and pay tables in the API: the library's numbers, and refusals by field."""

import hashlib
import json

import pytest

from games import odds
from games.designer import simulations
from games.engines.core import registry
from games.engines.dealer_teen_patti.designs import PRESETS
from games.odds.hands import hand_of
from tests.support.pay_table_hashes import HASHES

pytestmark = pytest.mark.django_db


def test_every_game_is_listed_with_its_seats_and_presets(visitor):
    rows = {row["key"]: row for row in visitor.get("games")["items"]}
    assert list(rows) == [game.key for game in registry.all_games()]
    for game in registry.all_games():
        row = rows[game.key]
        assert (row["min_seats"], row["max_seats"]) == (game.min_seats, game.max_seats)
        assert row["presets"] == list(game.presets)
        assert visitor.client.get(row["rules_url"]).status_code == 200


def test_rules_equal_those_of_the_engine(visitor):
    for game in registry.all_games():
        rules = visitor.get(f"games/{game.key}/rules")
        for preset in rules["presets"]:
            known = game.presets[preset["key"]]
            assert preset["hash"] == known.hash()
            assert game.rules_from_json(preset["rules"]) == known
            assert bool(preset["differences"]) == (known != game.presets["standard"])
        assert [one["name"] for one in rules["options"]] == [o.name for o in game.Rules.OPTIONS]
        assert all(one["label"] and one["usual"] for one in rules["options"])
    assert visitor.refused("get", "games/chess/rules") == (404, "NOT_FOUND")


def test_the_ranking_is_that_of_the_given_options(visitor):
    usual = visitor.get("games/teen_patti/ranking")
    low = visitor.get('games/teen_patti/ranking?options={"variant":"muflis"}')
    kinds = [hand["kind"] for hand in usual["hands"]]
    assert [hand["kind"] for hand in low["hands"]] == kinds[::-1]
    assert (usual["notes"], low["notes"][0]["value"]) == ([], "muflis")
    for wrong in ("[]", "{", '{"variant":"chess"}', '{"no_such":1}'):
        path = f"games/teen_patti/ranking?options={wrong}"
        assert visitor.refused("get", path) == (400, "BAD_REQUEST"), wrong
    assert visitor.refused("get", "games/chess/ranking") == (404, "NOT_FOUND")


def test_unchanged_answers_are_not_sent_again(visitor):
    for path in (
        "games",
        "games/holdem/rules",
        "odds?q=aces",
        "odds/summary",
        "paytables/presets",
        "odds/hands/AsKhQd",
        "statistics",
    ):
        first = visitor.ask("get", path)
        assert first["Cache-Control"] == "no-cache"
        asked = {"If-None-Match": first["ETag"]}
        again = visitor.client.get(f"/api/v1/{path}", headers=asked)
        assert (again.status_code, again.content) == (304, b"")
        other = visitor.client.get(f"/api/v1/{path}", headers={"If-None-Match": '"x"'})
        assert other.content == first.content
    assert "no-store" in visitor.ask("get", "games/chess/rules")["Cache-Control"]


def test_rows_are_searched_sorted_and_paged(visitor):
    best = visitor.get("odds?size=4")
    assert [row["name"] for row in best["rows"]] == ["trail of aces"] * 4
    assert visitor.get("odds?sort=win&down=true")["rows"][0]["win"] == 18_424
    assert visitor.get("odds?sort=deck")["rows"][2]["cards"] == ["Ad", "Ac", "Kd"]
    last = visitor.get("odds?page=99999&q=pair&size=100")
    assert (last["page"], last["pages"], len(last["rows"])) == (38, 38, 44)
    row = visitor.get("odds?q=A♠ K♠ Q♠&run_order=akq_a23")["rows"][0]
    assert (row["win"], row["share"]) == (18_378, 18_378 / 18_424)
    assert visitor.get("odds?q=A♠ A♥ K♦&suits=s,d,h,c")["rows"][0]["tie"] == 0


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("q=banana", "q"),
        ("run_order=up", "run_order"),
        ("suits=s,s,s,s", "suits"),
        ("page=0", "page"),
        ("size=101", "size"),
        ("sort=sideways", "sort"),
        ("colour=red", "colour"),
        (f"q={'a' * 101}", "q"),
    ],
)
def test_an_invalid_query_names_its_field(visitor, query, field):
    answer = visitor.ask("get", f"odds?{query}")
    assert answer.status_code == 400
    assert list(answer.json()["data"]["fields"]) == [field]


def test_the_summary_has_every_hand(visitor):
    summary = visitor.get("odds/summary?run_order=akq_a23")
    assert summary["sha256"] == HASHES["akq_a23"]
    assert sum(part["hands"] for part in summary["categories"]) == 22_100
    assert sum(map(sum, summary["spread"])) == 22_100


NOTATIONS = [
    "AsKhTd",
    "td,ks,Ah",
    "As Kh 10d",
    "10d-ah-ks",
    "A♠K♥10♦",
    "a♤ k♡ t♢",
    "A♠\ufe0fK♥\ufe0f10♦\ufe0f",
    "\U0001f0a1\U0001f0be\U0001f0ca",
]


@pytest.mark.parametrize("text", NOTATIONS)
def test_a_hand_is_found_in_any_notation(visitor, text):
    row = visitor.get(f"odds/hands/{text}")["hand"]
    number = hand_of(text)
    table = odds.table()
    assert [row["win"], row["lose"], row["tie"]] == [
        part[number] for part in (table.win, table.lose, table.tie)
    ]
    assert visitor.get(f"odds?q={text}")["count"] == 1


@pytest.mark.parametrize("text", ["AsKh", "AsKhKh", "AsKhQx", "x", "AsKhQdJd", "A♠K♠K♠", "%00"])
def test_invalid_hands_are_refused(visitor, text):
    assert visitor.refused("get", f"odds/hands/{text}") == (400, "BAD_REQUEST")


def test_the_table_is_complete(visitor, client):
    answer = visitor.ask("get", "odds/table.csv?run_order=akq_a23")
    text = answer.content.decode()
    lines = "\n".join(",".join(line.split(",")[6:]) for line in text.splitlines()[1:])
    assert hashlib.sha256(lines.encode()).hexdigest() == HASHES["akq_a23"]
    asked = visitor.client.get("/api/v1/odds/table.csv", headers={"Accept": "text/csv"})
    assert asked["Content-Type"] == "text/csv; charset=utf-8"
    assert len(json.loads(visitor.ask("get", "odds/table.json").content)["rows"]) == 22_100
    notebook = visitor.ask("get", "odds/table.notebook").content
    assert notebook == client.get("/odds/table.notebook").content
    assert visitor.refused("get", "odds/table.xml") == (404, "NOT_FOUND")
    assert visitor.refused("get", "odds/table.csv?suits=x") == (400, "BAD_REQUEST")


def test_presets_equal_those_of_the_library(visitor):
    found = visitor.get("paytables/presets")
    for preset in found["items"]:
        known = PRESETS[preset["key"]]
        assert odds.PayTable.from_json(preset["design"]) == known.table
        assert preset["published"] == known.published
    assert {one["name"] for one in found["options"]} == set(PRESETS["tcp"].table.to_json())


@pytest.mark.parametrize("path", ["paytables/analyse", "paytables/simulate"])
@pytest.mark.parametrize(
    ("design", "field"),
    [
        ({"win_ante": "x"}, "win_ante"),
        ({"ante_bonus": {"trail": -4}}, "ante_bonus.trail"),
        ({"boot": 1}, "boot"),
        ([], "pay_table"),
        ({"suits": 7}, "suits"),
        ({"tie": None}, "tie"),
        ({"run_order": ["a23_top"]}, "run_order"),
    ],
)
def test_a_wrong_design_is_refused_by_name(visitor, path, design, field):
    answer = visitor.ask("post", path, {"design": design})
    assert (answer.status_code, answer.json()["code"]) == (400, "BAD_REQUEST")
    assert list(answer.json()["data"]["fields"]["design"]) == [field]


@pytest.mark.parametrize(
    "extra",
    [
        {"hands": 0},
        {"hands": 100_001},
        {"seed": -1},
        {"times": 3},
        {"decks": 0},
        {"decks": 9},
        {"dealt_percent": 24},
    ],
)
def test_a_simulation_has_bounds(visitor, extra):
    wrong = {"design": {}, **extra}
    assert visitor.refused("post", "paytables/simulate", **wrong) == (400, "BAD_REQUEST")


def test_several_decks_are_analysed_simulated_and_saved(visitor, guests):
    table, (anna,) = PRESETS["tcp"].table, guests(1)
    worth = visitor.post("paytables/analyse", design=table.to_json(), decks=6)
    found = odds.analyse(table, 6)
    assert worth["decks"] == 6
    assert worth["result"]["house_edge"]["exact"] == str(found.house_edge)
    assert worth["result"]["hands"] == 5_013_320
    shoe = {"decks": 8, "dealt_percent": 75}
    played = visitor.post("paytables/simulate", design=table.to_json(), hands=100, **shoe)
    assert (played["hands"], played["shoes"]["rounds"], played["shoes"]["shoes"]) == (104, 52, 2)
    saved = anna.post("designs", name="shoe", design=table.to_json(), **shoe)
    assert anna.get(f"designs/{saved['id']}").items() >= shoe.items()


def test_simulations_of_page_and_api_share_a_limit(visitor, guests, monkeypatch):
    monkeypatch.setattr(simulations, "SIMULATIONS_MAX", 2)
    ask = {"design": {}, "hands": 10}
    page = visitor.client.post("/odds/simulate/", ask, content_type="application/json")
    assert page.status_code == 200
    assert visitor.post("paytables/simulate", **ask)["hands"] == 10
    answer = visitor.ask("post", "paytables/simulate", ask)
    assert (answer.status_code, answer.json()["code"]) == (429, "TOO_MANY")
    assert 0 < int(answer["Retry-After"]) <= 60
    assert guests(1)[0].post("paytables/simulate", **ask)["hands"] == 10
