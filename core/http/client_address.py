"""The address that a request or socket comes from, and the network that it is counted as."""

import ipaddress
from collections.abc import Iterable, Mapping
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest


def network(ip: str) -> str:
    """An address as it is counted: in IPv6 a household has a whole /64."""
    address = ipaddress.ip_address(ip)
    if address.version == 4:
        return ip
    return str(ipaddress.ip_network(f"{ip}/64", strict=False))


def network_of(scope: Mapping[str, Any], *, trusted_proxies: int) -> str:
    """The network that an ASGI request or socket comes from.

    Behind `trusted_proxies` proxies of ours it is the address that the first of them added to
    X-Forwarded-For; entries that the client may have written are ignored. Clients without a
    readable address share one network, `unknown`.
    """
    address = (scope.get("client") or ("",))[0]
    if trusted_proxies:
        noted = [
            one.strip()
            for line in values_of(scope, b"x-forwarded-for")
            for one in line.decode("latin-1").split(",")
        ]
        address = noted[-trusted_proxies] if len(noted) >= trusted_proxies else address
    try:
        return network(address)
    except ValueError:
        return "unknown"


def values_of(scope: Mapping[str, Any], name: bytes) -> Iterable[bytes]:
    """The values of a header; `name` is in lower case."""
    return (value for key, value in scope.get("headers", ()) if key == name)


def socket_network(scope: dict[str, Any]) -> str | None:
    """The network by which a connection is counted, as `network` gives it.

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
        return network(get_adapter(request).get_client_ip(request))
    except (ImproperlyConfigured, PermissionDenied):
        return None
