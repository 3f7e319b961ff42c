"""The Python client's types, written from the wire shapes: `manage.py client_types`."""

import textwrap
from inspect import cleandoc
from typing import Any, get_args

from accounts.people import wire as people
from core.wire import components
from games.hands import wire as hands
from games.stats import wire as stats
from lobby.tables.wire import Acted, Selection
from lobby.tables.ws import events

HEAD = '''"""The shapes that the server sends, with their names in its documents.

Written by `manage.py client_types` from the types that the server encodes; a test compares. Times
are milliseconds since 1970. `view`, `rules`, `sit_and_go` and the events of a hand are the game's
own, as JSON values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
    stats.Board,
    stats.GameFigures,
]
"""The shapes of REST responses that are not socket messages as well."""
AS_JSON = {"BoardMeasure", "CardOpening", "NextDeckView", "OwnRank", "Proof"}
"""Shapes that the client leaves as JSON values; it checks deals as their specification has them."""
WITH_METHODS = {"HandNow", "TableView"}
"""Shapes to which `cardhouse_client.methods` adds methods."""
KEYWORDS = {"from"}
PLAIN = {"integer": "int", "number": "float", "string": "str", "boolean": "bool"}


def declarations() -> str:
    """The text of clients/python/cardhouse_client/shapes.py: one dataclass for each shape."""
    sent = {*get_args(events.TableEvent | events.LobbyEvent), *ANSWERS}
    schemas = components(sent)
    return HEAD + "".join(
        _class(name, schema) for name, schema in sorted(schemas.items()) if name not in AS_JSON
    )


def _class(name: str, schema: dict[str, Any]) -> str:
    fields = {key: one for key, one in schema["properties"].items() if key != "type"}
    needed = [key for key in fields if key in schema["required"]]
    others = [key for key in fields if key not in schema["required"]]
    base = f"(methods.{name})" if name in WITH_METHODS else ""
    about = textwrap.indent(cleandoc(schema["description"]), "    ").strip()
    end = "\n    " if "\n" in about else ""
    return (
        f'\n\n@dataclass(frozen=True, slots=True)\nclass {name}{base}:\n    """{about}{end}"""\n\n'
        + "".join(_field(key, fields[key]) for key in needed)
        + "".join(_field(key, fields[key], f" = {fields[key]['default']!r}") for key in others)
    )


def _field(key: str, schema: dict[str, Any], default: str = "") -> str:
    name = f"{key}_" if key in KEYWORDS else key
    about = f'    """{schema["description"]}"""\n' if "description" in schema else ""
    return f"    {name}: {_type(schema)}{default}\n{about}"


def _type(schema: dict[str, Any]) -> str:
    """A schema as a Python type; an object without named fields is a dictionary."""
    if "$ref" in schema:
        name = str(schema["$ref"].rsplit("/", 1)[1])
        return "dict[str, Any]" if name in AS_JSON else name
    if "anyOf" in schema:
        return " | ".join(_type(one) for one in schema["anyOf"])
    kind = schema.get("type")
    if kind == "null":
        return "None"
    if kind == "array":
        return f"list[{_type(schema.get('items') or {})}]"
    if kind == "object":
        return f"dict[str, {_type(schema.get('additionalProperties') or {})}]"
    return PLAIN.get(kind, "Any") if isinstance(kind, str) else "Any"
