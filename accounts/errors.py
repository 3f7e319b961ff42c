"""Refusals about accounts."""

from core.errors import RequestRefused


class AccountRefused(RequestRefused):
    """A change to a person that is refused."""


def needs_account() -> AccountRefused:
    """A guest asked for what only a registered user can have."""
    return AccountRefused("NEEDS_ACCOUNT", "Create an account first.")


def name_taken() -> AccountRefused:
    """Somebody has this name, or one that looks like it."""
    return AccountRefused("NAME_TAKEN", "This name, or one that looks just like it, is taken.")
