"""The sections of a detail page: facts, grids and links, including those that other apps add."""

import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from django.contrib.auth import get_user_model
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.admin.charts import Chart
from core.bidi import isolated
from core.templatetags.numbers import signed as with_sign

GRID_ROWS_MAX = 50
"""The number of rows in a grid of a detail page; the lists show all."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Labels and values, one pair a line."""

    title: str
    rows: Sequence[tuple[str, Any]]
    kind: ClassVar[str] = "facts"


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of rows under column heads; `note` is shown below it."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[Any]]
    empty: str = "Nothing."
    note: str = ""
    kind: ClassVar[str] = "grid"


Section = Facts | Grid | Chart
Provide = Callable[[HttpRequest, Any], Iterable[Section]]

_added: dict[type[Model], list[Provide]] = {}


def add_sections(model: type[Model], provide: Provide) -> None:
    """Let another app add sections to the detail page of a model."""
    _added.setdefault(model, []).append(provide)


def added_sections(request: HttpRequest, row: Model) -> list[Section]:
    """The sections that other apps add to the detail page of `row`."""
    provided = _added.get(type(row), [])
    return [section for provide in provided for section in provide(request, row)]


def link(row: Model | None, text: object = None) -> SafeString | str:
    """A link to the detail page of a row; `–` for None."""
    if row is None:
        return "–"
    return link_to(row._meta.label_lower, row.pk, text if text is not None else str(row))


def link_to(label: str, pk: object, text: object) -> SafeString:
    """A link to the detail page of a model's row (`accounts.user`) with this key."""
    address = reverse(f"admin:{label.replace('.', '_')}_change", args=[pk])
    shown = isolated(text) if isinstance(text, str) else text
    return format_html('<a href="{}">{}</a>', address, shown)


def list_link(label: str, text: object, **query: object) -> SafeString:
    """A link to the filtered list of a model."""
    address = reverse(f"admin:{label.replace('.', '_')}_changelist", query=query or None)
    return format_html('<a href="{}">{}</a>', address, text)


def names_of(user_ids: Iterable[object]) -> dict[str, SafeString]:
    """Links to users by id as text, in one query."""
    known = {str(user_id) for user_id in user_ids if _is_id(user_id)}
    rows = get_user_model().objects.filter(pk__in=known).values_list("pk", "name")
    return {str(pk): link_to("accounts.user", pk, name) for pk, name in rows}


def _is_id(value: object) -> bool:
    try:
        uuid.UUID(str(value))
    except ValueError:
        return False
    return True


def when(moment: datetime | None) -> str:
    """A time to the second in UTC, as all staff pages show it."""
    return "–" if moment is None else f"{timezone.localtime(moment):%Y-%m-%d %H:%M:%S}"


def chips(amount: int | None, *, signed: bool = False) -> str:
    """An amount of chips with thousands separators; `–` for None."""
    if amount is None:
        return "–"
    return with_sign(amount) if signed else f"{amount:,}"
