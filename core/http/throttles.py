"""How often somebody may ask: counted in the cache, for each person, or each network of visitors.

Every view has a scope; a scope is so many requests in so many seconds. A network as a whole has
several times that, so that a household shares a router but a swarm does not.
"""

import time
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from core import rate_limits

QUOTAS: dict[str, tuple[int, int]] = {
    "enter": (20, 60),
    "read": (300, 60),
    "write": (120, 60),
    "play": (240, 60),
    "poll": (240, 60),
}
"""By scope: requests, seconds."""
NETWORK = 8
"""So many people's share for one address."""


class Quota(BaseThrottle):
    """Counts one request; a refusal says in how many seconds to come again."""

    def allow_request(self, request: Request, view: Any) -> bool:
        scope = scope_of(request, view)
        most, self.seconds = getattr(settings, "API_QUOTAS", QUOTAS)[scope]
        # Windows begin at the same moment for all: what is left of one is known without asking.
        window = f"api:{scope}:{int(time.time()) // self.seconds}"
        network = rate_limits.network(get_adapter(request).get_client_ip(request))
        who = rate_limits.asker(request)
        if who != network and not rate_limits.within(
            f"{window}:all", network, most=most * NETWORK, seconds=self.seconds
        ):
            return False
        return rate_limits.within(window, who, most=most, seconds=self.seconds)

    def wait(self) -> float:
        return float(self.seconds - time.time() % self.seconds)


def scope_of(request: Request, view: Any) -> str:
    """The scope a view names, or reading and writing by the method."""
    named = getattr(view, "quota", None)
    if named is not None:
        return str(named)
    return "read" if request.method in ("GET", "HEAD", "OPTIONS") else "write"
