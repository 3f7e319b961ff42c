"""Statistics, ratings, leaderboards and the public numbers in the API."""

import datetime

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
from core.clock import to_unix_ms
from core.http.conditional import LastingView
from core.http.openapi import fields_of
from core.http.view import (
    OpenView,
    View,
)
from core.runtime.replica import from_replica
from core.wire import shown
from games.stats import wire
from games.stats.queries.leaderboards import leaderboard
from games.stats.queries.numbers import public_numbers
from games.stats.queries.statistics import ratings_of, statistics_of
from games.stats.queries.today import today_of

CHAPTER = "Statistics"


def _statistics(player: User, query: wire.PeriodQuery) -> Response:
    found = statistics_of(player.pk, period=query.period)
    return Response(wire.Statistics(items=shown(list[wire.GameFigures], found)))


class MyStatistics(View):
    """The statistics of the user."""

    @extend_schema(
        parameters=fields_of(wire.PeriodQuery),
        responses=wire.Statistics,
    )
    @from_replica
    def get(self, request: Request) -> Response:
        """Return the user's statistics at each game played in the period."""
        return _statistics(user_of(request), self.query(wire.PeriodQuery))


class PlayerStatistics(OpenView):
    """The statistics of a player."""

    @extend_schema(
        parameters=fields_of(wire.PeriodQuery),
        responses=wire.Statistics,
    )
    @from_replica
    def get(self, request: Request, name: str) -> Response:
        """Return a player's statistics at each game played in the period."""
        return _statistics(player_named(name), self.query(wire.PeriodQuery))


class MyToday(View):
    """The user's play today."""

    @extend_schema(responses=wire.Today)
    @from_replica
    def get(self, request: Request) -> Response:
        """Return the chips that the user lost today and the time they played, in UTC."""
        user = user_of(request)
        return Response(shown(wire.Today, today_of([user.pk])[user.pk]))


class MyBankroll(View):
    """The user's bankroll over time."""

    @extend_schema(responses=wire.Bankroll)
    @from_replica
    def get(self, request: Request) -> Response:
        """List the user's chips after each of their latest 300 movements, oldest first."""
        items = [
            wire.BankrollPoint(at=to_unix_ms(point.at), chips=point.chips)
            for point in bankroll(user_of(request).pk)
        ]
        return Response(wire.Bankroll(items=items))


class Ratings(OpenView):
    """Ratings, from matches of twenty hands."""

    @extend_schema(parameters=fields_of(wire.RatingsQuery), responses=wire.Ratings)
    @from_replica
    def get(self, request: Request) -> Response:
        """Return a player's ratings by game; the user's own if no player is given."""
        name = self.query(wire.RatingsQuery).player
        if name is None and not request.user.is_authenticated:
            raise exceptions.NotAuthenticated
        player = user_of(request) if name is None else player_named(name)
        return Response(wire.Ratings(items=shown(list[wire.Rating], ratings_of(player.pk))))


class Leaderboards(OpenView):
    """The leaderboards of the games."""

    @extend_schema(parameters=fields_of(wire.BoardQuery), responses=wire.Board)
    @from_replica
    def get(self, request: Request) -> Response:
        """Return a leaderboard by game, period or season, and measure, with the user's own rank.

        After the first thousand that rank may be a hundred too high.
        A season is a calendar month (UTC). Past seasons stay readable; ratings have none.
        """
        query = self.query(wire.BoardQuery)
        season = datetime.date.fromisoformat(f"{query.season}-01") if query.season else None
        board = leaderboard(
            game=query.game,
            period=query.period,
            measure=query.measure or "",
            season=season,
            user_id=request.user.pk if request.user.is_authenticated else None,
            limit=query.size,
        )
        return Response(shown(wire.Board, board))


class PublicStatistics(LastingView):
    """The public numbers."""

    @extend_schema(responses=wire.PublicNumbers)
    @from_replica
    def get(self, request: Request) -> Response:
        """Return where all chips are, and how deals compare with theory; cached for ten minutes."""
        found = public_numbers()
        numbers = wire.PublicNumbers(
            chips=shown(wire.Supply, found.chips),
            games=shown(list[wire.GameNumbers], found.games),
            at=to_unix_ms(found.at),
        )
        return Response(numbers)
