"""Cases with their notes, and the audit's findings."""

from lobby.moderation.models.case import CaseNote, Report
from lobby.moderation.models.finding import AuditFinding

__all__ = [
    "AuditFinding",
    "CaseNote",
    "Report",
]
