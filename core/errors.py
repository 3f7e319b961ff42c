"""Errors that any app may raise and that every transport answers in the same way.

A refusal has a stable code and data that helps. Its sentence is the message `refusals.<CODE>` of
the catalogue, made when somebody reads it, in their language. The engines, which do not import
Django, have their own with the same fields (`games.engines.core.errors`).
"""

import datetime
from collections.abc import Mapping
from typing import Any

from core.messages import Catalogue, Named, catalogue

TRY_AGAIN_AFTER_S = 1
"""`Retry-After` of TRY_AGAIN: the database did not answer, and a retry finds another connection."""


class RequestRefused(Exception):
    """A valid request that cannot be carried out now; nothing was written.

    `limits` hold codes and figures that explain it. `case` chooses among several sentences of a
    code (`refusals.<CODE>.<case>`), and `status` is that of the API's answer.
    """

    status = 409

    def __init__(
        self, code: str, *, case: str = "", status: int | None = None, **limits: Any
    ) -> None:
        super().__init__(code)
        self.code = code
        self.case = case
        self.limits = limits
        if status is not None:
            self.status = status

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"

    @property
    def text(self) -> str:
        """The sentence for the present reader."""
        return sentence(self.code, self.limits, case=self.case)

    @property
    def data(self) -> dict[str, Any]:
        """The limits as the present reader gets them."""
        return self.limits


class Busy(Exception):
    """The server has reached its limit for this kind of work; nothing was done.

    Pages and the API answer with 503, the code BUSY and `Retry-After: retry_after_s`.
    """

    code = "BUSY"
    case = ""
    status = 503

    def __init__(self, retry_after_s: int = 2) -> None:
        super().__init__(retry_after_s)
        self.retry_after_s = retry_after_s

    @property
    def text(self) -> str:
        """The sentence for the present reader."""
        return sentence(self.code, case=self.case)


class JobTimedOut(Busy):
    """A job ran longer than its limit and was stopped."""

    case = "timed_out"


class WorkerLost(Busy):
    """The worker process of a job died before the job ended; it is replaced."""


def sentence(code: str, limits: Mapping[str, Any] | None = None, *, case: str = "") -> str:
    """Return the sentence of a refusal for the present reader; its arguments are the limits.

    A limit whose value has a name, `refusals.<limit>.<value>`, is given by that name, a list by the
    names of its items, and a moment called `until` (ISO 8601 or Unix milliseconds) as `until`,
    `until_day` and `until_time`, in UTC.
    """
    words = catalogue()
    args = dict(limits or {})
    for name, value in (limits or {}).items():
        if name == "until":
            args |= _moment(words, value)
        elif isinstance(value, list):
            args[name] = words.text("common.list_separator").join(one["name"] for one in value)
        elif isinstance(value, str) and f"refusals.{name}.{value}" in words:
            args[name] = Named(value, words.text(f"refusals.{name}.{value}"))
    return words.text(f"refusals.{code}.{case}" if case else f"refusals.{code}", args)


def _moment(words: Catalogue, at: str | int) -> dict[str, str]:
    if isinstance(at, str):
        moment = datetime.datetime.fromisoformat(at).astimezone(datetime.UTC)
    else:
        moment = datetime.datetime.fromtimestamp(at / 1_000, datetime.UTC)
    day = {"day": f"{moment:%d}", "month": str(moment.month), "year": str(moment.year)}
    time = f"{moment:%H:%M}"
    return {
        "until": words.text("refusals.moment", {**day, "time": time}),
        "until_day": words.text("refusals.day", day),
        "until_time": time,
    }
