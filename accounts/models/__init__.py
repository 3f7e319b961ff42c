"""People, their devices and own limits, the ledger, conduct and the audit log of staff."""

from accounts.models.audit import AuditAddress, AuditMark, AuditRow
from accounts.models.conduct import Proposal, Sanction, SignIn
from accounts.models.device import Device, Token
from accounts.models.ledger import Account, Entry, Posting
from accounts.models.own import Block, Break, LostName, Note, OwnLimit
from accounts.models.user import User
from accounts.models.words import WordList

__all__ = [
    "Account",
    "AuditAddress",
    "AuditMark",
    "AuditRow",
    "Block",
    "Break",
    "Device",
    "Entry",
    "LostName",
    "Note",
    "OwnLimit",
    "Posting",
    "Proposal",
    "Sanction",
    "SignIn",
    "Token",
    "User",
    "WordList",
]
