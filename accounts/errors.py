"""Refusals: a stable code, a sentence for people, figures that help.

One class for all apps, so that pages, sockets and the API answer every refusal in one way. The
engines, which know no Django, have their own with the same three fields.
"""

from typing import Any


class Refusal(Exception):
    """A request that was understood and is not possible; nothing was written."""

    def __init__(self, code: str, text: str, **limits: Any) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.limits = limits


class PeopleError(Refusal):
    """A change to a person that is refused."""


def needs_account() -> PeopleError:
    """A guest asked for what only a registered user can have."""
    return PeopleError("NEEDS_ACCOUNT", "Create an account first.")


def name_taken() -> PeopleError:
    """Somebody has this name, or one that looks like it."""
    return PeopleError("NAME_TAKEN", "This name, or one that looks just like it, is taken.")
