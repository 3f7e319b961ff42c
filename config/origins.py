"""Which clients may open a socket: pages from our exact origins, and apps, which need a ticket.

An app sends no Origin and no Cookie. A browser always sends an Origin, so no page of another site
can pass as an app, and a cookie is accepted only with the origin of our own page.

Deliberately stricter than Channels' OriginValidator, which parses the header (so user names, tabs
and capitals pass) and, of two Origin headers, uses the last.
"""

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings

from core import request_context

Scope = dict[str, Any]


def allowed(scope: Scope) -> bool:
    """Whether the handshake has exactly one Origin header, equal to one of ALLOWED_ORIGINS.

    The setting is read each time, so that a test server can add its own port.
    """
    origins = [value for name, value in scope.get("headers", ()) if name.lower() == b"origin"]
    if len(origins) != 1:
        return False
    return origins[0] in {origin.encode() for origin in settings.ALLOWED_ORIGINS}


def is_app(scope: Scope) -> bool:
    """Whether the handshake cannot be a browser's: it has neither Origin nor Cookie."""
    names = {name.lower() for name, _value in scope.get("headers", ())}
    return not names & {b"origin", b"cookie"}


class ExactOrigins:
    """ASGI middleware that answers 403 to a websocket handshake from any other origin.

    The handshake of an app continues with `needs_ticket` in its scope.
    """

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> Any:
        """Pass on apps and allowed origins; refuse every other handshake."""
        request_context.begin(scope)
        if is_app(scope):
            return await self.inner({**scope, "needs_ticket": True}, receive, send)
        if allowed(scope):
            return await self.inner(scope, receive, send)
        denier: Any = WebsocketDenier()
        return await denier(scope, receive, send)
