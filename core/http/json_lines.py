"""Long lists as newline-delimited JSON, for programs that read many hands."""

from collections.abc import Mapping
from typing import Annotated, Any

from drf_spectacular.types import OpenApiTypes
from msgspec import Meta
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from core.http.pagination import PAGE_SIZE_DEFAULT, Page, PageQuery
from core.http.rendering import Json, encode

LINES = "application/x-ndjson"
PAGE_ROWS_MAX = 500
CURSOR = "Next-Cursor"
"""The response header with the cursor of the next page; absent on the last page."""


class LongPageQuery(PageQuery):
    """The query parameters of a page of up to 500 rows."""

    size: Annotated[int, Meta(ge=1, le=PAGE_ROWS_MAX)] = PAGE_SIZE_DEFAULT


class LinesRenderer(BaseRenderer):
    """Renders a page as one JSON object a line; a response that is no page is a single line."""

    media_type = LINES
    format = "ndjson"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The rows of `items`, each with a line feed at its end."""
        rows = data.items if isinstance(data, Page) else [data]
        return b"".join(encode(row) + b"\n" for row in rows)


class LinesMixin:
    """A view that gives its pages as JSON, or as lines with `Accept: application/x-ndjson`."""

    renderer_classes: Any = (Json, LinesRenderer)

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **named: Any
    ) -> Response:
        final: Response = super().finalize_response(request, response, *args, **named)  # type: ignore[misc]
        data = getattr(final, "data", None)
        if isinstance(data, Page) and data.next is not None:
            final[CURSOR] = str(data.next)
        return final


def page_or_lines(page: Any) -> dict[tuple[int, str], Any]:
    """The responses of such a view in the OpenAPI schema."""
    return {(200, "application/json"): page, (200, LINES): OpenApiTypes.STR}
