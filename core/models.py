"""The models of core: the staff log, proposals, periodic tasks, the word list."""

from core.periodic_tasks.models import PeriodicTask
from core.staff.models import AuditMark, Proposal, StaffLogAddress, StaffLogEntry
from core.word_filter.models import WordList

__all__ = [
    "AuditMark",
    "PeriodicTask",
    "Proposal",
    "StaffLogAddress",
    "StaffLogEntry",
    "WordList",
]
