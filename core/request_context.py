"""The request that the current context serves, for code far from any view.

The outermost middleware and the socket consumers set it; it is empty after the response, in
commands and in the dealer.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

from django.http import HttpRequest

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


def address() -> str | None:
    """The client's address, seen through trusted proxies.

    None without a request, and for a request without an address (by a Unix socket).
    """
    request = current()
    return address_of(request) if isinstance(request, HttpRequest) else None
