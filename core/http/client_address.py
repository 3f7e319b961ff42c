"""The addresses of clients, and the networks that they are counted as.

Everything that counts, limits or records clients by address asks here: the gate, sockets,
throttles, households and the staff log.
"""

import ipaddress
import logging
import re
import time
from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest

log = logging.getLogger(__name__)

UNKNOWN = "unknown"
"""The network of all clients whose address cannot be read."""
_WRITTEN = re.compile(
    r"""(?P<v4>\d+\.\d+\.\d+\.\d+)(:\d+)?           # 203.0.113.7, 203.0.113.7:51234
    |\[(?P<bracketed>[0-9a-f:.]+)(%[\w.-]+)?](:\d+)?  # [2001:db8::1], [2001:db8::1]:51234
    |(?P<v6>[0-9a-f:.]+)(%[\w.-]+)?                 # 2001:db8::1, fe80::1%eth0
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)


def read_address(text: str) -> str | None:
    """An IP address as proxies write it, with or without a port, in its usual spelling.

    An IPv4 address within IPv6 is that IPv4 address; a zone is left out. None if it is no address.
    """
    written = _WRITTEN.fullmatch(text.strip().strip('"'))
    if written is None:
        return None
    try:
        address = ipaddress.ip_address(written["v4"] or written["bracketed"] or written["v6"])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return str(address)


def address_of(client: HttpRequest | Mapping[str, Any]) -> str | None:
    """The address of the client of a request, or of an ASGI scope; None if it cannot be read.

    Behind TRUSTED_PROXIES proxies of ours it is the address that the first of them added to
    X-Forwarded-For; entries that the client may have written are ignored.
    """
    if isinstance(client, Mapping):
        peer = (client.get("client") or ("",))[0]
        lines = [value.decode("latin-1") for value in values_of(client, b"x-forwarded-for")]
    else:
        peer = client.META.get("REMOTE_ADDR", "")
        lines = [client.META.get("HTTP_X_FORWARDED_FOR", "")]
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    if not proxies:
        return read_address(peer)
    noted = ",".join(filter(None, lines)).split(",")
    if not noted[0] or len(noted) < proxies:  # not by way of our proxies, such as a probe
        _unreadable.count()
        return read_address(peer)
    address = read_address(noted[-proxies])
    if address is None:
        _unreadable.count()
    return address


def network(ip: str) -> str:
    """An address as it is counted: in IPv6 a household has a whole /64."""
    address = ipaddress.ip_address(ip)
    if address.version == 4:
        return ip
    return str(ipaddress.ip_network(f"{ip}/64", strict=False))


def network_of(client: HttpRequest | Mapping[str, Any]) -> str:
    """The network that a request or socket is counted as; `UNKNOWN` if it cannot be read."""
    address = address_of(client)
    return UNKNOWN if address is None else network(address)


def values_of(scope: Mapping[str, Any], name: bytes) -> Iterable[bytes]:
    """The values of a header; `name` is in lower case."""
    return (value for key, value in scope.get("headers", ()) if key.lower() == name)


class _Unreadable:
    """Says in the log that clients share limits because their addresses cannot be read."""

    UNREADABLE_MAX = 100
    WINDOW_S, WARN_EVERY_S = 60.0, 600.0

    def __init__(self) -> None:
        self._count, self._since, self._said = 0, 0.0, -self.WARN_EVERY_S

    def count(self) -> None:
        """Note one more; a warning follows many in a minute, at most one in ten minutes."""
        now = time.monotonic()
        if now - self._since > self.WINDOW_S:
            self._count, self._since = 0, now
        self._count += 1
        if self._count >= self.UNREADABLE_MAX and now - self._said > self.WARN_EVERY_S:
            self._said = now
            log.warning(
                "%d addresses in X-Forwarded-For were unreadable or missing within a minute, so "
                "their clients share the limits of one network. TRUSTED_PROXIES is %d: set it to "
                "the number of proxies that add to the header, and let each add a plain address.",
                self._count,
                settings.ALLAUTH_TRUSTED_PROXY_COUNT,
            )


_unreadable = _Unreadable()
