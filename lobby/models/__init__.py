"""Tables, seats, the table's pulse and its chat."""

from lobby.models.chat import ChatLine
from lobby.models.pulse import Pulse
from lobby.models.seat import Seat
from lobby.models.table import Table

__all__ = ["ChatLine", "Pulse", "Seat", "Table"]
