"""The server's socket messages, with the names of its AsyncAPI document."""

import json
from typing import get_args

from cardhouse_client.reading import read
from cardhouse_client.shapes import (
    Asked,
    ChatView,
    Clock,
    Closed,
    DeckChanged,
    Done,
    HandMoved,
    HandNow,
    Hello,
    HouseRule,
    Pong,
    Reading,
    RefusedEvent,
    Rest,
    Restart,
    Said,
    SeatView,
    Sitter,
    TableChanged,
    TableRow,
    Tables,
    TablesChanged,
    TableView,
    Watching,
    WindowPlays,
    Wishes,
    You,
)

__all__ = [
    "KINDS",
    "Answer",
    "Asked",
    "ChatView",
    "Clock",
    "Closed",
    "DeckChanged",
    "Done",
    "HandMoved",
    "HandNow",
    "Hello",
    "HouseRule",
    "News",
    "Pong",
    "Reading",
    "RefusedEvent",
    "Rest",
    "Restart",
    "Said",
    "SeatView",
    "Sitter",
    "TableChanged",
    "TableRow",
    "TableView",
    "Tables",
    "TablesChanged",
    "Watching",
    "WindowPlays",
    "Wishes",
    "You",
    "decode",
]

News = (
    Hello
    | HandMoved
    | TableChanged
    | DeckChanged
    | Said
    | Watching
    | WindowPlays
    | Closed
    | Tables
    | TablesChanged
)
"""Messages without a request."""
Answer = Done | RefusedEvent | Asked | Pong
"""Messages that answer a command, by its `id`."""

KINDS: dict[str, type] = {
    "hello": Hello,
    "hand": HandMoved,
    "table": TableChanged,
    "deck": DeckChanged,
    "chat": Said,
    "watching": Watching,
    "window": WindowPlays,
    "closed": Closed,
    "tables": Tables,
    "tables_changed": TablesChanged,
    "ok": Done,
    "refused": RefusedEvent,
    "asked": Asked,
    "pong": Pong,
}
"""The messages by the `type` of their frames."""
assert set(KINDS.values()) == {*get_args(News), *get_args(Answer)}


def decode(frame: str | bytes) -> News | Answer | None:
    """Return the message of a frame, or None for one that this client does not know."""
    data = json.loads(frame)
    kind = KINDS.get(data["type"])
    return read(kind, data) if kind is not None else None
