"""Who asks: an app by its access token, a browser by its session cookie.

A cookie needs the CSRF token with every write; a token needs none, because no browser sends it by
itself. A request that brings a token is judged by the token alone.
"""

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import (
    BaseAuthentication,
    SessionAuthentication,
    get_authorization_header,
)
from rest_framework.request import Request

from accounts.actions.devices import bad_token
from accounts.models import Device, User
from accounts.queries.devices import device_of


class Bearer(BaseAuthentication):
    """`Authorization: Bearer <access token>`; the request then has a device in `request.auth`."""

    def authenticate(self, request: Request) -> tuple[User, Device] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != b"bearer":
            return None
        device = device_of(words[1].decode("latin-1")) if len(words) == 2 else None
        if device is None:
            raise bad_token()
        return device.user, device

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class Browser(SessionAuthentication):
    """The session of a page, with its CSRF token for writes."""


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema names the token."""

    target_class = Bearer
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class BrowserScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema names the session."""

    target_class = Browser
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        from django.conf import settings

        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}
