"""Statistics, ratings, leaderboards and the public numbers in the API."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.ledger.queries import bankroll
from accounts.people.api.requests import (
    player_named,
    user_of,
)
from accounts.people.models import User
from core.errors import RequestRefused
from core.http.conditional import LastingView
from core.http.view import (
    OpenView,
    View,
)
from games.hands.api import examples
from games.stats.api.serializers import (
    BankrollShape,
    BoardQuery,
    BoardShape,
    NumbersShape,
    PeriodQuery,
    RatingsQuery,
    RatingsShape,
    StatisticsShape,
)
from games.stats.queries.leaderboards import UnknownBoard, leaderboard
from games.stats.queries.numbers import public_numbers
from games.stats.queries.statistics import ratings_of, statistics_of

CHAPTER = "Statistics"


def _statistics(player: User, query: dict[str, Any]) -> Response:
    return Response(
        StatisticsShape({"items": statistics_of(player.pk, period=query["period"])}).data
    )


class MyStatistics(View):
    """The statistics of the user."""

    @extend_schema(
        parameters=[PeriodQuery], responses=StatisticsShape, examples=[examples.STATISTICS]
    )
    def get(self, request: Request) -> Response:
        """Return the user's statistics at each game played in the period."""
        return _statistics(user_of(request), self.query(PeriodQuery))


class PlayerStatistics(OpenView):
    """The statistics of a player."""

    @extend_schema(
        parameters=[PeriodQuery], responses=StatisticsShape, examples=[examples.STATISTICS]
    )
    def get(self, request: Request, name: str) -> Response:
        """Return a player's statistics at each game played in the period."""
        return _statistics(player_named(name), self.query(PeriodQuery))


class MyBankroll(View):
    """The user's bankroll over time."""

    @extend_schema(responses=BankrollShape)
    def get(self, request: Request) -> Response:
        """List the user's chips after each of their latest 300 movements, oldest first."""
        return Response(BankrollShape({"items": bankroll(user_of(request).pk)}).data)


class Ratings(OpenView):
    """Ratings, from matches of twenty hands."""

    @extend_schema(parameters=[RatingsQuery], responses=RatingsShape)
    def get(self, request: Request) -> Response:
        """Return a player's ratings by game; the user's own if no player is given."""
        name = self.query(RatingsQuery).get("player")
        if name is None and not request.user.is_authenticated:
            raise exceptions.NotAuthenticated
        player = user_of(request) if name is None else player_named(name)
        return Response(RatingsShape({"items": ratings_of(player.pk)}).data)


class Leaderboards(OpenView):
    """The leaderboards of the games."""

    @extend_schema(parameters=[BoardQuery], responses=BoardShape, examples=[examples.BOARD])
    def get(self, request: Request) -> Response:
        """Return a leaderboard by game, period or season, and measure, with the user's own rank.

        A season is a calendar month (UTC). Past seasons stay readable; ratings have none.
        """
        query = self.query(BoardQuery)
        try:
            board = leaderboard(
                game=query["game"],
                period=query["period"],
                measure=query.get("measure", ""),
                season=query.get("season"),
                user_id=request.user.pk if request.user.is_authenticated else None,
                limit=query["size"],
            )
        except UnknownBoard as no:
            raise RequestRefused(no.code, no.text) from None
        return Response(BoardShape(board).data)


class PublicStatistics(LastingView):
    """The public numbers."""

    @extend_schema(responses=NumbersShape)
    def get(self, request: Request) -> Response:
        """Return where all chips are, and how deals compare with theory; cached for ten minutes."""
        return Response(NumbersShape(public_numbers()).data)
