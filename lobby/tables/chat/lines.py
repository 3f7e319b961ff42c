"""Read a table's chat."""

import datetime
import uuid
from collections.abc import Mapping
from typing import Any

from django.db.models import Q
from msgspec import structs

from core.clock import to_unix_ms
from core.messages import Catalogue, catalogue
from games.rulebook.rule_words import RuleWords
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


def heard_late(
    table_id: uuid.UUID, delay_s: int, now: datetime.datetime
) -> tuple[int, datetime.datetime | None]:
    """Find the last line that spectators of a delayed table heard, 0 for none, and when one is due.

    Lines of players come with the delay, all others at once; see `shown.can_read`.
    """
    lines = ChatLine.objects.filter(table_id=table_id).order_by("-id")
    by_players = Q(user__isnull=False, room=ChatLine.Room.PLAYERS)
    last = lines.annotate(late=by_players).values_list("id", "at", "late")[:LINES_SHOWN_MAX]
    delay = datetime.timedelta(seconds=delay_s)
    due = [(at + delay if late else at, line_id) for line_id, at, late in last]
    heard = [one for one in due if one[0] <= now]
    coming = [at for at, _line_id in due if at > now]
    return max(heard, default=(now, 0))[1], min(coming, default=None)


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
    text = message_text(words, line.code, line.args) if line.code else line.text
    return structs.replace(line, who=who, text=text)


def message_text(words: Catalogue, code: str, args: Mapping[str, Any] | None) -> str:
    """The text of the message `house.<code>`, with the house rules that it names in words."""
    args = args or {}
    if changes := args.get("changes"):
        rules = RuleWords(args["game"], words)
        known = [option for option in rules.game.Rules.OPTIONS if option.name in changes]
        values = {rules.label(one.name): rules.value(one, changes[one.name]) for one in known}
        said = [
            words.text("house.change", {"label": label, "value": value})
            for label, value in values.items()
        ]
        args = {**args, "changes": words.text("house.change_separator").join(said)}
    return words.text(f"house.{code}", args)


def _kind(line: ChatLine) -> str:
    if line.user is None:
        return "dealer"
    return "player" if line.room == ChatLine.Room.PLAYERS else "spectator"
