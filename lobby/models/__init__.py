"""Tables, seats, the table's pulse and chat, the sit and go played there, reports and notes."""

from lobby.models.chat import ChatLine
from lobby.models.contest import Contest, Entrant
from lobby.models.pulse import Pulse
from lobby.models.report import CaseNote, Report
from lobby.models.seat import Seat
from lobby.models.table import Table

__all__ = ["CaseNote", "ChatLine", "Contest", "Entrant", "Pulse", "Report", "Seat", "Table"]
