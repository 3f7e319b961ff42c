"""The OpenAPI schema: every operation documents its errors, which all have one form."""

import re
import sys
from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers

from core.http.scopes import scope_of

Direction = Literal["request", "response"]


class RefusalShape(serializers.Serializer[Any]):
    """An error: a stable code, a sentence for the user, and data that helps."""

    code = serializers.CharField(help_text="stable, UPPER_SNAKE")
    text = serializers.CharField(help_text="a sentence for the user, in their language")
    data = serializers.DictField(  # type: ignore[assignment]
        child=serializers.JSONField(),
        required=False,
        help_text="limits, invalid fields, current state",
    )

    class Meta:
        ref_name = "Refusal"


class Schema(AutoSchema):
    """drf-spectacular's schema with the error responses of each operation."""

    def get_operation_id(self) -> str:
        """The method and the view's name: `get_tables`, `post_sit`."""
        name = re.sub("(?<!^)(?=[A-Z])", "_", type(self.view).__name__).lower()
        return f"{self.method.lower()}_{name}"

    def get_tags(self) -> list[str]:
        """The tag declared by the view's module."""
        return [sys.modules[type(self.view).__module__].CHAPTER]

    def get_summary(self) -> str:
        """The first sentence of the description."""
        return str(self.get_description()).split(". ")[0].split("\n")[0].rstrip(".")

    def get_operation(self, *args: Any) -> dict[str, Any] | None:
        """The operation, with the scope that a token needs in words and as `x-scope`."""
        operation: dict[str, Any] | None = super().get_operation(*args)
        scope = scope_of(self.view, self.method)
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

    def _get_response_bodies(self, direction: Direction = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        refusal = self._get_response_for_code(  # type: ignore[no-untyped-call]
            RefusalShape, "default", direction=direction
        )
        return {**bodies, "default": refusal}
