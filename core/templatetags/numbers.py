"""Numbers as pages show them."""

from django import template

from core.messages import catalogue

register = template.Library()


@register.filter(is_safe=True)
def grouped(number: int | str | None) -> str:
    """Return an integer with its digits in the reader's groups; empty for no number."""
    return "" if number in (None, "") else catalogue().number(int(str(number)))  # may be lazy


@register.filter(is_safe=True)
def signed(number: int) -> str:
    """Return a change of chips or points: `+20`, `−20` (with a minus, not a hyphen), `0`."""
    return catalogue().number(number, signed=True)
