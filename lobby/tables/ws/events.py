"""The server's socket messages as typed structures; `manage.py asyncapi` documents them.

The views and events of a hand are the game's own; `games.wire` has their shapes. All times are in
milliseconds since 1970.
"""

import time
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from core.http.openapi import REFUSAL_DATA
from core.wire import Shape, in_family
from games.wire.registry import EVENTS
from lobby.tables.chat_shapes import ChatView
from lobby.tables.deck_shapes import NextDeckView
from lobby.tables.wire import (
    HandNow,
    Selection,
    TableRow,
    TableView,
    You,
)


class ServerEvent(Shape, tag_field="type"):
    """A message from the server."""


class Hello(ServerEvent, tag="hello", kw_only=True):
    """The whole table: the first message, and the answer to `resync`.

    `events` are those of the hand so far that the receiver may see.
    """

    v: int = 1
    now: int
    you: You | None
    table: TableView
    hand: HandNow | None
    events: list[Annotated[dict[str, Any], in_family(EVENTS)]] = []
    chat: list[ChatView]
    watching: int


class Done(ServerEvent, tag="ok", omit_defaults=True):
    """The command with this `id` was carried out; for an action, `seq` is its number.

    For `cut_commit` and `cut`, `signature` is the house's: it proves that the house received it.
    """

    id: str
    seq: int | None = None
    signature: str | None = None


class HandMoved(ServerEvent, tag="hand", kw_only=True, omit_defaults=True):
    """The hand after a change, and the events of that change.

    If one of them is an action of the receiver, `ok` is the answer to it: no other one comes.
    """

    now: int
    hand: HandNow | None
    events: list[Annotated[dict[str, Any], in_family(EVENTS)]]
    ok: Done | None = None


class TableChanged(ServerEvent, tag="table", kw_only=True, omit_defaults=True):
    """The table or its seats changed; `you` is set if the receiver has a seat."""

    now: int
    table: TableView
    you: You | None = None


class DeckChanged(ServerEvent, tag="deck", kw_only=True):
    """The next deck was locked, thrown away, or waits for cuts; nothing else of the table changed.

    `version` and `next_at` are those of the table.
    """

    now: int
    version: int
    next_at: int | None
    next_deck: NextDeckView | None


class Said(ServerEvent, tag="chat"):
    """New chat lines."""

    lines: list[ChatView]


class Watching(ServerEvent, tag="watching"):
    """The number of spectators."""

    n: int


class WindowPlays(ServerEvent, tag="window"):
    """Whether this window may play its user's seat; another window plays it if not.

    Only clients that named their window get it, after each `hello` and when it changes.
    """

    plays: bool


class Closed(ServerEvent, tag="closed"):
    """The table has closed; the socket closes too."""

    now: int


class Counts(ServerEvent, kw_only=True):
    """How much of the lobby's list there is; see `Tables`."""

    page: int
    pages: int
    found: Annotated[int, Meta(description="the tables of others that match the filters")]
    open: Annotated[int, Meta(description="all tables that the receiver could see")]
    online: Annotated[int, Meta(description="open lobby pages")]


class Tables(Counts, tag="tables", kw_only=True):
    """The lobby's list: the receiver's own tables, then one page of the others that match.

    It is the first message, and the answer to `look` and `resync`.
    """

    tables: list[TableRow]


class TablesChanged(Counts, tag="tables_changed", kw_only=True):
    """The changes of the list since the last frame.

    `rows` are new or replace those with the same `slug`. `order` has the slugs of the whole list,
    if rows came, went or moved; rows that it does not name are gone.
    """

    rows: list[TableRow]
    order: list[str] | None


class RefusedEvent(ServerEvent, tag="refused", omit_defaults=True):
    """The command with this `id` was refused and changed nothing."""

    id: str
    code: str
    text: str
    limits: Annotated[dict[str, Any], Meta(extra_json_schema=REFUSAL_DATA)] | None = None


class Asked(Selection, tag_field="type", tag="asked", kw_only=True):
    """The interpretations of a selection of cards; `code` says why it can't be played."""

    id: str


class Pong(ServerEvent, tag="pong"):
    """The server's clock."""

    now: int
    id: str = ""


TableEvent = (
    Hello
    | HandMoved
    | TableChanged
    | DeckChanged
    | Said
    | Watching
    | WindowPlays
    | Closed
    | Done
    | RefusedEvent
    | Asked
    | Pong
)
LobbyEvent = Tables | TablesChanged | Done | RefusedEvent | Pong

encode = msgspec.json.Encoder().encode
"""Encodes a message as the UTF-8 text of one frame."""


def now_ms() -> int:
    """The clock of all messages, in milliseconds since 1970."""
    return int(time.time() * 1000)
