"""Socket, API and long poll say the same of a table, to every viewer and at every moment."""

import asyncio
import json
import random
import uuid
from itertools import product

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.people.actions.users import create_guest
from lobby.moderation.actions.tables import close, freeze, thaw
from lobby.moderation.actions.void import void_hand
from lobby.tables.chat.chat import say
from lobby.tables.models import Table
from lobby.tables.seats.seats import sit
from tests.support.dou_dizhu_cards import cards_in
from tests.support.rooms import Scene, Window, _closing, scene_of
from tests.support.seated_table import sit_and_go
from tests.support.size import FULL
from tests.support.staff import log_in, member
from tests.support.waiting import until

__all__ = ["sit_and_go"]

pytestmark = pytest.mark.django_db(transaction=True)

LANDLORD = {"game": "dou_dizhu", "preset": "standard", "seats": 3}
TABLES = {
    "teen patti": {},
    "hidden stacks": {"options": {"boot": 10, "hidden_stacks": True}},
    "hold'em": {"game": "holdem", "preset": "cash", "options": {}},
    "dou dizhu": LANDLORD | {"options": {"score_mode": "chips", "base_score": 1}},
    "dou dizhu for points": LANDLORD | {"options": {}, "buy_in": None},
    "sit and go": None,
}
MODES = (
    ("delayed", 900),
    ("closed", 0),
    ("after_hand", 0),
    ("delayed", 0),
    ("open", 0),
    ("after_hand", 0),
)
"""Spectator modes with their delays, which are over or never are; `open` also for chips."""
CASES = (
    list(product(TABLES, [*MODES[:-1], ("public", 0)]))
    if FULL
    else list(zip(TABLES, MODES, strict=True))[::2]
)
REASON = "a reason to give"


class Ways:
    """A table's room and its API, asked for every kind of viewer."""

    def __init__(self, scene, mode):
        self.scene, self.room = scene, scene.seat_table
        self.spectators, self.delay = mode
        self.seen = {}

    async def set_up(self):
        asha, binod, _chitra = self.room.people

        def viewers():
            cache.clear()
            self.staff = member("Table moderator", name="Lila")
            Table.objects.filter(pk=self.room.table.pk).update(
                spectators=self.spectators,
                spectator_delay_s=self.delay,
                host=(host := create_guest(name="Hari")),
            )
            guests = {"spectator": create_guest(name="Gita"), "late": create_guest(name="Indra")}
            return guests | {"host": host, "asha": asha, "binod": binod, "staff": self.staff}

        self.viewers = await self.scene.do(viewers) | {"visitor": None}
        self.clients = {name: Client() for name in self.viewers}
        for name, user in self.viewers.items():
            if user is not None:
                client = self.clients[name]
                login = log_in if user is self.staff else Client.force_login
                await self.scene.do(login, client, user)
        self.windows = {name: await self.scene.open(user) for name, user in self.viewers.items()}

    async def caught_up(self):
        """Without a delay a delayed table has reached the present."""
        late, now = self.scene.room.late, self.scene.room.hand
        if late is not None and not self.delay:
            await late.read()
            gone = self.scene.room._void
            await until(
                lambda: gone or (late.hand and late.hand.seq) == (now and now.seq), "the present"
            )
        await self.scene.sent()

    def asked(self, name, ending=""):
        answer = self.clients[name].get(f"/api/v1/tables/{self.room.table.slug}{ending}")
        assert answer.status_code == 200, (name, answer.content)
        return answer.json()

    async def look(self, moment):
        await self.caught_up()
        for name, user in self.viewers.items():
            if self.spectators == "closed" and user is None:
                continue  # a visitor is not let in at all
            at = f"{name}, {moment}"
            state = await self.scene.do(self.asked, name, "/state")
            query = f"/state?after={state['at']}&wait=1"
            polled = await self.scene.do(self.asked, name, query)
            table = await self.scene.do(self.asked, name)
            assert {**polled, "now": 0} == {**state, "now": 0}, at
            assert table == state["table"], at
            hello = (await self.scene.open(user)).frames[0]
            assert parts(hello) == parts(state), at
            same_openings(hello, state)
            self.seen[name, moment] = state

    def hands_seen(self, moment):
        """The viewers who see a hand at a moment."""
        return {name for (name, at), seen in self.seen.items() if at == moment and seen["hand"]}


RULE = ("name", "chosen", "of_preset")


def parts(message):
    """All that is said of the table, but for words, which only answers to requests have.

    The proof comes once by a socket, its cards below.
    """
    hand = message["hand"]
    if hand is not None:
        hand = {key: hand[key] for key in ("id", "number", "seq", "view", "clock", "next_at")}
    rules = [{key: one[key] for key in RULE} for one in message["table"]["house_rules"]]
    table = {**message["table"], "house_rules": rules, "stakes": ""}
    chat = [
        {**line, "text": "", "who": ""} if line.get("code") else line for line in message["chat"]
    ]
    return {"table": table, "you": message["you"], "hand": hand, "chat": chat}


def same_openings(hello, state):
    """A socket's first frame opens the same cards, and those in its events."""
    if hello["hand"] is None:
        return
    assert hello["hand"]["fair"] == state["hand"]["fair"]
    by_socket, by_api = (
        {json.dumps(one) for one in message["hand"]["openings"]} for message in (hello, state)
    )
    assert by_api <= by_socket
    assert by_api == by_socket or cards_in(json.dumps(hello["events"]))


def some_actions(room, rng, most):
    for _ in range(most):
        if room.head.live:
            room.act_somehow(rng)


@pytest.mark.parametrize(("kind", "mode"), CASES)
async def test_every_way_says_the_same(seat_table, sit_and_go, transactional_db, kind, mode):
    plan, rng = TABLES[kind], random.Random(f"{kind} {mode}")
    if plan is None:
        scene = Scene(await asyncio.to_thread(_closing(sit_and_go), 3))
    else:
        scene = await scene_of(seat_table, **plan)
    ways, room = Ways(scene, mode), scene.seat_table
    table_id = room.table.pk
    await ways.set_up()
    await ways.look("waiting")
    await scene.do(room.deal)
    if room.table.max_seats > 3:
        seat = {"number": 5, "buy_in": 1_000, "key": uuid.uuid4()}
        await scene.do(sit, table_id=table_id, user=ways.viewers["late"], **seat)
    await scene.do(some_actions, room, rng, 2)
    await scene.do(say, table_id=table_id, user=ways.viewers["spectator"], text="Namaste")
    await ways.look("live")
    await scene.do(freeze, by=ways.staff, table_id=table_id, reason=REASON)
    await ways.look("frozen")
    await scene.do(thaw, by=ways.staff, table_id=table_id, reason=REASON)
    await scene.do(some_actions, room, rng, 500)
    await ways.look("ended")
    if plan is not None:
        hand = await scene.do(room.deal)
        await scene.do(some_actions, room, rng, 1)
        await ways.look("live again")
        was_live = (await scene.do(lambda: room.head)).live
        await scene.do(void_hand, by=ways.staff, hand_id=hand.id, reason=REASON)
        await ways.look("void")
        if was_live and mode != ("delayed", 900):
            assert ways.hands_seen("void") == set()
    players = {"asha", "binod"}
    assert ways.hands_seen("waiting") == set()
    assert players <= ways.hands_seen("live")
    if mode in (("closed", 0), ("delayed", 900)):
        assert not {"spectator", "visitor", "staff", "host"} & ways.hands_seen("live")
    await scene.do(freeze, by=ways.staff, table_id=table_id, reason=REASON)
    await scene.do(close, by=ways.staff, table_id=table_id, reason=REASON)
    for name, user in ways.viewers.items():
        path = f"/api/v1/tables/{room.table.slug}/state"
        assert (await scene.do(ways.clients[name].get, path)).status_code in (403, 404)
        window = Window(user)
        scene.windows.append(window)
        assert not await scene.room.join(window.connection)
        assert "hello" not in window.kinds()
    await scene.close()
