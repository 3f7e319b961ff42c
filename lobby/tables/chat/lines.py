"""Read a table's chat."""

import uuid

from core.clock import to_unix_ms
from lobby.tables.models import ChatLine
from lobby.tables.wire import ChatView

LINES_SHOWN_MAX = 100


def lines_after(table_id: uuid.UUID, last_id: int) -> list[ChatView]:
    """The lines after `last_id`, oldest first, at most the last 100."""
    lines = list(
        ChatLine.objects.filter(table_id=table_id, id__gt=last_id)
        .select_related("user")
        .order_by("-id")[:LINES_SHOWN_MAX]
    )
    return [line_of(line) for line in reversed(lines)]


def line_of(line: ChatLine) -> ChatView:
    """A stored line as every viewer gets it."""
    return ChatView(
        id=line.pk,
        at=to_unix_ms(line.at),
        who=line.user.name if line.user else "House",
        kind=_kind(line),
        room=line.room,
        text=line.text,
        nudges=line.nudges,
    )


def _kind(line: ChatLine) -> str:
    if line.user is None:
        return "dealer"
    return "player" if line.room == ChatLine.Room.PLAYERS else "spectator"
