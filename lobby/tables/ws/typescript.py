"""The socket messages for the pages' scripts: their types, and what to know of commands."""

import json
from typing import Any

from lobby.tables.commands import TABLE
from lobby.tables.ws.document import asyncapi

HEAD = """/**
 * The messages of the sockets and what they carry, as scripts see them.
 *
 * Written by `manage.py asyncapi --typescript` from the types that the server encodes; a test
 * compares.
 */
"""
PLAIN = {
    "integer": "number",
    "number": "number",
    "string": "string",
    "boolean": "boolean",
    "null": "null",
}


COMMANDS = """// @ts-check
/** Owns what to know of commands. Written by `manage.py asyncapi --commands`; a test compares. */

/** Commands with a key: a repetition counts once, so a lost answer may be asked for again. */
export const KEYED = new Set(%s);
"""


def commands_module() -> str:
    """The text of static/js/table/net/commands.js."""
    return COMMANDS % json.dumps([one.name for one in TABLE if one.is_keyed])


def declarations() -> str:
    """The text of types/messages.d.ts: one interface, or union, in `Messages` for each schema."""
    schemas = asyncapi()["components"]["schemas"]
    parts = "\n".join(_interface(name, schema) for name, schema in sorted(schemas.items()))
    return f"{HEAD}declare namespace Messages {{\n{parts}}}\n"


def _interface(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema and "type" not in schema:
        return f"  type {name} = {_type(schema)};\n"
    required = set(schema.get("required", ()))
    lines = [
        f"    {field}{'' if field in required else '?'}: {_type(one)};\n"
        for field, one in schema.get("properties", {}).items()
    ]
    return f"  interface {name} {{\n{''.join(lines)}  }}\n"


def _type(schema: dict[str, Any]) -> str:
    """A schema as a TypeScript type; an object without named fields is a record of one type."""
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[1])
    if "anyOf" in schema or "oneOf" in schema:
        return " | ".join(_type(one) for one in schema.get("anyOf") or schema["oneOf"])
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " | ".join(
            f'"{value}"' if isinstance(value, str) else str(value) for value in values
        )
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(_type(one) for one in schema['prefixItems'])}]"
        inner = _type(schema.get("items") or {})
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if kind == "object" and "properties" in schema:
        return "Record<string, any>"  # named and other values in one object
    if kind == "object":
        return f"Record<string, {_type(schema.get('additionalProperties') or {})}>"
    return PLAIN.get(kind, "any") if isinstance(kind, str) else "any"
