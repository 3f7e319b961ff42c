"""Production refuses to start if unsafe or incomplete (trust T19), and says what to set."""

import base64
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import OperationalError

from config import checks
from config.checks import doubts, durability_problems
from tests.support.good_settings import GOOD
from tests.support.size import some

ROOT = Path(__file__).resolve().parent.parent.parent

# The changes (None: absent), the code of the problem, and words that its sentence must contain.
BAD = {
    "no secret": ({"SECRET_KEY": None}, "E001", "SECRET_KEY is not set"),
    "short secret": ({"SECRET_KEY": "abcdefghijk"}, "E002", "at least 50 random characters"),
    "repeated secret": ({"SECRET_KEY": "a" * 60}, "E002", "easy to guess"),
    "Django's sample secret": (
        {"SECRET_KEY": "django-insecure-" + GOOD["SECRET_KEY"]},
        "E002",
        "easy to guess",
    ),
    "no deck key": ({"DECK_KEY": None}, "E003", "DECK_KEY is not set"),
    "deck key too short": ({"DECK_KEY": "c2hvcnQ="}, "E004", "32 random bytes"),
    "deck key of zeros": (
        {"DECK_KEY": base64.b64encode(bytes(32)).decode()},
        "E004",
        "32 random bytes",
    ),
    "deck key not base64": ({"DECK_KEY": "!" * 44}, "E004", "base64"),
    "older deck key cut off": (
        {"DECK_KEY_FALLBACKS": f"{GOOD['DECK_KEY']},{GOOD['DECK_KEY'][:20]}"},
        "E006",
        "earlier DECK_KEYs",
    ),
    "no key for signatures": ({"FAIR_KEY": None}, "E007", "FAIR_KEY is not set"),
    "key for signatures cut off": ({"FAIR_KEY": GOOD["FAIR_KEY"][:20]}, "E008", "32 random bytes"),
    "key for notifications cut off": ({"VAPID_KEY": "c2hvcnQ="}, "E009", "32 random bytes"),
    "no contact for notifications": ({"VAPID_CONTACT": "me"}, "E015", "mailto: nor https:"),
    "debug": ({"DEBUG": "1"}, "E005", "unset DEBUG"),
    "no origins": ({"ALLOWED_ORIGINS": None}, "E010", "ALLOWED_ORIGINS is not set"),
    "origin without TLS": (
        {"ALLOWED_ORIGINS": "http://cards.example.org"},
        "E011",
        "exact https origins",
    ),
    "origin with a path": (
        {"ALLOWED_ORIGINS": "https://cards.example.org/"},
        "E011",
        "exact https origins",
    ),
    "origin with a wildcard": (
        {"ALLOWED_ORIGINS": "https://*.example.org"},
        "E011",
        "exact https origins",
    ),
    "origin without a scheme": (
        {"ALLOWED_ORIGINS": "cards.example.org"},
        "E011",
        "exact https origins",
    ),
    "origin with the default port": (
        {"ALLOWED_ORIGINS": "https://cards.example.org:443"},
        "E011",
        "without path, wildcard or :443",
    ),
    "origin with half an address": (
        {"ALLOWED_ORIGINS": "https://[::1", "ALLOWED_HOSTS": "cards.example.org"},
        "E011",
        "exact https origins",
    ),
    "origin in capitals": (
        {"ALLOWED_ORIGINS": "https://Cards.example.org"},
        "E011",
        "lower case",
    ),
    "any host": ({"ALLOWED_HOSTS": "*"}, "E012", "host names of others"),
    "all sub-domains": (
        {"ALLOWED_HOSTS": "cards.example.org .example.org"},
        "E012",
        "host names of others",
    ),
    "origin that is no host": (
        {"ALLOWED_HOSTS": "other.example.org"},
        "E013",
        "ALLOWED_HOSTS lacks",
    ),
    "no proxy": ({"TRUSTED_PROXIES": "0"}, "E014", "1 with docker-compose.yml"),
    "fewer than no proxy": ({"TRUSTED_PROXIES": "-1"}, "E014", "TRUSTED_PROXIES is below 1"),
    "no database": ({"DATABASE_URL": None}, "E020", "DATABASE_URL is not set"),
    "another database": ({"DATABASE_URL": "sqlite:///cards.db"}, "E021", "PostgreSQL"),
    "no Valkey": ({"VALKEY_URL": None}, "E022", "VALKEY_URL is not set"),
    "Valkey by another name": ({"VALKEY_URL": "http://valkey"}, "E023", "must begin with"),
    "staff with a password alone": ({"STAFF_SECOND_FACTOR": "0"}, "E040", "stolen password"),
    "TLS not remembered": ({"HSTS_SECONDS": "0"}, "E033", "HSTS_SECONDS"),
}

# The checks run in separate processes, because a process reads its settings once. All are forked
# from one that has imported third-party code. Environments in, problems out, as JSON.
LOOK = """
import json, os, sys
import django.core.checks, django.core.management.base, django.db, pgtrigger
import django.middleware.csrf, django.urls, django.utils.log, logging.config, structlog
for line in sys.stdin:
    if not os.fork():
        os.environ.clear()
        os.environ.update(json.loads(line))
        from config.checks import problems
        print(json.dumps(problems(django.conf.settings)), flush=True)
        os._exit(0)
    os.wait()
"""


def environment(changes: Mapping[str, str | None]) -> dict[str, str]:
    """Production's variables with some changes (None: absent)."""
    kept = {
        key: os.environ[key] for key in ("PATH", "HOME", "LANG", "PYTHONPATH") if key in os.environ
    }
    return kept | {k: v for k, v in (GOOD | dict(changes)).items() if v is not None}


def python(
    changes: Mapping[str, str | None], *arguments: str, say: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run Python with production's settings and some changed variables."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment(changes),
        input=say,
        capture_output=True,
        text=True,
    )


NOTHING: dict[str, str | None] = {key: None for key in GOOD if key != "DJANGO_SETTINGS_MODULE"}


@pytest.fixture(scope="module")
def problems() -> dict[str, list[list[str]]]:
    """The problems of each configuration: [code, sentence]."""
    changes = {"good": {}, "nothing": NOTHING} | {name: bad[0] for name, bad in BAD.items()}
    lines = "".join(json.dumps(environment(change)) + "\n" for change in changes.values())
    done = python({}, "-c", LOOK, say=lines)
    answers = done.stdout.splitlines()
    assert len(answers) == len(changes), done.stderr
    return {name: json.loads(line) for name, line in zip(changes, answers, strict=True)}


@pytest.mark.slow
def test_a_complete_configuration_has_no_problem(problems) -> None:
    assert problems["good"] == []


@pytest.mark.parametrize("name", BAD)
def test_a_bad_configuration_is_refused_with_a_message(name: str, problems) -> None:
    _changes, code, words = BAD[name]
    assert len(problems[name]) == 1, f"one mistake, one problem: {problems[name]}"
    ((found, sentence),) = problems[name]
    assert found == code
    assert words in sentence


@pytest.mark.parametrize("proxies_set", [True, False])
def test_it_is_asked_how_many_proxies_there_are(proxies_set: bool) -> None:
    found = list(doubts(SimpleNamespace(TRUSTED_PROXIES_SET=proxies_set, VAPID_KEY="key")))
    assert [code for code, _sentence in found] == ([] if proxies_set else ["W014"])


def test_all_problems_are_reported_together(problems) -> None:
    assert {"E001", "E003", "E007", "E010", "E020", "E022"} <= {
        code for code, _ in problems["nothing"]
    }


@pytest.mark.slow
def test_no_command_runs_with_a_bad_configuration() -> None:
    done = python({"DECK_KEY": None}, "manage.py", "web")
    assert "W014" not in done.stderr, "what must be set comes first"
    assert done.returncode != 0
    assert "DECK_KEY is not set" in done.stderr


@pytest.mark.slow
def test_no_other_server_starts_with_a_bad_configuration() -> None:
    """uvicorn, daphne and the like run no system checks; importing the application must fail."""
    done = python({"DEBUG": "1"}, "-c", "import config.asgi")
    assert done.returncode != 0
    assert "ImproperlyConfigured" in done.stderr
    assert "unset DEBUG" in done.stderr


@pytest.mark.parametrize("name", ["fsync", "synchronous_commit", "full_page_writes"])
def test_a_database_that_may_lose_commits_is_refused(name: str) -> None:
    good = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}
    assert durability_problems(good) == []
    (sentence,) = durability_problems(good | {name: "off"})
    assert f"set {name} = on" in sentence
    assert len(durability_problems({})) == 3, "an unreadable value is a problem"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("role", "refused"), some([("cardhouse", True), ("cardhouse_app", False)], 1)
)
def test_web_does_not_start_with_an_unsafe_database(role: str, refused: bool) -> None:
    """The test database has fsync off, and one of the roles may change the ledger."""
    from django.conf import settings
    from django.db import connection

    address = settings.DATABASE_URL.replace("//cardhouse@", f"//{role}@")
    address = address.removesuffix("cardhouse") + connection.settings_dict["NAME"]
    done = python({"DATABASE_URL": address}, "manage.py", "web", "--port", "1")
    assert done.returncode != 0
    assert "set fsync = on" in done.stderr
    assert "set synchronous_commit = on" in done.stderr
    assert ("may change what is append-only (accounts_entry, " in done.stderr) is refused


@pytest.mark.parametrize("down_s", [3.0, 60.0])
def test_a_database_that_restarts_is_waited_for(
    settings: Any, monkeypatch: pytest.MonkeyPatch, down_s: float
) -> None:
    now, closed = 0.0, []

    def wait(seconds: float) -> None:
        nonlocal now
        now += seconds

    def ask() -> list[str]:
        if now < down_s:
            raise OperationalError("the database system is starting up")
        return []

    settings.MODE = "local"
    monkeypatch.setattr(checks, "_database_problems", ask)
    monkeypatch.setattr(checks, "time", SimpleNamespace(monotonic=lambda: now, sleep=wait))
    line = SimpleNamespace(close=lambda: None, close_pool=lambda: closed.append(now))
    monkeypatch.setattr(checks, "connection", line)
    if down_s > checks.START_PATIENCE_S:
        with pytest.raises(CommandError, match="does not answer"):
            checks.refuse_unsafe_database()
    else:
        checks.refuse_unsafe_database()
        assert now >= down_s
    assert closed[-1] == now
