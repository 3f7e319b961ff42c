"""The socket from outside: what a client may send, and how other messages are refused."""

import asyncio
import json
import uuid

import pytest
from asgiref.sync import sync_to_async
from websockets.exceptions import ConnectionClosed

from accounts.people import signals
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.play.timers import run_timer
from lobby.tables.seats.seats import start
from tests.support.sockets import answer_to, closed_after, line, receive
from tests.support.three_people import three_people
from tests.support.waiting import PATIENCE_S

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_whole_hand_is_played_over_the_socket(live):
    room, keys = await sync_to_async(three_people)()
    async with line(live, room.table.slug, keys["Asha"]) as asha:
        hello = await receive(asha, "hello")
        assert (hello["you"]["name"], hello["you"]["seat"]) == ("Asha", 0)
        assert hello["hand"] is None
        await asha.send(json.dumps({"type": "start", "id": "s"}))
        assert (await receive(asha, "ok"))["id"] == "s"
        hand = (await receive(asha, "hand"))["hand"]
        act = {
            "type": "act",
            "id": "1",
            "hand": hand["id"],
            "seq": 0,
            "action": "bet",
            "amount": 10,
            "key": str(uuid.uuid4()),
        }
        for _ in range(2):  # as if the answer was lost: the same key again
            await asha.send(json.dumps(act))
            answer = await answer_to(asha, "1")
            assert (answer["type"], answer["seq"]) == ("ok", 1)
        await asha.send(json.dumps({**act, "id": "2", "key": str(uuid.uuid4())}))
        assert (await receive(asha, "refused"))["code"] == "STALE_ACTION"
        await asha.send(
            json.dumps({**act, "id": "3", "seq": 1, "key": str(uuid.uuid4()), "amount": 10})
        )
        refused = await receive(asha, "refused")
        assert (refused["code"], refused["id"]) == ("NOT_YOUR_TURN", "3")


async def test_the_hand_that_shows_my_action_brings_the_answer(live_server_without_dealer):
    live = live_server_without_dealer
    room, keys = await sync_to_async(three_people)()
    await sync_to_async(start)(table_id=room.table.pk, user=room.people[0])
    await sync_to_async(run_timer)(room.table.pk)
    slug, hand = room.table.slug, await sync_to_async(lambda: room.hand.id)()
    async with (
        line(live, slug, keys["Asha"]) as asha,
        line(live, slug, keys["Asha"]) as second,
        line(live, slug, keys["Binod"]) as binod,
    ):
        for socket in (asha, second, binod):
            await receive(socket, "hello")
        act = {"type": "act", "id": "1", "hand": str(hand), "seq": 0, "action": "see"}
        act["key"] = str(uuid.uuid4())
        await asha.send(json.dumps(act))
        done = {"type": "ok", "id": "1", "seq": 1}
        answered, seen = await receive(asha, "hand"), await receive(second, "hand")
        assert answered.pop("ok") == done
        assert seen == answered, "the answer went to another window"
        assert "ok" not in await receive(binod, "hand"), "the answer to another player"
        await asha.send(json.dumps(act))  # as if the answer had been lost
        assert await receive(asha, "ok") == done
        await asha.send(json.dumps({"type": "ping", "id": "2"}))
        assert (await receive(asha, "pong"))["id"] == "2"


async def test_messages_are_answered_in_their_order(live_server_without_dealer):
    live = live_server_without_dealer
    room, keys = await sync_to_async(three_people)()
    await sync_to_async(start)(table_id=room.table.pk, user=room.people[0])
    await sync_to_async(run_timer)(room.table.pk)
    hand = await sync_to_async(lambda: room.hand.id)()
    bet = {"type": "act", "hand": str(hand), "action": "bet", "amount": 10}
    async with line(live, room.table.slug, keys["Asha"]) as asha:
        await receive(asha, "hello")
        sent = [
            {**bet, "id": "1", "seq": 0, "key": str(uuid.uuid4())},
            {"type": "ping", "id": "2"},
            {**bet, "id": "3", "seq": 1, "key": str(uuid.uuid4())},
            {**bet, "id": "4", "seq": 1, "key": str(uuid.uuid4()), "cards": ["Xx"]},
            {"type": "ping", "id": "5"},
        ]
        for message in sent:
            await asha.send(json.dumps(message))
        answers: list[tuple[str, str]] = []
        async with asyncio.timeout(PATIENCE_S):
            while len(answers) < len(sent):
                message = json.loads(await asha.recv())
                answer = message.get("ok") or message
                if answer.get("id"):
                    answers.append((answer["id"], answer.get("code", answer["type"])))
    assert answers == [
        ("1", "ok"),
        ("2", "pong"),
        ("3", "NOT_YOUR_TURN"),
        ("4", "BAD_MESSAGE"),
        ("5", "pong"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{",
        '{"type":"act"}',
        '{"type":"dance","id":"1"}',
        '{"type":"ping","id":"1","more":1}',
        '{"type":"sit","id":"1","seat":"0","buy_in":500}',
        '{"type":"sit","id":"1","seat":0,"buy_in":1e400}',
        "[" * 4000,
    ],
)
async def test_invalid_messages_are_refused_and_break_nothing(live, text):
    table = await sync_to_async(open_table)(plan=TablePlan(name="Marigold"), host=None)
    async with line(live, table.slug) as socket:
        await receive(socket, "hello")
        await socket.send(text)
        assert (await receive(socket, "refused"))["code"] == "BAD_MESSAGE"
        await socket.send('{"type":"ping","id":"p"}')
        assert (await receive(socket, "pong"))["id"] == "p"


async def test_a_visitor_may_watch_but_not_act(live):
    table = await sync_to_async(open_table)(plan=TablePlan(name="Marigold"), host=None)
    async with line(live, table.slug) as socket:
        assert (await receive(socket, "hello"))["you"] is None
        for command in ('"sit","seat":0,"buy_in":500', '"chat","text":"hi"', '"start"'):
            await socket.send('{"id":"1","type":' + command + "}")
            assert (await receive(socket, "refused"))["code"] == "LOG_IN_REQUIRED"


async def test_a_private_table_stays_closed_to_strangers(live):
    plan = TablePlan(name="Family", private=True)
    table = await sync_to_async(open_table)(plan=plan, host=None)
    async with line(live, table.slug) as socket:
        assert (await receive(socket, "refused"))["code"] == "PRIVATE_TABLE"
        with pytest.raises(ConnectionClosed):
            await receive(socket, "hello")
        assert socket.close_code == 4003


async def test_a_flooding_socket_is_closed(live):
    table = await sync_to_async(open_table)(plan=TablePlan(name="Marigold"), host=None)
    async with line(live, table.slug) as socket:
        await receive(socket, "hello")
        assert await closed_after(socket, *['{"type":"ping","id":"p"}'] * 200) == 1008


async def test_a_frame_that_is_too_long_closes_the_socket(live):
    table = await sync_to_async(open_table)(plan=TablePlan(name="Marigold"), host=None)
    async with line(live, table.slug) as socket:
        await receive(socket, "hello")
        assert await closed_after(socket, "x" * 9_000) == 1009


@pytest.mark.usefixtures("no_rounds")
async def test_the_end_of_a_session_closes_its_sockets(live):
    room, keys = await sync_to_async(three_people)()
    async with line(live, room.table.slug, keys["Asha"]) as socket:
        await receive(socket, "hello")
        await sync_to_async(signals.end_sockets)(room.people[0].pk)
        assert await closed_after(socket) == 4001
