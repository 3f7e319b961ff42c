"""The OpenAPI schema, from the wire shapes: every operation documents its errors in one form."""

import re
import sys
from typing import Annotated, Any, Literal

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample
from msgspec import Meta, Struct

from core.http.scopes import scope_of
from core.wire import Shape, components, references

Direction = Literal["request", "response"]


FIGURE = {"anyOf": [{"type": kind} for kind in ("string", "integer", "boolean", "null")]}
"""A value of a refusal's data that has no description of its own."""
_MESSAGES: dict[str, Any] = {"type": "array", "items": {"type": "string"}}
for _ in range(3):  # a body has parts, which have parts
    _MESSAGES = {
        "anyOf": [
            {"type": "array", "items": {"type": "string"}},
            {"type": "object", "additionalProperties": _MESSAGES},
        ]
    }
_QUOTED = ("name", "label", "value")
DATA: dict[str, Any] = {
    "wait_s": {"type": "integer", "description": "seconds until a request may succeed"},
    "min": {"type": "integer", "description": "the least value that is accepted"},
    "max": {"type": "integer", "description": "the greatest value that is accepted"},
    "fields": {
        "type": "object",
        "description": "the messages about each field that is not valid, as the body has them",
        "additionalProperties": _MESSAGES,
    },
    "rule": {
        "type": "object",
        "description": "the house rule that forbids an action",
        "properties": {name: {"type": "string"} for name in _QUOTED},
        "required": list(_QUOTED),
    },
}
"""The fields that the data of a refusal may have."""
REFUSAL_DATA = {"properties": DATA, "additionalProperties": FIGURE}
"""The schema of a refusal's data."""
_CODED = {
    "type": "object",
    "description": "the house rule that forbids an action, and its value",
    "properties": {"name": {"type": "string"}, "value": FIGURE},
    "required": ["name", "value"],
}
CODED_LIMITS = {"properties": {"rule": _CODED}, "additionalProperties": FIGURE}
"""The schema of what explains a code of a game, from which readers make words."""


class Refusal(Shape, kw_only=True, omit_defaults=True):
    """An error: a stable code, a sentence for the user, and data that helps."""

    code: Annotated[str, Meta(description="stable, UPPER_SNAKE")]
    text: Annotated[str, Meta(description="a sentence for the user, in their language")]
    data: Annotated[
        dict[str, Any],
        Meta(
            description="figures that help, by name: limits, what is missing, when to try again",
            extra_json_schema=REFUSAL_DATA,
        ),
    ] = {}


def fields_of(query: type[Struct]) -> list[Any]:
    """The parameters of an operation: one for each field of a query's shape."""
    return [query]


class StructExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Publishes a wire shape, and each shape within it, as a component of its name."""

    target_class = Struct
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        """The shape's name."""
        return str(self.target.__name__)

    def get_identity(self, auto_schema: AutoSchema, direction: Direction) -> str:
        """The shape's name again: a test holds that no two shapes share one."""
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        """The shape's schema; `complete` adds those of the shapes within it."""
        own: dict[str, Any] = as_openapi(components([self.target])[self.target.__name__])
        return own


def complete(result: dict[str, Any], **named: Any) -> dict[str, Any]:
    """Add the shapes and families to which a document refers; a hook of drf-spectacular."""
    schemas = result["components"]["schemas"]
    missing = {name for name in references(result) if name not in schemas}
    schemas |= as_openapi(components(missing))
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def as_openapi(schema: Any) -> Any:
    """A JSON schema with what generators of clients need to choose a type of OpenAPI."""
    if isinstance(schema, list):
        return [as_openapi(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {key: as_openapi(value) for key, value in schema.items()}
    if plain.get("required") == []:
        del plain["required"]
    if "default" in plain and plain["default"] is None:
        del plain["default"]  # an omitted field
    kind = plain.get("type")
    if kind == "number":
        plain["format"] = "double"
    elif kind == "integer" and plain.get("maximum", 0) >= 2**31:
        plain["format"] = "int64"
    return plain


def _without_null(schema: dict[str, Any]) -> None:
    """Take null out of what a schema allows."""
    some = [one for one in schema.pop("anyOf", ()) if one != {"type": "null"}]
    if len(some) == 1:
        schema |= some[0]
    elif some:
        schema["anyOf"] = some


class Schema(AutoSchema):
    """drf-spectacular's schema with the error responses of each operation."""

    def get_operation_id(self) -> str:
        """The method and the view's name: `get_tables`, `post_sit`."""
        name = re.sub("(?<!^)(?=[A-Z])", "_", type(self.view).__name__).lower()
        return f"{self.method.lower()}_{name}"

    def get_tags(self) -> list[str]:
        """The tag declared by the view or its module."""
        module = sys.modules[type(self.view).__module__]
        return [getattr(self.view, "chapter", None) or module.CHAPTER]

    def get_summary(self) -> str:
        """The first sentence of the description."""
        return str(self.get_description()).split(". ")[0].split("\n")[0].rstrip(".")

    def get_operation(self, *args: Any) -> dict[str, Any] | None:
        """The operation, with the scope that a token needs in words and as `x-scope`."""
        operation: dict[str, Any] | None = super().get_operation(*args)
        scope = scope_of(self.view, self.method)
        for parameter in (operation or {}).get("parameters", ()):
            _without_null(parameter["schema"])  # an omitted parameter has no value
        if operation and scope:
            operation["description"] += f"\n\nScope of the token: `{scope}`."
            operation["x-scope"] = scope
        return operation

    def get_examples(self) -> list[OpenApiExample]:
        """The examples declared beside the serializers."""
        asked: Any = (
            self.get_request_serializer() if self.method in ("POST", "PUT", "PATCH") else None
        )
        given: Any = self.get_response_serializers()
        shapes = given.values() if isinstance(given, dict) else [given]
        examples = [(asked, True), *((shape, False) for shape in shapes)]
        return [
            OpenApiExample(
                "Example", value=shape.example, request_only=asks, response_only=not asks
            )
            for shape, asks in examples
            if hasattr(shape, "example")
        ]
