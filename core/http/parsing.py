"""Request bodies: one small JSON object, without unknown fields."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.utils import json

from core.errors import RequestRefused

LARGEST_BODY = 16 * 1024


class SmallJSON(JSONParser):
    """Strict JSON: one object of at most LARGEST_BODY bytes."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        raw = stream.read(LARGEST_BODY + 1)
        if len(raw) > LARGEST_BODY:
            raise RequestRefused("TOO_LARGE", "A body has at most 16 KiB.", max=LARGEST_BODY)
        try:
            parsed = json.loads(raw.decode())
        except (ValueError, RecursionError):
            raise ParseError("The body is not valid JSON.") from None
        if not isinstance(parsed, dict):
            raise ParseError("The body must be one JSON object.")
        return parsed


class Body(serializers.Serializer[Any]):
    """The base of request serializers; unknown fields are refused instead of ignored."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, Mapping) else []
        if unknown:
            raise serializers.ValidationError(
                {name[:60]: ["Unknown field."] for name in unknown[:10]}
            )
        return super().to_internal_value(data)


class KeyField(serializers.UUIDField):
    """An idempotency key chosen by the client: a repeated request is carried out once."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("required", False)
        options.setdefault("help_text", "idempotency key: a repeated request has no further effect")
        super().__init__(**options)
