"""Reading a table's chat."""

import uuid
from typing import TypedDict

from lobby.models import ChatLine
from lobby.queries.table_view import ms

KEPT = 100


class ChatView(TypedDict):
    """One line as it is read; `room` is `players` or `rail`."""

    id: int
    at: int | None
    who: str
    kind: str
    room: str
    text: str


def lines_after(table_id: uuid.UUID, last_id: int) -> list[ChatView]:
    """The lines after `last_id`, oldest first, at most the last 100."""
    lines = list(
        ChatLine.objects.filter(table_id=table_id, id__gt=last_id)
        .select_related("user")
        .order_by("-id")[:KEPT]
    )
    return [
        {
            "id": line.pk,
            "at": ms(line.at),
            "who": line.user.name,
            "kind": "player" if line.room == ChatLine.Room.PLAYERS else "watcher",
            "room": line.room,
            "text": line.text,
        }
        for line in reversed(lines)
    ]
