"""The models of core: the log of staff, proposals, periodic tasks, the word list."""

from core.periodic_tasks.models import Chore
from core.staff.models import AuditAddress, AuditMark, AuditRow, Proposal
from core.word_filter.models import WordList

__all__ = [
    "AuditAddress",
    "AuditMark",
    "AuditRow",
    "Chore",
    "Proposal",
    "WordList",
]
