"""Authentication: an app by its access token, a browser by its session cookie.

A cookie needs the CSRF token with every write. A token needs none, because no browser sends it
automatically. A request with a token is authenticated by the token alone.
"""

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import (
    BaseAuthentication,
    SessionAuthentication,
    get_authorization_header,
)
from rest_framework.request import Request

from accounts.people.actions.devices import bad_token
from accounts.people.log_in import sessions
from accounts.people.models import Device, User
from accounts.people.queries.devices import device_of
from accounts.sanctions import notice_pass
from core.http.django_request import django_request


class Bearer(BaseAuthentication):
    """`Authorization: Bearer <access token>`; the request's device is in `request.auth`."""

    def authenticate(self, request: Request) -> tuple[User, Device | None] | None:
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
    """The session of a browser, with its CSRF token for writes."""


class TokenOrNoticePass(Bearer):
    """A token, or the notice pass of a user who may not log in."""

    def authenticate(self, request: Request) -> tuple[User, Device | None] | None:
        words = get_authorization_header(request).split()
        if len(words) == 2 and words[0].lower() == b"bearer":
            user = notice_pass.holder_of(words[1].decode("latin-1"))
            if user is not None:
                return user, None
        return super().authenticate(request)


class LockedOutBrowser(Browser):
    """A browser session, also of a user who may not log in."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        user = sessions.person_of(django_request(request))
        if user is None:
            return None
        self.enforce_csrf(request)
        return user, None


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The token in the OpenAPI schema."""

    target_class = Bearer
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class BrowserScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The session in the OpenAPI schema."""

    target_class = Browser
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class TokenOrNoticePassScheme(BearerScheme):  # type: ignore[no-untyped-call]
    """In the OpenAPI schema: a token, or the notice pass of a user who may not log in."""

    target_class = TokenOrNoticePass
    name = "token_or_notice"


class LockedOutBrowserScheme(BrowserScheme):  # type: ignore[no-untyped-call]
    """In the OpenAPI schema: the session of a user, who may be suspended."""

    target_class = LockedOutBrowser
    name = "session_or_notice"
