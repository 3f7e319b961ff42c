"""One household: what its browsers and addresses are known by.

A browser gets a signed cookie when somebody comes in with it, and keeps it whoever comes in later;
we keep only a keyed digest of it. An address counts where it is one of the internet's: of a private
network, or of this very machine, it would make one household of everybody behind it.
"""

import ipaddress
import secrets

from allauth.core.internal.httpkit import get_client_ip
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import salted_hmac

from accounts.people.actions import users
from accounts.people.models import User
from core import rate_limits

_SALT = "accounts.people.household"
_LIVES_S = 400 * 24 * 3600
"""As long as browsers keep any cookie; each coming in begins it anew."""
_FRESH = "fresh_device_cookie"


def device_of(request: HttpRequest) -> bytes | None:
    """The digest of the browser's cookie, None if it has none of ours."""
    mark = _mark(request)
    return salted_hmac(_SALT, mark, algorithm="sha256").digest() if mark else None


def recognise(request: HttpRequest) -> bytes | None:
    """The same, for somebody who comes in: a browser without a mark gets one with the answer."""
    setattr(request, _FRESH, _mark(request) or secrets.token_urlsafe(16))
    return device_of(request)


def keep(request: HttpRequest, response: HttpResponseBase) -> None:
    """Give the cookie with the answer to whom `recognise` was asked about."""
    mark = getattr(request, _FRESH, None)
    if mark is not None:
        response.set_signed_cookie(
            settings.DEVICE_COOKIE_NAME,
            mark,
            salt=_SALT,
            max_age=_LIVES_S,
            httponly=True,
            secure=settings.SESSION_COOKIE_SECURE,
            samesite="Lax",
        )


def note(request: HttpRequest, user: User) -> None:
    """Note from where a person plays now, twice a day while it is the same."""
    users.note_visit(user=user, **came_from(request), device=device_of(request))


def came_from(request: HttpRequest) -> dict[str, str]:
    """The address and the browser of a request."""
    return {
        "address": get_client_ip(request),
        "browser": request.META.get("HTTP_USER_AGENT", ""),
    }


def home_of(address: str | None) -> str | None:
    """The network of a household, None where the address tells of none."""
    if address is None or not settings.HOUSEHOLD_BY_ADDRESS:
        return None
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    return rate_limits.network(str(ip)) if ip.is_global else None


def _mark(request: HttpRequest) -> str | None:
    fresh = getattr(request, _FRESH, None)
    if fresh is not None:
        return str(fresh)
    kept = request.get_signed_cookie(settings.DEVICE_COOKIE_NAME, default=None, salt=_SALT)
    return str(kept) if kept else None
