"""Tables, their seats, heads and chat, and the sit and go played there."""

from lobby.tables.models.chat import ChatLine
from lobby.tables.models.head import TableHead
from lobby.tables.models.quick_choice import QuickChoice
from lobby.tables.models.receipt import Receipt
from lobby.tables.models.seat import Seat
from lobby.tables.models.seat_departure import SeatDeparture
from lobby.tables.models.seat_request import SeatRequest
from lobby.tables.models.sit_and_go import (
    SitAndGo,
    SitAndGoPlayer,
)
from lobby.tables.models.table import Table
from lobby.tables.models.waiting_entry import WaitingEntry

__all__ = [
    "ChatLine",
    "QuickChoice",
    "Receipt",
    "Seat",
    "SeatDeparture",
    "SeatRequest",
    "SitAndGo",
    "SitAndGoPlayer",
    "Table",
    "TableHead",
    "WaitingEntry",
]
