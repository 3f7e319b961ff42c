"""Who may open a socket: pages of our own exact origins, nobody else.

Stricter than Channels' OriginValidator on purpose: that one parses the header (so user names,
tabs and capitals pass) and, of two Origin headers, believes the last.
"""

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings

Scope = dict[str, Any]


def allowed(scope: Scope) -> bool:
    """Whether the handshake carries exactly one Origin header, equal to one of ALLOWED_ORIGINS.

    The setting is read each time, so a test server may name its own port.
    """
    origins = [value for name, value in scope.get("headers", ()) if name.lower() == b"origin"]
    if len(origins) != 1:
        return False
    return origins[0] in {origin.encode() for origin in settings.ALLOWED_ORIGINS}


class ExactOrigins:
    """ASGI wrapper that answers 403 to a websocket handshake from any other origin."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> Any:
        if allowed(scope):
            return await self.inner(scope, receive, send)
        denier: Any = WebsocketDenier()
        return await denier(scope, receive, send)
