"""Tables, seats, pulse and chat, the sit and go played there; reports, faults and chores."""

from lobby.models.chat import ChatLine
from lobby.models.chore import Chore
from lobby.models.contest import Contest, Entrant
from lobby.models.fault import Fault
from lobby.models.pulse import Pulse
from lobby.models.receipt import Receipt
from lobby.models.report import CaseNote, Report
from lobby.models.seat import Seat
from lobby.models.table import Table

__all__ = [
    "CaseNote",
    "ChatLine",
    "Chore",
    "Contest",
    "Entrant",
    "Fault",
    "Pulse",
    "Receipt",
    "Report",
    "Seat",
    "Table",
]
