"""The lobby's models, imported by subject."""

from lobby.moderation.models import AuditFinding, CaseNote, Report
from lobby.tables.models import (
    ChatLine,
    Receipt,
    Seat,
    SeatRequest,
    SitAndGo,
    SitAndGoPlayer,
    Table,
    TableHead,
)

__all__ = [
    "AuditFinding",
    "CaseNote",
    "ChatLine",
    "Receipt",
    "Report",
    "Seat",
    "SeatRequest",
    "SitAndGo",
    "SitAndGoPlayer",
    "Table",
    "TableHead",
]
