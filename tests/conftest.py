"""Fixtures for every test: real PostgreSQL and Valkey, a live server, a dealer, browsers.

Services are started by config.settings.test. `db` and `transactional_db` are pytest-django's; all
that touches the database from another thread (sockets, live server, dealer) needs the second.
"""

import base64
import fcntl
import gc
import logging
import os
import shutil
import tempfile
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from django.conf import settings as django_settings
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.db import connections
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from playwright.async_api import Browser, async_playwright

from config.embedded import services
from config.embedded.binaries import Account, ServiceFolder
from config.embedded.servers import PROGRAM
from config.settings.base import channel_layers
from core.runtime import valkey
from games.hands import page_files
from tests.support import database
from tests.support.bundles import INSTALLED, release
from tests.support.cheated_tables import false_server
from tests.support.live import LiveDealer, LiveServer, Visitors, chromium_path
from tests.support.pseudo import pseudo_language
from tests.support.refusals import _refusals_are_documented, _refusals_are_noted
from tests.support.seated_table import seat_table, sit_and_go
from tests.support.size import FULL

__all__ = [
    "_refusals_are_documented",
    "_refusals_are_noted",
    "false_server",
    "pseudo_language",
    "seat_table",
    "sit_and_go",
]

# The same examples in every run, and a slow machine is no failure; `make full` tries new ones.
hypothesis_settings.register_profile(
    "tests",
    deadline=None,
    derandomize=not FULL,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis_settings.load_profile("tests")


class _Fails(logging.Handler):
    """A message that is missing, or does not fit its arguments, is shown by its key to players."""

    def emit(self, record: logging.LogRecord) -> None:
        raise AssertionError(record.getMessage())


logging.getLogger("core.messages").addHandler(_Fails())

SERVICES = {"db", "transactional_db", "state_folder", "running", "chromium"}
"""Fixtures of tests that `make quick` leaves out."""
STORM = "tests/crash/test_storm.py"
WAITING = (
    "tests/api/test_documents.py",
    "tests/api/test_late_polls.py",
    "tests/clients/test_play.py",
    "tests/config/embedded/test_services.py",
    "tests/config/test_full_valkey.py",
    "tests/config/web/test_server.py",
    "tests/lobby/tables/test_bot_turns.py",
    "tests/lobby/tables/test_session_ends.py",
    "tests/lobby/tables/test_socket_limits.py",
    "tests/lobby/tables/test_subscription.py",
)
"""Modules that mostly wait, for time limits and other processes. One worker takes them all, so that
the others have work for every core meanwhile.
"""
FIRST = (
    "tests/config/test_up.py",
    "tests/browser/",
    "tests/config/database/test_backup.py",
    "tests/lobby/tables/test_spectators.py",
)
"""The longest modules, in this order: workers take them test by test."""
SOON = (
    "tests/config/test_refusals.py",
    "tests/core/admin/",
    "tests/games/bots/test_holdem.py",
    "tests/frontend/test_dealer.py",
    "tests/frontend/test_dou_dizhu.py",
    "tests/lobby/tables/test_sit_and_gos.py",
    "tests/api/test_access.py",
    "tests/api/test_schema.py",
    "tests/games/records/test_records.py",
)
"""Long modules and folders, run after those, so that no worker has one left at the end."""
WHOLE = ("tests/core/admin/",)
"""Folders that one worker takes, because their tests share expensive fixtures."""


def _turn(item: pytest.Item) -> int:
    """The position of a test in the order; tests of one position stay as collected."""
    order = (STORM, WAITING, *FIRST, *SOON)
    return next((n for n, name in enumerate(order) if item.nodeid.startswith(name)), len(order))


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Iterator[None]:
    """Mark tests that need services before `-m` selects; then put the longest first.

    Tests marked `full` are for `make full` alone.
    """
    if not FULL and (left := [item for item in items if item.get_closest_marker("full")]):
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker("full")]
    for item in items:
        names = set(getattr(item, "fixturenames", ()))
        if names & SERVICES or item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.services)
        if "chromium" in names:  # its windows belong to the loop in which it was started
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
    yield
    items.sort(key=_turn)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Spare the garbage collector what stays: the modules and thousands of tests."""
    gc.disable()
    try:
        with _one_compiles_first():
            return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)  # as the server does: young objects rarely form circles
        gc.enable()


@contextmanager
def _one_compiles_first() -> Iterator[None]:
    """In a fresh clone let one process import all tests, and so compile them, before the others.

    That takes as long as the import itself, because pytest rewrites each `assert`.
    """
    if any(Path(__file__).parent.glob("*/__pycache__/test_*.pyc")):
        yield
        return
    with (Path(django_settings.DATA_DIR) / "compiling.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)  # the first is done; all others at once
        yield


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Workers take tests by the file, and long modules by the test."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            if nodeid.startswith(WAITING):
                return "waiting"
            if nodeid.startswith(FIRST):
                return nodeid
            folder = next((one for one in WHOLE if nodeid.startswith(one)), None)
            return folder or nodeid.partition("::")[0]

    return ByFile(config, log)


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: Any) -> Iterator[None]:
    """A database for this process; tests have the program's role in it."""
    name = django_settings.DATABASES["default"]["TEST"]["NAME"]
    with django_db_blocker.unblock():
        _take_role("none")
        database.create(name)
        _take_role(PROGRAM)
        yield
        database.drop(name)


def _take_role(role: str) -> None:
    """Let every new connection begin in this role (`none`: the one that logs in)."""
    connection = connections["default"]
    connection.close()
    connection.close_pool()
    connection.settings_dict["OPTIONS"]["options"] = f"-c role={role}"


@pytest.fixture(scope="session", autouse=True)
def _tables_are_restored() -> Iterator[None]:
    """Transactional tests restore the tables instead of emptying them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: database.restore())
        yield


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> None:
    """No test meets a limit that another one used up, in this run or an earlier one."""
    if request.node.get_closest_marker("services"):
        cache.clear()


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """A page in another language leaves it to the thread that answered, and so to the next test."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _own_channel_layer(settings: Any) -> None:
    """No message of one test reaches another test or another run."""
    settings.CHANNEL_LAYERS = channel_layers(settings.VALKEY_URL, prefix=f"t{uuid.uuid4().hex}")
    # A Valkey that did not answer in one test is asked again in the next.
    for circuit in valkey._circuits.values():
        circuit.reset()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The clock of second factors, stopped. Secrets are known: no guess is right by chance."""
    from allauth.mfa.totp.internal import auth

    from tests.support.staff import Clock

    still = Clock()
    secrets = (base64.b32encode(f"secret of test {n:05}".encode()).decode() for n in count())
    monkeypatch.setattr(auth, "yield_hotp_counters_from_time", lambda: iter([still.counter]))
    monkeypatch.setattr(auth, "generate_totp_secret", lambda: next(secrets))
    return still


@pytest.fixture
def state_folder() -> Iterator[Path]:
    """A folder for a platform of a test's own."""
    with new_state_folder() as folder:
        yield folder


@contextmanager
def new_state_folder() -> Iterator[Path]:
    """A folder for a platform (CARDHOUSE_DATA), removed with its servers.

    Not under tmp_path: that one is closed to the account the servers use when we are root.
    """
    root = Path(tempfile.gettempdir()) / f"cards-test-{os.getpid()}-{uuid.uuid4().hex[:8]}"
    folder = root / "state"
    folder.mkdir(parents=True)
    yield folder
    run = folder / "run"
    if run.exists():
        services.stop(ServiceFolder(folder, run, Account(), durable=False))
    shutil.rmtree(root, ignore_errors=True)


@pytest.fixture
def no_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The live server does not compare itself with the database: only messages reach its sockets.

    Ask for it with `usefixtures`, so that it comes before the server.
    """
    monkeypatch.setattr("lobby.tables.ws.hub.COMPARE_EVERY_S", 3_600.0)


@pytest.fixture
def live_server_without_dealer(transactional_db: None, settings: Any) -> Iterator[LiveServer]:
    """The whole site on a free port without a dealer: a test runs timers itself."""
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
    from lobby.tables.play.dealer import run

    dealer = LiveDealer()
    dealer.start(run)
    try:
        yield live_server_without_dealer
    finally:
        dealer.stop()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """One headless Chromium for all tests of a process; without one they fail with a message."""
    path = chromium_path()
    if path is None:
        pytest.fail("No Chromium: run the tests with `make test`, which finds or installs one.")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=path,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """The Chromium; everything that a test opens in it is closed after the test."""
    before = set(chromium.contexts)
    yield chromium
    for context in set(chromium.contexts) - before:
        await context.close()


@pytest.fixture
def released(settings: Any) -> Iterator[None]:
    """Pages load bundles and whole sheets, as a release's do: a few files instead of 130.

    Without the tools that make them pages load the modules, as `make run` serves them. A test of
    the modules themselves says `@pytest.mark.parametrize("released", [None], ids=["modules"])`.
    """
    if not INSTALLED.exists():
        yield
        return
    settings.BUNDLES = release() / "bundles"
    settings.STATICFILES_DIRS = [release(), *settings.STATICFILES_DIRS]  # the first file is served
    _find_files_anew()
    yield
    _find_files_anew()


def _find_files_anew() -> None:
    finders.get_finder.cache_clear()
    page_files.table_script.cache_clear()


@pytest_asyncio.fixture(loop_scope="session")
async def visitors(released: None, browser: Browser, live: LiveServer) -> AsyncIterator[Visitors]:
    """`await visitors.arrive("anna")` opens a window; complaints of any page fail the test."""
    seat_table = Visitors(browser, live.url)
    yield seat_table
    complaints = {v.name: v.unexpected() for v in seat_table.everyone if v.unexpected()}
    for visitor in seat_table.everyone:
        await visitor.context.close()
    assert not complaints, f"pages complained: {complaints}"
