"""Stored hands, and the notes of users about them."""

from games.hands.models.action import HandAction, PackedActions, PlayedAction
from games.hands.models.archived import ArchivedMonth, ArchivedTable
from games.hands.models.hand import Hand, HandSeat
from games.hands.models.note import HandNote
from games.hands.models.rule_set import RuleSet

__all__ = [
    "ArchivedMonth",
    "ArchivedTable",
    "Hand",
    "HandAction",
    "HandNote",
    "HandSeat",
    "PackedActions",
    "PlayedAction",
    "RuleSet",
]
