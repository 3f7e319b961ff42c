"""Refusals about people: a stable code, a sentence for people, figures that help.

Chips have their own (`accounts.ledger.LedgerError`), with the same three fields.
"""

from typing import Any


class PeopleError(Exception):
    """A change to a person that is refused; nothing was written."""

    def __init__(self, code: str, text: str, **limits: Any) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.limits = limits


def name_taken() -> PeopleError:
    """Somebody has this name, or one that looks like it."""
    return PeopleError("NAME_TAKEN", "This name, or one that looks just like it, is taken.")
