"""The client's address of an ASGI connection, found as that of a request is found."""

from typing import Any

from allauth.account.adapter import get_adapter
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest

from core import rate_limits


def network_of(scope: dict[str, Any]) -> str | None:
    """The network a connection is counted by, as `rates.network` names it.

    `X-Forwarded-For` counts as far as TRUSTED_PROXIES says, like in requests: what a client
    writes into it is never believed. None where the address cannot be told.
    """
    request = HttpRequest()
    client = scope.get("client")
    if client:
        request.META["REMOTE_ADDR"] = client[0]
    forwarded = [v for name, v in scope.get("headers", ()) if name.lower() == b"x-forwarded-for"]
    if forwarded:
        request.META["HTTP_X_FORWARDED_FOR"] = b",".join(forwarded).decode("latin-1")
    try:
        return rate_limits.network(get_adapter(request).get_client_ip(request))
    except (ImproperlyConfigured, PermissionDenied):
        return None
