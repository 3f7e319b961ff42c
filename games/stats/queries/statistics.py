"""A user's statistics, formatted with the terms of each game."""

import datetime
import uuid
from dataclasses import dataclass

from django.db.models import Sum
from django.utils import timezone

from core.messages import catalogue
from games.engines.core import registry
from games.hands.models.archived import archived_months
from games.rulebook.rule_words import RuleWords
from games.stats.counters.base import CATEGORY_NUMBERS
from games.stats.counters.registry import counter_of, ratios_of
from games.stats.models import (
    PlayerStats,
    Rating,
)
from games.stats.queries.sums import ALL, ALL_TIME, MONTH, start_of

SETTLED_MATCHES_MIN = 10
"""With fewer matches a rating is provisional."""
SAMPLE_MIN = 300
"""From fewer hands, or cases such as showdowns, ratios are mostly luck; pages mark them."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A statistic: `value` as a number (None without data), `text` as users read it.

    `sample`: of how many hands, or cases such as showdowns.
    """

    key: str
    label: str
    value: float | None
    text: str
    help: str
    sample: int

    @property
    def is_small(self) -> bool:
        """Whether there is a value, from too few cases to say much."""
        return self.value is not None and self.sample < SAMPLE_MIN


@dataclass(frozen=True, slots=True)
class Strength:
    """The results with one class of hands, over the hands shown at showdown."""

    key: str
    hands: int
    won: int
    net: int

    @property
    def label(self) -> str:
        """The name of the class."""
        return catalogue().text(f"statistics.hands.{self.key}")


@dataclass(frozen=True, slots=True)
class RatingView:
    """A rating as it is shown."""

    game: str
    points: int
    mu: float
    sigma: float
    matches: int

    @property
    def provisional(self) -> bool:
        """Whether too few matches were rated for the rating to be reliable."""
        return self.matches < SETTLED_MATCHES_MIN


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """A user's statistics at one game, for chips or for points."""

    game: str
    game_name: str
    plays_for: str
    hands: int
    won: int
    net: int
    best_pot: int
    figures: tuple[Figure, ...]
    strengths: tuple[Strength, ...]
    rating: RatingView | None

    @property
    def is_small(self) -> bool:
        """Whether too few hands were played for the figures to say much."""
        return self.hands < SAMPLE_MIN

    @property
    def has_marks(self) -> bool:
        """Whether a figure is from too few cases."""
        return any(figure.is_small for figure in self.figures)

    @property
    def sample_min(self) -> int:
        """How many hands or cases a figure needs to lose its mark."""
        return SAMPLE_MIN

    @property
    def win_rate(self) -> float:
        """The share of hands won, 0 to 1."""
        return self.won / self.hands if self.hands else 0.0


def statistics_of(
    user_id: uuid.UUID, *, period: str = ALL, now: datetime.datetime | None = None
) -> tuple[GameStatistics, ...]:
    """All games that a user played in the period, in the order of the lobby; two queries."""
    rows = {(row.game, row.plays_for): row for row in _player_stats(user_id, period, now)}
    ratings = {rating.game: rating for rating in ratings_of(user_id)}
    return tuple(
        _statistics(RuleWords(game.key).name, rows[game.key, plays_for], ratings.get(game.key))
        for game in registry.all_games()
        for plays_for in ("chips", "points")
        if (game.key, plays_for) in rows
    )


def ratings_of(user_id: uuid.UUID) -> tuple[RatingView, ...]:
    """A user's ratings, one for each rated game."""
    return tuple(
        RatingView(row.game, row.points, row.mu, row.sigma, row.matches)
        for row in Rating.objects.filter(user_id=user_id).order_by("game")
    )


def totals_of(user_id: uuid.UUID) -> dict[str, int]:
    """Hands, hands won and net chips over all games; points are not chips."""
    rows = list(_player_stats(user_id, ALL, None))
    return {
        "hands": sum(row.hands for row in rows),
        "won": sum(row.won for row in rows),
        "net": sum(row.net for row in rows if row.plays_for == "chips"),
    }


def has_played(user_id: uuid.UUID, game: str) -> bool:
    """Whether a user has finished a hand of a game that counts; one query."""
    return PlayerStats.objects.filter(
        game=game,
        plays_for__in=("chips", "points", "sit_and_go"),
        period=ALL,
        start=ALL_TIME,
        user_id=user_id,
    ).exists()


def _player_stats(
    user_id: uuid.UUID, period: str, now: datetime.datetime | None
) -> list[PlayerStats]:
    day = (now or timezone.now()).astimezone(datetime.UTC).date()
    games = [game.key for game in registry.all_games()]
    rows = PlayerStats.objects.filter(
        game__in=games,  # with the whole key the index finds each row
        plays_for__in=("chips", "points"),
        period=period,
        start=start_of(period, day),
        user_id=user_id,
        hands__gt=0,
    )
    return list(rows)


def _statistics(name: str, row: PlayerStats, rating: RatingView | None) -> GameStatistics:
    counter = counter_of(row.game)
    counters = {"hands": row.hands, **dict(zip(counter.counters, row.counts, strict=False))}
    figures = []
    for ratio in ratios_of(row.game):
        value = ratio.of(counters)
        sample = counters[ratio.under]
        text = ratio.text(value, exact=sample >= SAMPLE_MIN)
        figures.append(Figure(ratio.key, ratio.label, value, text, ratio.help, sample))
    return GameStatistics(
        game=row.game,
        game_name=name,
        plays_for=row.plays_for,
        hands=row.hands,
        won=row.won,
        net=row.net,
        best_pot=row.best_pot,
        figures=tuple(figures),
        strengths=_strengths(row),
        rating=rating,
    )


def _strengths(row: PlayerStats) -> tuple[Strength, ...]:
    """The classes, strongest first; empty except in `all`, and before any shown hand."""
    counter = counter_of(row.game)
    kept = row.counts[len(counter.counters) :]
    if not any(kept):
        return ()
    classes = [
        Strength(
            category.key,
            *kept[at * CATEGORY_NUMBERS : (at + 1) * CATEGORY_NUMBERS],
        )
        for at, category in enumerate(counter.categories)
    ]
    return tuple(reversed(classes))


def archived_hands(user_id: uuid.UUID) -> int:
    """The counted hands of a user in months that are archived."""
    months = archived_months()
    if not months:
        return 0
    rows = PlayerStats.objects.filter(
        game__in=[game.key for game in registry.all_games()],
        plays_for__in=("chips", "points"),
        period=MONTH,
        start__in=months,
        user=user_id,
    )
    return rows.aggregate(hands=Sum("hands"))["hands"] or 0
