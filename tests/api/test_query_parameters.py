"""Query parameters: the document offers none that is refused, and each of them has an effect.

All are read from the OpenAPI document, so a parameter that something between the client and the
view takes for itself fails here, and so does a new one without an effect.
"""

import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from accounts.people.actions.users import create_guest
from games.dealing.actions.daily_roots import close_days
from games.dealing.models import DeckDay
from games.hands.models import Hand
from games.stats.models import PlayerStats
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import ChatLine
from tests.games.room import play_hands
from tests.games.stored import store_hand, store_tfair1
from tests.support.app import V1, App, app_of
from tests.support.figures import stand
from tests.support.seated_table import SeatedTable, make_seated_table

pytestmark = pytest.mark.django_db

TEXTS = {
    "game": "holdem",
    "options": '{"variant": "muflis"}',
    "player": "Esha",
    "q": "pair",
    "search": "no such",
    "season": "2020-02",
    "suits": "s,d,h,c",
}
"""A value of each parameter that is free text."""
PATHS = {"cards": "AsKhQd", "name": "Asha", "key": "teen_patti", "spot": "first"}
BESIDE = {("odds", "run_order"): {"q": "A♠ K♠ Q♠"}}
"""What a parameter needs beside it: the first page of all odds has trios alone."""
NO_EFFECT = {
    ("tables/{slug}/state", "wait"): "nothing is missing, so the answer does not wait",
    ("tables/{slug}/state", "after"): "the answer to a state that is not known is the state",
    ("tables/{slug}/missed", "after"): "one hand is in the answer in any case",
    ("odds/hands/{cards}", "suits"): "these cards beat and tie as many hands in any order",
}


class Parameter(NamedTuple):
    """A query parameter of a route, with values of every kind that the document allows."""

    path: str
    name: str
    values: list[str]
    required: dict[str, str]


def documented() -> Iterator[Parameter]:
    """All query parameters in the OpenAPI document."""
    found: Any = SchemaGenerator().get_schema(request=None, public=True)
    for path, methods in found["paths"].items():
        for operation in methods.values():
            if operation.get("x-scope") == "staff":
                continue  # their filters depend on the kind of row: tests/api/test_staff.py
            asked = [one for one in operation.get("parameters", ()) if one["in"] == "query"]
            required = {
                one["name"]: values_of(one["name"], one["schema"])[0]
                for one in asked
                if one.get("required")
            }
            for one in asked:
                values = values_of(one["name"], one["schema"])
                if path.startswith(f"{V1}odds/table."):
                    values = [values[0], values[-1]]  # each file takes a second of a core
                yield Parameter(path.removeprefix(V1), one["name"], values, required)


def values_of(name: str, schema: dict[str, Any]) -> list[str]:
    """Values that a schema allows: all of an enumeration, the bounds of a number."""
    if "enum" in schema:
        return [str(value) for value in schema["enum"]]
    if schema["type"] == "boolean":
        return ["true", "false"]
    if schema["type"] in ("integer", "number"):
        return [str(schema[bound]) for bound in ("minimum", "maximum")]
    if schema.get("format") == "uuid":
        return [str(uuid.UUID(int=7))]
    return [TEXTS.get(name, "x")]


@pytest.fixture
def world() -> tuple[App, SeatedTable]:
    """Asha with hands, chat, statistics and tables of many kinds; the app is Asha's."""
    room = make_seated_table(2)
    play_hands(room, 2)
    asha = room.people[0]
    PlayerStats.objects.filter(period="day").delete()
    PlayerStats.objects.filter(period="week").update(hands=1_000)
    PlayerStats.objects.filter(period="month").update(hands=2_000)
    for name, net in (("Dev", 70), ("Esha", 50), ("Farid", 90)):
        stand(name, net)
    PlayerStats.objects.filter(user__name="Farid", period="week").delete()
    for text in ("one", "two"):
        ChatLine.objects.create(table=room.table, user=asha, room=ChatLine.Room.PLAYERS, text=text)
    for plan in (
        TablePlan(name="Points", game="dou_dizhu", seats=3, spectators="open"),
        TablePlan(name="Sit and go", game="holdem", preset="turbo", min_buy_in=500, max_buy_in=500),
        TablePlan(name="Closed", spectators="closed"),
    ):
        open_table(plan=plan, host=create_guest())
    make_seated_table(0, bots=2, seats=2)
    # On the day of the change, two days ago, hands were dealt by both schemes.
    for days, key, dealt in (
        (1, "holdem", store_hand),
        (2, "teen_patti", store_hand),
        (2, "holdem", store_hand),
        (2, "holdem", store_tfair1),
    ):
        hand = dealt(key, seed=days, people=[asha, *(create_guest() for _ in range(3))])[0]
        moment = timezone.now() - timedelta(days=days)
        Hand.objects.filter(pk=hand.pk).update(finished_at=moment)
    close_days()
    return app_of(asha), room


def test_no_documented_parameter_is_refused_and_each_has_an_effect(
    world: tuple[App, SeatedTable], settings: Any
) -> None:
    settings.THROTTLE_RATES = {"read": (10_000, 60), "file": (10_000, 60)}
    app, room = world
    places = {**PATHS, "slug": room.table.slug, "day": str(DeckDay.objects.earliest("day").day)}
    refused: list[Any] = []

    def answer(asked: Parameter, **given: str) -> Any:
        path = asked.path.format(**places)
        response = app.ask("get", f"{path}?{urlencode({**asked.required, **given})}")
        text = response.content.decode()
        if response.status_code != 200 and ("UNKNOWN_BOARD" not in text or asked.name != "measure"):
            refused.append((path, given, response.status_code, text))
        return response

    without_effect = []
    for one in documented():
        if one.name == "cursor":
            first = answer(one, size="1")
            cursor = first.get("Next-Cursor") or first.json()["next"]
            usual, others = first.content, [answer(one, size="1", cursor=str(cursor))]
        else:
            beside = BESIDE.get((one.path, one.name), {})
            usual = answer(one, **beside).content
            others = [answer(one, **beside, **{one.name: value}) for value in one.values]
        if {other.content for other in others} == {usual} and (one.path, one.name) not in NO_EFFECT:
            without_effect.append((one.path, one.name))
    assert (refused, without_effect) == ([], [])


def test_a_parameter_that_is_given_twice_is_refused(visitor: App) -> None:
    for query in ("game=holdem&game=teen_patti", "search=a&search=a"):
        assert visitor.refused("get", f"tables?{query}") == (400, "BAD_REQUEST")


@pytest.mark.parametrize("name", ["_method", "page", "limit", "lang", "version"])
def test_no_name_is_kept_by_the_framework(visitor: App, name: str) -> None:
    answer = visitor.ask("get", f"tables?{name}=x")
    assert answer.json()["data"] == {"fields": {name: ["Unknown field."]}}
