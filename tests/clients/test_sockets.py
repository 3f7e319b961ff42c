"""The client's sockets against a fake server: tickets, lost connections, lost answers."""

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import fields, is_dataclass
from typing import Any, get_origin, get_type_hints

import httpx
import pytest
from websockets.asyncio.server import serve

from cardhouse_client import (
    Client,
    Closed,
    HandMoved,
    Hello,
    Refused,
    Said,
    TableView,
    Unreachable,
    sockets,
)
from cardhouse_client.answers import Tokens
from tests.support.waiting import PATIENCE_S

BLANK: dict[Any, Any] = {bool: False, int: 0, str: "", list: [], dict: {}}


def blank(shape: Any) -> dict[str, Any]:
    """A JSON value for a shape of the client: everything off, zero, empty or null."""
    hints = get_type_hints(shape)
    found = {}
    for name in (field.name for field in fields(shape)):
        kind = get_origin(hints[name]) or hints[name]
        is_shape = is_dataclass(kind)
        found[name] = blank(kind) if is_shape else BLANK.get(kind)
    return found


TABLE = blank(TableView) | {"slug": "abc", "name": "Marigold", "game": "teen_patti", "max_seats": 3}
HELLO = {
    "type": "hello",
    "v": 1,
    "now": 1,
    "you": None,
    "table": TABLE,
    "hand": None,
    "chat": [],
    "watching": 0,
}


class Room:
    """A server of one table: it records the messages of each connection and acts on them."""

    def __init__(self):
        self.lines: list[list[dict]] = []
        self.tickets = 0
        self.on_command = lambda line, number, command: line.send(
            json.dumps({"type": "ok", "id": command["id"], "seq": number})
        )

    async def ticket(self, request):
        self.tickets += 1
        return httpx.Response(201, json={"ticket": f"t{self.tickets}", "lives_s": 30})

    async def talk(self, line):
        assert "Origin" not in line.request.headers
        assert "Cookie" not in line.request.headers
        received: list[dict] = []
        self.lines.append(received)
        received.append(json.loads(await line.recv()))
        await line.send(json.dumps(HELLO))
        async for frame in line:
            command = json.loads(frame)
            received.append(command)
            await self.on_command(line, len(self.lines), command)


@asynccontextmanager
async def seated(room):
    """Return the client's table at a fake server."""
    async with serve(room.talk, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        client = Client(
            f"http://127.0.0.1:{port}",
            tokens=Tokens("a", "r"),
            transport=httpx.MockTransport(room.ticket),
        )
        async with asyncio.timeout(PATIENCE_S), client, client.table("abc") as table:
            yield table


async def test_the_ticket_comes_first_and_hello_answers_it():
    room = Room()
    async with seated(room) as table:
        assert isinstance(await anext(table), Hello)
        assert table.table.name == "Marigold"
        assert table.table.free == [0, 1, 2]
    assert room.lines == [[{"type": "ticket", "ticket": "t1"}]]


async def test_a_new_connection_uses_a_new_ticket_and_gets_a_new_hello():
    room = Room()
    async with seated(room) as table:
        await anext(table)
        table._line.transport.abort()
        assert isinstance(await anext(table), Hello)
        await table.leave()
    assert [line[0]["ticket"] for line in room.lines] == ["t1", "t2"]
    assert room.lines[1][1]["type"] == "leave"


async def test_a_hand_brings_the_answer_to_the_action_that_it_shows():
    room = Room()

    async def moved(line, number, command):
        done = {"type": "ok", "id": command["id"], "seq": 7}
        await line.send(json.dumps(blank(HandMoved) | {"type": "hand", "hand": None, "ok": done}))

    room.on_command = moved
    async with seated(room) as table:
        assert (await table.command("act", hand="h", seq=6, action="fold")).seq == 7
        assert [type(await anext(table)) for _ in range(2)] == [Hello, HandMoved]


async def test_a_command_with_a_key_is_repeated_unchanged_after_a_lost_connection():
    room = Room()
    answer = room.on_command

    async def cut_once(line, number, command):
        if number == 1:
            line.transport.abort()
        else:
            await answer(line, number, command)

    room.on_command = cut_once
    async with seated(room) as table:
        await table.sit(2, 500)
    assert room.lines[0][1] == room.lines[1][1]
    assert room.lines[0][1]["key"]


async def test_a_command_without_a_key_reports_the_lost_answer():
    room = Room()

    async def cut(line, number, command):
        line.transport.abort()

    room.on_command = cut
    async with seated(room) as table:
        with pytest.raises(Unreachable):
            await table.say("hello")
        assert isinstance(await anext(table), Hello)
    assert len(room.lines[1]) == 1


async def test_commands_at_once_get_their_own_answers():
    room, held = Room(), []

    async def the_last_first(line, number, command):
        held.append(command)
        if len(held) == 3:
            for one in reversed(held):
                asked = {"type": "asked", "id": one["id"], "category": one["cards"][0]}
                await line.send(json.dumps(asked))

    room.on_command = the_last_first
    async with seated(room) as table:
        answers = await asyncio.gather(*(table.ask([card]) for card in ("3c", "4c", "5c")))
    assert [answer.category for answer in answers] == ["3c", "4c", "5c"]


async def test_a_refused_command_raises_and_the_connection_stays():
    room = Room()

    async def refuse(line, number, command):
        no = {
            "type": "refused",
            "id": command["id"],
            "code": "BUY_IN_RANGE",
            "text": "Bring more.",
            "limits": {"min": 200},
        }
        await line.send(json.dumps(no))

    room.on_command = refuse
    async with seated(room) as table:
        with pytest.raises(Refused) as no:
            await table.sit(0, 1)
    assert (no.value.code, no.value.data) == ("BUY_IN_RANGE", {"min": 200})
    assert len(room.lines) == 1


async def test_a_refused_connection_raises_and_is_not_retried():
    room = Room()

    async def private(line):
        room.lines.append([])
        no = {"type": "refused", "id": "", "code": "PRIVATE_TABLE", "text": "Ask for its link."}
        await line.send(json.dumps(no))
        await line.close(4003)

    room.talk = private
    with pytest.raises(Refused, match="PRIVATE_TABLE"):
        async with seated(room):
            pass
    assert len(room.lines) == 1


async def test_a_closed_table_ends_the_messages():
    room = Room()

    async def closing(line):
        await line.send(json.dumps(HELLO))
        await line.send('{"type": "closed", "now": 2}')

    room.talk = closing
    async with seated(room) as table:
        assert [type(message) async for message in table] == [Hello, Closed]
        with pytest.raises(Unreachable):
            await table.leave()


async def test_a_slow_reader_gets_the_full_state_again(monkeypatch):
    monkeypatch.setattr(sockets, "UNREAD", 5)
    room = Room()

    async def chatter(line, number, command):
        if command["type"] == "resync":
            await line.send(json.dumps(HELLO))
            return
        for n in range(5):
            await line.send(json.dumps({"type": "watching", "n": n}))
        said = {"id": 1, "at": 1, "who": "Asha", "kind": "player", "room": "players", "text": "hi"}
        await line.send(json.dumps({"type": "chat", "lines": [said]}))
        await line.send(json.dumps({"type": "ok", "id": command["id"]}))

    room.on_command = chatter
    async with seated(room) as table:
        await table.leave()
        assert table.watching == 4
        assert [type(await anext(table)) for _ in range(2)] == [Said, Hello]
    assert room.lines[0][-1]["type"] == "resync"


async def test_a_long_lost_connection_is_given_up(monkeypatch):
    monkeypatch.setattr(sockets, "GIVE_UP_S", 0.2)
    room = Room()
    client = Client(
        "http://127.0.0.1:9", tokens=Tokens("a", "r"), transport=httpx.MockTransport(room.ticket)
    )
    async with asyncio.timeout(PATIENCE_S), client:
        with pytest.raises(Unreachable, match="no connection"):
            async with client.table("abc"):
                pass
    assert room.tickets > 1
