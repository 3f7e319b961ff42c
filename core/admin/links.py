"""The row that a link of a staff page leads to."""

import re

from django.urls import Resolver404, resolve

_HREF = re.compile(r'<a href="([^"?]+)"')


def target_of(value: object) -> tuple[str, str] | None:
    """The model (`lobby.table`) and the key of the row that markup links to; None without one."""
    found = _HREF.search(str(value)) if hasattr(value, "__html__") else None
    if found is None:
        return None
    try:
        match = resolve(found[1])
    except Resolver404:
        return None
    name, _, kind = (match.url_name or "").rpartition("_")
    return (name.replace("_", ".", 1), match.kwargs["object_id"]) if kind == "change" else None
