"""Cursor pagination: `?cursor=` continues after the last row, even if new rows have come in."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import Model, QuerySet
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers

from core.http.parsing import Body

USUAL, MOST = 50, 100


class PageQuery(Body):
    """The query parameters of a page."""

    cursor = serializers.IntegerField(
        min_value=0, max_value=2**63 - 1, required=False, help_text="`next` of the previous page"
    )
    size = serializers.IntegerField(min_value=1, max_value=MOST, default=USUAL)


def newest_first(
    rows: "QuerySet[Any]", query: dict[str, Any], show: Callable[[Any], dict[str, Any]]
) -> dict[str, Any]:
    """One page of rows with ascending integer keys, newest first, in one query."""
    size = query["size"]
    if "cursor" in query:
        rows = rows.filter(pk__lt=query["cursor"])
    some: list[Model] = list(rows.order_by("-pk")[: size + 1])
    more = some[size - 1].pk if len(some) > size else None
    return {"items": [show(row) for row in some[:size]], "next": more}


def part_of(rows: Sequence[Any], query: dict[str, Any]) -> dict[str, Any]:
    """One page of a list in memory; the cursor is the number of rows before it."""
    begin, size = query.get("cursor", 0), query["size"]
    end = begin + size
    return {"items": list(rows[begin:end]), "next": end if end < len(rows) else None}


def page_of(shape: type[serializers.Serializer[Any]]) -> Any:
    """The OpenAPI schema of a page of such rows."""
    return inline_serializer(
        name=f"{shape.__name__}Page",
        fields={
            "items": shape(many=True),
            "next": serializers.IntegerField(allow_null=True, help_text="cursor of the next page"),
        },
    )
