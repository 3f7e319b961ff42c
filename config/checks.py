"""Start-up checks of a production configuration; each message says what to set.

`problems` checks only settings, `refuse_unsafe_database` queries the database. Unsafe production
does not start in any way: neither a command (system checks) nor a server that imports config.asgi.
"""

import base64
import binascii
import time
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError
from django.db import DatabaseError, ProgrammingError, connection

from config.database.pooler import session_problems
from config.database.roles import rewritable
from config.embedded.servers import PROGRAM
from config.processes import telemetry
from config.settings.environment import host_of
from config.settings.service_urls import database_problems, valkey_problem
from core.runtime import tracing

SECRET_CHARS_MIN = 50
FRAME_BYTES_MAX = 8192
START_PATIENCE_S = 5.0
ASK_AGAIN_S = 0.2
OWN = "cardhouse"
"""The tag of our own system checks, for commands that need no others: those import every page."""


@register(OWN)
def production_is_safe(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """System check: all problems of a production configuration."""
    if settings.MODE != "production":
        return []
    if found := problems(settings):
        return [Error(text, id=f"cardhouse.{code}") for code, text in found]
    return [Warning(text, id=f"cardhouse.{code}") for code, text in doubts(settings)]


def refuse_unsafe_settings() -> None:
    """Raise ImproperlyConfigured with all problems; for servers that run no system checks."""
    found = problems(settings) if settings.MODE == "production" else []
    if found:
        raise ImproperlyConfigured("\n".join(["Cardhouse does not start:", *(t for _, t in found)]))


def refuse_unsafe_database() -> None:
    """Raise CommandError if the database could lose commits or let the program rewrite history.

    Also behind a pooler that mixes up its clients' sessions, and if the database has published
    another key than the one with which this process would sign. A database that does not answer,
    because it restarts, is asked again for `START_PATIENCE_S` seconds.
    """
    if settings.MODE == "test":
        return
    until = time.monotonic() + START_PATIENCE_S
    while True:
        try:
            found = _database_problems()
            break
        except ProgrammingError as error:
            raise CommandError(
                "The database has not the tables of this version: run manage.py migrate."
            ) from error
        except DatabaseError as error:
            if time.monotonic() > until:
                raise CommandError(
                    f"The database does not answer ({type(error).__name__}): start it, or correct "
                    "DATABASE_URL."
                ) from error
            time.sleep(ASK_AGAIN_S)
        finally:
            connection.close()
            connection.close_pool()  # type: ignore[attr-defined]
    if found:
        raise CommandError("\n".join(found))


def _database_problems() -> list[str]:
    from games.dealing.queries.fair_keys import key_problems  # models are not loaded before

    if found := session_problems():
        return found
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, setting FROM pg_settings "
            "WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes')"
        )
        found = durability_problems(dict(cursor.fetchall()))
    if settings.MODE == "production":
        found += rights_problems(rewritable())
    return found + key_problems()


def durability_problems(values: dict[str, str]) -> list[str]:
    """Why a database with these PostgreSQL settings could lose committed chips."""
    return [
        f"The database has {name} = off, so chips it has acknowledged can vanish in a crash: "
        f"set {name} = on in postgresql.conf (or ALTER ROLE ... SET {name} = on)."
        for name in ("fsync", "synchronous_commit", "full_page_writes")
        if values.get(name, "off") == "off"
    ]


def rights_problems(tables: list[str]) -> list[str]:
    """Why the program refuses to start if it could change these append-only tables."""
    if not tables:
        return []
    return [
        f"The role of DATABASE_URL may change what is append-only ({', '.join(tables)}): let it be "
        f"{PROGRAM}, name the owner in OWNER_DATABASE_URL, and run manage.py migrate."
    ]


def problems(conf: Any) -> list[tuple[str, str]]:
    """All unsafe or missing settings of a production configuration, as (code, sentence)."""
    groups = (_keys, _addresses, _services, _transport, _staff, _telemetry)
    return [problem for group in groups for problem in group(conf)]


def doubts(conf: Any) -> Iterator[tuple[str, str]]:
    """Settings to think about, with which production starts all the same."""
    if not conf.TRUSTED_PROXIES_SET:
        yield (
            "W014",
            "TRUSTED_PROXIES is not set, so one proxy is assumed: set it to the number of proxies "
            "of yours that add to X-Forwarded-For (1 with docker-compose.yml). With too few, all "
            "people share the limits of one network; with too many, they can invent addresses.",
        )
    if not conf.VAPID_KEY:
        yield (
            "W015",
            "VAPID_KEY is not set, so browsers get no notifications: set it to 32 random bytes in "
            "base64 (openssl rand -base64 32).",
        )


def _keys(conf: Any) -> Iterator[tuple[str, str]]:
    secret = str(conf.SECRET_KEY)
    if secret == "unset":  # noqa: S105 (production's mark for an absent one)
        yield "E001", "SECRET_KEY is not set: set it to at least 50 random characters."
    elif len(secret) < SECRET_CHARS_MIN or len(set(secret)) < 8 or "insecure" in secret:
        yield (
            "E002",
            "SECRET_KEY is short or easy to guess: set it to at least 50 random characters, "
            'for example from python -c "import secrets; print(secrets.token_urlsafe(48))".',
        )
    if not conf.DECK_KEY:
        yield (
            "E003",
            "DECK_KEY is not set: set it to 32 random bytes in base64 (openssl rand -base64 32) "
            "and keep a copy: hands sealed with a lost key cannot be replayed.",
        )
    elif not _is_key(conf.DECK_KEY):
        yield (
            "E004",
            "DECK_KEY is not 32 random bytes in base64 (openssl rand -base64 32 makes them).",
        )
    if not all(map(_is_key, conf.DECK_KEY_FALLBACKS)):
        yield (
            "E006",
            "DECK_KEY_FALLBACKS has a key that is not 32 random bytes in base64: list the earlier "
            "DECK_KEYs, separated by commas.",
        )
    if not conf.FAIR_KEY:
        yield (
            "E007",
            "FAIR_KEY is not set: set it to 32 random bytes in base64 (openssl rand -base64 32) "
            "and keep a copy: with it the house signs what it says about each deal.",
        )
    elif not _is_key(conf.FAIR_KEY):
        yield (
            "E008",
            "FAIR_KEY is not 32 random bytes in base64 (openssl rand -base64 32 makes them).",
        )
    if conf.VAPID_KEY and not _is_key(conf.VAPID_KEY):
        yield (
            "E009",
            "VAPID_KEY is not 32 random bytes in base64 (openssl rand -base64 32 makes them). With "
            "another key all browsers must be added again.",
        )
    if not conf.VAPID_CONTACT.startswith(("mailto:", "https://")):
        yield "E015", "VAPID_CONTACT is neither mailto: nor https://: name an address of yours."
    if conf.DEBUG:
        yield "E005", "DEBUG is on, and its error pages show cards: unset DEBUG."


def _is_key(text: str) -> bool:
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return False
    return len(key) == 32 and len(set(key)) > 8


def _addresses(conf: Any) -> Iterator[tuple[str, str]]:
    if not conf.ALLOWED_ORIGINS:
        yield (
            "E010",
            "ALLOWED_ORIGINS is not set: list the exact origins of the site, "
            "for example https://cards.example.org.",
        )
    for origin in conf.ALLOWED_ORIGINS:
        if not _is_exact_https(origin):
            yield (
                "E011",
                f"ALLOWED_ORIGINS has {origin!r}: write exact https origins in lower case, "
                "without path, wildcard or :443, for example https://cards.example.org.",
            )
    if conf.ALLAUTH_TRUSTED_PROXY_COUNT < 1:
        yield (
            "E014",
            "TRUSTED_PROXIES is below 1, but TLS ends at a proxy, so all people would share its "
            "address and with it the limits of one network: set it to the number of proxies of "
            "yours that add to X-Forwarded-For (1 with docker-compose.yml).",
        )
    for host in conf.ALLOWED_HOSTS:
        if "*" in host or host.startswith("."):
            yield (
                "E012",
                f"ALLOWED_HOSTS has {host!r}, which accepts host names of others: list each host, "
                "or unset it to take the hosts of ALLOWED_ORIGINS.",
            )
    if any("*" in host for host in conf.ALLOWED_HOSTS):
        return  # reported above; a wildcard would cover every origin
    for origin in conf.ALLOWED_ORIGINS:
        host = host_of(origin)
        if host and "*" not in host and host not in conf.ALLOWED_HOSTS:
            yield (
                "E013",
                f"ALLOWED_HOSTS lacks {host!r} of ALLOWED_ORIGINS: add it, or unset "
                "ALLOWED_HOSTS to take the hosts of ALLOWED_ORIGINS.",
            )


def _is_exact_https(origin: str) -> bool:
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return False
    host = parts.hostname or ""
    shown = f"[{host}]" if ":" in host else host
    exact = f"https://{shown}" + (f":{port}" if port not in (None, 443) else "")
    return bool(host) and "*" not in host and host[0] != "." and origin == exact


def _services(conf: Any) -> Iterator[tuple[str, str]]:
    if not conf.DATABASE_URL:
        yield (
            "E020",
            "DATABASE_URL is not set: set it to the PostgreSQL server, "
            "for example postgresql://cardhouse:PASSWORD@db:5432/cardhouse.",
        )
    else:
        for problem in database_problems(
            conf.DATABASE_URL, conf.OWNER_DATABASE_URL, conf.REPLICA_URL
        ):
            yield "E021", problem
    if not conf.VALKEY_URL:
        yield (
            "E022",
            "VALKEY_URL is not set: set it to the Valkey server, for example valkey://valkey:6379/0.",
        )
    elif problem := valkey_problem(conf.VALKEY_URL):
        yield "E023", problem


def _transport(conf: Any) -> Iterator[tuple[str, str]]:
    if conf.SOCKET_COMPRESSION:
        yield (
            "E030",
            "SOCKET_COMPRESSION is on, and the length of compressed frames reveals hidden cards "
            "set it to False.",
        )
    if conf.SOCKET_MAX_BYTES > FRAME_BYTES_MAX:
        yield "E031", f"SOCKET_MAX_BYTES is above {FRAME_BYTES_MAX}: lower it."
    if not (conf.SESSION_COOKIE_SECURE and conf.CSRF_COOKIE_SECURE):
        yield "E032", "Cookies may travel without TLS: set SESSION_ and CSRF_COOKIE_SECURE to True."
    if conf.SECURE_HSTS_SECONDS < 3600:
        yield "E033", "HSTS_SECONDS is below an hour: unset it (a year), or set it to 3600 or more."


def _staff(conf: Any) -> Iterator[tuple[str, str]]:
    if not conf.STAFF_SECOND_FACTOR:
        yield (
            "E040",
            "STAFF_SECOND_FACTOR is off, and a stolen password opens the staff pages: "
            "set it to True.",
        )


def _telemetry(conf: Any) -> Iterator[tuple[str, str]]:
    if problem := telemetry.address_problem(conf.METRICS_ADDRESS, telemetry.public_port()):
        yield "E050", problem
    if conf.TRACES_ENDPOINT not in ("", tracing.CONSOLE) and not conf.TRACES_ENDPOINT.startswith(
        ("http://", "https://")
    ):
        yield (
            "E051",
            f"TRACES_ENDPOINT is {conf.TRACES_ENDPOINT!r}: write the OTLP/HTTP address of a "
            "collector, such as http://127.0.0.1:4318/v1/traces.",
        )
    if conf.TRACES_EVERY < 1:
        yield "E052", "TRACES_EVERY is below 1: 1 traces every action, 100 one of a hundred."
