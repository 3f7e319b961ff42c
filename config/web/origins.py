"""Which clients may open a socket: pages from our exact origins, and apps, which need a ticket.

A handshake with a session cookie is a browser's, and is accepted only with the origin of our own
page: no page of another site can use the session. One without that cookie has nothing to steal.
With our own origin it is a visitor's, and may show a ticket later; with another one or none it is
an app's, which gets nothing before its ticket. Many libraries send an Origin of their own accord,
and a web view always does.

Deliberately stricter than Channels' OriginValidator, which parses the header (so user names, tabs
and capitals pass) and, of two Origin headers, uses the last.
"""

from typing import Any

from django.conf import settings

from core import request_context
from lobby.tables.ws.limits import has_session_cookie, refuse

Scope = dict[str, Any]


def allowed(scope: Scope) -> bool:
    """Whether the handshake has exactly one Origin header, equal to one of ALLOWED_ORIGINS.

    The setting is read each time, so that a test server can add its own port.
    """
    origins = [value for name, value in scope.get("headers", ()) if name.lower() == b"origin"]
    if len(origins) != 1:
        return False
    return origins[0] in {origin.encode() for origin in settings.ALLOWED_ORIGINS}


FOREIGN_PAGE = (403, "FOREIGN_ORIGIN")


class ExactOrigins:
    """ASGI middleware that answers 403 to a handshake with a session cookie from elsewhere.

    The handshake of an app continues with `needs_ticket` in its scope.
    """

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> Any:
        """Pass on apps and allowed origins; refuse every other handshake."""
        request_context.begin(scope)
        if allowed(scope):
            return await self.inner(scope, receive, send)
        if has_session_cookie(scope):
            return await refuse(scope, send, *FOREIGN_PAGE)
        return await self.inner({**scope, "needs_ticket": True}, receive, send)
