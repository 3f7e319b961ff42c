"""The form for a new table: its fields and bounds are those of the plan's shape."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from msgspec import structs
from rest_framework.test import APIClient

from accounts.people.actions.users import create_guest
from core.messages import catalogue
from core.wire import properties
from games.engines.core import registry
from lobby.tables.models import Table
from lobby.tables.plans import check, completed, plan_like
from lobby.tables.wire import PlanBody, TablePlan, TableSettings
from tests.support.cases import for_each

ROOT = Path(__file__).resolve().parents[3]
SCRIPTS, TEMPLATES = ROOT / "static/js", ROOT / "templates/lobby"


@pytest.fixture
def spec(db: None, client: Client) -> dict[str, Any]:
    client.force_login(create_guest())
    found: dict[str, Any] = client.get("/tables/new/").context["spec"]
    return found


def test_the_bounds_of_the_form_are_published_and_refused_outside(spec: dict[str, Any]) -> None:
    published = properties(PlanBody)
    for name in ("clock_s", "bank_s", "min_buy_in", "max_buy_in"):
        least, most = spec["fields"][name]["min"], spec["fields"][name]["max"]
        assert (published[name]["minimum"], published[name]["maximum"]) == (least, most)
        for value, wrong in ((least - 1, True), (least, False), (most, False), (most + 1, True)):
            plan = TablePlan(**{"name": "Marigold", "max_buy_in": 10**9, name: value})
            text = str(check(plan)[0].get(name, ""))
            assert text if wrong else not text.startswith("Choose between"), (name, value)
    delay = spec["fields"]["spectator_delay_s"]
    for value in (delay["min"] - 1, delay["max"] + 1):
        late = TablePlan(name="Marigold", spectators="delayed", spectator_delay_s=value)
        assert "spectator_delay_s" in check(late)[0]


def test_every_switch_is_drawn_with_its_label_and_help(spec: dict[str, Any]) -> None:
    switches = [name for name, f in properties(TablePlan).items() if f.get("type") == "boolean"]
    assert spec["switches"] == switches
    for name in switches:
        assert f"lobby.field.{name}" in catalogue()
        assert f"lobby.field_help.{name}" in catalogue()


def test_scripts_and_templates_have_no_bound_of_their_own() -> None:
    forms = [SCRIPTS / "open_table.js", SCRIPTS / "fields.js", *TEMPLATES.rglob("*.html")]
    assert len(forms) > 5
    for file in forms:
        bounds = re.findall(r"\b(?:min|max|step|maxlength)=\$?\{?\"?\d+", file.read_text())
        assert bounds == [], file


def test_a_table_and_its_plan_have_the_same_settings(db: None, seat_table: Any) -> None:
    table = seat_table(people=0, newcomers=True, private=True, phrases_only=True).table
    plan = plan_like(table)
    for name in TableSettings.__struct_fields__:
        assert getattr(plan, name) == getattr(table, name), name
    assert plan.phrases_only


FIXED = {"teaching", "unrated"}
"""The switches that a table keeps as it was opened."""
SWITCHES = [name for name, f in properties(TableSettings).items() if f.get("type") == "boolean"]


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_needs_no_more_than_its_declaration(db: None, client: Client, name: str) -> None:
    """It is stored, shown, changed, published and offered without a line of code elsewhere."""
    host = create_guest()
    client.force_login(host)
    usual = properties(TableSettings)[name]["default"]
    body = {"name": "Marigold", "autostart": False, name: not usual}
    sent = {"content_type": "application/json"}
    opened = client.post("/api/v1/tables", body, **sent).json()  # type: ignore[arg-type]
    assert opened[name] is not usual
    assert getattr(Table.objects.get(), name) is not usual
    form = client.get(f"/t/{opened['slug']}/edit/").context["spec"]
    assert form["values"].get(name, "") == ("" if usual else "on")
    changed = client.patch(f"/api/v1/tables/{opened['slug']}", {name: usual}, **sent)  # type: ignore[arg-type]
    if name in FIXED:
        assert changed.status_code == 400
    else:
        assert changed.json()[name] is usual


@for_each("game", [game.key for game in registry.all_games()])
@pytest.mark.django_db
def test_a_body_that_leaves_fields_out_opens_what_the_form_opens(client: Client, game: str) -> None:
    host = create_guest()
    client.force_login(host)
    values = dict(client.get(f"/tables/new/?game={game}").context["values"])
    values["name"] = f"Form {game}"
    opened = client.post("/tables/new/", values)
    assert opened.status_code == 302, opened.content
    app = APIClient()
    app.force_authenticate(host)
    answer = app.post("/api/v1/tables", {"game": game, "name": f"Body {game}"}, format="json")
    assert answer.status_code == 201, answer.json()
    by_form, by_body = (
        plan_like(Table.objects.get(name=f"{way} {game}")) for way in ("Form", "Body")
    )
    assert structs.replace(by_form, name="") == structs.replace(by_body, name="")


def test_a_body_gets_a_preset_and_a_buy_in_that_suit_what_it_says() -> None:
    cash = completed({"game": "holdem"})
    assert (cash.preset, cash.min_buy_in, cash.max_buy_in) == ("cash", 200, 2_000)
    tournament = completed({"game": "holdem", "options": {"format": "sit_and_go"}})
    rules = registry.get("holdem").presets[tournament.preset]
    assert rules.blind_schedule, "its blinds rise, as those of the form's first sit and go"
    dear = completed({"options": {"boot": 50}})
    assert (dear.min_buy_in, dear.max_buy_in) == (1_000, 10_000)
    assert completed({"options": {"boot": 50}, "min_buy_in": 1_500}).max_buy_in == 15_000
    delayed = completed({"spectators": "delayed", "name": "Late"})
    assert "spectator_delay_s" not in check(delayed)[0]
    assert completed({"game": "holdem", "preset": "four_handed"}).seats == 4
    for bad in ({"game": "whist"}, {"preset": "none"}, {"options": {"boot": "much"}}):
        assert check(completed({"name": "Bad", **bad}))[0]
