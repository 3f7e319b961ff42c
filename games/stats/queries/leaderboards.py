"""Leaderboards: the best players of a game in a period, by one measure, with the viewer's own row.

A season is a calendar month (UTC). Its statistics stay, so past seasons can be read at any time;
the audit recomputes them from the stored hands. Only hands with two people of different households
at public tables count (`games.stats.queries.ranked`). Only registered users with enough are listed,
and not those whose chips come mostly from one other player. A leaderboard reads the rows of its
game and period by key, a few thousand at most.
"""

import datetime
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any

from django.conf import settings
from django.db.models import F, FloatField, Min, Q, QuerySet
from django.db.models.functions import Cast
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
class _Public:
    """The part of a leaderboard that is the same for all viewers."""

    rows: tuple[Row, ...]
    seasons: tuple[datetime.date, ...]


_copies: SharedCopies[_Public] = SharedCopies(lifetime_s=10.0, most=64)


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

    Three queries in ten seconds read what all viewers see, up to three more a viewer's own row.
    `season` is a day of a month that has begun: that month's leaderboard, whatever the period.
    Raises `UnknownBoard`, also for ratings of a season.
    """
    known = {found.key: found for found in measures_of(game)}
    chosen = known.get(measure or next(iter(known)))
    if chosen is None or period not in PERIODS or game not in _games():
        raise UnknownBoard
    today = day = (now or timezone.now()).astimezone(datetime.UTC).date()
    if season is not None:
        if season > day or chosen.key == "rating":
            raise UnknownBoard
        period, day = MONTH, season
    if chosen.key == "rating":
        period, least = ALL, MATCHES_MIN
        everybody = _ratings(game)
    else:
        least = LEAST_HANDS[period]
        everybody = _player_stats(chosen, game, period, start_of(period, day))
    start = start_of(period, day)
    listed = everybody.filter(played__gte=least)
    until = _next_month(start) if season is not None else datetime.date.max

    def one_sided(user_ids: list[uuid.UUID]) -> frozenset[uuid.UUID]:
        return mostly_from_one(user_ids, game=game, since=start.replace(day=1), until=until)

    def public() -> _Public:
        # Some more rows than are shown, so that excluded users leave no gaps.
        found = list(listed.order_by("-value", "user_id")[: limit + SPARE_ROWS_COUNT])
        left_out = one_sided([row.user_id for row in found])
        shown = [row for row in found if row.user_id not in left_out][:limit]
        return _Public(_rows(shown, chosen), _seasons(game, today))

    key = (game, chosen.key, period, start, today, until, limit)
    shared = _copies.get(key, public) if settings.SHARED_ANSWERS else public()
    rows = tuple(replace(row, you=True) if row.user_id == user_id else row for row in shared.rows)
    own = None
    if user_id is not None:
        own = _own_row(user_id, everybody, listed, chosen, least, one_sided, rows)
    return Board(game, period, start, chosen, least, rows, own, shared.seasons)


def nearest_board(*, game: str, period: str, user_id: uuid.UUID | None, measure: str = "") -> Board:
    """The leaderboard of a period, or of the nearest longer one in which somebody is listed.

    One query more than `leaderboard`; that of the period itself if nobody is listed in any.
    Ratings have one period only.
    """
    for other in _periods_with_somebody(game, period) if measure != "rating" else ():
        board = leaderboard(game=game, period=other, measure=measure, user_id=user_id)
        if board.rows:
            return board
    return leaderboard(game=game, period=period, measure=measure, user_id=user_id)


def _periods_with_somebody(game: str, period: str) -> list[str]:
    """The period and the longer ones in which somebody has played enough, shortest first."""
    if period not in PERIODS:
        raise UnknownBoard
    day = timezone.now().astimezone(datetime.UTC).date()
    longer = PERIODS[PERIODS.index(period) :]
    enough = (
        Q(period=one, start=start_of(one, day), ranked_hands__gte=LEAST_HANDS[one])
        for one in longer
    )
    rows = PlayerStats.objects.filter(
        reduce(or_, enough),
        game=game,
        plays_for="chips",
        user__kind=User.Kind.PERSON,
        user__is_active=True,
    )
    found = set(rows.values_list("period", flat=True).distinct())
    return [one for one in longer if one in found]


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


def _rows(found: Sequence[Any], measure: Measure) -> tuple[Row, ...]:
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
                text=measure.text(row.value),
                hands=row.played,
            )
        )
    return tuple(rows)


def _own_row(
    user_id: uuid.UUID,
    everybody: QuerySet[Any],
    listed: QuerySet[Any],
    measure: Measure,
    least: int,
    one_sided: Callable[[list[uuid.UUID]], frozenset[uuid.UUID]],
    rows: Sequence[Row],
) -> Own | None:
    """The viewer's own row; None for a guest, a bot, and users who have not played."""
    mine = everybody.filter(user_id=user_id).first()
    if mine is None:
        return None
    text = measure.text(mine.value)
    if mine.played < least:
        unit = "matches" if measure.key == "rating" else "hands"
        counts = {"least": least, "missing": least - mine.played, "unit": unit}
        why = catalogue().text("statistics.too_few", counts)
        return Own(None, text, mine.played, why)
    place = next((row.place for row in rows if row.you), None)
    if place is None and one_sided([user_id]):
        return Own(None, text, mine.played, catalogue().text("statistics.from_one_player"))
    if place is None:
        place = listed.filter(value__gt=mine.value).count() + 1
    return Own(place, text, mine.played, "")
