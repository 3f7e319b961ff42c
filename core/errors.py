"""Errors that any app may raise and every transport answers in one way.

A refusal has a stable code, a sentence for people and figures that help. The engines, which know
no Django, have one of their own with the same three fields (`games.engines.core.errors`).
"""

from typing import Any


class RequestRefused(Exception):
    """A request that was understood and is not possible; nothing was written."""

    def __init__(self, code: str, text: str, **limits: Any) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.limits = limits


class Busy(Exception):
    """The server has as much work of this kind as it takes on; nothing was done.

    Answered with 503, the code BUSY and `Retry-After: retry_after_s`, by pages and by the API.
    """

    code = "BUSY"

    def __init__(
        self,
        text: str = "The server is busy; please try again in a moment.",
        retry_after_s: int = 2,
    ) -> None:
        super().__init__(text)
        self.text = text
        self.retry_after_s = retry_after_s


class JobTimedOut(Busy):
    """A job ran longer than its limit and was stopped."""


class WorkerLost(Busy):
    """The worker process of a job ended before the job did; another one takes its place."""
