"""The right to send: every message of the sockets, for every role of the API's matrix.

A message without a row fails. Bots that one row adds, the next removes; otherwise no command is
carried out before the last one, which gives up the seat: the rules refuse the others even where
their sender may send them.
"""

import json
import uuid
from dataclasses import dataclass, field
from typing import Any, get_args

import pytest
from asgiref.sync import sync_to_async

from lobby.tables.models import Table
from lobby.tables.ws import messages
from tests.api.test_access import ROLES, Room
from tests.browser.company import session_of
from tests.games.engines.test_dou_dizhu_leaks import cards_in
from tests.lobby.tables.test_socket import line, receive

pytestmark = pytest.mark.django_db(transaction=True)

SEATED = ("player", "folded")
HOST = "owner"


@dataclass
class Row:
    """The answer to a command for seated players, the host, other users and visitors."""

    seated: str
    others: str = "NOT_SEATED"
    host: str = ""
    visitor: str = "LOG_IN"
    body: dict[str, Any] = field(default_factory=dict)

    def expected(self, role: str) -> str:
        if role in SEATED:
            return self.seated
        if role == "visitor":
            return self.visitor
        return (self.host or self.others) if role == HOST else self.others


KEY = str(uuid.uuid4())
MATRIX: dict[type[messages.ClientCommand], Row] = {
    messages.Ping: Row("pong", others="pong", visitor="pong"),
    messages.Resync: Row("hello", others="hello", visitor="hello"),
    messages.Act: Row("STALE_ACTION", body={"seq": 999, "action": "bet", "key": KEY}),
    messages.Ask: Row("asked", others="NOT_IN_HAND", body={"cards": []}),
    messages.Sit: Row("ALREADY_SEATED", others="NO_SUCH_SEAT", body={"seat": 31}),
    messages.TopUp: Row("BAD_AMOUNT", body={"amount": 0}),
    messages.Prefer: Row("ok", body={"post": False}),
    messages.Next: Row("NO_PAUSE"),
    messages.Nudge: Row("TOO_SOON"),
    messages.Again: Row("ALREADY_ENTERED"),
    messages.Start: Row("ALREADY_RUNNING"),
    messages.AddBots: Row("ok", host="ok", body={"count": 1}),
    messages.RemoveBots: Row("ok", host="ok"),
    messages.Chat: Row("EMPTY_LINE", others="EMPTY_LINE", body={"text": " "}),
    messages.CutCommit: Row("WRONG_DECK", body={"deck": "0" * 32, "hash": "0" * 64}),
    messages.Cut: Row("WRONG_DECK", body={"deck": "0" * 32, "cut": "0" * 64}),
    messages.AskSeat: Row("ALREADY_SEATED", others="ok"),
    messages.PlayHere: Row("NO_WINDOW", others="NO_WINDOW"),
    messages.AnswerRequest: Row(
        "NOT_THE_HOST",
        others="NOT_THE_HOST",
        host="NO_SUCH_REQUEST",
        body={"name": "Binod", "approve": True},
    ),
    messages.SitOut: Row("ok"),
    messages.SitIn: Row("ok"),
    messages.Leave: Row("ok"),
}


LOBBY: dict[type[messages.LobbyCommand], str] = {
    messages.Look: "tables",
    messages.Resync: "tables",
    messages.Ping: "pong",
}
"""The answer to a command in the lobby, which everybody may read."""


def test_every_message_has_a_row_and_the_destructive_one_is_last() -> None:
    assert set(MATRIX) == set(get_args(messages.AnyCommand))
    assert set(LOBBY) == set(get_args(messages.LobbyCommand))
    assert [*MATRIX][-1] is messages.Leave


def set_up(company: Any, private: bool) -> tuple[Room, dict[str, str | None]]:
    """The table of the API's matrix, and each role's session."""
    room = Room(company)
    Table.objects.filter(slug=room.slug).update(private=private)
    sessions = {role: session_of(app.user) if app.user else None for role, app in room.apps.items()}
    return room, sessions


async def answers(socket: Any, room: Room) -> dict[type[messages.ClientCommand], str]:
    """The answer to each command: its kind, or the code of the refusal."""
    found = {}
    for kind, row in MATRIX.items():
        tag, ident = kind.__struct_config__.tag, str(uuid.uuid4())
        hand = {"hand": str(room.hand.id)} if kind is messages.Act else {}
        await socket.send(json.dumps({"type": tag, "id": ident, **row.body, **hand}))
        if kind is messages.Resync:
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
    company: Any, live_server_without_dealer: Any, settings: Any, private: bool
) -> None:
    settings.NUDGE_AFTER_S = 3_600  # on any load a nudge comes too soon
    live = live_server_without_dealer
    room, sessions = await sync_to_async(set_up)(company, private)
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
                    wrong.append(f"{kind.__name__} by {role}: {answer}, not {expected}")
        others = set().union(*room.held.values()) - room.may_see(role)
        assert cards_in(json.dumps(room.frames)) & others == set(), role
    assert wrong == []


async def test_every_role_reads_the_lobby_and_only_members_find_the_private_table(
    company: Any, live_server_without_dealer: Any
) -> None:
    live = live_server_without_dealer
    room, sessions = await sync_to_async(set_up)(company, True)
    for role in ROLES:
        async with line(live, room.slug, sessions[role], path="/ws/lobby/") as socket:
            found = [await receive(socket, "tables")]
            for kind, answer in LOBBY.items():
                tag = kind.__struct_config__.tag
                await socket.send(json.dumps({"type": tag, "id": str(uuid.uuid4())}))
                found.append(await receive(socket, answer))
        shown = room.slug in json.dumps(found)
        assert shown is (role in (*SEATED, HOST)), role
        assert cards_in(json.dumps(found)) == set(), role
