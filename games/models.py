"""The models of games, by subject."""

from games.dealing.models import (
    DailyDigest,
    DailyRoot,
    DayLeaf,
    DeckDay,
    FairKey,
    NextDeck,
    OpenedDeck,
    ThrownDeck,
)
from games.designer.models import Design
from games.hands.models import (
    ArchivedMonth,
    ArchivedTable,
    Hand,
    HandAction,
    HandNote,
    HandSeat,
    PackedActions,
    PlayedAction,
    RuleSet,
)
from games.ladder.models import LadderMatch, LadderRating, LadderSeek
from games.stats.models import (
    PairFlow,
    PlayerStats,
    Rating,
    RatingStep,
    Tally,
    WithheldHand,
)

__all__ = [
    "ArchivedMonth",
    "ArchivedTable",
    "DailyDigest",
    "DailyRoot",
    "DayLeaf",
    "DeckDay",
    "Design",
    "FairKey",
    "Hand",
    "HandAction",
    "HandNote",
    "HandSeat",
    "LadderMatch",
    "LadderRating",
    "LadderSeek",
    "NextDeck",
    "OpenedDeck",
    "PackedActions",
    "PairFlow",
    "PlayedAction",
    "PlayerStats",
    "Rating",
    "RatingStep",
    "RuleSet",
    "Tally",
    "ThrownDeck",
    "WithheldHand",
]
