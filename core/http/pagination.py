"""Cursor pagination: `?cursor=` continues after the last row, even if new rows have come in."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Protocol

from django.db.models import Model, QuerySet
from msgspec import Meta, defstruct

from core.wire import Body, Shape

PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX = 50, 100

Cursor = Annotated[int, Meta(ge=0, le=2**63 - 1, description="`next` of the previous page")] | None
PageSize = Annotated[int, Meta(ge=1, le=PAGE_SIZE_MAX)]


class Paged(Protocol):
    """A query with the parameters of a page."""

    cursor: Cursor
    size: PageSize


class PageQuery(Body, kw_only=True):
    """The query parameters of a page."""

    cursor: Cursor = None
    size: PageSize = PAGE_SIZE_DEFAULT


def newest_first(
    rows: "QuerySet[Any]", query: PageQuery, show: Callable[[Any], Any]
) -> dict[str, Any]:
    """One page of rows with ascending integer keys, newest first, in one query."""
    size = query.size
    if query.cursor is not None:
        rows = rows.filter(pk__lt=query.cursor)
    some: list[Model] = list(rows.order_by("-pk")[: size + 1])
    more = some[size - 1].pk if len(some) > size else None
    return {"items": [show(row) for row in some[:size]], "next": more}


def part_of(rows: Sequence[Any], query: Paged) -> dict[str, Any]:
    """One page of a list in memory; the cursor is the number of rows before it."""
    begin = query.cursor or 0
    end = begin + query.size
    return {"items": list(rows[begin:end]), "next": end if end < len(rows) else None}


class Page(Shape):
    """One page of a list."""

    items: list[Any]
    next: Annotated[int | None, Meta(description="cursor of the next page")]


def page_of(shape: Any) -> Any:
    """The shape of a page of such rows."""
    return defstruct(f"{shape.__name__}Page", [("items", list[shape])], bases=(Page,))
