"""Fragments: parts of pages that are rendered once for the same values."""

from collections.abc import Hashable, Iterable
from functools import lru_cache

from django import template
from django.conf import settings
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from core.messages import Catalogue, catalogue

register = template.Library()


@register.simple_tag
def fragment(name: str, /, **values: Hashable) -> SafeString:
    """Return the template `name` rendered with these values, from memory if it was before.

    The template sees nothing but the values: no request, no user, no token. So a kept fragment
    shows nobody anything that the page gave it for somebody else.
    """
    return _kept(name, catalogue(), **values)


@register.simple_tag
def fragments(name: str, rows: Iterable[Hashable], /, **values: Hashable) -> SafeString:
    """Return a fragment for each row, one after the other; the template has it as `row`."""
    reader = catalogue()
    texts = [_kept(name, reader, row=row, **values) for row in rows]
    return mark_safe("".join(texts))  # noqa: S308 -- rendered and escaped by templates


@lru_cache(maxsize=settings.FRAGMENTS, typed=True)
def _kept(name: str, _reader: Catalogue, /, **values: Hashable) -> SafeString:
    text = get_template(name).render(dict(values))
    return mark_safe(text)  # noqa: S308 -- rendered and escaped by a template
