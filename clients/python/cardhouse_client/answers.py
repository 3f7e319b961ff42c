"""What REST answers, where it is not a message of the sockets too."""

from dataclasses import dataclass
from typing import Any

from cardhouse_client.messages import ChatView, HandNow, TableView, You

JSON = dict[str, Any]
"""An answer that has no class of its own here; the OpenAPI document describes it."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a device holds: `access` for each request, `refresh` for new ones, once."""

    access: str
    refresh: str


@dataclass(frozen=True, slots=True)
class MyTable:
    """A table where one sits."""

    slug: str
    name: str
    stack: int
    points: bool


@dataclass(frozen=True, slots=True)
class Me:
    """One's own account."""

    id: str
    name: str
    kind: str
    avatar: int
    email: str
    is_staff: bool
    joined_at: int
    tables: list[MyTable]


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody's public profile."""

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
    """A device with tokens."""

    id: str
    name: str
    platform: str
    created_at: int
    seen_at: int
    current: bool


@dataclass(frozen=True, slots=True)
class Refill:
    """Whether the wallet may be filled up now, by how much, or why not."""

    allowed: bool
    amount: int
    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class Balance:
    """Chips in the wallet and on tables."""

    wallet: int
    in_play: int
    refill: Refill


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One movement of the wallet."""

    id: int
    at: int
    kind: str
    label: str
    amount: int
    balance_after: int
    memo: str


@dataclass(frozen=True, slots=True)
class State:
    """A table as this client may see it; `at` is what the next question names as `after`."""

    at: str
    now: int
    you: You | None
    table: TableView
    hand: HandNow | None
    chat: list[ChatView]
    watching: int


@dataclass(frozen=True, slots=True)
class Acted:
    """An action that counted: the `seq` it got, and the table after it."""

    seq: int
    state: State


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of the house."""

    key: str
    name: str
    min_seats: int
    max_seats: int
    presets: list[str]
    rules_url: str


@dataclass(frozen=True, slots=True)
class HandRow:
    """A finished hand in a list; `net` is one's own result, None for a hand one did not play."""

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
    """One figure, as a number and for people; None while there is nothing to count."""

    key: str
    label: str
    value: float | None
    text: str
    help: str


@dataclass(frozen=True, slots=True)
class Rating:
    """Strength at one game."""

    game: str
    points: int
    mu: float
    sigma: float
    matches: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class GameFigures:
    """Somebody's figures at one game, for chips or for points."""

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
    """A place on a leaderboard."""

    place: int
    name: str
    avatar: int
    value: float
    text: str
    hands: int
    you: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard; `least` is from how many hands on people are listed."""

    game: str
    period: str
    start: str
    measure: JSON
    least: int
    rows: list[BoardRow]
    own: JSON | None
