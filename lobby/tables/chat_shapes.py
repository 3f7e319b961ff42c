"""The shapes of sentences in codes and of chat lines; `lobby.tables.wire` has all others."""

from typing import Annotated

from msgspec import Meta

from core.wire import Moment, Shape, one_of
from games.hands.wire import OptionValue


class Sentence(Shape):
    """A sentence in codes, from which readers make words: the message `house.<code>`."""

    code: str
    args: dict[str, int | str | None] = {}


class ChatView(Shape, omit_defaults=True):
    """A chat line as viewers read it.

    In frames and states quick phrases and lines of the house are codes without a text: the message
    `house.<code>` with its arguments. `/chat` adds the text, in the language of the request.
    """

    id: int
    at: Moment
    who: Annotated[str, Meta(description="empty for the house, but in `/chat`")]
    kind: Annotated[str, one_of(["player", "spectator", "dealer"])]
    room: Annotated[str, one_of(["players", "spectators", "shared"])]
    text: str
    nudges: Annotated[int | None, Meta(description="the seat that this nudge asks to act")]
    code: Annotated[str, Meta(description="a message; empty for what somebody wrote")] = ""
    args: Annotated[
        dict[str, int | str | dict[str, OptionValue] | None] | None,
        Meta(description="the arguments of the message; `changes` has house rules by name"),
    ] = None
