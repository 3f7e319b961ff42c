"""REST reveals neither the present events of a delayed table nor their time to spectators."""

import asyncio
import datetime
from typing import Any

import httpx
import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from accounts.people.actions.users import create_guest
from games.hands.models import Hand
from lobby.tables.chat import chat
from lobby.tables.models import Seat, Table
from lobby.tables.ws import hub
from tests.support.app import V1
from tests.support.waiting import PATIENCE_S, until

pytestmark = pytest.mark.django_db(transaction=True)


def delayed(seat_table: Any, seconds: int) -> Any:
    room = seat_table(people=3)
    Table.objects.update(spectators="delayed", spectator_delay_s=seconds)
    return room


def received(room: Any) -> tuple[Any, Any]:
    """The state of a table that a visitor gets now, without the clock and the spectators."""
    path = f"{V1}tables/{room.table.slug}"
    state, table = (Client().get(path + ending).json() for ending in ("/state", ""))
    return {**state, "now": 0, "watching": 0}, table


def play_on(room: Any) -> None:
    """An action, the end of the hand, a time bank that was used, and the next deal."""
    room.act(room.turn, "bet", 10)
    Seat.objects.filter(user=room.people[0]).update(pending=300, bank_ms=7)
    room.fold_down()


@pytest.mark.parametrize("shown", [False, True], ids=["nothing shown yet", "the deal shown"])
def test_no_answer_depends_on_hidden_events(seat_table: Any, shown: bool) -> None:
    room = delayed(seat_table, 900)
    room.deal()
    if shown:
        Hand.objects.update(started_at=timezone.now() - datetime.timedelta(seconds=1_000))
    before = received(room)
    assert (before[0]["hand"] is not None) == shown
    play_on(room)
    assert received(room) == before
    room.deal()
    assert received(room) == before


async def test_a_poll_keeps_waiting_during_a_hand_still_delayed(
    seat_table: Any, live_server_without_dealer: Any
) -> None:
    room = await sync_to_async(delayed)(seat_table, 900)
    spectator = await sync_to_async(create_guest)()
    path = f"tables/{room.table.slug}/state"
    base = live_server_without_dealer.url + V1
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE_S) as visitor:
        at = (await visitor.get(path)).json()["at"]
        for after in (at, "0"):
            poll = asyncio.create_task(visitor.get(f"{path}?after={after}&wait=20"))
            await until(lambda: hub.current().waiting.count, "the poll to wait")
            await sync_to_async(room.deal)()
            await sync_to_async(play_on)(room)
            probe = await visitor.get(f"{path}?after={after}&wait=1")
            assert probe.json()["at"] == at
            assert not poll.done()
            if after == "0":  # a plain number asks for the hand alone
                poll.cancel()
                continue
            said = {"table_id": room.table.pk, "text": "Hello"}
            await sync_to_async(chat.say)(**said, user=room.people[0])
            assert (await visitor.get(f"{path}?after={after}&wait=1")).json()["at"] == at
            await sync_to_async(chat.say)(**said, user=spectator)
            before, at = at, (await poll).json()["at"]
            assert at != before, "the poll's time was over"


async def test_a_poll_is_answered_when_the_delay_is_over(
    seat_table: Any, live_server_without_dealer: Any
) -> None:
    room = await sync_to_async(delayed)(seat_table, 2)
    path = f"tables/{room.table.slug}/state"
    base = live_server_without_dealer.url + V1
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE_S) as visitor:
        at = (await visitor.get(path)).json()["at"]
        poll = asyncio.create_task(visitor.get(f"{path}?after={at}&wait=20"))
        await until(lambda: hub.current().waiting.count, "the poll to wait")
        hand = await sync_to_async(room.deal)()
        answer = (await poll).json()
        assert (answer["hand"]["id"], answer["hand"]["seq"]) == (str(hand.id), 0)
        begun = await sync_to_async(Hand.objects.get)(pk=hand.id)
        assert timezone.now() - begun.started_at >= datetime.timedelta(seconds=2)
