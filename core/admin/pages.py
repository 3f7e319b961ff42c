"""Staff pages that are not about the rows of one model: registered here, reached from the side."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from core.admin.menu import MenuItem
from core.staff import rights


@dataclass(frozen=True, slots=True)
class Page:
    """A page at `path` below the staff site; its address is `admin:<name>`."""

    name: str
    path: str
    menu_item: MenuItem
    right: rights.Right
    view: Callable[[HttpRequest], tuple[str, dict[str, Any]]]
    """The template and what it needs."""


_pages: list[Page] = []


def add_page(page: Page) -> None:
    """Put a page on the staff site."""
    _pages.append(page)


def pages() -> list[Page]:
    """Every such page."""
    return list(_pages)
