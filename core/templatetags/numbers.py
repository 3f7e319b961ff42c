"""Numbers as pages show them."""

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter(is_safe=True)
def grouped(number: int | str | None) -> str:
    """Return an integer with its thousands set apart; empty for no number.

    `floatformat:"0g"` shows the same, in ten times the time.
    """
    if number in (None, ""):
        return ""
    return number_format(number, force_grouping=True)


@register.filter(is_safe=True)
def signed(number: int) -> str:
    """Return a change of chips or points: `+20`, `−20` (with a minus, not a hyphen), `0`."""
    text = grouped(abs(number))
    return f"+{text}" if number > 0 else f"−{text}" if number < 0 else text
