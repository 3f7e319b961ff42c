"""URLs of PostgreSQL and Valkey: every form that libpq knows works, others are refused in words."""

import os
import subprocess
import sys
from typing import Any

import pytest
import redis
from django.conf import settings as django_settings
from django.db import connection

from config.database import client_programs, roles
from config.settings.base import database
from config.settings.service_urls import UrlError, database_entry, url_problems, valkey_url
from tests.support.cases import for_each

READ = {
    "postgresql://u:p@h1:5432,h2:5433/db": {"HOST": "h1,h2", "PORT": "5432,5433"},
    "postgresql://u:p@h1,h2/db": {"HOST": "h1,h2", "PORT": ""},
    "postgresql://u:p@h1:6000,h2/db": {"HOST": "h1,h2", "PORT": "6000,5432"},
    "postgresql://u:p@/db?host=h1,h2&port=6000": {"HOST": "h1,h2", "PORT": "6000"},
    "postgresql://u:p@[::1]:5432,[fe80::2]/db": {"HOST": "::1,fe80::2", "PORT": "5432,5432"},
    "postgresql://u@%2Frun%2Fa,%2Frun%2Fb/db": {"HOST": "/run/a,/run/b", "PORT": ""},
    "postgresql:///db?host=/run/a&port=6000": {"HOST": "/run/a", "PORT": "6000", "USER": ""},
    "postgres://u:p%40s%2Fs%25@h/my%20db": {"PASSWORD": "p@s/s%", "NAME": "my db"},
    "postgresql://h/db?target_session_attrs=primary&sslmode=require": {
        "OPTIONS": {"target_session_attrs": "primary", "sslmode": "require"}
    },
}
REFUSED = {
    "sqlite:///cards.db": "must begin with postgresql://",
    "postgresql://u:secret@h": "names no database",
    "postgresql://u:secret@h/db?colour=red": "libpq knows no parameter colour",
    "postgresql://u:secret%zz@h/db": "cannot be read",
    "postgresql://u:secret@[::1/db": "cannot be read",
    "postgresql://u:sec@ret@h/db": "write @ as %40",
    "postgresql://u:sec/ret@h/db": "write @ as %40",
    "postgresql://u:1/secret@h/db": "write @ as %40",
    "postgresql://h:65536/db": "a port that is not a number",
    "postgresql://h1,h2,h3/db?port=1,2": "one port for each host",
    "postgresql://h1,,h2/db": "an empty host",
    "postgresql://h1,h2/db?target_session_attrs=any": "asks for any servers",
    "postgresql://h/db?sslmode=perhaps": "none of disable, allow",
}


@for_each(("url", "parts"), list(READ.items()))
def test_a_url_that_libpq_knows_is_read(url: str, parts: dict[str, Any]) -> None:
    entry = database_entry(url)
    assert {name: entry[name] for name in parts} == parts


@for_each(("url", "why"), list(REFUSED.items()))
def test_another_is_refused_without_its_password(url: str, why: str) -> None:
    with pytest.raises(UrlError, match=why) as refused:
        database_entry(url)
    assert str(refused.value).startswith("DATABASE_URL ")
    assert "sec" not in str(refused.value)


def test_the_owner_has_the_same_database() -> None:
    mine, valkey = "postgresql://p@pooler/cards", "unix:///run/valkey.sock"
    assert url_problems(mine, "postgresql://o@db/cards", valkey) == []
    assert "another database" in url_problems(mine, "postgresql://o@db/other", valkey)[0]
    assert url_problems("x", "x", valkey) == url_problems("x", "y", valkey)[:1]


@for_each(
    ("url", "why"),
    [
        ("", ""),
        ("postgresql://r@h1,h2:5433/cards", ""),
        ("postgresql://r@proxy/cards?target_session_attrs=any", ""),
        ("postgresql://r@h/other", "REPLICA_URL names another database"),
        ("postgresql://r@h/cards?target_session_attrs=primary", "replicas only read"),
        ("mysql://r@h/cards", "REPLICA_URL does not name PostgreSQL"),
    ],
)
def test_urls_of_replicas(url: str, why: str) -> None:
    mine, valkey = "postgresql://p@h/cards", "unix:///run/valkey.sock"
    found = url_problems(mine, mine, valkey, url)
    assert [why in one for one in found] == ([True] if why else [])


@for_each(
    ("url", "why"),
    [
        ("valkey://h:6379/0", ""),
        ("valkeys://u:p@h", ""),
        ("redis://[::1]:6379/0", ""),
        ("rediss://h?db=3", ""),
        ("unix:///run/a%2Cb.sock?db=1", ""),
        ("http://h", "must begin with valkey://"),
        ("valkey://h1:6379,h2:6379", "several servers"),
        ("valkey://h:abc/0", "a port"),
    ],
)
def test_urls_of_valkey(url: str, why: str) -> None:
    found = url_problems("postgresql://h/db", "postgresql://h/db", valkey_url(url))
    assert [why in one for one in found] == ([True] if why else [])
    if not why:
        redis.Redis.from_url(valkey_url(url))


@pytest.mark.django_db
def test_the_owner_is_asked_at_its_own_address(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roles, "_be", connection.settings_dict.update)
    settings.OWNER_DATABASE_URL = "postgresql://o@h1,h2/db?sslmode=require"
    before = dict(connection.settings_dict)
    with roles.as_owner():
        where = connection.get_connection_params()
        assert (where["host"], where["sslmode"], where["user"]) == ("h1,h2", "require", "o")
    assert connection.settings_dict == before


def test_programs_of_postgresql_get_the_whole_url(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = database("postgresql://o:s%27ecret@h1,h2:6000/cards?sslmode=require")
    for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS"):
        monkeypatch.setitem(connection.settings_dict, name, entry[name])
    where, password = client_programs._where()
    assert {"host=h1,h2", "port=5432,6000", "sslmode=require", "dbname=cards"} <= set(where.split())
    assert "ecret" not in where
    assert password == {"PGPASSWORD": "s'ecret"}


def test_local_play_takes_the_same_urls_and_refuses_the_same() -> None:
    script = "from django.conf import settings; print(settings.VALKEY_URL)"
    answers = []
    for database_url in ("postgresql://u:p@h1:5432,h2:5432/db", "postgresql://u:p@h1,,h2/db"):
        named = {"DATABASE_URL": database_url, "VALKEY_URL": "valkey://h:6379/0"}
        mode = {"DJANGO_SETTINGS_MODULE": "config.settings.local"}
        answers.append(
            subprocess.run(
                [sys.executable, "-c", script],
                cwd=django_settings.BASE_DIR,
                env={**os.environ, **mode, **named},
                capture_output=True,
                text=True,
            )
        )
    assert (answers[0].returncode, answers[0].stdout) == (0, "redis://h:6379/0\n")
    assert answers[1].returncode != 0
    assert answers[1].stderr == "cardhouse: DATABASE_URL has an empty host between its commas.\n"
