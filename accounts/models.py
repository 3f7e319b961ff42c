"""The models of accounts, by subject."""

from accounts.ledger.models import Account, Entry, Posting
from accounts.limits.models import Break, OwnLimit
from accounts.people.models import Block, Device, LostName, Note, SignIn, Token, User
from accounts.sanctions.models import Sanction

__all__ = [
    "Account",
    "Block",
    "Break",
    "Device",
    "Entry",
    "LostName",
    "Note",
    "OwnLimit",
    "Posting",
    "Sanction",
    "SignIn",
    "Token",
    "User",
]
