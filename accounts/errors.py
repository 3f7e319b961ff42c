"""Refusals about accounts."""

from core.errors import RequestRefused


class PeopleError(RequestRefused):
    """A change to a person that is refused."""


def needs_account() -> PeopleError:
    """A guest asked for what only a registered user can have."""
    return PeopleError("NEEDS_ACCOUNT", "Create an account first.")


def name_taken() -> PeopleError:
    """Somebody has this name, or one that looks like it."""
    return PeopleError("NAME_TAKEN", "This name, or one that looks just like it, is taken.")
