"""The record of hands: what was dealt, what was done, and how it ended."""

from games.models.hand import Hand, HandAction, HandSeat

__all__ = ["Hand", "HandAction", "HandSeat"]
