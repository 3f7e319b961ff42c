"""The commands of tables and of the lobby: each is declared once, beside what carries it out.

`command` declares an action. Sockets take it as a message, the API as a request, and both answer
its refusals. `TABLE.message` and `LOBBY.message` declare what a socket answers by itself, beside
the consumer's method. Dispatch, the documents, the addresses of the API and the page's scripts all
read these two registries.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from importlib import import_module
from inspect import getdoc, iscoroutinefunction, signature
from pkgutil import iter_modules
from typing import Annotated, Any, TypeVar, Union

import msgspec
from msgspec import defstruct

from core.http.scopes import PLAY
from core.wire import Body

F = TypeVar("F", bound=Callable[..., Any])
Id = Annotated[str, msgspec.Meta(max_length=40)]
SUBJECTS = ("seats", "play", "chat", "hosting")
"""The packages beside this module whose modules declare commands."""
CONSUMERS = "lobby.tables.ws.consumers"
"""The module that declares what a socket answers by itself."""


class Empty(Body):
    """An empty body."""


class Window(Enum):
    """The windows of a user's page from which a command counts."""

    PLAYS = "the window that plays the seat"
    TAKES_OVER = "the window that plays the seat, which is this one from now on"
    ANY = "every window"


@dataclass(frozen=True, kw_only=True, eq=False)
class Command:
    """A command: what clients send, and what carries it out.

    `carry_out` is an action, called with `table_id`, `user` and the fields of `body`, or a method
    of a consumer, called with the message. `message` is `body` with a type and the client's id.
    `cost` is taken from a socket's credit beyond the one that each message costs. The result of an
    action that `is_signed` is the house's signature, which the answer to it has.
    """

    name: str
    body: type[Body]
    carry_out: Callable[..., Any]
    is_action: bool
    scope: str
    window: Window = Window.ANY
    method: str = "POST"
    address: str = ""
    has_view: bool = False
    chapter: str = ""
    cost: float = 0
    is_signed: bool = False

    @cached_property
    def about(self) -> str:
        """The effect, in the first paragraph about what carries it out."""
        return " ".join((getdoc(self.carry_out) or "").split("\n\n")[0].split())

    @cached_property
    def message(self) -> type[Any]:
        """The message of a socket."""
        return _message(self.name, self.body, self.about)

    @cached_property
    def at_once(self) -> bool:
        """Whether a socket carries it out as it comes: neither a thread nor a task is needed."""
        return not self.is_action and not iscoroutinefunction(self.carry_out)

    @cached_property
    def is_keyed(self) -> bool:
        """Whether a repetition with the same key counts once, so that clients may send it again."""
        return "key" in self.body.__struct_fields__

    @cached_property
    def _wants_seat(self) -> bool:
        names = signature(self.carry_out).parameters
        return "seat" in names and "seat" not in self.body.__struct_fields__

    def run(self, body: Body, *, seat: int | None = None, **asked: Any) -> Any:
        """Carry out an action for `user` at `table_id`; returns its result. Raises its refusals.

        `seat` is the user's seat if the caller knows it; an action that saves a query by it has a
        parameter of that name.
        """
        fields = {name: getattr(body, name) for name in self.body.__struct_fields__}
        if self._wants_seat:
            fields["seat"] = seat
        return self.carry_out(**asked, **fields)


@cache
def _message(name: str, body: type[Body], about: str) -> type[Any]:
    return defstruct(
        camel_case(name),
        [("id", Id, "")],
        bases=(body,),
        tag_field="type",
        tag=name,
        kw_only=True,
        namespace={"__doc__": about},
    )


def camel_case(name: str) -> str:
    """The name of a message or view: `sit_out` is `SitOut`."""
    return name.title().replace("_", "")


class Commands:
    """The commands that one kind of socket takes, by their messages."""

    def __init__(self) -> None:
        self._declared: dict[str, Command] = {}

    def action(
        self,
        name: str,
        body: type[Body] = Empty,
        *,
        window: Window = Window.PLAYS,
        method: str = "POST",
        address: str = "",
        has_view: bool = False,
        is_signed: bool = False,
        chapter: str = "Playing",
    ) -> Callable[[F], F]:
        """Declare an action as the command `name`; it has a parameter for each field of `body`.

        The API takes it at `address` of a table (`name` if empty) and answers with the table's
        state, unless it `has_view`: a view of its own, with another answer. Raises `TypeError`
        for a field without a parameter.
        """

        def declare(action: F) -> F:
            fields = dict.fromkeys(body.__struct_fields__)
            signature(action).bind(table_id=None, user=None, **fields)
            self._declared[name] = Command(
                name=name,
                body=body,
                carry_out=action,
                is_action=True,
                scope=PLAY,
                window=window,
                method=method,
                address=address or name,
                has_view=has_view,
                is_signed=is_signed,
                chapter=chapter,
            )
            return action

        return declare

    def message(
        self, name: str, body: type[Body] = Empty, *, scope: str = PLAY, cost: float = 0
    ) -> Callable[[F], F]:
        """Declare a consumer's method as the command `name`.

        A plain method is called as the message comes; one that waits for something is `async`, or
        returns the future of its answer.
        """

        def declare(method: F) -> F:
            self._declared[name] = Command(
                name=name, body=body, carry_out=method, is_action=False, scope=scope, cost=cost
            )
            return method

        return declare

    @cached_property
    def _by_message(self) -> dict[type[Any], Command]:
        _import_all()
        return {one.message: one for _name, one in sorted(self._declared.items())}

    @cached_property
    def decode(self) -> Callable[[str], Any]:
        """The message of a frame; raises `DecodeError` of msgspec."""
        return msgspec.json.Decoder(Union[tuple(self._by_message)]).decode  # noqa: UP007

    def __iter__(self) -> Iterator[Command]:
        return iter(self._by_message.values())

    def __getitem__(self, message: type[Any]) -> Command:
        return self._by_message[message]


TABLE, LOBBY = Commands(), Commands()
command = TABLE.action


def _import_all() -> None:
    """Import each module that declares commands."""
    for package in (f"lobby.tables.{subject}" for subject in SUBJECTS):
        for found in iter_modules(import_module(package).__path__, f"{package}."):
            import_module(found.name)
    import_module(CONSUMERS)
