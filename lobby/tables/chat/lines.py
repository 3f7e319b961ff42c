"""Read a table's chat."""

import uuid

from msgspec import structs

from core.clock import to_unix_ms
from core.messages import catalogue
from lobby.tables.chat_shapes import ChatView
from lobby.tables.models import ChatLine

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
    """A stored line as every viewer gets it, in whatever language they read."""
    return ChatView(
        id=line.pk,
        at=to_unix_ms(line.at),
        who=line.user.name if line.user else "",
        kind=_kind(line),
        room=line.room,
        text="" if line.message else line.text,
        nudges=line.nudges,
        code=line.message,
        args=line.args or None,
    )


def in_words(line: ChatView) -> ChatView:
    """A line with its texts in the reader's language."""
    words = catalogue()
    who = line.who or words.text("table.house")
    text = words.text(f"house.{line.code}", line.args) if line.code else line.text
    return structs.replace(line, who=who, text=text)


def _kind(line: ChatLine) -> str:
    if line.user is None:
        return "dealer"
    return "player" if line.room == ChatLine.Room.PLAYERS else "spectator"
