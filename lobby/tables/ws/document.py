"""The AsyncAPI document of the sockets, generated from the types that encode and decode them."""

from typing import Any, get_args

from core.wire import REF, components
from lobby.tables.commands import LOBBY, TABLE, Commands
from lobby.tables.ws import events
from lobby.tables.ws.socket_consumer import Ticket

CHANNELS: tuple[tuple[str, str, str, Commands, Any], ...] = (
    (
        "table",
        "/ws/table/{slug}/",
        "One table: play, watch and chat.",
        TABLE,
        events.TableEvent,
    ),
    (
        "lobby",
        "/ws/lobby/",
        "One page of the list of open tables, kept up to date. The address takes the parameters of "
        "`look` as its query.",
        LOBBY,
        events.LobbyEvent,
    ),
)
ABOUT = """Live tables of Cardhouse. A page is admitted by its session and origin. An app has
neither: it requests a ticket (`POST /api/v1/ticket`) and sends it as its first message. Each
command carries the client's own `id`, which the answer repeats. A `key` is an idempotency key: a
command repeated with the same key counts once. `seq` is the state of the hand that the client saw;
a stale one is refused with `STALE_ACTION` and changes nothing. `x-scope` of a command is the scope
that an app's token needs for it; without it the command is refused with `SCOPE_MISSING`. Frames
are JSON text of at most 8 KiB. A client may send 100 commands in 20 seconds.

One window plays a seat. A window of the table page names itself in the address (`?window=` and a
UUID that it keeps while it is open) and sends `play_here` when it is opened: from then on the
player's other windows are refused with `PLAYED_ELSEWHERE`, until they send `play_here` themselves.
They may still read, ask and cut. A `window` message tells each of them whether it plays. A
connection without `window` takes no part: an app or a bot stops no window and is never stopped."""
QUERY = {
    "type": "object",
    "properties": {
        "window": {
            "type": "string",
            "format": "uuid",
            "description": "the window of a page that this socket belongs to",
        }
    },
}
"""The query of a table's address."""


def asyncapi() -> dict[str, Any]:
    """The AsyncAPI 3.0 document as JSON values."""
    kinds: dict[str, tuple[list[type], list[type]]] = {
        name: ([*(one.message for one in commands), Ticket], list(get_args(said)))
        for name, _, _, commands, said in CHANNELS
    }
    scopes = {one.message: one.scope for commands in (TABLE, LOBBY) for one in commands}
    every = {kind for heard, said in kinds.values() for kind in (*heard, *said)}
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Cardhouse sockets", "version": "1", "description": ABOUT},
        "defaultContentType": "application/json",
        "channels": {
            name: _channel(address, about, [*kinds[name][0], *kinds[name][1]])
            for name, address, about, _, _ in CHANNELS
        },
        "operations": {
            f"{verb}_{name}": _operation(name, verb, members)
            for name, both in kinds.items()
            # The document describes the server's side: it receives commands and sends events.
            for verb, members in zip(("receive", "send"), both, strict=True)
        },
        "components": {
            "messages": {
                kind.__name__: _message(kind, scopes.get(kind)) for kind in sorted(every, key=str)
            },
            "schemas": components(every),
        },
    }


def _channel(address: str, about: str, members: list[type]) -> dict[str, Any]:
    slug = {"slug": {"description": "The table's slug, as in its address."}}
    names = [kind.__name__ for kind in members]
    at_table = "{slug}" in address
    return {
        "address": address,
        "description": about,
        "parameters": slug if at_table else {},
        **({"bindings": {"ws": {"query": QUERY}}} if at_table else {}),
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in names},
    }


def _operation(channel: str, verb: str, members: list[type]) -> dict[str, Any]:
    here = f"#/channels/{channel}"
    return {
        "action": verb,
        "channel": {"$ref": here},
        "messages": [{"$ref": f"{here}/messages/{kind.__name__}"} for kind in members],
    }


def _message(kind: type, scope: str | None) -> dict[str, Any]:
    """A message; `scope` is that of a command."""
    return {
        "name": kind.__struct_config__.tag,  # type: ignore[attr-defined]
        "summary": " ".join((kind.__doc__ or "").split()),
        "payload": {"$ref": REF.format(name=kind.__name__)},
        **({"x-scope": scope} if scope is not None else {}),
    }
