"""The gate in front of Django (core.http.gate): costs of requests, and the error pages."""

from io import BytesIO
from typing import Any

from corsheaders.middleware import CorsMiddleware
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse

from config.web import error_pages
from core.http.client_address import values_of
from core.http.gate import App, Gate, Limits, Scope, Share

COSTS = (
    ("/odds/", 4.0),
    ("/api/v1/odds", 4.0),
    ("/api/v1/paytables/", 4.0),
    ("/api/v1/login", 4.0),
    ("/api/v1/register", 4.0),
    # Requests that check a password, send email, or pack an archive.
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
"""Tokens by path prefix; other paths cost one token."""
FREE = ("/healthz", "/static/")
"""Exempt: the first does no work, the second answers from memory."""


def cost_of(method: str, path: str) -> float | None:
    """The tokens that a request takes from its client's and network's buckets; None: exempt."""
    if path.startswith(FREE):
        return None
    if method == "OPTIONS":
        return 1.0  # a preflight, which does none of the work
    return next((cost for beginning, cost in COSTS if path.startswith(beginning)), 1.0)


_cors = CorsMiddleware(lambda _request: HttpResponse())


def app_headers(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The headers by which an app in a web view may read a refusal, as it may read an answer."""
    if not any(values_of(scope, b"origin")):
        return []
    answer: Any = _cors(ASGIRequest(scope, BytesIO()))
    return [
        (name.lower().encode(), value.encode())
        for name, value in answer.items()
        if name.lower().startswith(("access-control-", "vary"))
    ]


def gated(pages: App) -> Gate:
    """The application behind the gate, as the settings configure it."""
    limits = Limits(
        under_way=settings.NETWORK_UNDER_WAY,
        waiting=settings.NETWORK_WAITING,
        wait_s=settings.NETWORK_WAIT_S,
        person=Share(settings.PERSON_BURST, settings.PERSON_EACH_SECOND),
        network=Share(settings.NETWORK_BURST, settings.NETWORK_EACH_SECOND),
    )
    return Gate(pages, limits, cost_of=cost_of, page=error_pages.plain, headers=app_headers)
