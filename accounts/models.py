"""All models of accounts, imported from their packages."""

from accounts.alerts.models import Alert, AlertChoice, PushSubscription
from accounts.ledger.models import Account, Entry, Posting
from accounts.limits.models import Break, PlayLimit
from accounts.people.models import Block, Device, ErasedName, PlayerNote, SignIn, Token, User
from accounts.sanctions.models import Sanction

__all__ = [
    "Account",
    "Alert",
    "AlertChoice",
    "Block",
    "Break",
    "Device",
    "Entry",
    "ErasedName",
    "PlayLimit",
    "PlayerNote",
    "Posting",
    "PushSubscription",
    "Sanction",
    "SignIn",
    "Token",
    "User",
]
