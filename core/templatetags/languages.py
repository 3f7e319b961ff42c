"""The languages of the site, by their own names."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def site_languages() -> list[tuple[str, str]]:
    """Return (code, name) of each language; the name is in the language itself."""
    return list(settings.LANGUAGES)
