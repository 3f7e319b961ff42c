"""The gate before the pages (core.http.gate): what requests cost, and the pages of a refusal."""

from functools import cache

from django.conf import settings
from django.template.loader import render_to_string

from core.http.gate import App, Gate, Limits, Share

COSTS = (
    ("/odds/", 4.0),
    ("/api/v1/odds", 4.0),
    ("/api/v1/paytables/", 4.0),
    ("/api/v1/login", 4.0),
    ("/api/v1/register", 4.0),
    # What asks for a password, mails, or packs an archive.
    ("/api/v1/me/close", 4.0),
    ("/api/v1/me/emails", 4.0),
    ("/api/v1/me/export", 4.0),
    ("/api/v1/me/second-factor", 4.0),
    ("/api/v1/password/", 4.0),
    ("/fair/days/", 4.0),
    ("/accounts/", 2.0),
    ("/guest/", 2.0),
    ("/hands/", 2.0),
    ("/leaderboards/", 2.0),
)
"""Tokens by the beginning of a path; all else takes one."""
FREE = ("/healthz", "/static/")
"""Answered without a thread: the first by nobody's work, the second from memory."""


def cost_of(method: str, path: str) -> float | None:
    """What a request takes from the shares of its person and network; None: it is not counted."""
    if path.startswith(FREE):
        return None
    return next((cost for beginning, cost in COSTS if path.startswith(beginning)), 1.0)


@cache
def page(status: int) -> bytes:
    """The page for people who are refused, rendered once."""
    return render_to_string(f"{status}.html").encode()


def gated(pages: App) -> Gate:
    """The pages behind the gate that the settings describe."""
    limits = Limits(
        under_way=settings.NETWORK_UNDER_WAY,
        waiting=settings.NETWORK_WAITING,
        wait_s=settings.NETWORK_WAIT_S,
        person=Share(settings.PERSON_BURST, settings.PERSON_EACH_SECOND),
        network=Share(settings.NETWORK_BURST, settings.NETWORK_EACH_SECOND),
        trusted_proxies=settings.ALLAUTH_TRUSTED_PROXY_COUNT,
    )
    return Gate(pages, limits, cost_of=cost_of, page=page)
