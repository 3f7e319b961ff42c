"""The request that the current context serves, for code far from any view.

The outermost middleware and the socket consumers set it; it is empty after the response, in
commands and in the dealer.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

from django.http import HttpRequest

from core import preferences
from core.http.client_address import address_of

Scope = Mapping[str, Any]

_current: ContextVar[HttpRequest | Scope | None] = ContextVar("request", default=None)


def begin(request: HttpRequest | Scope) -> None:
    """Set the request, or the ASGI scope of a socket, that this context serves."""
    _current.set(request)


def end(**_signal: Any) -> None:
    """Clear the request; a receiver of `request_finished`."""
    _current.set(None)


def current() -> HttpRequest | Scope | None:
    """That request or scope; None outside of requests."""
    return _current.get()


def digits() -> str:
    """How the reader of a page has digits grouped; the language's way in all other answers.

    Read from the cookie, which scripts keep like the account's preferences, until the page has said
    what the account keeps (`group_digits`).
    """
    request = current()
    if not isinstance(request, HttpRequest) or request.path.startswith("/api/"):
        return "auto"
    if "digits" not in vars(request):
        cookie = request.COOKIES.get(preferences.COOKIE, "")
        group_digits(preferences.look(preferences.look_of_cookie(cookie))["digits"])
    return str(vars(request)["digits"])


def group_digits(wanted: str) -> None:
    """Set how the present reader has digits grouped."""
    if isinstance(request := current(), HttpRequest):
        vars(request)["digits"] = wanted


def address() -> str | None:
    """The client's address, seen through trusted proxies.

    None without a request, and for a request without an address (by a Unix socket).
    """
    request = current()
    return address_of(request) if isinstance(request, HttpRequest) else None
