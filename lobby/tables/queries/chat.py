"""Read a table's chat."""

import uuid
from typing import TypedDict

from core.clock import to_unix_ms
from lobby.tables.models import ChatLine

KEPT = 100


class ChatView(TypedDict):
    """A chat line as viewers read it; `room` is `players` or `spectators`.

    `nudges` is the seat that the line asks to act, None for an ordinary line.
    """

    id: int
    at: int | None
    who: str
    kind: str
    room: str
    text: str
    nudges: int | None


def lines_after(table_id: uuid.UUID, last_id: int) -> list[ChatView]:
    """The lines after `last_id`, oldest first, at most the last 100."""
    lines = list(
        ChatLine.objects.filter(table_id=table_id, id__gt=last_id)
        .select_related("user")
        .order_by("-id")[:KEPT]
    )
    return [line_of(line) for line in reversed(lines)]


def line_of(line: ChatLine) -> ChatView:
    """A stored line as every viewer gets it."""
    return {
        "id": line.pk,
        "at": to_unix_ms(line.at),
        "who": line.user.name if line.user else "House",
        "kind": _kind(line),
        "room": line.room,
        "text": line.text,
        "nudges": line.nudges,
    }


def _kind(line: ChatLine) -> str:
    if line.user is None:
        return "dealer"
    return "player" if line.room == ChatLine.Room.PLAYERS else "watcher"
