"""Redirects from former addresses of pages."""

from collections.abc import Callable

from django.http import HttpResponseBase
from django.views.generic import RedirectView


def moved(name: str) -> Callable[..., HttpResponseBase]:
    """Return a view that redirects for good to the page with this URL name, with the same query."""
    return RedirectView.as_view(
        pattern_name=name, permanent=True, query_string=True, http_method_names=["get", "head"]
    )
