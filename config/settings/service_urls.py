"""The URLs of PostgreSQL and Valkey: reading them, and sentences about those that cannot be used.

libpq itself reads DATABASE_URL, so each form works that it knows: several hosts, IPv6, sockets, and
parameters of connections. No sentence quotes a URL, which may contain a password.
"""

import re
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

PORT_MAX = 65_535
DEFAULT_PORT = "5432"
SCHEMES = ("postgresql://", "postgres://")
VALKEY_SCHEMES = ("redis://", "rediss://", "unix://")
SESSIONS = {
    "REPLICA_URL": ("standby", "prefer-standby", "read-only", "any"),
    "DATABASE_URL": ("read-write", "primary"),
    "OWNER_DATABASE_URL": ("read-write", "primary"),
}
"""The servers that each URL may ask for, the usual first."""
SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_EXAMPLE = "for example postgresql://cardhouse:PASSWORD@db:5432/cardhouse"


class UrlError(ValueError):
    """A URL that cannot be used; the text begins with its variable and says why."""


def database_entry(url: str, variable: str = "DATABASE_URL") -> dict[str, Any]:
    """The NAME, USER, PASSWORD, HOST, PORT and OPTIONS of a PostgreSQL URL, as Django has them.

    HOST and PORT are lists with commas where the URL names several servers. Raises `UrlError`.
    """
    if not url.startswith(SCHEMES):
        raise UrlError(f"{variable} does not name PostgreSQL: it must begin with postgresql://.")
    try:
        parts = {name: str(value) for name, value in conninfo_to_dict(url).items()}
    except psycopg.Error as error:
        unknown = re.match(r'invalid URI query parameter: "([\w.-]+)"', str(error))
        what = (
            f"libpq knows no parameter {unknown[1]}"
            if unknown
            else f"write it as a URL, {_EXAMPLE}"
        )
        raise UrlError(f"{variable} cannot be read: {what}.") from None
    entry: dict[str, Any] = {
        "NAME": parts.pop("dbname", ""),
        "USER": parts.pop("user", ""),
        "PASSWORD": parts.pop("password", ""),
        "HOST": parts.pop("host", ""),
        "PORT": parts.pop("port", ""),
        "OPTIONS": parts,
    }
    if why := _wrong(entry, variable):
        raise UrlError(f"{variable} {why}.")
    entry["PORT"] = _ports(entry["HOST"] or parts.get("hostaddr", ""), entry["PORT"], variable)
    return entry


def _ports(hosts: str, ports: str, variable: str) -> str:
    """A port for each host, or one for all; "" is libpq's own."""
    if not ports.strip(","):
        return ""
    found = [port or DEFAULT_PORT for port in ports.split(",")]
    if len(found) not in (1, hosts.count(",") + 1):
        raise UrlError(f"{variable} needs one port for each host, or one for all.")
    if not all(port.isdecimal() and 0 < int(port) <= PORT_MAX for port in found):
        raise UrlError(f"{variable} has a port that is not a number from 1 to {PORT_MAX}.")
    return ",".join(found)


def _wrong(entry: dict[str, Any], variable: str) -> str:
    """Why libpq could read the URL, but not as it was meant; "" if nothing is wrong."""
    options, hosts = entry["OPTIONS"], entry["HOST"].split(",")
    names = [host for host in hosts if not host.startswith(("/", "@"))]
    if any(sign in name for sign in "@/" for name in (*names, entry["NAME"])):
        return "has a password with signs of a URL: write @ as %40, / as %2F, : as %3A, % as %25"
    if not entry["NAME"]:
        return f"names no database: end it with its name, {_EXAMPLE}"
    if len(hosts) > 1 and not all(hosts):
        return "has an empty host between its commas"
    known = SESSIONS[variable]
    if (session := options.get("target_session_attrs", known[0])) not in known:
        needs = "replicas only read" if variable == "REPLICA_URL" else "play writes"
        return f"asks for {session} servers, but {needs}: use {' or '.join(known)}"
    if options.get("sslmode", "prefer") not in SSL_MODES:
        return f"has an sslmode that is none of {', '.join(SSL_MODES)}"
    return ""


def database_problems(url: str, owner: str, replica: str = "") -> list[str]:
    """Why the program's, the owner's and the replica's URL cannot be used, as sentences."""
    found: list[str] = []
    names: dict[str, str] = {}
    urls = {"DATABASE_URL": url, "OWNER_DATABASE_URL": owner, "REPLICA_URL": replica or url}
    for variable, one in urls.items():
        if variable != "DATABASE_URL" and one == url:
            continue
        try:
            names[variable] = database_entry(one, variable)["NAME"]
        except UrlError as error:
            found.append(str(error))
    own = names.get("DATABASE_URL")
    found += [
        f"{variable} names another database than DATABASE_URL."
        for variable, name in names.items()
        if own and name != own
    ]
    return found


def valkey_url(url: str) -> str:
    """The URL as our clients read it: they are those of Redis, and know its schemes."""
    return re.sub(r"^valkey(s?)://", r"redis\1://", url)


def valkey_problem(url: str) -> str:
    """Why a URL of Valkey (`valkey_url`) cannot be used; "" if it can."""
    if not url.startswith(VALKEY_SCHEMES):
        return "VALKEY_URL must begin with valkey://, valkeys://, redis://, rediss:// or unix://."
    address = url.partition("://")[2].partition("?")[0].rpartition("@")[2]
    if "," in address and not url.startswith("unix://"):
        return "VALKEY_URL names several servers: name one, or a proxy before them."
    port = re.search(r"\]?:([^/\]]*)(/|$)", address)
    if (
        port
        and not url.startswith("unix://")
        and not (port[1].isdecimal() and 0 < int(port[1]) <= PORT_MAX)
    ):
        return f"VALKEY_URL has a port that is not a number from 1 to {PORT_MAX}."
    return ""


def url_problems(database: str, owner: str, valkey: str, replica: str = "") -> list[str]:
    """Why the URLs of the services cannot be used, as sentences."""
    problem = valkey_problem(valkey)
    return [*database_problems(database, owner, replica), *([problem] if problem else [])]
