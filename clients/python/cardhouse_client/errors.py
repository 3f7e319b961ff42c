"""Errors: the server refuses a request, or does not answer."""

from typing import Any


class CardhouseError(Exception):
    """The base class of every exception of this client."""


class Unreachable(CardhouseError):
    """The server did not answer, or the answer was lost; whether a write counted is unknown."""


class Refused(CardhouseError):
    """A refusal: a stable `code`, a `text` for people, and `data` that helps (limits, fields).

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
    """The hand has moved on since the action's `seq`; over REST `data["state"]` is its state."""


class TooMany(Refused):
    """Too many requests; try again after `wait_s` seconds."""

    wait_s: float = 1.0


class LoggedOut(Refused):
    """The tokens are missing or no longer valid: log in again."""


def refused(code: str, text: str, data: dict[str, Any] | None, status: int = 0) -> Refused:
    """Return the exception for a refusal."""
    if code == "STALE_ACTION":
        return Stale(code, text, data, status)
    if status == 429:
        return TooMany(code, text, data, status)
    if status == 401 and code != "BAD_LOGIN":
        return LoggedOut(code, text, data, status)
    return Refused(code, text, data, status)
