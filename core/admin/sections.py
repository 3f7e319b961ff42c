"""What a staff page shows of one thing: facts and grids, links, and what other apps add to it."""

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

EACH = 50
"""Rows in a grid of a page; the lists have more."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and values, one below the other."""

    title: str
    rows: Sequence[tuple[str, Any]]
    kind: ClassVar[str] = "facts"


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows under heads; `note` stands below it."""

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
    """Let an app that knows more about a thing add to its page."""
    _added.setdefault(model, []).append(provide)


def added_sections(request: HttpRequest, row: Model) -> list[Section]:
    """What other apps add to the page of `row`."""
    provided = _added.get(type(row), [])
    return [section for provide in provided for section in provide(request, row)]


def link(row: Model | None, text: object = None) -> SafeString | str:
    """A link to the staff page of a row, `–` for none."""
    if row is None:
        return "–"
    return link_to(row._meta.label_lower, row.pk, text if text is not None else str(row))


def link_to(label: str, pk: object, text: object) -> SafeString:
    """A link to the staff page of the row of a model (`accounts.user`) that has this key."""
    address = reverse(f"admin:{label.replace('.', '_')}_change", args=[pk])
    return format_html('<a href="{}">{}</a>', address, text)


def list_link(label: str, text: object, **query: object) -> SafeString:
    """A link to the list of a model, narrowed down."""
    address = reverse(f"admin:{label.replace('.', '_')}_changelist", query=query or None)
    return format_html('<a href="{}">{}</a>', address, text)


def names_of(user_ids: Iterable[object]) -> dict[str, SafeString]:
    """Links to people by their id as text, in one query."""
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
    """A moment to the second, as all staff pages write it (UTC)."""
    return "–" if moment is None else f"{timezone.localtime(moment):%Y-%m-%d %H:%M:%S}"


def chips(amount: int | None, *, signed: bool = False) -> str:
    """An amount of chips."""
    return "–" if amount is None else f"{amount:+,}" if signed else f"{amount:,}"
