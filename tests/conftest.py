"""What every test may use: real PostgreSQL and Valkey, a live server, a dealer, browsers.

Services are started by config.settings.test. `db` and `transactional_db` are pytest-django's; all
that touches the database from another thread (sockets, live server, dealer) needs the second.
"""

import os
import re
import shutil
import tempfile
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings as django_settings
from django.db import connections
from django.db.backends.postgresql.operations import DatabaseOperations
from playwright.async_api import Browser, async_playwright

from config import embedded
from config.services import PROGRAM
from config.settings.base import channel_layers
from config.wheels import Account, Place
from tests.live import LiveDealer, LiveServer, Visitors, chromium_path


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """Remove the databases of test runs that were killed."""
    with psycopg.connect(django_settings.DATABASE_URL, autocommit=True) as line:
        for (name,) in line.execute("SELECT datname FROM pg_database").fetchall():
            match = re.fullmatch(r"test_(\d+)", name)
            if match and not _runs(int(match[1])):
                line.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Tests have the program's role; only what empties tables between them is the owner's.

    Before the test database is dropped, end what threads of live servers left open.
    """
    _take_role(PROGRAM)
    yield
    connections.close_all()
    _take_role("none")
    with psycopg.connect(django_settings.DATABASE_URL, autocommit=True) as line:
        line.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
            [f"test_{os.getpid()}"],
        )


def _take_role(role: str) -> None:
    """Let every new connection begin in this role (`none`: the one that logs in)."""
    connection = connections["default"]
    connection.close()
    connection.close_pool()
    connection.settings_dict["OPTIONS"]["options"] = f"-c role={role}"


@pytest.fixture(scope="session", autouse=True)
def _owner_empties_tables() -> Iterator[None]:
    """The program has no right to TRUNCATE, with which transactional tests end."""
    flush = DatabaseOperations.sql_flush

    def as_owner(*args: Any, **kwargs: Any) -> list[str]:
        statements = flush(*args, **kwargs)
        return ["SET LOCAL ROLE NONE", *statements] if statements else []

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", as_owner)
        yield


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


@pytest.fixture(autouse=True)
def _own_channel_layer(settings: Any) -> None:
    """No message of one test reaches another, nor one of another test run."""
    settings.CHANNEL_LAYERS = channel_layers(settings.VALKEY_URL, prefix=f"t{uuid.uuid4().hex}")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The clock of second factors, standing still."""
    from allauth.mfa.totp.internal import auth

    from tests.staff import Clock

    still = Clock()
    monkeypatch.setattr(auth, "yield_hotp_counters_from_time", lambda: iter([still.counter]))
    return still


@pytest.fixture
def state_folder() -> Iterator[Path]:
    """A folder for a platform of a test's own (CARDHOUSE_DATA), removed with its servers.

    Not under tmp_path: that one is closed to the account the servers use when we are root.
    """
    root = Path(tempfile.gettempdir()) / f"cards-test-{os.getpid()}-{uuid.uuid4().hex[:8]}"
    folder = root / "state"
    folder.mkdir(parents=True)
    yield folder
    run = folder / "run"
    if run.exists():
        embedded.stop(Place(folder, run, Account(), durable=False))
    shutil.rmtree(root, ignore_errors=True)


@pytest.fixture
def live_server_without_dealer(transactional_db: None, settings: Any) -> Iterator[LiveServer]:
    """The whole site on a free port, but nobody deals: a test calls `wake` itself."""
    server = LiveServer()
    server.start()
    settings.ALLOWED_ORIGINS = [server.url]
    settings.CSRF_TRUSTED_ORIGINS = [server.url]
    try:
        yield server
    finally:
        server.stop()
        connections.close_all()


@pytest.fixture
def live(live_server_without_dealer: LiveServer) -> Iterator[LiveServer]:
    """The whole site on a free port, with a dealer: `live.url`, `live.ws`."""
    from lobby.dealer import run

    dealer = LiveDealer()
    dealer.start(run)
    try:
        yield live_server_without_dealer
    finally:
        dealer.stop()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """A headless Chromium. The test fails, in words, where there is none."""
    path = chromium_path()
    if path is None:
        pytest.fail("No Chromium: run the tests with `make test`, which finds or installs one.")
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(
            executable_path=path,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        try:
            yield chromium
        finally:
            await chromium.close()


@pytest.fixture
async def visitors(browser: Browser, live: LiveServer) -> AsyncIterator[Visitors]:
    """`await visitors.arrive("anna")` opens a window; complaints of any page fail the test."""
    company = Visitors(browser, live.url)
    yield company
    complaints = {v.name: v.unexpected() for v in company.everyone if v.unexpected()}
    for visitor in company.everyone:
        await visitor.context.close()
    assert not complaints, f"pages complained: {complaints}"
