"""The Python client's types, written from the wire shapes: `manage.py client_types`."""

import json
import textwrap
from inspect import cleandoc
from keyword import iskeyword
from typing import Any, get_args

from accounts.people import wire as people
from core.wire import components
from games.hands import wire as hands
from games.ladder import wire as ladder
from games.stats import wire as stats
from games.wire.registry import EVENTS, RULES, VIEWS
from lobby.tables.wire import Acted, Selection
from lobby.tables.ws import events

HEAD = '''"""The shapes that the server sends, with their names in its documents.

Written by `manage.py client_types` from the types that the server encodes; a test compares. Times
are milliseconds since 1970. Values that a game makes stay JSON, with types: the view of a hand,
its events, and the rules of a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypedDict

from cardhouse_client import methods
'''
ANSWERS = [
    Acted,
    Selection,
    people.Balance,
    people.Device,
    people.Me,
    people.Player,
    people.StatementLine,
    hands.GameRow,
    hands.HandRow,
    ladder.Ladder,
    ladder.LadderDuel,
    ladder.LadderMatch,
    stats.Board,
    stats.GameFigures,
]
"""The shapes of REST responses that are not socket messages as well."""
AS_JSON = {
    *("BoardMeasure", "CardOpening", "EndedDeck", "LockView", "NextDeckView", "OwnRank", "Plan"),
    *("PlanOfHand", "Proof", "SealedDeckView"),
}
"""Shapes that the client leaves as JSON values; it checks deals as their specification has them."""
WITH_METHODS = {"HandNow": "HandNow", "TableView": 'TableView["SeatView"]'}
"""Shapes to which a class of `cardhouse_client.methods` adds methods."""
INDENT = "    "
PLAIN = {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "null": "None"}


def declarations() -> str:
    """The text of clients/python/cardhouse_client/shapes.py.

    One dataclass for each shape; typed dictionaries, and unions of them, for those of the games.
    """
    sent = {*get_args(events.TableEvent | events.LobbyEvent), *ANSWERS}
    games = components([VIEWS, EVENTS, RULES])
    schemas = {**components(sent), **games}
    parts = [
        _dictionary(name, schema) if name in games else _class(name, schema)
        for name, schema in sorted(schemas.items())
        if name not in AS_JSON and "properties" in schema
    ]
    unions = {name: schema for name, schema in schemas.items() if "properties" not in schema}
    # A union after those that it has.
    order = sorted(unions, key=lambda name: (name in (VIEWS, EVENTS, RULES), name))
    parts += [f"\n\n{name} = {_type(unions[name])}\n" for name in order]
    return HEAD + "".join(parts)


def _dictionary(name: str, schema: dict[str, Any]) -> str:
    """A shape as a typed dictionary; in another form if a field is named by a keyword."""
    fields = {
        key: _typed(one) if key in schema["required"] else f"NotRequired[{_typed(one)}]"
        for key, one in schema["properties"].items()
    }
    if any(map(iskeyword, fields)):
        pairs = ", ".join(f'"{key}": "{kind}"' for key, kind in fields.items())
        text = f'{name} = TypedDict("{name}", {{{pairs}}})\n'
    else:
        lines = [
            f"    {key}: {kind}\n" + _about(schema["properties"][key])
            for key, kind in fields.items()
        ]
        about = cleandoc(schema["description"])
        text = f'class {name}(TypedDict):\n    """{about}"""\n\n{"".join(lines)}'
    return f"\n\n{text}"


def _about(schema: dict[str, Any]) -> str:
    if "description" not in schema:
        return ""
    text = f'"""{schema["description"]}"""'
    return textwrap.fill(text, 96, initial_indent=INDENT, subsequent_indent=INDENT) + "\n"


def _typed(schema: dict[str, Any]) -> str:
    """A schema as a Python type, with the values of a choice."""
    values = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if values is not None:
        return f"Literal[{', '.join(map(json.dumps, values))}]"
    if "anyOf" in schema:
        return " | ".join(_typed(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list[{_typed(schema.get('items') or {})}]"
    return _type(schema)


def _class(name: str, schema: dict[str, Any]) -> str:
    fields = {key: one for key, one in schema["properties"].items() if key != "type"}
    needed = [key for key in fields if key in schema["required"]]
    others = [key for key in fields if key not in schema["required"]]
    base = f"(methods.{WITH_METHODS[name]})" if name in WITH_METHODS else ""
    about = textwrap.indent(cleandoc(schema["description"]), "    ").strip()
    end = "\n    " if "\n" in about else ""
    return (
        f'\n\n@dataclass(frozen=True, slots=True)\nclass {name}{base}:\n    """{about}{end}"""\n\n'
        + "".join(_field(key, fields[key]) for key in needed)
        + "".join(_field(key, fields[key], _default(fields[key])) for key in others)
    )


def _default(schema: dict[str, Any]) -> str:
    """The default of a field; that of a text which may be absent is empty."""
    return f" = {schema.get('default', '')!r}"


def _field(key: str, schema: dict[str, Any], default: str = "") -> str:
    name = f"{key}_" if iskeyword(key) else key
    return f"    {name}: {_type(schema)}{default}\n{_about(schema)}"


def _type(schema: dict[str, Any]) -> str:
    """A schema as a Python type; an object without named fields is a dictionary."""
    if "$ref" in schema:
        name = str(schema["$ref"].rsplit("/", 1)[1])
        return "dict[str, Any]" if name in AS_JSON else name
    if "anyOf" in schema or "oneOf" in schema:
        return " | ".join(_type(one) for one in schema.get("anyOf") or schema["oneOf"])
    kind = schema.get("type")
    if kind == "array":
        return f"list[{_type(schema.get('items') or {})}]"
    if kind == "object" and "properties" in schema:
        return "dict[str, Any]"  # named and other values in one object
    if kind == "object":
        return f"dict[str, {_type(schema.get('additionalProperties') or {})}]"
    return PLAIN.get(kind, "Any") if isinstance(kind, str) else "Any"
