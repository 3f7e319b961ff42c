"""Staff pages that are not about the rows of one model: registered here, reached from the side."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from accounts import staff
from accounts.admin.place import Place


@dataclass(frozen=True, slots=True)
class Page:
    """A page at `path` below the staff site; its address is `admin:<name>`."""

    name: str
    path: str
    place: Place
    right: staff.Right
    view: Callable[[HttpRequest], tuple[str, dict[str, Any]]]
    """The template and what it needs."""


_pages: list[Page] = []


def add_page(page: Page) -> None:
    """Put a page on the staff site."""
    _pages.append(page)


def pages() -> list[Page]:
    """Every such page."""
    return list(_pages)
