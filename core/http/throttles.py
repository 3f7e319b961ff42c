"""Throttles: requests counted in the cache, per user, or per network for visitors.

Every view has a scope, which allows a number of requests in a number of seconds. A network as a
whole is allowed several times that, so that a household can share a router but a swarm cannot.
"""

import time
from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from core import rate_limits
from core.http.client_address import network_of

FILES_A_MINUTE = 12
"""The files of many hands that a user may download in a minute, by page and by API each."""

RATES: dict[str, tuple[int, int]] = {
    "enter": (20, 60),
    "read": (300, 60),
    "write": (120, 60),
    "play": (240, 60),
    "poll": (240, 60),
    "file": (FILES_A_MINUTE, 60),
}
"""By scope: requests, seconds."""
NETWORK = 8
"""A network may make this many times the requests of one user."""


class Quota(BaseThrottle):
    """Counts a request; a refusal says in how many seconds to try again."""

    def allow_request(self, request: Request, view: Any) -> bool:
        scope = scope_of(request, view)
        most, self.seconds = (RATES | getattr(settings, "THROTTLE_RATES", {}))[scope]
        # All windows begin at the same time, so the remaining time needs no query.
        window = f"api:{scope}:{int(time.time()) // self.seconds}"
        network = network_of(request._request)
        who = rate_limits.asker(request)
        if who != network and not rate_limits.within(
            f"{window}:all", network, most=most * NETWORK, seconds=self.seconds
        ):
            return False
        return rate_limits.within(window, who, most=most, seconds=self.seconds)

    def wait(self) -> float:
        return float(self.seconds - time.time() % self.seconds)


def scope_of(request: Request, view: Any) -> str:
    """The scope that a view names; otherwise `read` or `write`, by the method."""
    named = getattr(view, "quota", None)
    if named is not None:
        return str(named)
    return "read" if request.method in ("GET", "HEAD", "OPTIONS") else "write"
