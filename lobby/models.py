"""The lobby's models, imported by subject."""

from lobby.moderation.models import AuditFinding, CaseNote, Report
from lobby.tables.models import (
    ChatLine,
    QuickChoice,
    Receipt,
    Seat,
    SeatDeparture,
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
    "QuickChoice",
    "Receipt",
    "Report",
    "Seat",
    "SeatDeparture",
    "SeatRequest",
    "SitAndGo",
    "SitAndGoPlayer",
    "Table",
    "TableHead",
]
