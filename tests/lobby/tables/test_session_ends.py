"""Ends of sessions, blocks and windows hold in all processes, even while Valkey is paused."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import urllib.request
import uuid
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any, cast

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from accounts.people.actions import social, users
from accounts.people.models import User
from accounts.sanctions import actions as sanctions
from config.embedded.servers import PROGRAM
from core.runtime.valkey import Circuit
from lobby.tables.chat.chat import say
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import Table
from lobby.tables.seats.seats import sit
from lobby.tables.ws import hub
from tests.crash.running import ROOT
from tests.lobby.tables.hurry import COMPARE_S
from tests.support.app import PASSWORD, app_of
from tests.support.ports import free_port
from tests.support.serial import SERIAL
from tests.support.staff import REASON
from tests.support.valkeys import OwnValkey
from tests.support.waiting import PATIENCE_S, time_passes, until, wait_until
from tests.support.windows import Talk

pytestmark = pytest.mark.django_db(transaction=True)

NEW = "another-Horse-77"
ENDING = ContextVar("ENDING", default=False)
"""Whether the code that runs belongs to the request that ends a session."""


class Place:
    """Anna at a table in two processes: the test's own server, and another one."""

    def __init__(self, valkey: OwnValkey, here: Any, beside: str) -> None:
        self.valkey = valkey
        self.servers = {"here": (here.ws, here.url), "beside": (f"ws{beside[4:]}", beside)}
        self.anna = users.register_person(name="Anna", password=PASSWORD)
        self.staff = users.register_person(name="Owner", password=None, staff=True, superuser=True)
        self.slug = open_table(plan=TablePlan(name="Marigold"), host=None, is_house_table=True).slug
        self.app, self.other_app = app_of(self.anna), app_of(self.anna)
        self.browser, self.other_browser = Client(), Client()
        for browser in (self.browser, self.other_browser):
            browser.force_login(self.anna)

    @property
    def cookie(self) -> dict[str, str]:
        key = self.browser.cookies[django_settings.SESSION_COOKIE_NAME].value
        return {"Cookie": f"{django_settings.SESSION_COOKIE_NAME}={key}"}


async def by_cookie(place: Place, server: str, path: str) -> Any:
    ws, origin = place.servers[server]
    socket = await connect(ws + path, origin=origin, additional_headers=place.cookie)
    async with asyncio.timeout(PATIENCE_S):
        assert json.loads(await socket.recv())["type"] in ("hello", "tables")
    return socket


async def by_ticket(place: Place, server: str, path: str) -> Any:
    ticket = (await sync_to_async(place.app.post)("ticket"))["ticket"]
    socket = await connect(place.servers[server][0] + path)
    await socket.send(json.dumps({"type": "ticket", "ticket": ticket}))
    async with asyncio.timeout(PATIENCE_S):
        assert json.loads(await socket.recv())["type"] in ("hello", "tables")
    return socket


async def closing(socket: Any) -> int | None:
    """Wait until a socket is closed; returns its code."""
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(PATIENCE_S):
            async for _frame in socket:
                pass
    return cast(int | None, socket.close_code)


@pytest.fixture(scope="module")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnValkey]:
    own = OwnValkey(tmp_path_factory.mktemp("valkey"))
    yield own
    own.stop()


@pytest.fixture(scope="module")
def beside(
    valkey: OwnValkey, django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The address of another web process on the same database."""
    port = free_port()
    name = connection.settings_dict["NAME"]
    socket_folder = django_settings.DATABASE_URL.partition("@")[2].partition("/")[0]
    kept = {k: v for k, v in os.environ.items() if k != "OWNER_DATABASE_URL"}
    log = tmp_path_factory.mktemp("web") / "web.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            # Not `manage.py web`, which refuses the test database, because a crash would lose its
            # chips.
            [
                sys.executable,
                "-m",
                "uvicorn",
                "tests.lobby.tables.beside:application",
                "--lifespan",
                "on",
                "--ws",
                "websockets-sansio",
                "--port",
                str(port),
            ],
            cwd=ROOT,
            env=kept
            | {
                "DJANGO_SETTINGS_MODULE": "config.settings.local",
                "DATABASE_URL": f"postgresql://{PROGRAM}@{socket_folder}/{name}",
                "VALKEY_URL": valkey.url,
                "SECRET_KEY": django_settings.SECRET_KEY,
                "DB_POOL": "6",
                "PORT": str(port),
                "CARDHOUSE_DATA": str(log.parent),
            },
            stdout=out,
            stderr=out,
        )
    try:
        _wait_until_it_serves(port, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def _two_people() -> tuple[User, User]:
    bela, carla = (users.register_person(name=name, password=None) for name in ("Bela", "Carla"))
    return bela, carla


def _wait_until_it_serves(port: int, log: Path) -> None:
    def serves() -> bool:
        with (
            contextlib.suppress(OSError),
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2),
        ):
            return True
        return False

    try:
        wait_until(serves, "the server")
    except AssertionError as late:
        raise AssertionError(log.read_text()[-3000:]) from late


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds of the test's own server follow each other as fast as those of the one beside."""
    monkeypatch.setattr(hub, "COMPARE_EVERY_S", COMPARE_S)


@pytest.fixture
def settings_with_it(settings: Any, valkey: OwnValkey) -> Any:
    valkey.resume()
    valkey.use(settings)
    return settings


@pytest.fixture
def place(
    settings_with_it: Any, valkey: OwnValkey, beside: str, live_server_without_dealer: Any
) -> Iterator[Place]:
    yield Place(valkey, live_server_without_dealer, beside)
    valkey.resume()


def _log_out_here(place: Place) -> None:
    assert place.browser.post("/accounts/logout/").status_code == 302


def _log_device_out(place: Place) -> None:
    place.app.post("logout")


def _log_out_everywhere(place: Place) -> None:
    place.other_app.post("logout", everywhere=True)


def _change_password(place: Place) -> None:
    new = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    answer = place.other_browser.post("/accounts/password/change/", new)
    assert answer.status_code == 302


def _ban(place: Place) -> None:
    sanctions.ban(by=place.staff, user=place.anna, template="undeclared_bot", reason=REASON)


def _revoke(place: Place) -> None:
    listed = place.other_app.get("devices")["items"]
    (other,) = [one["id"] for one in listed if not one["current"]]
    assert place.other_app.ask("delete", f"devices/{other}").status_code == 204


ENDS = {
    _log_out_here: (by_cookie,),
    _log_device_out: (by_ticket,),
    _revoke: (by_ticket,),
    _log_out_everywhere: (by_cookie, by_ticket),
    _change_password: (by_cookie, by_ticket),
    _ban: (by_cookie, by_ticket),
}
"""The ways to end a session, and the sockets that each of them closes."""


@pytest.mark.usefixtures("no_rounds")  # here at once; beside, the next round finds it out
@pytest.mark.parametrize("end", ENDS)
async def test_every_end_of_a_session_closes_all_sockets_with_valkey_paused(
    place: Place, monkeypatch: pytest.MonkeyPatch, end: Any
) -> None:
    sockets = {
        (way.__name__, server, path): await way(place, server, path)
        for way in ENDS[end]
        for server in place.servers
        for path in (f"/ws/table/{place.slug}/", "/ws/lobby/")
    }
    waited, fail = [], Circuit._fail

    def noted(circuit: Circuit, rest_s: float) -> None:
        if ENDING.get():
            waited.append(circuit)
        fail(circuit, rest_s)

    monkeypatch.setattr(Circuit, "_fail", noted)
    place.valkey.pause()
    ENDING.set(True)
    await sync_to_async(end)(place)
    ENDING.set(False)
    assert len(waited) <= 1, "a request finds out only once that Valkey does not answer"
    codes = await asyncio.gather(*map(closing, sockets.values()))
    assert dict(zip(sockets, codes, strict=True)) == dict.fromkeys(sockets, 4001)


async def test_a_block_holds_in_every_process_with_valkey_paused(place: Place) -> None:
    bela, carla = await sync_to_async(_two_people)()
    socket = await by_cookie(place, "beside", f"/ws/table/{place.slug}/")
    place.valkey.pause()
    await sync_to_async(social.block)(user=place.anna, other=bela)
    table = await Table.objects.aget(slug=place.slug)

    async def heard() -> list[str]:
        """Bela and then Carla speak; the speakers of the lines that arrive up to Carla's."""
        for person in (bela, carla):
            await sync_to_async(say)(table_id=table.pk, user=person, text=f"Line {next(SERIAL)}")
        speakers: list[str] = []
        async with asyncio.timeout(PATIENCE_S):
            while "Carla" not in speakers:
                lines = json.loads(await socket.recv()).get("lines", [])
                speakers += [line["who"] for line in lines]
        return speakers

    async def blocked() -> bool:
        return await heard() == ["Carla"]

    await until(blocked, "the block")
    assert await heard() == ["Carla"]


async def _window(place: Place, server: str) -> Any:
    """A window of Anna's at her table in one process."""
    return await by_cookie(place, server, f"/ws/table/{place.slug}/?window={uuid.uuid4()}")


@pytest.mark.usefixtures("hurried")
async def test_a_window_takes_over_in_every_process_with_valkey_paused(place: Place) -> None:
    table = await Table.objects.aget(slug=place.slug)
    await sync_to_async(sit)(
        table_id=table.pk, user=place.anna, number=0, buy_in=None, key=uuid.uuid4()
    )
    here, beside = [Talk(await _window(place, server)) for server in place.servers]
    app = Talk(await by_ticket(place, "beside", f"/ws/table/{place.slug}/"))
    async with asyncio.timeout(PATIENCE_S):
        assert await here.answer("play_here") == "ok"
        place.valkey.pause()
        for window, other in ((beside, here), (here, beside)):
            assert await window.answer("play_here") == "ok"
            # The database decides, also before the other window was told.
            assert await other.answer("sit_out") == "PLAYED_ELSEWHERE"
            assert await window.answer("sit_out") == "ok"
            assert await app.answer("sit_in") == "ok", "an app plays beside the page"
            await other.received(False)
            await window.received(True)


@pytest.mark.usefixtures("hurried")
async def test_valid_sockets_stay_open(place: Place) -> None:
    sockets = [
        await way(place, server, f"/ws/table/{place.slug}/")
        for way in (by_cookie, by_ticket)
        for server in place.servers
    ]
    visitor = await connect(
        place.servers["here"][0] + "/ws/lobby/", origin=place.servers["here"][1]
    )
    await time_passes(1)  # some rounds of both processes
    assert [socket.close_code for socket in (*sockets, visitor)] == [None] * 5


@pytest.mark.usefixtures("hurried")
async def test_a_database_outage_closes_no_socket(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    socket = await by_cookie(place, "here", "/ws/lobby/")
    asked = []
    real = hub.socket_access.ended

    def away(admitted: Any) -> list[int]:
        asked.append(admitted)
        if len(asked) < 3:
            raise hub.OperationalError("away")
        return real(admitted)

    monkeypatch.setattr(hub.socket_access, "ended", away)
    await until(lambda: len(asked) >= 4, "four questions")
    assert socket.close_code is None
    await sync_to_async(User.objects.filter(pk=place.anna.pk).update)(is_active=False)
    assert await closing(socket) == 4001, "the process asks again"
