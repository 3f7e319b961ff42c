"""Responses as JSON: wire shapes, and plain values beside them."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.functional import Promise
from rest_framework.renderers import JSONRenderer


def _plain(value: Any) -> Any:
    """A value that msgspec does not know: a text of a class of its own, or translated on use."""
    if isinstance(value, Promise):
        return str(value)
    if isinstance(value, str):
        return str.__str__(value)
    raise NotImplementedError(f"no JSON for {type(value)}")


encode = msgspec.json.Encoder(enc_hook=_plain).encode


class Json(JSONRenderer):
    """Renders shapes and plain values as compact JSON."""

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The JSON text in UTF-8; nothing for a response without a body."""
        return b"" if data is None else encode(data)
