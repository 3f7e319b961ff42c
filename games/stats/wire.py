"""The shapes of statistics, ratings, leaderboards and the public numbers on the wire."""

import datetime
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from core.http.pagination import PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX
from core.wire import Body, Moment, Name, Shape, one_of
from games.hands.wire import GAMES
from games.stats.queries.leaderboards import MEASURES
from games.stats.queries.sums import PERIODS

MONTH = "^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])\\Z"
Period = Annotated[str, one_of(PERIODS)]


class PeriodQuery(Body):
    """The period to count; weeks begin on Monday, in UTC."""

    period: Annotated[Period, Meta(description="the current period, or all time")] = "all"


class RatingsQuery(Body):
    """The player whose ratings are requested."""

    player: Annotated[Name | None, Meta(description="a name; the user if omitted")] = None


class BoardQuery(Body):
    """The leaderboard that is requested."""

    game: Annotated[str, one_of(GAMES)]
    period: Period = "week"
    measure: Annotated[
        Annotated[str, one_of([measure.key for measure in MEASURES])] | None,
        Meta(description="the game's first if omitted"),
    ] = None
    season: Annotated[
        Annotated[str, Meta(pattern=MONTH)] | None,
        Meta(description="a month such as 2026-10, in place of the period"),
    ] = None
    size: Annotated[int, Meta(ge=1, le=PAGE_SIZE_MAX)] = PAGE_SIZE_DEFAULT


class Today(Shape):
    """The user's play today, in UTC; it counts towards their limits."""

    lost: Annotated[int, Meta(description="chips lost; below 0: won")]
    minutes: Annotated[int, Meta(description="time in hands; simultaneous hands count once")]

    example: ClassVar[dict[str, Any]] = {"lost": 120, "minutes": 45}


class Rating(Shape):
    """A player's rating in one game."""

    game: str
    points: int
    mu: float
    sigma: float
    matches: int
    provisional: Annotated[bool, Meta(description="based on too few matches to be reliable")]


class Ratings(Shape):
    """A player's ratings."""

    items: list[Rating]


class Figure(Shape):
    """One statistic, as a number and as text; null while there is nothing to count."""

    key: str
    label: str
    value: Annotated[float | None, Meta(description="null if there is no data yet")]
    text: Annotated[str, Meta(description="the formatted value")]
    help: str


class Strength(Shape):
    """The results with one class of hands, over the hands shown at showdown."""

    label: str
    hands: int
    won: int
    net: int


class GameFigures(Shape):
    """A player's statistics in one game, for chips or for points."""

    game: str
    game_name: str
    plays_for: Annotated[str, Meta(description="`chips` or `points`")]
    hands: int
    won: int
    win_rate: float
    net: int
    best_pot: int
    figures: list[Figure]
    strengths: list[Strength]
    rating: Rating | None


class Statistics(Shape):
    """A player's statistics at each game."""

    items: list[GameFigures]


class BankrollPoint(Shape):
    """A user's chips after a movement."""

    at: Moment
    chips: int


class Bankroll(Shape):
    """A user's chips over time."""

    items: list[BankrollPoint]


class BoardMeasure(Shape):
    """The measure of a leaderboard."""

    key: str
    label: str
    help: str


class BoardRow(Shape):
    """A row of a leaderboard."""

    place: Annotated[int, Meta(description="rank; equal values share one")]
    name: str
    avatar: int
    value: float
    text: Annotated[str, Meta(description="the formatted value")]
    hands: Annotated[int, Meta(description="matches, on a leaderboard of ratings")]
    you: bool


class OwnRank(Shape):
    """The user's own place on a leaderboard."""

    place: int | None
    text: str
    hands: int
    why: Annotated[str, Meta(description="why the user is not listed")]


class Board(Shape):
    """A leaderboard; `least` is the number of hands that a player needs to be listed."""

    game: str
    period: str
    start: Annotated[datetime.date, Meta(description="the first day of the period")]
    measure: BoardMeasure
    least: Annotated[int, Meta(description="the hands, or matches, needed to be listed")]
    rows: list[BoardRow]
    own: OwnRank | None
    over: Annotated[bool, Meta(description="the leaderboard of a season that has ended")]
    seasons: Annotated[
        list[datetime.date], Meta(description="first days of the months to choose from")
    ]


class Supply(Shape):
    """The chips by holder; `minted` is their sum.

    Chips at tables where stacks are hidden count as their owners'.
    """

    minted: int
    people: int
    guests: int
    bots: int
    tables: int
    prizes: int
    house: int


class DealtClass(Shape):
    """A class of hands: how often it was dealt, and how often theory expects it."""

    label: str
    count: int
    expected: Annotated[float, Meta(description="the expected number")]
    share: float
    chance: float


class Fit(Shape):
    """The chi-square test of the counts against the probabilities."""

    statistic: float
    freedom: int
    p: float
    words: str


class GameNumbers(Shape):
    """The public numbers of a game."""

    game: str
    name: str
    hands: int
    deals: Annotated[int, Meta(description="number of deals whose classes are counted")]
    classes: list[DealtClass]
    test: Fit | None


class PublicNumbers(Shape):
    """Where all chips are, and how deals compare with theory."""

    chips: Supply
    games: list[GameNumbers]
    at: Annotated[int, Meta(description="when the numbers were computed, milliseconds since 1970")]
