"""Rooms and sockets show staff actions at once."""

import asyncio
import json
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.limits import actions as own
from accounts.people.models import User
from accounts.sanctions import actions as sanctions
from lobby.moderation.actions.tables import freeze, thaw
from lobby.moderation.actions.void import void_hand
from lobby.tables.models import Seat
from tests.support.rooms import scene_of
from tests.support.sockets import line, receive
from tests.support.staff import REASON, member
from tests.support.three_people import three_people
from tests.support.waiting import PATIENCE_S

pytestmark = pytest.mark.django_db(transaction=True)


def moderator():
    return member("Table moderator")


async def test_a_frozen_table_shows_no_clock_and_a_resumed_one_all_its_time(
    seat_table, transactional_db
):
    scene = await scene_of(seat_table)
    asha = await scene.open(scene.seat_table.people[0])
    by, table_id = await scene.do(moderator), scene.seat_table.table.pk
    await scene.do(scene.seat_table.deal)
    clock = asha.frames[-1]["hand"]["clock"] if "hand" in asha.frames[-1] else None
    clock = clock or next(f["hand"]["clock"] for f in reversed(asha.frames) if "hand" in f)
    await scene.do(freeze, by=by, table_id=table_id, reason=REASON)
    frozen = [frame for frame in asha.frames if frame["type"] == "hand"][-1]
    assert frozen["hand"]["clock"] is None
    assert [f["table"]["state"] for f in asha.frames if f["type"] == "table"][-1] == "frozen"
    late = await scene.open()
    assert late.frames[0]["hand"]["clock"] is None
    await scene.do(thaw, by=by, table_id=table_id, reason=REASON)
    goes_on = [frame for frame in asha.frames if frame["type"] == "hand"][-1]["hand"]["clock"]
    assert goes_on["until"] - goes_on["from"] == clock["until"] - clock["from"]
    assert goes_on["from"] > clock["from"]
    said = [one for f in asha.frames if f["type"] == "chat" for one in f["lines"]]
    assert [(one["who"], one["kind"]) for one in said] == [("", "dealer")] * 2
    await scene.close()


async def test_a_voided_hand_disappears_from_every_window_before_the_next(
    seat_table, transactional_db
):
    scene = await scene_of(seat_table)
    windows = [await scene.open(scene.seat_table.people[0]), await scene.open()]
    by = await scene.do(moderator)
    hand = await scene.do(scene.seat_table.deal)
    await scene.do(void_hand, by=by, hand_id=hand.id, reason=REASON)
    for window in windows:
        last = [frame for frame in window.frames if frame["type"] in ("hello", "hand")][-1]
        assert (last["type"], last["hand"]) == ("hello", None)
        assert last["table"]["next_at"] is not None
        assert any(text["code"] == "void" for f in window.frames for text in f.get("lines", []))
    assert (await scene.open()).frames[0]["hand"] is None
    await scene.do(scene.seat_table.deal)
    for window in windows:
        last = [frame for frame in window.frames if frame["type"] == "hand"][-1]
        assert last["hand"]["number"] == 2
        assert last["events"]
    await scene.close()


@pytest.mark.usefixtures("no_rounds")
async def test_a_mute_and_a_ban_take_effect_at_once(live_server_without_dealer):
    live = live_server_without_dealer
    room, keys = await sync_to_async(three_people)()
    by = await sync_to_async(moderator)()
    asha = await User.objects.aget(name="Asha")
    async with line(live, room.table.slug, keys["Asha"]) as socket:
        await receive(socket, "hello")
        end = timezone.now() + timedelta(hours=1)
        await sync_to_async(sanctions.mute)(
            by=by, user=asha, until=end, template="spam", reason=REASON
        )
        await socket.send(json.dumps({"type": "chat", "id": "1", "text": "Hello?"}))
        assert (await receive(socket, "refused"))["code"] == "MUTED"
        await sync_to_async(sanctions.ban)(by=by, user=asha, template="spam", reason=REASON)
        async with asyncio.timeout(PATIENCE_S):
            await socket.wait_closed()
    async with line(live, room.table.slug, keys["Asha"]) as socket:
        assert (await receive(socket, "hello"))["you"] is None, "the user reconnects as a visitor"


@pytest.mark.usefixtures("no_rounds")
async def test_an_exclusion_closes_every_window_at_once(live_server_without_dealer):
    live = live_server_without_dealer
    room, keys = await sync_to_async(three_people)()
    asha = await User.objects.aget(name="Asha")
    asha.kind = User.Kind.PERSON  # a guest has no account to suspend
    await asha.asave(update_fields=["kind"])
    async with line(live, room.table.slug, keys["Asha"]) as socket:
        await receive(socket, "hello")
        await sync_to_async(own.take_break)(user=asha, length="6 months")
        async with asyncio.timeout(PATIENCE_S):
            await socket.wait_closed()
    async with line(live, room.table.slug, keys["Asha"]) as socket:
        assert (await receive(socket, "hello"))["you"] is None
    assert not await Seat.objects.filter(user=asha).aexists()
