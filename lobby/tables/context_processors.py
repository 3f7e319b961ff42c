"""Data about the user's tables that every page's frame shows."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from lobby.tables.access.my_tables import my_tables


def tables(request: HttpRequest) -> dict[str, Any]:
    """`my_tables`: the tables where the user has a seat; queried only if the page shows them."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"my_tables": []}
    return {"my_tables": SimpleLazyObject(lambda: my_tables(user.pk))}
