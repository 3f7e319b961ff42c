"""The examples of the OpenAPI document are answers of a real run.

`WRITE_EXAMPLES=1` writes them again. Otherwise the answers of this run, whose cards and names
differ, are compared with them field by field.
"""

import json
import os
import random
import uuid
from itertools import chain
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from accounts.people.models import User
from config.api import examples
from core.http.rendering import encode
from games.engines.core import registry
from games.rulebook.rule_words import RuleWords
from games.stats.models import PlayerStats
from tests.support.rest_play import PLANS, choose, dealt, play_hand
from tests.support.schemas import complaints

OF_THE_MOMENT = {"legal", "events", "blocked", "data", "openings", "actions", "frames"}
"""Lists whose members depend on the cards and on the players' choices."""


def record(guests: Any) -> dict[str, dict[str, dict[str, Any]]]:
    """Answers of a run, and the bodies that got them, by operation and name.

    A table of each game, a hand of the first, what is kept of it, and the odds.
    """
    found: dict[str, dict[str, Any]] = {"get_state": {}, "get_one_table": {}}
    bodies: dict[str, dict[str, Any]] = {}
    key = registry.first().key
    first = RuleWords(key).name
    for game in [*registry.all_games()[1:], registry.first()]:
        name = RuleWords(game.key).name
        app, *_others = apps = guests(max(2, game.min_seats))
        path = dealt(apps, name=f"Marigold {name}"[:24], game=game.key, **PLANS.get(game.key, {}))
        seat = app.get(f"{path}/state")["hand"]["clock"]["seat"]
        found["get_state"][name] = apps[seat].get(f"{path}/state")
        found["get_one_table"][name] = app.get(path)
    hand = found["get_state"][first]["hand"]
    rng = random.Random(3)
    move = choose(hand["view"]["you"], rng)
    body = {"hand": hand["id"], "seq": hand["seq"], "key": str(uuid.uuid4()), **move}
    found["post_act"] = {first: apps[seat].post(f"{path}/act", **body)}
    play_hand(apps, path, rng)
    PlayerStats.objects.filter(user=app.user).update(hands=480, ranked_hands=480)
    User.objects.filter(pk=app.user.pk).update(kind="person")
    shared = app.get(f"hands/{hand['id']}/share")["url"].strip("/").rpartition("/")[2]
    whole = {
        "get_one_hand": f"hands/{hand['id']}",
        "get_hand_replay": f"hands/{hand['id']}/replay",
        "get_hand_record": f"hands/{hand['id']}/record",
        "get_my_hands": "hands",
        "get_shared_hand": f"shared-hands/{shared}",
    }
    cut = {
        "get_games": "games",
        "get_rules": f"games/{key}/rules",
        "get_ranking": f"games/{key}/ranking",
        "get_rules_text": f"games/{key}/rules/text",
        "get_my_statistics": "me/statistics",
        "get_leaderboards": f"leaderboards?game={key}",
        "get_odds": "odds?q=A K Q&size=1",
        "get_one_of_all": "odds/hands/AsKhTd",
    }
    found |= {name: {first: app.get(path)} for name, path in whole.items()}
    found |= {name: {first: trimmed(app.get(path))} for name, path in cut.items()}
    design = {"dealer_qualifies": "jack_high"}
    for name, path, body in (
        ("post_analyse", "paytables/analyse", {"design": design}),
        ("post_simulate", "paytables/simulate", {"design": design, "hands": 10_000, "seed": 7}),
        ("post_designs", "designs", {"name": "Diwali", "design": design}),
    ):
        bodies[name] = {"The dealer qualifies with a jack": body}
        found[name] = {"The dealer qualifies with a jack": trimmed(app.post(path, **body))}
    return {"answers": found, "bodies": bodies}


def trimmed(value: Any) -> Any:
    """A value whose lists of objects end after two."""
    if isinstance(value, dict):
        return {name: trimmed(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        objects = bool(value) and isinstance(value[0], dict)
        return [trimmed(one) for one in (value[:2] if objects else value)]
    return value


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
    fresh = json.loads(encode(record(guests)))
    if os.environ.get("WRITE_EXAMPLES"):
        examples.FILE.write_text(json.dumps(fresh, separators=(",", ":")) + "\n")
        examples.recorded.cache_clear()
    assert differences(examples.recorded(), fresh, "") == []


def test_examples_fit_the_document() -> None:
    document = SchemaGenerator().get_schema(request=None, public=True)
    shown = 0
    for methods in document["paths"].values():
        for operation in methods.values():
            for kind, content in examples.places(operation):
                named = examples.recorded()[kind].get(operation["operationId"], {})
                for name, value in named.items():
                    assert complaints(document, content, value) == []
                    assert content["application/json"]["examples"][name]["value"] == value
                    shown += 1
    assert shown == sum(map(len, chain(*(k.values() for k in examples.recorded().values()))))


def test_another_field_is_found() -> None:
    assert differences({"a": [{"b": 1}]}, {"a": [{"c": 1}]}, "x") == ["x.a[]: ['b', 'c']"]
