"""Staff pages that belong to no model: registered here and linked from the sidebar."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from core.admin.menu import MenuItem
from core.staff import rights


@dataclass(frozen=True, slots=True)
class Page:
    """A page at `path` below the staff site; its URL name is `admin:<name>`."""

    name: str
    path: str
    menu_item: MenuItem
    right: rights.Right
    view: Callable[[HttpRequest], tuple[str, dict[str, Any]]]
    """Returns the template and its context."""


_pages: list[Page] = []


def add_page(page: Page) -> None:
    """Add a page to the staff site."""
    _pages.append(page)


def pages() -> list[Page]:
    """All registered pages."""
    return list(_pages)
