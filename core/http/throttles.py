"""Throttles: requests counted in the cache, per user, or per network for visitors.

Every view has a scope, which allows a number of requests in a number of seconds. A network as a
whole is allowed several times that, so that a household can share a router but a swarm cannot.
"""

import time
from typing import Any

from django.conf import settings
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from core import rate_limits
from core.http.client_address import network_of
from core.http.django_request import django_request

FILES_PER_MINUTE_MAX = 12
"""The files of many hands that a user may download in a minute, by page and by API each."""

RATES: dict[str, tuple[int, int]] = {
    "enter": (20, 60),
    "read": (300, 60),
    "write": (120, 60),
    "play": (240, 60),
    "poll": (240, 60),
    "file": (FILES_PER_MINUTE_MAX, 60),
}
"""By scope: requests, seconds."""
NETWORK_FACTOR = 8
"""A network may make this many times the requests of one user."""


class Quota(BaseThrottle):
    """Counts a request; a refusal says in how many seconds to try again.

    Each route that lets people in counts by itself, and visitors of one network may share it: so
    requests to one of them, valid or not, lock nobody out of another.
    """

    def allow_request(self, request: Request, view: Any) -> bool:
        scope = scope_of(request, view)
        network, who = network_of(django_request(request)), rate_limits.asker(request)
        counted = f"{scope}:{type(view).__name__}" if scope == "enter" else scope
        times = NETWORK_FACTOR if scope == "enter" and who == network else 1
        self.seconds = _rate(scope)[1]
        if who != network and not _within(scope, f"{counted}:all", network, times=NETWORK_FACTOR):
            return False
        return _within(scope, counted, who, times=times)

    def wait(self) -> float:
        return _left(self.seconds)


def count(scope: str, what: str, who: str, *, times: int = 1) -> None:
    """Count a request of a view without throttles by `what` it turned out to be.

    `times`: how often more than one user it may be made. Raises `Throttled`.
    """
    if not _within(scope, what, who, times=times):
        raise Throttled(_left(_rate(scope)[1]))


def _rate(scope: str) -> tuple[int, int]:
    rates: dict[str, tuple[int, int]] = RATES | getattr(settings, "THROTTLE_RATES", {})
    return rates[scope]


def _within(scope: str, what: str, who: str, *, times: int) -> bool:
    most, seconds = _rate(scope)
    # All windows begin at the same time, so the remaining time needs no query.
    window = f"api:{what}:{int(time.time()) // seconds}"
    return rate_limits.within(window, who, most=most * times, seconds=seconds)


def _left(seconds: int) -> float:
    return seconds - time.time() % seconds


def scope_of(request: Request, view: Any) -> str:
    """The scope that a view names; otherwise `read` or `write`, by the method."""
    named = getattr(view, "quota", None)
    if named is not None:
        return str(named)
    return "read" if request.method in ("GET", "HEAD", "OPTIONS") else "write"
