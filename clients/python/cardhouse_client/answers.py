"""REST responses that are not socket messages as well."""

from dataclasses import dataclass
from typing import Any

from cardhouse_client.messages import ChatView, HandNow, TableView, You

JSON = dict[str, Any]
"""A response without a class of its own here; the OpenAPI document describes it."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a device: `access` for each request, `refresh` for one renewal."""

    access: str
    refresh: str


@dataclass(frozen=True, slots=True)
class MyTable:
    """A table at which the user sits."""

    slug: str
    name: str
    stack: int
    points: bool


@dataclass(frozen=True, slots=True)
class Me:
    """The user's own account."""

    id: str
    name: str
    kind: str
    avatar: int
    email: str
    is_staff: bool
    joined_at: int
    tables: list[MyTable]
    shown_when_watching: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """The public profile of a player."""

    name: str
    kind: str
    avatar: int
    bot_level: str
    joined_at: int
    hands: int
    won: int
    net: int


@dataclass(frozen=True, slots=True)
class Device:
    """A device that holds tokens."""

    id: str
    name: str
    platform: str
    created_at: int
    seen_at: int
    current: bool


@dataclass(frozen=True, slots=True)
class Refill:
    """Whether the wallet can be refilled now, by how much, or the reason why not."""

    allowed: bool
    amount: int
    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class Balance:
    """The chips in the wallet and at tables."""

    wallet: int
    in_play: int
    refill: Refill


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One posting of the wallet."""

    id: int
    at: int
    kind: str
    label: str
    amount: int
    balance_after: int
    memo: str


@dataclass(frozen=True, slots=True)
class State:
    """A table as this client may see it; pass `at` as `after` in the next request."""

    at: str
    now: int
    you: You | None
    table: TableView
    hand: HandNow | None
    chat: list[ChatView]
    watching: int


@dataclass(frozen=True, slots=True)
class Acted:
    """The result of an action: its `seq`, and the table after it."""

    seq: int
    state: State


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
