"""How a page looks: by the reader's account, else by their browser's cookie."""

import json
from typing import Any

from django import template
from django.template import Context

from core import preferences, request_context

register = template.Library()
BARS = {"dark": "#17100d", "light": "#f2e9d9"}
"""The colour of the browser's own bars in each room."""


@register.simple_tag(takes_context=True)
def look(context: Context) -> dict[str, str]:
    """Return the values of the root's `data-` attributes; `kept` is what an account keeps."""
    request, user = context.get("request"), context.get("user")
    kept: Any = getattr(user, "preferences", None)
    cookie = request.COOKIES.get(preferences.COOKIE, "") if request else ""
    shown = preferences.look(kept or preferences.look_of_cookie(cookie))
    request_context.group_digits(shown["digits"])
    return shown if kept is None else shown | {"kept": json.dumps(kept)}


@register.simple_tag
def bars(room: str) -> list[tuple[str, str]]:
    """Return the colours of the browser's own bars, with the device's scheme that each is for."""
    return [(BARS[room], "")] if room in BARS else [(BARS[one], one) for one in BARS]
