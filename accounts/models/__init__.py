"""People and the ledger."""

from accounts.models.ledger import Account, Entry, Posting
from accounts.models.user import User

__all__ = ["Account", "Entry", "Posting", "User"]
