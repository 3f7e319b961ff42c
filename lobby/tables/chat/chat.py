"""Chat at a table: players talk to players, and spectators to spectators or to both.

Lines are plain text. Unwanted words are masked; only staff can read the original. A user may send
five lines in ten seconds and may not repeat either of their last two. Reactions are lines in codes:
one limit holds for both, and moderators read both in one place.
"""

import datetime
import unicodedata
import uuid
from collections.abc import Mapping
from typing import Any

from accounts.people.models import User
from core import graphemes
from core.messages import SOURCE, catalogue
from core.word_filter import queries as words
from lobby.tables.access import permissions
from lobby.tables.bodies import ReactBody, SayBody
from lobby.tables.chat.lines import message_text
from lobby.tables.commands import command
from lobby.tables.errors import TableRefused
from lobby.tables.models import ChatLine, Seat, Table
from lobby.tables.models.chat import LINE_CHARS_MAX
from lobby.tables.phrases import message_of, phrase_of
from lobby.tables.play.play import play_line
from lobby.tables.transaction.locked_table import LockedTable
from lobby.tables.transaction.transaction import lock_tables

CHAT_LINES_MAX, CHAT_WINDOW = 5, datetime.timedelta(seconds=10)
_UNWANTED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_JOINERS = "\u200c\u200d"  # Hindi and emoji need these joiners; inside a line they are harmless.


def clean(text: str) -> str:
    """The line as stored: no control characters or direction marks, single spaces.

    Its length is 1 to 200 characters; otherwise `Refused` is raised.
    """
    spaced = "".join(" " if char.isspace() else char for char in text)
    kept = "".join(
        char for char in spaced if char in _JOINERS or unicodedata.category(char) not in _UNWANTED
    )
    return " ".join(kept.split())


@command("chat", SayBody, has_view=True)
def speak(*, table_id: uuid.UUID, user: User, text: str) -> ChatLine | None:
    """Send a line to the players if you have a seat, otherwise to spectators; `/call` acts.

    Returns the line, or None after an action, of which the text begins with a slash.
    """
    if not text.startswith("/"):
        return say(table_id=table_id, user=user, text=text)
    answer = play_line(table_id=table_id, user_id=user.pk, line=text[1:], key=uuid.uuid4())
    if answer.no is not None:
        raise answer.no
    return None


def say(*, table_id: uuid.UUID, user: User, text: str) -> ChatLine:
    """Store a line; a seated user writes to the players, anybody else to the spectators.

    Where the table's chat is shared, players read what spectators write too.

    Raises `Refused` (`EMPTY_LINE`, `LINE_TOO_LONG`, `TOO_FAST`, `SAID_BEFORE`, `MUTED`,
    `SUSPENDED`, `PHRASES_ONLY`).
    """
    line = clean(text)
    if not line:
        raise TableRefused("EMPTY_LINE", status=400)
    if len(line) > LINE_CHARS_MAX:
        raise TableRefused("LINE_TOO_LONG", max=LINE_CHARS_MAX, status=400)
    # A mask may be longer than its word.
    read_as = graphemes.cut(words.masked(line), LINE_CHARS_MAX)
    phrase = phrase_of(line)
    with lock_tables([table_id]) as tx:
        locked = tx.locked(table_id)
        _check_may_say(user, line, tx.now)
        room = _room_of(table_id, user)
        if (
            room != ChatLine.Room.SPECTATOR
            and locked.head.live
            and not phrase
            and _phrases_only(table_id)
        ):
            raise TableRefused("PHRASES_ONLY")
        if phrase:
            return _tell(locked, user, room, f"phrase.{phrase}", said=line)
        return _write(locked, user, room, line, read_as=read_as)


@command("react", ReactBody, chapter="Tables")
def react(*, table_id: uuid.UUID, user: User, reaction: str) -> ChatLine:
    """Show an emote or a quick phrase at your seat, or say it to spectators if you have none.

    It is a line of the chat as a code. Raises `Refused` (`TOO_FAST`, `SAID_BEFORE`, `MUTED`,
    `SUSPENDED`).
    """
    code = message_of(reaction)
    with lock_tables([table_id]) as tx:
        locked = tx.locked(table_id)
        _check_may_say(user, message_text(catalogue(SOURCE), code, None), tx.now)
        return _tell(locked, user, _room_of(table_id, user), code)


def _check_may_say(user: User, line: str, now: datetime.datetime) -> None:
    """Raises `Refused` MUTED, SUSPENDED, TOO_FAST or SAID_BEFORE."""
    permissions.check_may_write(user, now)
    recent = list(
        ChatLine.objects.filter(user=user, at__gt=now - 6 * CHAT_WINDOW).order_by("-id")[
            :CHAT_LINES_MAX
        ]
    )
    if len(recent) == CHAT_LINES_MAX and recent[-1].at > now - CHAT_WINDOW:
        raise TableRefused("TOO_FAST", max=CHAT_LINES_MAX, seconds=CHAT_WINDOW.seconds, status=429)
    if line in {said.as_written for said in recent[:2]}:
        raise TableRefused("SAID_BEFORE")


def _room_of(table_id: uuid.UUID, user: User) -> ChatLine.Room:
    """The room of what the user writes, which decides who reads it."""
    if Seat.objects.filter(table_id=table_id, user=user).exists():
        return ChatLine.Room.PLAYERS
    if Table.objects.filter(pk=table_id, chat=Table.Chat.SHARED).exists():
        return ChatLine.Room.SHARED
    return ChatLine.Room.SPECTATOR


def _phrases_only(table_id: uuid.UUID) -> bool:
    return Table.objects.filter(pk=table_id, phrases_only=True).exists()


def announce(locked: LockedTable, code: str, **args: Any) -> ChatLine:
    """Post the message `house.<code>`, which everybody at the table reads; its head is locked."""
    return _tell(locked, None, ChatLine.Room.PLAYERS, code, args)


def write_nudge(locked: LockedTable, user: User, seat: int, name: str) -> ChatLine:
    """Post a player's nudge to the person in `seat`; the table's head is locked."""
    return _tell(locked, user, ChatLine.Room.PLAYERS, "nudge", {"name": name}, nudges=seat)


def _tell(
    locked: LockedTable,
    user: User | None,
    room: ChatLine.Room,
    code: str,
    args: Mapping[str, Any] | None = None,
    *,
    nudges: int | None = None,
    said: str = "",
) -> ChatLine:
    """Post a message of the catalogue; `said` is what its author wrote in their language."""
    text = message_text(catalogue(SOURCE), code, args)[:LINE_CHARS_MAX]
    message = {"message": code, "args": dict(args or {})}
    return _write(locked, user, room, said or text, read_as=text, nudges=nudges, **message)


def _write(
    locked: LockedTable,
    user: User | None,
    room: ChatLine.Room,
    text: str,
    *,
    read_as: str = "",
    **more: Any,
) -> ChatLine:
    read = read_as or text
    said = ChatLine.objects.create(
        table_id=locked.table_id,
        user=user,
        room=room,
        text=read,
        said=text if read != text else "",
        **more,
    )
    locked.head.chat_id = said.pk
    return said
