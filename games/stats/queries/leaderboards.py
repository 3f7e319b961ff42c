"""Leaderboards: the best players of a game in a period, by one measure, with the viewer's own row.

A season is a calendar month (UTC). Its statistics stay, so past seasons can be read at any time;
the audit recomputes them from the stored hands. Only hands with two people of different households
at public tables count (`games.stats.queries.ranked`). Only registered users with enough are listed,
and not those whose chips come mostly from one other player.

No leaderboard reads a hand: a row of `PlayerStats` has the totals of a player. Those of a game and
period are read by key, for all viewers together; of the viewer only their own row is read.
"""

import datetime
import uuid
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import neg
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import F, FloatField, Min, Q, QuerySet, Window
from django.db.models.functions import Cast, Mod, RowNumber
from django.utils import timezone

from accounts.people.models import User
from core.errors import RequestRefused
from core.messages import catalogue
from core.runtime.single_flight import SharedCopies
from games.engines.core import registry
from games.stats.counters.registry import counter_of
from games.stats.models import (
    PlayerStats,
    Rating,
)
from games.stats.queries.pairs import mostly_from_one
from games.stats.queries.sums import ALL, DAY, MONTH, PERIODS, WEEK, start_of

LEAST_HANDS = {DAY: 10, WEEK: 30, MONTH: 60, ALL: 100}
MATCHES_MIN = 5
ROWS_MAX = 50
SPARE_ROWS_COUNT = 20
PLACES_EXACT_MAX, PLACES_STEP_COUNT = 1_000, 100

V = TypeVar("V")


class UnknownBoard(RequestRefused):
    """There is no leaderboard of that game, period or measure."""

    def __init__(self) -> None:
        super().__init__("UNKNOWN_BOARD", status=400)


@dataclass(frozen=True, slots=True)
class Measure:
    """The value by which a leaderboard is sorted."""

    key: str
    between_players: bool = False
    """Only for games in which players win from each other, not from the house."""
    counter: str = ""
    """The game's counter that the measure needs."""

    @property
    def label(self) -> str:
        """Its name."""
        return catalogue().text(f"statistics.measure.{self.key}")

    @property
    def help(self) -> str:
        """Its explanation, in lower case."""
        return catalogue().text(f"statistics.measure_help.{self.key}")

    def text(self, value: float) -> str:
        """The formatted value."""
        if self.key == "win_rate":
            return catalogue().text("statistics.percent", {"share": f"{100 * value:.1f}"})
        if self.key == "bb_100":
            return catalogue().number(value, decimals=1, signed=True)
        return catalogue().number(value, signed=self.key == "net")


MEASURES = (
    Measure("net", between_players=True),
    Measure("rating", between_players=True),
    Measure("win_rate"),
    Measure("bb_100", between_players=True, counter="centi_bb"),
    Measure("best_pot"),
    Measure("hands"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a leaderboard; users with the same value share a rank."""

    place: int
    user_id: uuid.UUID
    name: str
    avatar: int
    value: float
    text: str
    hands: int
    you: bool = False


@dataclass(frozen=True, slots=True)
class Own:
    """The viewer's own row: their rank, or why they have none."""

    place: int | None
    text: str
    hands: int
    why: str


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard; for ratings `hands` are matches and the period is `all`.

    `seasons` are the first days of the seasons that can be chosen, newest first.
    """

    game: str
    period: str
    start: datetime.date
    measure: Measure
    least: int
    rows: tuple[Row, ...]
    own: Own | None
    seasons: tuple[datetime.date, ...]

    @property
    def over(self) -> bool:
        """Whether this is a season that has ended."""
        return self.period == MONTH and self.start < self.seasons[0]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A leaderboard that is asked for, which exists; also the key of what all viewers share."""

    game: str
    measure: Measure
    period: str
    start: datetime.date
    until: datetime.date
    """The end (exclusive) of what counts for one-sided results."""
    today: datetime.date
    limit: int

    @property
    def least(self) -> int:
        """Hands, or matches, from which on users are listed."""
        return MATCHES_MIN if self.measure.key == "rating" else LEAST_HANDS[self.period]

    def everybody(self) -> QuerySet[Any]:
        """Everybody with a `value` and what they have `played`."""
        if self.measure.key == "rating":
            return _ratings(self.game)
        return _player_stats(self.measure, self.game, self.period, self.start)

    def listed(self) -> QuerySet[Any]:
        """Those of them who have played enough."""
        return self.everybody().filter(played__gte=self.least)

    def one_sided(self, user_ids: list[uuid.UUID]) -> frozenset[uuid.UUID]:
        """Those of these users whose chips come mostly from one player."""
        since = self.start.replace(day=1)
        return mostly_from_one(user_ids, game=self.game, since=since, until=self.until)


@dataclass(frozen=True, slots=True)
class _Places:
    """Some places and the values there, best first: the first thousand, then each hundredth."""

    places: tuple[int, ...]
    values: tuple[float, ...]

    def of(self, value: float) -> int:
        """The place of a value, at most a hundred too high after the first thousand."""
        above = bisect_left(self.values, -value, key=neg)
        return self.places[above - 1] + 1 if above else 1


# Reading all rows of a period takes longer the more people there are; so it is done less often.
_rows: SharedCopies[tuple[Row, ...]] = SharedCopies(lifetime_s=10.0, most=64, times_its_cost=50)
_places: SharedCopies[_Places] = SharedCopies(lifetime_s=10.0, most=64, times_its_cost=50)


def period_labels() -> dict[str, str]:
    """The periods with their names."""
    return {period: catalogue().text(f"statistics.period.{period}") for period in LEAST_HANDS}


def measures_of(game: str) -> tuple[Measure, ...]:
    """The measures for which a game has leaderboards."""
    counter = counter_of(game)
    return tuple(
        measure
        for measure in MEASURES
        if (counter.between_players or not measure.between_players)
        and (not measure.counter or measure.counter in counter.counters)
    )


def leaderboard(
    *,
    game: str,
    period: str = WEEK,
    measure: str = "",
    season: datetime.date | None = None,
    user_id: uuid.UUID | None = None,
    limit: int = ROWS_MAX,
    now: datetime.datetime | None = None,
) -> Board:
    """A leaderboard of up to `limit` rows; an empty `measure` is the game's first.

    Two queries in ten seconds read what all viewers see, one more the places of those below; one
    finds the seasons, and up to two read a viewer's own row. `season` is a day of a month that has
    begun: that month's leaderboard, whatever the period. Raises `UnknownBoard`, also for ratings of
    a season.
    """
    day = (now or timezone.now()).astimezone(datetime.UTC).date()
    asked = _asked(game, period, measure, day, season, limit)
    return _board(asked, _shared(_rows, asked, _read_rows), user_id)


def nearest_board(*, game: str, period: str, user_id: uuid.UUID | None, measure: str = "") -> Board:
    """The leaderboard of a period, or of the nearest longer one in which somebody is listed.

    One shared query more than `leaderboard` for each period without anybody; that of the period
    itself if nobody is listed in any. Ratings have one period only.
    """
    day = timezone.now().astimezone(datetime.UTC).date()
    first = _asked(game, period, measure, day)
    for other in PERIODS[PERIODS.index(period) :]:
        asked = _asked(game, other, measure, day)
        shared = _shared(_rows, asked, _read_rows)
        if shared or asked.measure.key == "rating":
            return _board(asked, shared, user_id)
    return _board(first, (), user_id)


def _asked(
    game: str,
    period: str,
    measure: str,
    today: datetime.date,
    season: datetime.date | None = None,
    limit: int = ROWS_MAX,
) -> _Asked:
    known = {found.key: found for found in measures_of(game)} if game in _games() else {}
    chosen = known.get(measure or next(iter(known), ""))
    if chosen is None or period not in PERIODS:
        raise UnknownBoard
    day = today
    if season is not None:
        if season > today or chosen.key == "rating":
            raise UnknownBoard
        period, day = MONTH, season
    elif chosen.key == "rating":
        period = ALL
    start = start_of(period, day)
    until = _next_month(start) if season is not None else datetime.date.max
    return _Asked(game, chosen, period, start, until, today, limit)


def _shared(copies: SharedCopies[V], asked: _Asked, read: Callable[[_Asked], V]) -> V:
    return copies.get(asked, lambda: read(asked)) if settings.SHARED_ANSWERS else read(asked)


def _read_rows(asked: _Asked) -> tuple[Row, ...]:
    # Some more rows than are shown, so that excluded users leave no gaps.
    best = asked.listed().order_by("-value", "user_id")[: asked.limit + SPARE_ROWS_COUNT]
    found = list(best)
    left_out = asked.one_sided([row.user_id for row in found]) if found else frozenset()
    shown = [row for row in found if row.user_id not in left_out][: asked.limit]
    return _with_ranks(shown)


def _read_places(asked: _Asked) -> _Places:
    place = Window(RowNumber(), order_by=F("value").desc())
    ordered = asked.listed().annotate(place=place).order_by("place")
    kept = ordered.annotate(rest=Mod(F("place"), PLACES_STEP_COUNT)).filter(
        Q(place__lte=PLACES_EXACT_MAX) | Q(rest=0)
    )
    rows = list(kept.values_list("place", "value"))
    return _Places(tuple(row[0] for row in rows), tuple(row[1] for row in rows))


def _board(asked: _Asked, shared: tuple[Row, ...], user_id: uuid.UUID | None) -> Board:
    rows = tuple(
        replace(row, text=asked.measure.text(row.value), you=row.user_id == user_id)
        for row in shared
    )
    own = _own_row(user_id, asked, rows) if user_id is not None else None
    return Board(
        asked.game,
        asked.period,
        asked.start,
        asked.measure,
        asked.least,
        rows,
        own,
        _seasons(asked.game, asked.today),
    )


def _seasons(game: str, day: datetime.date) -> tuple[datetime.date, ...]:
    """The latest seasons of a game, from that of `day` back to its first hand for chips."""
    rows = PlayerStats.objects.filter(game=game, plays_for="chips", period=MONTH)
    first = rows.aggregate(first=Min("start"))["first"] or day
    seasons = [day.replace(day=1)]
    while seasons[-1] > first and len(seasons) < settings.SEASONS_LISTED:
        seasons.append((seasons[-1] - datetime.timedelta(days=1)).replace(day=1))
    return tuple(seasons)


def _next_month(start: datetime.date) -> datetime.date:
    return (start.replace(day=1) + datetime.timedelta(days=31)).replace(day=1)


def _games() -> set[str]:
    return {game.key for game in registry.all_games()}


def _ratings(game: str) -> QuerySet[Any]:
    rated = Rating.objects.filter(game=game).select_related("user")
    return _people(rated.annotate(value=F("points"), played=F("matches")))


def _player_stats(measure: Measure, game: str, period: str, start: datetime.date) -> QuerySet[Any]:
    own = measure.key in ("net", "best_pot", "hands")
    value: Any = F(f"ranked_{measure.key if own else measure.counter or 'won'}")
    if not own:
        value = Cast(value, FloatField()) / F("ranked_hands")
    player_stats = PlayerStats.objects.filter(
        game=game, plays_for="chips", period=period, start=start
    )
    ranked = player_stats.filter(ranked_hands__gt=0).select_related("user")
    return _people(ranked.annotate(value=value, played=F("ranked_hands")))


def _people(rows: QuerySet[Any]) -> QuerySet[Any]:
    people = rows.filter(user__kind=User.Kind.PERSON, user__is_active=True, played__gt=0)
    return people.only("user_id", "user__name", "user__avatar")


def _with_ranks(found: Sequence[Any]) -> tuple[Row, ...]:
    """Rows for viewers of any language: without the formatted values."""
    rows: list[Row] = []
    for number, row in enumerate(found, 1):
        tied = rows and rows[-1].value == row.value
        rows.append(
            Row(
                place=rows[-1].place if tied else number,
                user_id=row.user_id,
                name=row.user.name,
                avatar=row.user.avatar,
                value=row.value,
                text="",
                hands=row.played,
            )
        )
    return tuple(rows)


def _own_row(user_id: uuid.UUID, asked: _Asked, rows: Sequence[Row]) -> Own | None:
    """The viewer's own row; None for a guest, a bot, and users who have not played."""
    mine = asked.everybody().filter(user_id=user_id).first()
    if mine is None:
        return None
    text, least = asked.measure.text(mine.value), asked.least
    if mine.played < least:
        unit = "matches" if asked.measure.key == "rating" else "hands"
        counts = {"least": least, "missing": least - mine.played, "unit": unit}
        why = catalogue().text("statistics.too_few", counts)
        return Own(None, text, mine.played, why)
    place = next((row.place for row in rows if row.you), None)
    if place is None and asked.one_sided([user_id]):
        return Own(None, text, mine.played, catalogue().text("statistics.from_one_player"))
    if place is None:
        place = _shared(_places, asked, _read_places).of(mine.value)
    return Own(place, text, mine.played, "")
