"""The models of the lobby, by subject."""

from lobby.moderation.models import CaseNote, Fault, Report
from lobby.tables.models import ChatLine, Contest, Entrant, Pulse, Receipt, Seat, Table

__all__ = [
    "CaseNote",
    "ChatLine",
    "Contest",
    "Entrant",
    "Fault",
    "Pulse",
    "Receipt",
    "Report",
    "Seat",
    "Table",
]
