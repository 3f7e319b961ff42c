"""The client's classes are the messages of the server's AsyncAPI document, field by field."""

import dataclasses
import json
import types
import typing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from cardhouse_client import messages, shapes
from cardhouse_client.reading import read
from lobby.tables.ws.document import asyncapi
from tests.support.cases import for_each

DOCUMENT = json.loads(json.dumps(asyncapi()))
SCHEMAS = DOCUMENT["components"]["schemas"]
SAID = {
    entry["$ref"].rsplit("/", 1)[1]
    for channel in ("table", "lobby")
    for entry in DOCUMENT["operations"][f"send_{channel}"]["messages"]
}
PLAIN = {int: "integer", float: "number", str: "string", bool: "boolean", dict: "object"}


def differences(kind, schema, where):
    """Yield the differences between a type of the client and a schema of the server."""
    if "$ref" in schema:
        schema = SCHEMAS[schema["$ref"].rsplit("/", 1)[1]]
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        values = schema.get("enum", [schema.get("const")])
        return [] if set(parts) == set(values) else [f"{where}: other values: {values}"]
    if origin in (typing.Union, types.UnionType):
        members = schema.get("anyOf") or schema.get("oneOf") or []
        some = [part for part in members if part != {"type": "null"}]
        if (type(None) in parts) != (len(some) < len(members)):
            return [f"{where}: null?"]
        return union_differences([part for part in parts if part is not type(None)], some, where)
    if origin is list:
        if schema.get("type") != "array":
            return [f"{where}: no list"]
        return differences(parts[0], schema["items"], f"{where}[]")
    if typing.is_typeddict(kind):
        return dictionary_differences(kind, schema, where)
    if kind is type(None):
        return [] if schema.get("type") == "null" else [f"{where}: not null"]
    if not dataclasses.is_dataclass(kind):
        expected = PLAIN[origin or kind]
        return [] if schema.get("type") == expected else [f"{where}: no {expected}: {schema}"]
    return object_differences(kind, schema, where)


def union_differences(kinds, schemas, where):
    """Differences between the members of a union, which may have unions among them."""
    flat = []
    for schema in schemas:
        below = SCHEMAS[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema
        flat += below.get("anyOf") or below.get("oneOf") or [schema]
    if len(flat) != len(kinds):
        return [f"{where}: {len(kinds)} kinds for {len(flat)} schemas"]
    pairs = zip(kinds, flat, strict=True)
    return [wrong for kind, schema in pairs for wrong in differences(kind, schema, where)]


def dictionary_differences(kind, schema, where):
    hints, properties = typing.get_type_hints(kind), schema["properties"]
    wrong = [f"{where}: {name} on one side" for name in hints.keys() ^ properties.keys()]
    written = typing.get_type_hints(kind, include_extras=True)
    needed = {key for key in hints if typing.get_origin(written[key]) is not typing.NotRequired}
    if needed != set(schema["required"]):
        wrong.append(f"{where}: other fields may be left out")
    for name in hints.keys() & properties.keys():
        wrong += differences(hints[name], properties[name], f"{where}.{name}")
    return wrong


def object_differences(kind, schema, where):
    hints = typing.get_type_hints(kind)
    fields = {field.name.rstrip("_"): field for field in dataclasses.fields(kind)}
    properties = schema["properties"].keys() - {"type"}
    wrong = [f"{where}: {name} on one side" for name in fields.keys() ^ properties]
    for name in fields.keys() & properties:
        field = fields[name]
        missing = (dataclasses.MISSING, dataclasses.MISSING)
        needs = (field.default, field.default_factory) == missing
        if needs and name not in schema["required"]:
            wrong.append(f"{where}.{name}: may be left out")
        wrong += differences(hints[field.name], schema["properties"][name], f"{where}.{name}")
    return wrong


def test_the_client_knows_every_message_by_its_type():
    described = DOCUMENT["components"]["messages"]
    by_type = {described[name]["name"]: name for name in SAID}
    assert {tag: kind.__name__ for tag, kind in messages.KINDS.items()} == by_type


@for_each("kind", messages.KINDS.values(), ids=lambda kind: kind.__name__)
def test_a_message_has_the_fields_of_the_document(kind):
    assert differences(kind, SCHEMAS[kind.__name__], kind.__name__) == []


def test_control_a_difference_would_be_found():
    @dataclasses.dataclass
    class Watching:
        n: str

    assert differences(Watching, SCHEMAS["Watching"], "Watching") != []
    assert differences(messages.Pong, SCHEMAS["Watching"], "Pong") != []


def test_a_newer_server_is_understood():
    frame = json.dumps({"type": "watching", "n": 3, "names": ["Asha"]})
    assert messages.decode(frame) == messages.Watching(3)
    assert messages.decode('{"type": "fireworks"}') is None


def test_an_older_server_is_understood():
    line = {"id": 1, "at": 2, "who": "Asha", "kind": "player", "room": "players", "text": "hi"}
    said = messages.decode(json.dumps({"type": "chat", "lines": [line]}))
    assert said == messages.Said([messages.ChatView(**line, nudges=None)])
    with pytest.raises(TypeError):
        messages.decode('{"type": "watching"}')


def test_a_python_keyword_gets_an_underscore():
    clock = read(
        messages.Clock, {"seat": 1, "from": 5, "until": 9, "bank_until": None, "held_until": None}
    )
    assert clock == messages.Clock(1, 5, 9, None, None)


def test_the_client_types_are_generated_from_current_shapes():
    """`manage.py client_types > clients/python/cardhouse_client/shapes.py` writes the file."""
    out = StringIO()
    call_command("client_types", stdout=out)
    kept = Path(shapes.__file__)
    assert kept.read_text() == out.getvalue()
