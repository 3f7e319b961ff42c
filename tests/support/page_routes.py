"""Every page of the URLconf, read from the resolver: its address, its names and its methods.

Staff pages (`admin/`) have matrix tests of their own in `tests/core/admin`, the API in `tests/api`.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.urls import URLResolver, get_resolver
from django.views.generic import RedirectView

ELSEWHERE = ("admin/", "api/v")


@dataclass
class Page:
    """One address; several patterns may match it, and the first one answers."""

    path: str
    methods: frozenset[str]
    names: list[str] = field(default_factory=list)


def pages() -> dict[str, Page]:
    """By address as the URLconf writes it, without the patterns of its parameters' values.

    Former addresses are left out: `tests/core/test_redirects.py` has them.
    """
    found: dict[str, Page] = {}
    for path, name, view in _patterns(get_resolver().url_patterns):
        if getattr(view, "view_class", None) is RedirectView:
            continue
        page = found.setdefault(path, Page(path, methods_of(view)))
        page.names.append(name)
    return found


def _patterns(patterns: Any, before: str = "", space: str = "") -> Iterator[tuple[str, str, Any]]:
    for one in patterns:
        path = before + _plain(str(one.pattern))
        if isinstance(one, URLResolver):
            if not path.startswith(ELSEWHERE):
                inner = f"{space}{one.namespace}:" if one.namespace else space
                yield from _patterns(one.url_patterns, path, inner)
        elif not path.startswith(ELSEWHERE):
            yield path, space + (one.name or ""), one.callback


def _plain(pattern: str) -> str:
    """A pattern without anchors; a group of a regular expression as `<name>`."""
    pattern = re.sub(r"\(\?P<(\w+)>(?:\[[^]]*\]|[^()])*\)", r"<\1>", pattern)
    return pattern.removeprefix("^").removesuffix("$")


def methods_of(view: Callable[..., Any]) -> frozenset[str]:
    """The methods among GET and POST that a page accepts; both if it names none."""
    for one in _wrapped(view):
        made_of = getattr(one, "view_class", None) or getattr(one, "cls", None)
        if made_of is not None:
            return frozenset(kind for kind in ("GET", "POST") if hasattr(made_of, kind.lower()))
        listed = inspect.getclosurevars(one).nonlocals.get("request_method_list")
        if listed is not None:
            return frozenset({"GET", "POST"} & set(listed))
    return frozenset({"GET", "POST"})


def _wrapped(view: Any) -> Iterator[Any]:
    while view is not None:
        yield view
        view = getattr(view, "__wrapped__", None)
