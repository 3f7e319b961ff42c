"""Who may open a socket: pages of our own exact origins, and apps, which must show a ticket.

An app sends no Origin and no Cookie; a browser cannot leave the first away, so no page of
somebody else's passes as an app, and no cookie is ever honoured without its page's origin.

Stricter than Channels' OriginValidator on purpose: that one parses the header (so user names,
tabs and capitals pass) and, of two Origin headers, believes the last.
"""

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings

from core import request_context

Scope = dict[str, Any]


def allowed(scope: Scope) -> bool:
    """Whether the handshake carries exactly one Origin header, equal to one of ALLOWED_ORIGINS.

    The setting is read each time, so a test server may name its own port.
    """
    origins = [value for name, value in scope.get("headers", ()) if name.lower() == b"origin"]
    if len(origins) != 1:
        return False
    return origins[0] in {origin.encode() for origin in settings.ALLOWED_ORIGINS}


def is_app(scope: Scope) -> bool:
    """Whether the handshake can be no browser's: neither Origin nor Cookie."""
    names = {name.lower() for name, _value in scope.get("headers", ())}
    return not names & {b"origin", b"cookie"}


class ExactOrigins:
    """ASGI wrapper that answers 403 to a websocket handshake from any other origin.

    An app's goes on with `needs_ticket` in its scope.
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
