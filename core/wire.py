"""Wire shapes: each shape that enters or leaves the process is declared once, as a msgspec struct.

REST validation, OpenAPI, AsyncAPI, the declarations for scripts, the Python client's types and the
bounds of forms are read from these declarations.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType, defstruct, structs

T = TypeVar("T")
REF = "#/components/schemas/{name}"

Moment = Annotated[int, Meta(description="milliseconds since 1970")]
"""A time in milliseconds since 1970 (UTC)."""
Id = Annotated[str, Meta(extra_json_schema={"format": "uuid"})]
SPELLING_CHARS_MAX = 100
Name = Annotated[str, Meta(min_length=1, max_length=SPELLING_CHARS_MAX)]
"""A user's name as clients write it, in any spelling."""


class Shape(msgspec.Struct):
    """The base of what the server sends; every field is sent, unless a shape omits defaults."""


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """The base of what clients send; unknown fields are refused instead of ignored."""


def one_of(values: Iterable[str], **named: Any) -> Meta:
    """The note of a text field that has one of these values."""
    known = list(values)
    return Meta(pattern=f"^({'|'.join(known)})\\Z", extra_json_schema={"enum": known}, **named)


def characters(least: int, most: int, **named: Any) -> Meta:
    """The note of a text whose length its subject checks itself, with its own refusal.

    The length is that of the text as it is stored, without spaces at its ends for example: it is
    published and offered by forms, but a longer text is read.
    """
    return Meta(extra_json_schema={"minLength": least, "maxLength": most}, **named)


def within(least: int, most: int, **named: Any) -> Meta:
    """The note of a number with bounds that its subject checks itself, with its own refusal.

    The bounds are published and offered by forms, but a body outside them is read.
    """
    return Meta(extra_json_schema={"minimum": least, "maximum": most}, **named)


class Family(NamedTuple):
    """Shapes of which a value has one: told apart by the field `by`, or by their fields alone."""

    name: str
    about: str
    by: str
    members: Callable[[], Iterable[Any]]
    """The shapes, and other families; asked when a document is made."""


_FAMILIES: dict[str, Family] = {}


def family(name: str, about: str, members: Callable[[], Iterable[Any]], *, by: str = "") -> Family:
    """Declare a family, which documents publish by its name; fields refer to it by `in_family`."""
    made = _FAMILIES[name] = Family(name, about, by, members)
    return made


def in_family(name: str, **named: Any) -> Meta:
    """The note of an object that is published as one of a family, or as a shape, with this name.

    It is not checked when it is sent, because another package makes it; tests check.
    """
    return Meta(extra_json_schema={"$ref": REF.format(name=name)}, **named)


def components(shapes: Iterable[Any]) -> dict[str, Any]:
    """The JSON schemas of shapes, and of all shapes and families within them, by name.

    A shape may be given by its name, and a family is.
    """
    found: dict[str, Any] = {}
    known = {shape.__name__: shape for base in (Shape, Body) for shape in subclasses(base)}
    wanted = [_FAMILIES.get(one) or known[one] if isinstance(one, str) else one for one in shapes]
    while wanted:
        families = [one for one in wanted if isinstance(one, Family)]
        members = [list(one.members()) for one in families]
        found |= _schemas([one for one in wanted if not isinstance(one, Family)])
        found |= {one.name: _union(one, of) for one, of in zip(families, members, strict=True)}
        known |= {of.__name__: of for one in members for of in one if isinstance(of, type)}
        missing = {name for name in references(found) if name not in found}
        wanted = [_FAMILIES.get(name) or known[name] for name in sorted(missing)]
    return found


def _union(one: Family, members: list[Any]) -> dict[str, Any]:
    """The schema of a family."""
    places = [REF.format(name=of.name if isinstance(of, Family) else of.__name__) for of in members]
    refs = [{"$ref": place} for place in places]
    if not one.by:
        return {"description": one.about, "anyOf": refs}
    tags = [str(of.__struct_config__.tag) for of in members]
    mapping = dict(zip(tags, places, strict=True))
    choice = {"propertyName": one.by, "mapping": mapping}
    return {"description": one.about, "oneOf": refs, "discriminator": choice}


def references(value: Any) -> Iterator[str]:
    """The names of the components to which a schema refers."""
    if isinstance(value, list):
        for part in value:
            yield from references(part)
    elif isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].rpartition("/")[2]
        for part in value.values():
            yield from references(part)


def _schemas(shapes: list[Any]) -> dict[str, Any]:
    """The JSON schemas of shapes and of all shapes within them, by name."""
    _, schemas = msgspec.json.schema_components(
        sorted(set(shapes), key=lambda shape: str(shape.__name__)), ref_template=REF
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
    return {name: in_dialect(schema) for name, schema in schemas.items()}


def in_dialect(schema: Any) -> Any:
    """A schema of msgspec's in the words of JSON Schema, whose patterns are those of ECMA 262.

    Each list says what is in it, each choice has a type, and nothing is said twice.
    """
    if isinstance(schema, list):
        return [in_dialect(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {key: schema[key] for key in ("description", "$ref") if key in schema}
    plain = {
        key: {name: in_dialect(one) for name, one in value.items()}
        if key == "properties"
        else in_dialect(value)
        for key, value in schema.items()
    }
    if isinstance(pattern := schema.get("pattern"), str):
        plain["pattern"] = ecma(pattern)
    if "enum" in plain:
        plain.pop("pattern", None)  # says the same
        plain.setdefault("type", "integer" if isinstance(plain["enum"][0], int) else "string")
        if len(plain["enum"]) == 1 and "default" not in plain:
            plain["const"] = plain.pop("enum")[0]
    if plain.get("items") is False:
        del plain["items"]  # a list of fixed length: `minItems` and `maxItems` say so
    return plain


def ecma(pattern: str) -> str:
    r"""A pattern of Python's as ECMA 262 writes it: `\Z`, the very end, is `$` there."""
    return re.sub(r"\\Z$", "$", pattern)


def properties(shape: type[msgspec.Struct]) -> dict[str, dict[str, Any]]:
    """The JSON schema of each field of a shape."""
    found: dict[str, dict[str, Any]] = _schemas([shape])[shape.__name__]["properties"]
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
