"""Limits that keep one client from harming the others: number of sockets, and rates."""

import asyncio
import json
from contextlib import AsyncExitStack, suppress

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings as django_settings
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.ws import consumers, hub, limits, socket_consumer
from tests.support.sockets import closed_after, receive
from tests.support.three_people import three_people
from tests.support.waiting import PATIENCE_S, until

pytestmark = pytest.mark.django_db(transaction=True)
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.7"


class SocketOpener:
    """Opens sockets at one table (or the lobby), each from some address, and closes them all."""

    def __init__(self, live, path, stack):
        self.live, self.path, self.stack = live, path, stack

    async def open(self, session=None, *, address=HERE, path=None, headers=(), origin=True):
        headers = dict(headers)
        if session:
            headers["Cookie"] = f"{django_settings.SESSION_COOKIE_NAME}={session}"
        line = connect(
            self.live.ws + (path or self.path),
            origin=self.live.url if origin else None,
            additional_headers=headers,
            local_addr=(address, 0),
        )
        return await self.stack.enter_async_context(line)

    async def is_refused(self, *args, **named):
        """Whether the handshake is refused with 429; otherwise the socket stays open."""
        try:
            await self.open(*args, **named)
        except InvalidStatus as no:
            answer = no.response
        else:
            return False
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "5")
        return True


@pytest.fixture
async def opener(live_server_without_dealer):
    table = await sync_to_async(open_table)(
        plan=TablePlan(name="Quiet"), host=None, is_house_table=True
    )
    async with AsyncExitStack() as stack:
        yield SocketOpener(live_server_without_dealer, f"/ws/table/{table.slug}/", stack)


async def frames_of(socket):
    """Every frame until the server closes the socket."""
    with suppress(ConnectionClosed):
        while True:
            yield await socket.recv()


def push_to_all(text, times):
    """Send a frame to everyone in a room of the live server, from its own loop."""
    here = hub.current()

    def push():
        for room in here.rooms.values():
            for connection in room.connections:
                for _ in range(times):
                    connection.push(text.encode())

    here.loop.call_soon_threadsafe(push)


async def test_sockets_per_address_are_limited_and_users_have_their_own_limit(opener, settings):
    settings.SOCKETS_PER_ADDRESS = 3
    _room, keys = await sync_to_async(three_people)()
    sockets = [await opener.open(path=path) for path in (None, None, "/ws/lobby/")]
    assert await opener.is_refused()
    assert await opener.is_refused(path="/ws/lobby/")
    assert await opener.is_refused("made-up"), "an unknown cookie is no log-in"
    assert not await opener.is_refused(address=ELSEWHERE)
    await receive(await opener.open(keys["Asha"]), "hello")
    await sockets[0].close()

    async def is_open():
        return not await opener.is_refused()

    await until(is_open, "the slot of the closed socket")
    assert await opener.is_refused()


async def test_sockets_per_user_are_limited_at_tables_and_in_the_lobby(opener, settings):
    settings.SOCKETS_PER_USER = 3
    _room, keys = await sync_to_async(three_people)()
    asha = [await opener.open(keys["Asha"], path=path) for path in (None, None, "/ws/lobby/")]
    for path in (None, "/ws/lobby/"):
        socket = await opener.open(keys["Asha"], path=path, address=ELSEWHERE)
        assert (await receive(socket, "refused"))["code"] == "TOO_MANY_SOCKETS"
        assert await closed_after(socket) == 1008
    await receive(await opener.open(keys["Binod"]), "hello")
    await asha[2].close()

    async def enters():
        socket = await opener.open(keys["Asha"])
        return json.loads(await socket.recv())["type"] == "hello"

    await until(enters, "the slot of the closed socket")


async def test_a_refused_handshake_costs_no_query(opener, settings, monkeypatch):
    monkeypatch.setattr(
        limits, "CREDIT_WINDOW_S", 3_600.0
    )  # on any load nothing is refilled meanwhile
    asked = []

    def record_calls(name, module, attribute):
        real = getattr(module, attribute)

        async def asking(*args, **named):
            asked.append(name)
            return await real(*args, **named)

        monkeypatch.setattr(module, attribute, asking)

    import channels.auth

    record_calls("session", channels.auth, "get_user")
    record_calls("table", consumers.TableConsumer, "_find")
    settings.SOCKET_OPENS = 3
    assert [await opener.is_refused() for _ in range(6)] == [False] * 3 + [True] * 3
    assert asked == ["table"] * 3
    made_up = [await opener.is_refused(f"made-up-{n}", address=ELSEWHERE) for n in range(15)]
    assert made_up.count(True) == 3
    assert asked.count("session") == 12


async def test_a_known_user_connects_while_a_neighbour_floods(opener, settings):
    _room, keys = await sync_to_async(three_people)()
    await receive(await opener.open(keys["Asha"]), "hello")
    settings.SOCKET_OPENS = 2
    while not await opener.is_refused("made-up"):
        pass
    while not await opener.is_refused():
        pass
    await receive(await opener.open(keys["Asha"]), "hello")


async def test_concurrent_handshakes_are_limited(opener, settings, monkeypatch):
    settings.HANDSHAKES_PER_ADDRESS = 2
    go_on = asyncio.Event()
    loop = asyncio.get_running_loop()
    find = consumers.TableConsumer._find

    async def slowly(self, slug):
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(go_on.wait(), loop))
        return await find(self, slug)

    monkeypatch.setattr(consumers.TableConsumer, "_find", slowly)
    waiting = [await opener.open() for _ in range(2)]
    assert await opener.is_refused()
    settings.HANDSHAKES = 2
    assert await opener.is_refused(address=ELSEWHERE)
    go_on.set()
    for socket in waiting:
        await receive(socket, "hello")
    assert not await opener.is_refused(address=ELSEWHERE)
    assert not await opener.is_refused()


@pytest.mark.parametrize("proxies", [0, 1])
async def test_a_forged_forwarded_address_is_ignored(opener, settings, proxies):
    settings.SOCKETS_PER_ADDRESS = 2
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies

    def forwarded(n, real):
        return {"X-Forwarded-For": f"203.0.113.{n}" + (f", {real}" if proxies else "")}

    refused = [await opener.is_refused(headers=forwarded(n, "198.51.100.1")) for n in range(4)]
    assert refused == [False, False, True, True]
    # The address that our own proxy adds is trusted.
    other = await opener.is_refused(headers=forwarded(9, "198.51.100.2"))
    assert other == (not proxies)


async def test_a_socket_sending_garbage_is_closed_after_a_few_frames(opener):
    socket = await opener.open()
    await receive(socket, "hello")
    with suppress(ConnectionClosed):
        for _ in range(40):
            await socket.send("{")
    kinds = [json.loads(frame)["type"] async for frame in frames_of(socket)]
    assert socket.close_code == 1008
    assert 0 < kinds.count("refused") < 6
    socket = await opener.open()
    assert await closed_after(socket, b"\x00" * 10) == 1003


async def test_a_socket_requesting_the_full_state_too_often_is_closed(opener):
    socket = await opener.open()
    assert await closed_after(socket, *['{"type":"resync"}'] * 30) == 1008


async def test_an_app_without_a_ticket_is_disconnected(opener, monkeypatch):
    monkeypatch.setattr(socket_consumer, "TICKET_WITHIN_S", 0.5)
    socket = await opener.open(origin=False)
    assert await closed_after(socket) == 4003


async def test_frames_stay_in_order_when_a_client_stops_reading_for_a_while(opener):
    socket = await opener.open()
    await receive(socket, "hello")
    before = [json.dumps({"type": "chat", "lines": [n]}) for n in range(3)]
    waiting = [json.dumps({"type": "chat", "lines": [n, "x" * 500_000]}) for n in range(3, 23)]
    for frame in before:
        push_to_all(frame, 1)
    socket.transport.pause_reading()
    for frame in waiting:
        push_to_all(frame, 1)
    socket.transport.resume_reading()
    got = []
    async with asyncio.timeout(PATIENCE_S):
        while len(got) < 23:
            got.append((await receive(socket, "chat"))["lines"][0])
    assert got == list(range(23))


async def test_a_client_that_never_reads_is_dropped(opener, settings, monkeypatch):
    monkeypatch.setattr("lobby.tables.ws.connection.SEND_WITHIN_S", 0.5)
    settings.SOCKETS_PER_ADDRESS = 2
    socket = await opener.open()
    await receive(socket, "hello")
    other = await opener.open()
    await receive(other, "hello")
    socket.transport.pause_reading()
    push_to_all(json.dumps({"type": "chat", "lines": ["x" * 500_000]}), 30)
    async with asyncio.timeout(PATIENCE_S):
        async for frame in frames_of(other):
            if len(frame) < 500_000:  # the number of spectators, now one fewer
                break

    async def is_open():
        return not await opener.is_refused()

    await until(is_open, "the slot of the dropped socket")
    socket.transport.abort()  # a farewell would wait ten seconds for an answer
