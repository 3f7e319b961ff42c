"""The record of hands: what was dealt, what was done, and how it ended; and saved designs."""

from games.models.design import Design
from games.models.hand import Hand, HandAction, HandSeat

__all__ = ["Design", "Hand", "HandAction", "HandSeat"]
