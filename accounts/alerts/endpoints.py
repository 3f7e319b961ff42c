"""The addresses of push services: which are taken, and a request to one.

Browsers name them, so anybody can name any: they must not lead into the house's own network. The
address that was checked is the one that is connected to, and no redirection is followed.
"""

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from urllib.parse import urlsplit

TIMEOUT_S = 5.0
ANSWER_BYTES_MAX = 1024


class UnsafeEndpoint(OSError):
    """An address that is not a public one."""


def is_safe(endpoint: str) -> bool:
    """Whether an address looks like a push service: HTTPS, a name of the public DNS, no port."""
    try:
        address = urlsplit(endpoint)
        host, port = address.hostname or "", address.port
    except ValueError:
        return False
    labels = host.split(".")
    is_name = len(labels) > 1 and not labels[-1].isdigit() and ":" not in host
    local = labels[-1] in ("local", "localhost", "internal", "invalid", "test", "arpa")
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    named = address.username or address.password or address.fragment
    return (
        address.scheme == "https" and is_name and not local and plain and port is None and not named
    )


def post(endpoint: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Send a message to a push service; returns the status of its answer.

    Raises `OSError` or `HTTPException` without an answer, `UnsafeEndpoint` for an address inside.
    """
    address = urlsplit(endpoint)
    host = address.hostname or ""
    target = address.path + (f"?{address.query}" if address.query else "")
    connection = http.client.HTTPSConnection(host, timeout=TIMEOUT_S)
    with socket.create_connection((public_address(host), 443), TIMEOUT_S) as plain:
        context = ssl.create_default_context()
        with context.wrap_socket(plain, server_hostname=host) as connection.sock:
            connection.request("POST", target or "/", body, dict(headers))
            answer = connection.getresponse()
            answer.read(ANSWER_BYTES_MAX)
            return answer.status


def public_address(host: str) -> str:
    """An address of a host, all of whose addresses are public. Raises `UnsafeEndpoint`."""
    found = [str(row[4][0]) for row in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)]
    if not found or not all(_is_public(one) for one in found):
        raise UnsafeEndpoint(host)
    return found[0]


def _is_public(text: str) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    inside = getattr(address, "ipv4_mapped", None) or address
    return inside.is_global and not inside.is_multicast
