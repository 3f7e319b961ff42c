"""The shapes of the staff pages on the wire: lists, detail pages and staff actions.

They mirror `core.admin.base` and `core.admin.sections`, so that a new staff page, column or action
is in the API at once.
"""

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from core.staff.models import REASON_CHARS
from core.wire import Body, Shape, characters

PAGES_MAX = 100_000
Value = str | int | bool | None


class StaffListQuery(Body, kw_only=True):
    """A page of a list of the staff site, searched and filtered as there."""

    q: Annotated[str, Meta(max_length=200, description="the search of the list")] = ""
    filter: Annotated[
        str,
        Meta(max_length=500, description="`filter` of choices of `filters`, several joined by `&`"),
    ] = ""
    page: Annotated[int, Meta(ge=1, le=PAGES_MAX)] = 1


class StaffActionBody(Body):
    """The reason, which the staff log keeps for ever, and the action's own fields."""

    reason: Annotated[
        str,
        characters(
            0,
            REASON_CHARS[1],
            description=f"at least {REASON_CHARS[0]} characters, without names or addresses; the "
            "person concerned may read it",
        ),
    ] = ""
    fields: Annotated[
        dict[str, str | int | list[str] | None],
        Meta(description="values by the `name` of the action's fields"),
    ] = {}

    example: ClassVar[dict[str, Any]] = {
        "reason": "insults in three hands, see the case",
        "fields": {"template": "insults", "hours": "24"},
    }


class StaffKind(Shape):
    """A kind of rows on the staff site that you may see."""

    kind: Annotated[str, Meta(description="as in `staff/{kind}`")]
    name: str
    group: Annotated[str, Meta(description="of the site's sidebar")]


class StaffHome(Shape):
    """Your roles and rights, and the lists that you may see."""

    roles: list[str]
    rights: Annotated[
        list[str], Meta(description="`look`, `chat`, `tables`, `economy` and `roles`")
    ]
    kinds: list[StaffKind]

    example: ClassVar[dict[str, Any]] = {
        "roles": ["Chat moderator"],
        "rights": ["look", "chat"],
        "kinds": [{"kind": "reports", "name": "Reports", "group": "Room"}],
    }


class StaffTarget(Shape):
    """A row of the staff site: `staff/{kind}/{id}`."""

    kind: str
    id: str


class StaffCell(Shape):
    """A value as the staff site shows it, and the row that it leads to, if any."""

    text: str
    about: StaffTarget | None


class StaffRow(Shape):
    """A row of a list; its cells stand under the list's heads."""

    id: str
    cells: list[StaffCell]


class StaffChoice(Shape):
    """A choice of a filter."""

    label: str
    filter: Annotated[str, Meta(description="for the parameter `filter`; empty: all")]
    chosen: bool


class StaffFilter(Shape):
    """A filter of a list."""

    title: str
    choices: list[StaffChoice]


class StaffList(Shape):
    """A page of a list."""

    heads: list[str]
    items: list[StaffRow]
    filters: list[StaffFilter]
    next: Annotated[int | None, Meta(description="the next page; null on the last one")]

    example: ClassVar[dict[str, Any]] = {
        "heads": ["name", "state"],
        "items": [
            {
                "id": "0b8e5f0e-5a77-4b0e-8a53-6f1b5d0c2a10",
                "cells": [
                    {"text": "Riverside", "about": None},
                    {"text": "open, hand in progress", "about": None},
                ],
            }
        ],
        "filters": [],
        "next": None,
    }


class StaffSection(Shape):
    """A section of a detail page: facts have two cells a row, grids and charts have heads."""

    kind: Annotated[str, Meta(description="`facts`, `grid` or `chart`")]
    title: str
    heads: list[str]
    rows: list[list[StaffCell]]
    note: str


class StaffField(Shape):
    """A field of a staff action, besides its reason."""

    name: str
    label: str
    help: str
    kind: Annotated[str, Meta(description="`text`, `whole`, `choice` or `choices`")]
    required: bool
    choices: Annotated[list[list[str]], Meta(description="[value, label] of each")]
    initial: Value


class StaffActionOffered(Shape):
    """A staff action that you may take on a row now."""

    action: Annotated[str, Meta(description="as in `staff/{kind}/{row_id}/{action}`")]
    label: str
    grave: Annotated[bool, Meta(description="ask before sending it")]
    previews: Annotated[bool, Meta(description="its effect can be asked for beforehand")]
    fields: list[StaffField]


class StaffPage(Shape):
    """The detail page of a row: what staff may know, and what you may do."""

    kind: str
    id: str
    title: str
    sections: list[StaffSection]
    actions: list[StaffActionOffered]

    example: ClassVar[dict[str, Any]] = {
        "kind": "tables",
        "id": "0b8e5f0e-5a77-4b0e-8a53-6f1b5d0c2a10",
        "title": "Riverside",
        "sections": [
            {
                "kind": "facts",
                "title": "Table",
                "heads": [],
                "rows": [
                    [{"text": "Status", "about": None}, {"text": "open", "about": None}],
                ],
                "note": "",
            }
        ],
        "actions": [
            {
                "action": "table-freeze",
                "label": "Freeze now",
                "grave": True,
                "previews": False,
                "fields": [],
            }
        ],
    }


class StaffPreview(Shape):
    """The effect of an action, if it is carried out."""

    sections: list[StaffSection]
