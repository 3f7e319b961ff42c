"""Stored hands, and the notes of users about them."""

from games.hands.models.hand import Hand, HandAction, HandSeat
from games.hands.models.note import HandNote
from games.hands.models.rule_set import RuleSet

__all__ = [
    "Hand",
    "HandAction",
    "HandNote",
    "HandSeat",
    "RuleSet",
]
