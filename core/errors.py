"""Errors that any app may raise and that every transport answers in the same way.

A refusal has a stable code, a sentence for the user and data that helps. The engines, which do
not import Django, have their own with the same three fields (`games.engines.core.errors`).
"""

from typing import Any


class RequestRefused(Exception):
    """A valid request that cannot be carried out now; nothing was written.

    `status` is that of the API's answer.
    """

    status = 409

    def __init__(self, code: str, text: str, *, status: int | None = None, **limits: Any) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.limits = limits
        if status is not None:
            self.status = status


class Busy(Exception):
    """The server has reached its limit for this kind of work; nothing was done.

    Pages and the API answer with 503, the code BUSY and `Retry-After: retry_after_s`.
    """

    code = "BUSY"
    status = 503

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
    """The worker process of a job died before the job ended; it is replaced."""
