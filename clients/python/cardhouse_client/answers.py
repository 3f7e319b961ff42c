"""REST responses that are not socket messages as well."""

from dataclasses import dataclass
from typing import Any

from cardhouse_client.shapes import (
    Acted,
    Balance,
    Device,
    Me,
    MyTable,
    Player,
    Refill,
    StatementLine,
    TableState,
)

__all__ = [
    "Acted",
    "Balance",
    "Device",
    "Me",
    "MyTable",
    "Player",
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


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of the platform."""

    key: str
    name: str
    min_seats: int
    max_seats: int
    presets: list[str]
    rules_url: str


@dataclass(frozen=True, slots=True)
class HandRow:
    """A finished hand in a list; `net` is the user's own result, None for others' hands."""

    id: str
    table: str
    number: int
    game: str
    preset: str
    plays_for: str
    at: int
    players: int
    pot: int
    net: int | None
    won: bool
    ended_by: str | None
    void: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """One statistic, as a number and as text; None while there is nothing to count."""

    key: str
    label: str
    value: float | None
    text: str
    help: str


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating in one game."""

    game: str
    points: int
    mu: float
    sigma: float
    matches: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class GameFigures:
    """A player's statistics in one game, for chips or for points."""

    game: str
    game_name: str
    plays_for: str
    hands: int
    won: int
    win_rate: float
    net: int
    best_pot: int
    figures: list[Figure]
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A row of a leaderboard."""

    place: int
    name: str
    avatar: int
    value: float
    text: str
    hands: int
    you: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard; `least` is the number of hands that a player needs to be listed."""

    game: str
    period: str
    start: str
    measure: JSON
    least: int
    rows: list[BoardRow]
    own: JSON | None
