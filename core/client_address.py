"""The client address of an ASGI connection, determined as for a request."""

from typing import Any

from allauth.account.adapter import get_adapter
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest

from core import rate_limits


def network_of(scope: dict[str, Any]) -> str | None:
    """The network by which a connection is counted, as `rate_limits.network` gives it.

    `X-Forwarded-For` is read as far as TRUSTED_PROXIES allows, as for requests; entries that the
    client may have written are ignored. None if the address is unknown.
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
