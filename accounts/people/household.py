"""Households: recognising users by a shared browser or address.

A browser gets a signed cookie when somebody logs in with it, and keeps it for later users; we store
only a keyed digest of it. An address counts only if it is public: a private or loopback address
would put everyone behind it into one household.
"""

import ipaddress
import secrets
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import salted_hmac

from accounts.people.actions import sign_ins
from accounts.people.models import User
from core.http.client_address import address_of, network, read_address

_SALT = "accounts.people.household"
_COOKIE_LIFETIME_S = 400 * 24 * 3600
"""As long as browsers keep any cookie; renewed at each log-in."""
_FRESH = "fresh_device_cookie"


def device_of(request: HttpRequest) -> bytes | None:
    """The digest of the browser's cookie; None if it has none of ours."""
    mark = _cookie_mark(request)
    return salted_hmac(_SALT, mark, algorithm="sha256").digest() if mark else None


def recognise(request: HttpRequest) -> bytes | None:
    """The same at a log-in: a browser without the cookie gets one with the response."""
    setattr(request, _FRESH, _cookie_mark(request) or secrets.token_urlsafe(16))
    return device_of(request)


def keep(request: HttpRequest, response: HttpResponseBase) -> None:
    """Set the cookie on the response if `recognise` asked for it."""
    mark = getattr(request, _FRESH, None)
    if mark is not None:
        response.set_signed_cookie(
            settings.DEVICE_COOKIE_NAME,
            mark,
            salt=_SALT,
            max_age=_COOKIE_LIFETIME_S,
            httponly=True,
            secure=settings.SESSION_COOKIE_SECURE,
            samesite="Lax",
        )


def note(request: HttpRequest, user: User) -> None:
    """Record the place a user plays from, twice a day while it is the same."""
    sign_ins.note_visit(user=user, **address_and_browser(request), device=device_of(request))


def address_and_browser(request: HttpRequest) -> dict[str, Any]:
    """The address and the browser of a request."""
    return {
        "address": address_of(request),
        "browser": request.META.get("HTTP_USER_AGENT", ""),
    }


def home_network(address: str | None) -> str | None:
    """The network of a household; None if the address is missing or not public."""
    if address is None or not settings.HOUSEHOLD_BY_ADDRESS:
        return None
    plain = read_address(address)
    public = plain is not None and ipaddress.ip_address(plain).is_global
    return network(plain) if plain and public else None


def _cookie_mark(request: HttpRequest) -> str | None:
    fresh = getattr(request, _FRESH, None)
    if fresh is not None:
        return str(fresh)
    kept = request.get_signed_cookie(settings.DEVICE_COOKIE_NAME, default=None, salt=_SALT)
    return str(kept) if kept else None
