"""The examples of the OpenAPI document are answers of a real run.

`WRITE_EXAMPLES=1` writes them again. Otherwise the answers of this run, whose cards and names
differ, are compared with them field by field.
"""

import json
import os
import random
import uuid
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from config.api import examples
from core.http.rendering import encode
from games.engines.core import registry
from tests.api.test_games_schema import complaints
from tests.api.test_play import PLANS, choose, dealt, play_hand

OF_THE_MOMENT = {"legal", "events", "blocked", "data", "openings", "actions", "frames"}
"""Lists whose members depend on the cards and on the players' choices."""


def answers(guests: Any) -> dict[str, dict[str, Any]]:
    """Answers of a run by operation and name: a table of each game, and a hand of the first."""
    found: dict[str, dict[str, Any]] = {"get_state": {}, "get_one_table": {}}
    for game in registry.all_games():
        apps = guests(max(2, game.min_seats))
        path = dealt(
            apps, name=f"Marigold {game.name}"[:24], game=game.key, **PLANS.get(game.key, {})
        )
        seat = apps[0].get(f"{path}/state")["hand"]["clock"]["seat"]
        found["get_state"][game.name] = apps[seat].get(f"{path}/state")
        found["get_one_table"][game.name] = apps[0].get(path)
        if game is registry.first():
            hand = found["get_state"][game.name]["hand"]
            named = {"hand": hand["id"], "seq": hand["seq"], "key": str(uuid.uuid4())}
            rng = random.Random(3)
            body = {**named, **choose(hand["view"]["you"], rng)}
            found["post_act"] = {game.name: apps[seat].post(f"{path}/act", **body)}
            play_hand(apps, path, rng)
            parts = {"one_hand": "", "hand_replay": "/replay", "hand_record": "/record"}
            for name, part in parts.items():
                found[f"get_{name}"] = {game.name: apps[0].get(f"hands/{hand['id']}{part}")}
            found["get_my_hands"] = {game.name: apps[0].get("hands")}
    return found


def differences(here: Any, there: Any, where: str) -> list[str]:
    """The places where two answers have other fields."""
    if isinstance(here, dict) and isinstance(there, dict):
        if where.rpartition(".")[2] not in ("you",) and here.keys() != there.keys():
            return [f"{where}: {sorted(here.keys() ^ there.keys())}"]
        both = [name for name in here if name in there and name not in OF_THE_MOMENT]
        return [
            one for name in both for one in differences(here[name], there[name], f"{where}.{name}")
        ]
    if isinstance(here, list) and isinstance(there, list) and here and there:
        return differences(here[0], there[0], f"{where}[]")
    return []


@pytest.mark.django_db
def test_examples_are_answers_of_this_version(guests: Any) -> None:
    fresh = json.loads(encode(answers(guests)))
    if os.environ.get("WRITE_EXAMPLES"):
        examples.FILE.write_text(json.dumps(fresh, separators=(",", ":")) + "\n")
        examples.answers.cache_clear()
    kept = examples.answers()
    assert {name: [*one] for name, one in kept.items()} == {n: [*one] for n, one in fresh.items()}
    assert differences(kept, fresh, "") == []


def test_examples_fit_the_document() -> None:
    document = SchemaGenerator().get_schema(request=None, public=True)
    told = 0
    for methods in document["paths"].values():
        for operation in methods.values():
            for value in examples.answers().get(operation["operationId"], {}).values():
                content = operation["responses"]["200"]["content"]
                assert complaints(document, content, value) == []
                assert value in [
                    one["value"] for one in content["application/json"]["examples"].values()
                ]
                told += 1
    assert told == sum(map(len, examples.answers().values()))


def test_another_field_is_found() -> None:
    assert differences({"a": [{"b": 1}]}, {"a": [{"c": 1}]}, "x") == ["x.a[]: ['b', 'c']"]
