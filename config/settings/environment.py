"""Reading settings from the environment."""

import os
from urllib.parse import urlsplit


def words(name: str, default: str = "") -> list[str]:
    """The comma- or space-separated words of an environment variable."""
    return os.environ.get(name, default).replace(",", " ").split()


def number(name: str, default: int) -> int:
    """An integer from the environment; an empty value counts as unset."""
    return int(os.environ.get(name) or default)


def host_of(origin: str) -> str | None:
    """The host name of an origin, without port; None if it has none or is malformed."""
    try:
        host = urlsplit(origin).hostname
    except ValueError:
        return None
    return f"[{host}]" if host and ":" in host else host


def hosts_of(origins: list[str]) -> list[str]:
    """The host names of complete origins such as `https://cards.example`, without wildcards."""
    return sorted({host for origin in origins if (host := host_of(origin)) and "*" not in host})
