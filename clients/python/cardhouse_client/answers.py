"""REST responses that are not socket messages as well."""

from dataclasses import dataclass
from typing import Any

from cardhouse_client.shapes import (
    Acted,
    Balance,
    Board,
    BoardRow,
    Device,
    Figure,
    GameFigures,
    GameRow,
    HandRow,
    Ladder,
    LadderDuel,
    LadderHand,
    LadderMatch,
    Me,
    MyTable,
    Player,
    Rating,
    Refill,
    StatementLine,
    TableState,
)

__all__ = [
    "Acted",
    "Balance",
    "Board",
    "BoardRow",
    "Device",
    "Figure",
    "GameFigures",
    "GameRow",
    "HandRow",
    "Ladder",
    "LadderDuel",
    "LadderHand",
    "LadderMatch",
    "Me",
    "MyTable",
    "Player",
    "Rating",
    "Refill",
    "State",
    "StatementLine",
]

State = TableState
JSON = dict[str, Any]
"""A response without a class of its own here; the OpenAPI document describes it."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a device: `access` for each request, `refresh` for one renewal."""

    access: str
    refresh: str
