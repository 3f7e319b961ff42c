"""What the server says on the sockets, as typed messages; `manage.py asyncapi` describes them.

`view` is the game's own (`Game.view`), and so are the fields of an event of the hand beside its
`kind`. All moments are milliseconds since 1970.
"""

from typing import Any, TypedDict

import msgspec

from lobby.tables.queries.chat import ChatView
from lobby.tables.queries.table_list import TableRow
from lobby.tables.queries.table_state import HandNow, You
from lobby.tables.queries.table_view import TableView


class ServerEvent(msgspec.Struct, tag_field="type"):
    """What the server sends."""


class Hello(ServerEvent, tag="hello", kw_only=True):
    """Everything at once: the first message, and the answer to `resync`."""

    v: int = 1
    now: int
    you: You | None
    table: TableView
    hand: HandNow | None
    chat: list[ChatView]
    watching: int


class HandMoved(ServerEvent, tag="hand", kw_only=True):
    """The hand after something happened, and what happened."""

    now: int
    hand: HandNow | None
    events: list[dict[str, Any]]


class TableChanged(ServerEvent, tag="table", kw_only=True, omit_defaults=True):
    """The table or its seats changed; `you` where the receiver has a seat."""

    now: int
    table: TableView
    you: You | None = None


class Said(ServerEvent, tag="chat"):
    """New lines of the chat."""

    lines: list[ChatView]


class Watching(ServerEvent, tag="watching"):
    """How many people look on."""

    n: int


class Closed(ServerEvent, tag="closed"):
    """The table is closed; the socket closes too."""

    now: int


class Tables(ServerEvent, tag="tables"):
    """The list of the lobby as the receiver may see it."""

    tables: list[TableRow]
    online: int


class Done(ServerEvent, tag="ok", omit_defaults=True):
    """The command with this `id` was carried out; an action names the `seq` it got."""

    id: str
    seq: int | None = None


class RefusedEvent(ServerEvent, tag="refused", omit_defaults=True):
    """The command with this `id` was refused and changed nothing."""

    id: str
    code: str
    text: str
    limits: dict[str, Any] | None = None


class Reading(TypedDict):
    """One way to read a selection of cards."""

    reading: str
    name: str


class Asked(ServerEvent, tag="asked"):
    """What a selection of one's own cards is; `code` and `text` say why it may not be played."""

    id: str
    name: str | None = None
    readings: list[Reading] = []
    code: str | None = None
    text: str | None = None


class Pong(ServerEvent, tag="pong"):
    """The server's clock."""

    now: int
    id: str = ""


TableEvent = (
    Hello | HandMoved | TableChanged | Said | Watching | Closed | Done | RefusedEvent | Asked | Pong
)
LobbyEvent = Tables | Pong | RefusedEvent

_encoder = msgspec.json.Encoder()


def encode(message: ServerEvent) -> str:
    """A message as the text of one frame."""
    return _encoder.encode(message).decode()
