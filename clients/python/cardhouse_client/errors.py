"""What can go wrong: the server says no, or nobody answers."""

from typing import Any


class CardhouseError(Exception):
    """Everything this client raises."""


class Unreachable(CardhouseError):
    """Nobody answered, or the answer was lost; whether a write counted is not known."""


class Refused(CardhouseError):
    """The server's no: a stable `code`, a `text` for people, `data` that helps (limits, fields).

    A refused request has changed nothing. `status` is the HTTP status, 0 on a socket.
    """

    def __init__(
        self, code: str, text: str, data: dict[str, Any] | None = None, status: int = 0
    ) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code
        self.text = text
        self.data = data or {}
        self.status = status


class Stale(Refused):
    """The hand has moved on since the `seq` of the action; by REST `data["state"]` is it now."""


class TooMany(Refused):
    """Too many requests; `wait_s` later there may be more."""

    wait_s: float = 1.0


class LoggedOut(Refused):
    """There are no tokens, or they open nothing any more: log in again."""


def refused(code: str, text: str, data: dict[str, Any] | None, status: int = 0) -> Refused:
    """The exception for a refusal."""
    if code == "STALE_ACTION":
        return Stale(code, text, data, status)
    if status == 429:
        return TooMany(code, text, data, status)
    if status == 401 and code != "BAD_LOGIN":
        return LoggedOut(code, text, data, status)
    return Refused(code, text, data, status)
