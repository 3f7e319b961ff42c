"""Decks that are sealed before they are dealt, the roots of closed days, the keys of the house."""

from games.dealing.models.daily_root import DailyDigest, DailyRoot
from games.dealing.models.deck import NextDeck, OpenedDeck, ThrownDeck
from games.dealing.models.deck_day import DayLeaf, DeckDay
from games.dealing.models.fair_key import FairKey

__all__ = [
    "DailyDigest",
    "DailyRoot",
    "DayLeaf",
    "DeckDay",
    "FairKey",
    "NextDeck",
    "OpenedDeck",
    "ThrownDeck",
]
