"""The right to send: every message of the sockets, for every role of the API's matrix.

A message without a row fails. Bots that one row adds, the next removes; otherwise no command is
carried out before the last one, which gives up the seat: the rules refuse the others even where
their sender may send them.
"""

import json
import uuid
from dataclasses import dataclass, field
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from lobby.tables.commands import LOBBY as LOBBY_COMMANDS
from lobby.tables.commands import TABLE as TABLE_COMMANDS
from lobby.tables.models import Table
from tests.browser.seated_table import session_of
from tests.support.access import ROLES, Room
from tests.support.dou_dizhu_cards import cards_in
from tests.support.sockets import line, receive

pytestmark = pytest.mark.django_db(transaction=True)

SEATED = ("player", "folded")
HOST = "owner"


@dataclass
class Row:
    """The answer to a command for seated players, the host, other users and visitors."""

    seated: str
    others: str = "NOT_SEATED"
    host: str = ""
    visitor: str = "LOG_IN_REQUIRED"
    body: dict[str, Any] = field(default_factory=dict)

    def expected(self, role: str) -> str:
        if role in SEATED:
            return self.seated
        if role == "visitor":
            return self.visitor
        return (self.host or self.others) if role == HOST else self.others


KEY = str(uuid.uuid4())
NOBODY = {"name": "Nobody"}
MATRIX: dict[str, Row] = {
    "ping": Row("pong", others="pong", visitor="pong"),
    "resync": Row("hello", others="hello", visitor="hello"),
    "act": Row("STALE_ACTION", body={"seq": 999, "action": "bet", "key": KEY}),
    "ask": Row("asked", others="NOT_IN_HAND", body={"cards": []}),
    "sit": Row("ALREADY_SEATED", others="NO_SUCH_SEAT", body={"seat": 31}),
    "top_up": Row("BAD_AMOUNT", body={"amount": 0}),
    "prefer": Row("ok", body={"post": False}),
    "next": Row("NO_PAUSE"),
    "nudge": Row("TOO_SOON"),
    "again": Row("ALREADY_ENTERED"),
    "start": Row("ALREADY_RUNNING"),
    "add_bots": Row("ok", host="ok", body={"count": 1}),
    "remove_bots": Row("ok", host="ok"),
    "chat": Row("EMPTY_LINE", others="EMPTY_LINE", body={"text": " "}),
    "react": Row("ok", others="ok", body={"reaction": "laugh"}),
    "cut_commit": Row("WRONG_DECK", body={"commit": "0" * 64, "hash": "0" * 64}),
    "cut": Row("WRONG_DECK", body={"commit": "0" * 64, "cut": "0" * 64}),
    "ask_seat": Row("ALREADY_SEATED", others="ok"),
    "play_here": Row("NO_WINDOW", others="NO_WINDOW"),
    "answer_request": Row(
        "NOT_THE_HOST",
        others="NOT_THE_HOST",
        host="NO_SUCH_REQUEST",
        body={"name": "Binod", "approve": True},
    ),
    "pause": Row("NOT_THE_HOST", others="NOT_THE_HOST", host="ok"),
    "new_invite": Row("NOT_THE_HOST", others="NOT_THE_HOST", host="ok"),
    "resume": Row("ok", others="NOT_THE_HOST", host="ok"),
    "open_hands": Row(
        "NOT_THE_HOST", others="NOT_THE_HOST", host="NOT_TEACHING", body={"on": True}
    ),
    "set_cards": Row(
        "NOT_THE_HOST", others="NOT_THE_HOST", host="NOT_TEACHING", body={"cards": {"0": "As"}}
    ),
    "step_back": Row("NOT_THE_HOST", others="NOT_THE_HOST", host="NOT_TEACHING", body={"seq": 999}),
    "join_waiting_list": Row("ALREADY_SEATED", others="NOT_FULL"),
    "leave_waiting_list": Row("ok", others="ok"),
    "hand_over": Row("NOT_THE_HOST", others="NOT_THE_HOST", host="NOT_SEATED", body=NOBODY),
    "send_away": Row("NOT_THE_HOST", others="NOT_THE_HOST", host="NOT_SEATED", body=NOBODY),
    "sit_out": Row("ok"),
    "sit_in": Row("ok"),
    "leave": Row("ok"),
}


LOBBY: dict[str, str] = {
    "look": "tables",
    "resync": "tables",
    "ping": "pong",
}
"""The answer to a command in the lobby, which everybody may read."""


def test_every_message_has_a_row_and_the_destructive_one_is_last() -> None:
    assert set(MATRIX) == {one.name for one in TABLE_COMMANDS}
    assert set(LOBBY) == {one.name for one in LOBBY_COMMANDS}
    assert [*MATRIX][-1] == "leave"


def set_up(seat_table: Any, private: bool) -> tuple[Room, dict[str, str | None]]:
    """The table of the API's matrix, and each role's session."""
    room = Room(seat_table)
    Table.objects.filter(slug=room.slug).update(private=private)
    sessions = {role: session_of(app.user) if app.user else None for role, app in room.apps.items()}
    return room, sessions


async def answers(socket: Any, room: Room) -> dict[str, str]:
    """The answer to each command: its kind, or the code of the refusal."""
    found = {}
    for kind, row in MATRIX.items():
        ident = str(uuid.uuid4())
        hand = {"hand": str(room.hand.id)} if kind in ("act", "step_back") else {}
        await socket.send(json.dumps({"type": kind, "id": ident, **row.body, **hand}))
        if kind == "resync":
            found[kind] = (await receive(socket, "hello"))["type"]
            continue
        while (answer := json.loads(await socket.recv())).get("id") != ident:
            room.frames.append(answer)
        found[kind] = answer.get("code") or answer["type"]
        if answer["type"] == "asked":
            found[kind] = "asked"
    return found


@pytest.mark.parametrize("private", [True, False], ids=["private", "public"])
async def test_every_role_gets_the_answer_of_its_row(
    seat_table: Any, live_server_without_dealer: Any, settings: Any, private: bool
) -> None:
    settings.NUDGE_AFTER_S = 3_600  # on any load a nudge comes too soon
    live = live_server_without_dealer
    room, sessions = await sync_to_async(set_up)(seat_table, private)
    refused_roles = {"visitor", "other", "staff", "moderator"} if private else set()
    refused_roles |= {"spectator"} if private else set()  # invited on a device: see test_tokens
    wrong = []
    for role in sorted(
        ROLES, key=lambda role: role == "player"
    ):  # the player's leaving ends the hand
        room.frames = []
        async with line(live, room.slug, sessions[role]) as socket:
            if role in refused_roles:
                assert (await receive(socket, "refused"))["code"] == "PRIVATE_TABLE", role
                continue
            room.frames.append(await receive(socket, "hello"))
            for kind, answer in (await answers(socket, room)).items():
                expected = MATRIX[kind].expected(role)
                if answer != expected:
                    wrong.append(f"{kind} by {role}: {answer}, not {expected}")
        others = set().union(*room.held.values()) - room.may_see(role)
        assert cards_in(json.dumps(room.frames)) & others == set(), role
    assert wrong == []


async def test_every_role_reads_the_lobby_and_only_members_find_the_private_table(
    seat_table: Any, live_server_without_dealer: Any
) -> None:
    live = live_server_without_dealer
    room, sessions = await sync_to_async(set_up)(seat_table, True)
    for role in ROLES:
        async with line(live, room.slug, sessions[role], path="/ws/lobby/") as socket:
            found = [await receive(socket, "tables")]
            for kind, answer in LOBBY.items():
                await socket.send(json.dumps({"type": kind, "id": str(uuid.uuid4())}))
                found.append(await receive(socket, answer))
        shown = room.slug in json.dumps(found)
        assert shown is (role in (*SEATED, HOST)), role
        assert cards_in(json.dumps(found)) == set(), role
