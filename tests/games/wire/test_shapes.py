"""The shapes of each game describe what its engine makes, and nothing that it never makes.

Everything that leaves in random hands of every preset and of random rules, for every viewer, is
read strictly as its shape and written back unchanged, so no field is missing, more, or of another
type.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any, Union, get_args

import msgspec
import pytest

from core.wire import components
from games.engines.core import registry
from games.engines.core.contract import (
    OPEN,
    SPECTATOR,
    Action,
    SeatSnapshot,
    Step,
    TableHistory,
    Viewer,
)
from games.wire.registry import events_of, options_of, rules_of, shapes_of
from tests.games.engines.random_play import random_hand, random_opening, random_rules
from tests.support.size import times

GAMES = [game.key for game in registry.all_games()]
RULE_SETS = times(5, 40)
SHORT = 8
"""How many times as many rule sets games with short hands get: some events are rare."""
GIVES_UP = ("fold", "pass", "decline", "refuse", "ante")


STYLES = ("anything", "gives up", "stays", "one plays")


def rule_sets(key: str) -> Iterator[Any]:
    """Every preset of a game, and random rules."""
    game, rng = registry.get(key), random.Random(f"shapes {key}")
    yield from game.presets.values()
    for _ in range(RULE_SETS * (SHORT if game.min_seats < 3 else 1)):
        yield random_rules(game, rng)


def hand(key: str, rules: Any, style: str, rng: random.Random) -> Iterator[Step]:
    """The steps of a hand whose players play anything, give up, never raise, or leave it to one."""
    game = registry.get(key)
    opening = random_opening(game, rules, rng)
    if style == "anything":
        yield from (step for *_, step in random_hand(game, opening, rng, leaves=True))
        return
    deep = tuple(200 * stack for stack in opening.stacks)
    step = game.deal(replace(opening, stacks=deep))
    yield step
    for _ in range(80):  # a side bet may be changed for ever
        if (seat := game.turn(step.state)) is None:
            return
        legal = game.legal(step.state, seat)
        out = style == "gives up" or (style == "one plays" and seat != opening.seats[0])
        tame = [one for one in legal if (one.kind in GIVES_UP) == out]
        raises = [one for one in tame if one.min is not None or one.kind == "all_in"]
        option = next((one for one in tame if one not in raises), rng.choice(tame or legal))
        action = Action(seat, option.kind, option.min, option.cards, option.reading)
        step = game.apply(step.state, action)
        yield step


def in_shape(shape: Any, value: Any) -> Any:
    """A value as its shape; what is written back is what was read."""
    sent = msgspec.json.encode(value)
    read = msgspec.json.decode(sent, type=shape)
    assert msgspec.json.decode(msgspec.json.encode(read)) == msgspec.json.decode(sent)
    return read


@cache
def sightings(key: str) -> tuple[set[str], set[str]]:
    """The kinds of events and the legal actions that occurred in the hands of a game."""
    game, rng, shapes = registry.get(key), random.Random(key), shapes_of(key)
    event = Union[tuple(events_of(key).members())]  # noqa: UP007 -- made from a list
    events: set[str] = set()
    legal: set[str] = set()
    for rules in rule_sets(key):
        in_shape(rules_of(key), rules.to_json())
        for style in STYLES:
            for step in hand(key, rules, style, rng):
                for one in step.events:
                    in_shape(event, one.to_json())
                    in_shape(event, {**one.to_json(), "auto": "timeout"})
                    events.add(one.kind)
                for viewer in (SPECTATOR, OPEN, *map(Viewer, step.state.seats)):
                    view = in_shape(shapes.VIEW, game.view(step.state, viewer))
                    if viewer.seat is not None:
                        legal |= {option.kind for option in view.you.legal}
                    else:
                        assert view.you is msgspec.UNSET
    return events, legal


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_views_and_events_have_their_shapes(key: str) -> None:
    _events, legal = sightings(key)
    assert legal == registry.get(key).action_kinds == kinds_of_legal(key)


@pytest.mark.slow
@pytest.mark.parametrize("base", dict.fromkeys(shapes_of(key).EVENT for key in GAMES))
def test_every_kind_of_event_occurs(base: Any) -> None:
    seen = [sightings(key)[0] for key in GAMES if shapes_of(key).EVENT is base]
    assert set().union(*seen) == {one.__struct_config__.tag for one in base.__subclasses__()}


def kinds_of_legal(key: str) -> set[str]:
    """The legal actions that the shape of a game's view declares."""
    you = next(
        field.type for field in msgspec.structs.fields(shapes_of(key).VIEW) if field.name == "you"
    )
    own = next(part for part in get_args(get_args(you)[0]) if part is not msgspec.UnsetType)
    (legal,) = (field for field in msgspec.structs.fields(own) if field.name == "legal")
    (kind,) = (
        one
        for one in msgspec.structs.fields(get_args(get_args(legal.type)[0])[0])
        if one.name == "kind"
    )
    return set(get_args(get_args(kind.type)[0]))


@pytest.mark.parametrize("key", GAMES)
def test_terms_have_their_shape(key: str) -> None:
    game = registry.get(key)
    for rules in rule_sets(key):
        stack = max(1, game.entry_price(rules)) * 10
        taken = tuple(SeatSnapshot(seat, stack) for seat in range(game.min_players(rules)))
        past = TableHistory()
        for _ in range(3):
            found = game.next_hand(rules, taken, past)
            assert found is not None
            in_shape(shapes_of(key).TERMS, found.terms)
            past = TableHistory(button=found.button, terms=found.terms, hands=past.hands + 1)


@pytest.mark.parametrize("key", GAMES)
def test_chosen_options_have_their_shape(key: str) -> None:
    for rules in rule_sets(key):
        in_shape(options_of(key), rules.fields())
        msgspec.convert(rules.to_json(), options_of(key))
    with pytest.raises(msgspec.ValidationError, match="unknown field `no_such_option`"):
        msgspec.convert({"no_such_option": 1}, options_of(key))


@pytest.mark.parametrize("key", GAMES)
def test_every_field_of_a_game_says_what_it_is(key: str) -> None:
    shapes = shapes_of(key)
    of = [shapes.VIEW, shapes.TERMS, *events_of(key).members(), rules_of(key), options_of(key)]
    schemas = components(of)
    silent = [
        f"{name}.{field}"
        for name, schema in schemas.items()
        for field, part in schema.get("properties", {}).items()
        if not part.get("description") and "const" not in part
    ]
    assert [one for one in silent if not one.startswith("PayTableDesign")] == []
    assert all(schema["description"] for schema in schemas.values())


def test_a_value_of_another_shape_is_found() -> None:
    game, rng = registry.first(), random.Random(1)
    state = game.deal(random_opening(game, game.presets["standard"], rng)).state
    shown, shape = game.view(state, SPECTATOR), shapes_of(game.key).VIEW
    in_shape(shape, shown)
    for wrong in ({**shown, "new": 1}, {**shown, "pot": "5"}, {**shown, "phase": "over"}):
        with pytest.raises((AssertionError, msgspec.ValidationError)):
            in_shape(shape, wrong)
