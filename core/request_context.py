"""The request that the current context answers, for what is noted far from any view.

Set by the outermost middleware and by the door of the sockets; empty after the answer, in
commands and in the dealer.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

from django.http import HttpRequest

Scope = Mapping[str, Any]

_current: ContextVar[HttpRequest | Scope | None] = ContextVar("request", default=None)


def begin(request: HttpRequest | Scope) -> None:
    """Name the request, or the ASGI scope of a socket, that this context answers from now on."""
    _current.set(request)


def end(**_signal: Any) -> None:
    """Forget the request; a receiver of `request_finished`."""
    _current.set(None)


def current() -> HttpRequest | Scope | None:
    """That request or scope; None where nobody asked by one."""
    return _current.get()


def address() -> str | None:
    """The client's address, proxies of ours taken into account.

    None without a request, and for one that came without an address (by a Unix socket).
    """
    from allauth.core.internal.httpkit import get_client_ip  # the settings import this module

    request = current()
    return (get_client_ip(request) or None) if isinstance(request, HttpRequest) else None
