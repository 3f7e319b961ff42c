"""A web process that is asked to end lets its sockets go in order, and answers them until then."""

import asyncio
import json
import signal
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from websockets.asyncio.client import ClientConnection

from config.processes import turn
from config.web import draining
from config.web.draining import DrainingServer
from lobby.tables.ws.connection import COME_BACK_CODE
from tests.support.live import LiveServer
from tests.support.sockets import answer_to, line, receive
from tests.support.three_people import three_people
from tests.support.waiting import PATIENCE_S, time_passes, until

pytestmark = pytest.mark.django_db(transaction=True)
SOCKETS, DRAIN_S = 4, 1.2


async def closed_at(socket: ClientConnection) -> tuple[float, int | None]:
    """The time at which the server closes, and its code."""
    async with asyncio.timeout(PATIENCE_S):
        await socket.wait_closed()
    return asyncio.get_running_loop().time(), socket.close_code


async def test_sockets_come_back_one_after_the_other_and_are_answered_until_then(
    live_server_without_dealer: LiveServer, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, passed = live_server_without_dealer, []
    settings.DRAIN_S = DRAIN_S
    monkeypatch.setattr(draining, "HAND_OVER_S", 0.0)
    monkeypatch.setattr(turn, "pass_on", lambda: passed.append(True))
    server = live._server
    assert isinstance(server, DrainingServer)
    room, keys = await sync_to_async(three_people)()
    sockets = []
    for _ in range(SOCKETS):
        socket = await line(live, room.table.slug, keys["Asha"])
        await receive(socket, "hello")
        sockets.append(socket)
    ends = [asyncio.ensure_future(closed_at(socket)) for socket in sockets]

    server.handle_exit(signal.SIGTERM, None)
    await until(lambda: ends[0].done(), "the first socket to be let go")
    assert passed == [True]
    assert not ends[-1].done()
    await sockets[-1].send(json.dumps({"type": "sit_out", "id": "1"}))
    assert (await answer_to(sockets[-1], "1"))["type"] == "ok"

    times, codes = zip(*await asyncio.gather(*ends), strict=True)
    assert set(codes) == {COME_BACK_CODE}
    assert list(times) == sorted(times)
    assert times[-1] - times[0] > DRAIN_S / 2


@pytest.mark.parametrize("signals", [[signal.SIGINT], [signal.SIGTERM, signal.SIGTERM]])
async def test_sigint_or_a_second_sigterm_lets_all_go_at_once(
    live_server_without_dealer: LiveServer, settings: Any, signals: list[int]
) -> None:
    live = live_server_without_dealer
    settings.DRAIN_S = 3_600.0
    room, keys = await sync_to_async(three_people)()
    socket = await line(live, room.table.slug, keys["Asha"])
    await receive(socket, "hello")
    assert live._server is not None
    for one in signals:
        live._server.handle_exit(one, None)
        await time_passes(0.3)
    _time, code = await closed_at(socket)
    assert code == COME_BACK_CODE
