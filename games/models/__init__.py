"""The record of hands: decks, what was dealt and done, what was made of it; and designs."""

from games.models.day import DailyDigest, DailyRoot
from games.models.deck import NextDeck, OpenedDeck
from games.models.design import Design
from games.models.hand import Hand, HandAction, HandSeat
from games.models.note import HandNote
from games.models.standing import PairFlow, Rating, RatingStep, Standing, Tally

__all__ = [
    "DailyDigest",
    "DailyRoot",
    "Design",
    "Hand",
    "HandAction",
    "HandNote",
    "HandSeat",
    "NextDeck",
    "OpenedDeck",
    "PairFlow",
    "Rating",
    "RatingStep",
    "Standing",
    "Tally",
]
