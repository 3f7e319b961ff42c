"""Wire shapes: each shape that enters or leaves the process is declared once, as a msgspec struct.

REST validation, OpenAPI, AsyncAPI, the declarations for scripts, the Python client's types and the
bounds of forms are read from these declarations.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType, defstruct, structs

T = TypeVar("T")
REF = "#/components/schemas/{name}"

Moment = Annotated[int, Meta(description="milliseconds since 1970")]
"""A time in milliseconds since 1970 (UTC)."""
Id = Annotated[str, Meta(extra_json_schema={"format": "uuid"})]
Name = Annotated[str, Meta(min_length=1, max_length=100)]
"""A user's name as clients write it, in any spelling."""


class Shape(msgspec.Struct):
    """The base of what the server sends; every field is sent, unless a shape omits defaults."""


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """The base of what clients send; unknown fields are refused instead of ignored."""


def one_of(values: Iterable[str], **named: Any) -> Meta:
    """The note of a text field that has one of these values."""
    known = list(values)
    return Meta(pattern=f"^({'|'.join(known)})\\Z", extra_json_schema={"enum": known}, **named)


def within(least: int, most: int, **named: Any) -> Meta:
    """The note of a number with bounds that its subject checks itself, with its own refusal.

    The bounds are published and offered by forms, but a body outside them is read.
    """
    return Meta(extra_json_schema={"minimum": least, "maximum": most}, **named)


def components(shapes: Iterable[type]) -> dict[str, Any]:
    """The JSON schemas of shapes and of all shapes within them, by name."""
    _, schemas = msgspec.json.schema_components(
        sorted(shapes, key=lambda shape: shape.__name__), ref_template=REF
    )
    sent = {shape.__name__: shape for shape in subclasses(Shape)}
    for name, schema in schemas.items():
        schema.pop("title", None)
        shape = sent.get(name)
        if shape is not None and not shape.__struct_config__.omit_defaults:
            omitted = {one.encode_name for one in structs.fields(shape) if one.default is UNSET}
            schema["required"] = [one for one in schema["properties"] if one not in omitted]
            for field in schema["properties"].values():
                field.pop("default", None)
        for field in schema.get("properties", {}).values():
            for part in (field, *field.get("anyOf", ())):
                if "enum" in part:
                    part.pop("pattern", None)  # says the same
    return schemas


def properties(shape: type[msgspec.Struct]) -> dict[str, dict[str, Any]]:
    """The JSON schema of each field of a shape."""
    found: dict[str, dict[str, Any]] = components([shape])[shape.__name__]["properties"]
    return found


def shown(shape: type[T], value: Any) -> T:
    """A value as a shape, or as a list of shapes: what the shape does not have is left out.

    `value` is made of mappings, dataclasses and sequences. Raises `ValidationError` of msgspec.
    """
    return msgspec.convert(value, shape, from_attributes=True)


def subclasses(base: type) -> Iterator[Any]:
    """All classes below a class."""
    below: Any
    for below in base.__subclasses__():
        yield below
        yield from subclasses(below)


def changes_of(shape: type[msgspec.Struct], name: str, *, without: Collection[str]) -> Any:
    """A body with the fields of a shape, each of which may be omitted; see `given`."""
    fields = [
        (field.name, field.type | UnsetType, UNSET)
        for field in structs.fields(shape)
        if field.name not in without
    ]
    return defstruct(name, fields, bases=(Body,), kw_only=True)


def given(body: msgspec.Struct) -> dict[str, Any]:
    """The fields of a body that the client sent."""
    return {name: value for name, value in structs.asdict(body).items() if value is not UNSET}
