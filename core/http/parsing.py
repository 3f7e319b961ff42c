"""Bodies: one small JSON object each, with no field that is not known."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.utils import json

from core.errors import RequestRefused

LARGEST_BODY = 16 * 1024


class SmallJSON(JSONParser):
    """Strict JSON of at most LARGEST_BODY bytes that is an object."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        raw = stream.read(LARGEST_BODY + 1)
        if len(raw) > LARGEST_BODY:
            raise RequestRefused("TOO_LARGE", "A request has at most 16 KiB.", max=LARGEST_BODY)
        try:
            parsed = json.loads(raw.decode())
        except (ValueError, RecursionError):
            raise ParseError("That is not JSON.") from None
        if not isinstance(parsed, dict):
            raise ParseError("A request is one JSON object.")
        return parsed


class Body(serializers.Serializer[Any]):
    """The shape of a request; a field it does not know is refused, not passed over."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, Mapping) else []
        if unknown:
            raise serializers.ValidationError(
                {name[:60]: ["There is no such field."] for name in unknown[:10]}
            )
        return super().to_internal_value(data)


class KeyField(serializers.UUIDField):
    """The client's own key: a request sent twice with it counts once."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("required", False)
        options.setdefault("help_text", "your own key: sent again with it, it counts once")
        super().__init__(**options)
