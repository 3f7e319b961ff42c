"""Saved designs in the API: saved, changed and deleted, only by their owner."""

import uuid

import pytest

from games.designer import actions as designs
from games.designer.models import Design
from games.engines.dealer_teen_patti.designs import PRESETS
from tests.support.app import V1, App

pytestmark = pytest.mark.django_db

TCP = PRESETS["tcp"].table.to_json()
JACK = {"dealer_qualifies": "jack_high"}


def put(app: App, path: str, **body):
    return app.ask("put", path, body)


def test_a_design_is_saved_changed_and_deleted(as_anna):
    made = as_anna.post("designs", name="  Diwali ", design=TCP)
    assert (made["name"], made["design"], made["text"]) == ("Diwali", TCP, "tcp")
    path = f"designs/{made['id']}"
    assert as_anna.get(path) == made
    changed = put(as_anna, path, name="Holi", design=JACK).json()
    assert (changed["id"], changed["name"], changed["text"]) == (
        made["id"],
        "Holi",
        "teen_patti_jack",
    )
    assert as_anna.get("designs") == {"items": [changed]}
    assert as_anna.ask("delete", path).status_code == 204
    assert as_anna.refused("delete", path) == (404, "NOT_FOUND")
    assert as_anna.get("designs") == {"items": []}


def test_saving_under_the_same_name_replaces_and_renaming_to_a_used_name_is_refused(as_anna):
    first = as_anna.post("designs", name="Diwali", design=TCP)
    again = as_anna.post("designs", name="DIWALI", design=JACK)
    assert (again["id"], again["name"]) == (first["id"], "DIWALI")
    other = as_anna.post("designs", name="Holi", design=TCP)
    answer = put(as_anna, f"designs/{other['id']}", name="diwali", design=TCP)
    assert (answer.status_code, answer.json()["code"]) == (409, "NAME_TAKEN")
    assert put(as_anna, f"designs/{other['id']}", name="HOLI", design=TCP).status_code == 200
    assert [one["name"] for one in as_anna.get("designs")["items"]] == ["DIWALI", "HOLI"]


def test_names_equal_to_the_database_replace_too(as_anna):
    assert as_anna.post("designs", name="İ", design=TCP)["name"] == "İ"
    assert as_anna.post("designs", name="i", design=TCP)["name"] == "i"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "", "design": {}}, "name"),
        ({"name": "x" * 41, "design": {}}, "name"),
        ({"name": "x", "design": {"tie": "no"}}, "design"),
        ({"name": "x"}, "design"),
        ({"design": {}}, "name"),
        ({"name": "x", "design": {}, "owner": 1}, "owner"),
        ({"name": "a\u202eb", "design": {}}, "name"),
    ],
)
def test_invalid_designs_are_refused_and_not_saved(as_anna, body, field):
    for answer in (
        as_anna.ask("post", "designs", body),
        put(as_anna, f"designs/{uuid.uuid4()}", **body),
    ):
        assert (answer.status_code, answer.json()["code"]) == (400, "BAD_REQUEST")
        assert list(answer.json()["data"]["fields"]) == [field]
    assert not Design.objects.exists()


def test_the_number_of_designs_is_limited(as_anna, monkeypatch):
    monkeypatch.setattr(designs, "DESIGNS_MAX", 1)
    as_anna.post("designs", name="one", design=TCP)
    wrong = {"name": "two", "design": TCP}
    assert as_anna.refused("post", "designs", **wrong) == (409, "TOO_MANY_DESIGNS")


def test_nobody_sees_or_changes_designs_of_others(as_anna, visitor, guests):
    other = guests(1)[0]
    path = f"designs/{as_anna.post('designs', name='mine', design=TCP)['id']}"
    wish = {"name": "yours", "design": JACK}
    for method, named in (("get", {}), ("put", wish), ("delete", {})):
        assert other.refused(method, path, **named) == (404, "NOT_FOUND")
        assert visitor.refused(method, path, **named) == (401, "LOG_IN_REQUIRED")
    assert other.get("designs") == {"items": []}
    assert visitor.refused("post", "designs", **wish) == (401, "LOG_IN_REQUIRED")
    assert as_anna.get(path)["name"] == "mine"
    assert "no-store" in as_anna.client.get(V1 + path)["Cache-Control"]


def test_a_longer_list_needs_no_more_queries(as_anna, django_assert_num_queries):
    as_anna.post("designs", name="one", design=TCP)
    with django_assert_num_queries(2):
        as_anna.get("designs")
    for name in ("two", "three", "four"):
        as_anna.post("designs", name=name, design=TCP)
    with django_assert_num_queries(2):
        assert len(as_anna.get("designs")["items"]) == 4
