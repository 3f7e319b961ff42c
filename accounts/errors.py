"""Refusals about accounts."""

from core.errors import RequestRefused


class AccountRefused(RequestRefused):
    """A request about an account that is refused."""


def needs_account() -> AccountRefused:
    """The refusal of a request by a guest that needs a registered account."""
    return AccountRefused("NEEDS_ACCOUNT", status=403)


def name_taken() -> AccountRefused:
    """The refusal of a name that is taken, or that looks like a taken one."""
    return AccountRefused("NAME_TAKEN")
