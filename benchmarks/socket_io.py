"""The subset of socket.io that a load generator needs: protocol 5 over engine.io 4.

A text frame is an engine.io packet: a digit for its kind, then its payload. Messages (4) contain a
socket.io packet: a digit for its kind, the namespace with a comma, and JSON.
<https://socket.io/docs/v4/engine-io-protocol/> and <https://socket.io/docs/v4/socket-io-protocol/>
"""

from typing import Any, Literal, NamedTuple

import msgspec

PATH = "/socket.io/?EIO=4&transport=websocket"
PONG = b"3"

_encode = msgspec.json.Encoder().encode

Kind = Literal["open", "ping", "connected", "event", "refused"]
_ENGINE: dict[int, Kind] = {ord("0"): "open", ord("2"): "ping"}
_MESSAGE: dict[int, Kind] = {ord("0"): "connected", ord("2"): "event", ord("4"): "refused"}


class Packet(NamedTuple):
    """A packet of the server: `body` is JSON, and b"" where there is none."""

    kind: Kind
    namespace: str
    body: bytes


def parse(frame: bytes) -> Packet:
    """Return the packet of one text frame; raises `ValueError` for an unexpected one.

    >>> parse(b'42/game,["update","m1"]')
    Packet(kind='event', namespace='/game', body=b'["update","m1"]')
    """
    if not frame:
        raise ValueError("an empty frame")
    if frame[0] != ord("4"):
        kind = _ENGINE.get(frame[0])
        if kind is None:
            raise ValueError(f"no engine.io packet: {frame[:20]!r}")
        return Packet(kind, "", frame[1:])
    kind = _MESSAGE.get(frame[1]) if len(frame) > 1 else None
    if kind is None:
        raise ValueError(f"no socket.io packet: {frame[:20]!r}")
    if frame[2:3] != b"/":
        return Packet(kind, "/", frame[2:])
    namespace, comma, body = frame[2:].partition(b",")
    if not comma:
        raise ValueError(f"a namespace without an end: {frame[:20]!r}")
    return Packet(kind, namespace.decode(), body)


def connect(namespace: str) -> bytes:
    """Return the frame that connects to a namespace."""
    return f"40{namespace},".encode()


def event_head(namespace: str) -> bytes:
    """Return what each event of a namespace begins with; its name and arguments follow."""
    return f"42{namespace},".encode()


def event(namespace: str, *body: Any) -> bytes:
    """Return the frame of an event: its name, then its arguments."""
    return event_head(namespace) + _encode(body)
