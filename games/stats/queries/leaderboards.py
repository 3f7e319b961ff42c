"""Leaderboards: the best of a game in a period, by one measure, and where the reader stands.

Only registered people are listed, with enough hands, and nobody whose chips come mostly from one
other player. A board reads the rows of its game and period by key; they are few thousand.
"""

import datetime
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, FloatField, QuerySet
from django.db.models.functions import Cast
from django.utils import timezone

from accounts.people.models import User
from games.engines.core import registry
from games.stats.counters.registry import counter_of
from games.stats.models import (
    PlayerStats,
    Rating,
)
from games.stats.queries.pairs import mostly_from_one
from games.stats.queries.sums import ALL, DAY, MONTH, PERIODS, WEEK, start_of

LEAST_HANDS = {DAY: 10, WEEK: 30, MONTH: 60, ALL: 100}
LEAST_MATCHES = 5
PERIOD_LABELS = {DAY: "Today", WEEK: "This week", MONTH: "This month", ALL: "All time"}
ROWS = 50
SPARE = 20


class UnknownBoard(LookupError):
    """There is no board of that game, period or measure."""

    code = "UNKNOWN_BOARD"

    def __init__(self) -> None:
        self.text = "There is no such leaderboard."
        super().__init__(self.text)


@dataclass(frozen=True, slots=True)
class Measure:
    """What a board is ordered by."""

    key: str
    label: str
    help: str
    between_players: bool = False
    """Only where players win from each other, not from the house."""
    counter: str = ""
    """A counter of the game's book that it needs."""

    def text(self, value: float) -> str:
        """The value for people."""
        if self.key == "win_rate":
            return f"{100 * value:.1f} %"
        if self.key == "bb_100":
            return f"{value:+.1f}"
        return f"{value:+,.0f}" if self.key == "net" else f"{value:,.0f}"


MEASURES = (
    Measure("net", "Net chips", "chips won less chips lost", between_players=True),
    Measure("rating", "Rating", "strength from matches of twenty hands", between_players=True),
    Measure("win_rate", "Win rate", "hands won of hands dealt"),
    Measure("bb_100", "bb/100", "big blinds won in a hundred hands", True, "centi_bb"),
    Measure("best_pot", "Biggest pot", "the most won in one hand"),
    Measure("hands", "Hands", "hands dealt"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a board; people with the same value share a place."""

    place: int
    user_id: uuid.UUID
    name: str
    avatar: int
    value: float
    text: str
    hands: int
    you: bool


@dataclass(frozen=True, slots=True)
class Own:
    """Where the reader stands: his place, or why he has none."""

    place: int | None
    text: str
    hands: int
    why: str


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard; of ratings `hands` are matches and the period is `all`."""

    game: str
    period: str
    start: datetime.date
    measure: Measure
    least: int
    rows: tuple[Row, ...]
    own: Own | None


def measures_of(game: str) -> tuple[Measure, ...]:
    """The measures there are boards of at a game."""
    book = counter_of(game)
    return tuple(
        measure
        for measure in MEASURES
        if (book.between_players or not measure.between_players)
        and (not measure.counter or measure.counter in book.counters)
    )


def leaderboard(
    *,
    game: str,
    period: str = WEEK,
    measure: str = "",
    user_id: uuid.UUID | None = None,
    limit: int = ROWS,
    now: datetime.datetime | None = None,
) -> Board:
    """A board with at most `limit` rows (empty `measure`: the game's first); four queries at most.

    Raises `UnknownBoard`.
    """
    known = {found.key: found for found in measures_of(game)}
    chosen = known.get(measure or next(iter(known)))
    if chosen is None or period not in PERIODS or game not in _games():
        raise UnknownBoard
    day = (now or timezone.now()).astimezone(datetime.UTC).date()
    if chosen.key == "rating":
        period, least = ALL, LEAST_MATCHES
        everybody = _ratings(game)
    else:
        least = LEAST_HANDS[period]
        everybody = _standings(chosen, game, period, start_of(period, day))
    start = start_of(period, day)
    listed = everybody.filter(played__gte=least)
    # Some more than are shown, so that those left out do not leave gaps.
    found = list(listed.order_by("-value", "user_id")[: limit + SPARE])
    one_sided = mostly_from_one(
        [*(row.user_id for row in found), *([user_id] if user_id else [])],
        game=game,
        since=start.replace(day=1),
    )
    rows = _rows([row for row in found if row.user_id not in one_sided][:limit], chosen, user_id)
    own = None
    if user_id is not None:
        own = _own(user_id, everybody, listed, chosen, least, one_sided, rows)
    return Board(game, period, start, chosen, least, rows, own)


def _games() -> set[str]:
    return {game.key for game in registry.all_games()}


def _ratings(game: str) -> QuerySet[Any]:
    rated = Rating.objects.filter(game=game).select_related("user")
    return _people(rated.annotate(value=F("points"), played=F("matches")))


def _standings(measure: Measure, game: str, period: str, start: datetime.date) -> QuerySet[Any]:
    value: Any = F(measure.key if measure.key in ("net", "best_pot", "hands") else "won")
    if measure.counter:
        value = F(f"counts__{counter_of(game).counters.index(measure.counter)}")
    if measure.counter or measure.key == "win_rate":
        value = Cast(value, FloatField()) / F("hands")
    standings = PlayerStats.objects.filter(game=game, plays_for="chips", period=period, start=start)
    return _people(standings.select_related("user").annotate(value=value, played=F("hands")))


def _people(rows: QuerySet[Any]) -> QuerySet[Any]:
    people = rows.filter(user__kind=User.Kind.PERSON, user__is_active=True, played__gt=0)
    return people.only("user_id", "user__name", "user__avatar")


def _rows(found: Sequence[Any], measure: Measure, user_id: uuid.UUID | None) -> tuple[Row, ...]:
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
                you=row.user_id == user_id,
            )
        )
    return tuple(rows)


def _own(
    user_id: uuid.UUID,
    everybody: QuerySet[Any],
    listed: QuerySet[Any],
    measure: Measure,
    least: int,
    one_sided: frozenset[uuid.UUID],
    rows: Sequence[Row],
) -> Own | None:
    """The reader's line; None for a guest, a bot, and who has not played."""
    mine = everybody.filter(user_id=user_id).first()
    if mine is None:
        return None
    text = measure.text(mine.value)
    if mine.played < least:
        unit = "matches" if measure.key == "rating" else "hands"
        return Own(None, text, mine.played, f"Boards list people from {least} {unit} on.")
    if user_id in one_sided:
        why = "More than half of your net chips came from one player, so you are not listed."
        return Own(None, text, mine.played, why)
    place = next((row.place for row in rows if row.you), None)
    if place is None:
        place = listed.filter(value__gt=mine.value).count() + 1
    return Own(place, text, mine.played, "")
