"""Texts of users in pages and e-mails."""

from collections.abc import Iterable

from django import template

from core import bidi
from core.messages import catalogue

register = template.Library()
register.filter("isolated", bidi.isolated)


@register.filter
def listed(texts: Iterable[object]) -> str:
    """Return texts of users, or numbers, as a list inside a sentence."""
    separator = catalogue().text("common.list_separator")
    return separator.join(bidi.isolated(str(text)) for text in texts)
