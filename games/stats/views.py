"""Leaderboards and the public numbers; all data comes from the queries."""

import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from core.http.shared_pages import shared_page
from core.messages import catalogue
from core.runtime.replica import from_replica
from games.engines.core import registry
from games.rulebook.rule_words import names_of_games
from games.stats.queries.drawings import classes_plot
from games.stats.queries.leaderboards import (
    UnknownBoard,
    leaderboard,
    measures_of,
    nearest_board,
    period_labels,
)
from games.stats.queries.numbers import public_numbers


@require_GET
@never_cache
@shared_page(seconds=10)
@from_replica
def leaderboards(request: HttpRequest) -> HttpResponse:
    """A leaderboard: `game`, `period` or `season`, and `measure` are in the query string.

    Where nobody is listed in the period, the page shows the nearest longer one and says so.
    """
    game, period = request.GET.get("game", registry.first().key), request.GET.get("period", "week")
    season, measure = _season(request.GET.get("season", "")), request.GET.get("measure", "")
    user_id = request.user.pk if request.user.is_authenticated else None
    try:
        board = (
            nearest_board(game=game, period=period, measure=measure, user_id=user_id)
            if season is None
            else leaderboard(
                game=game, period=period, measure=measure, season=season, user_id=user_id
            )
        )
    except UnknownBoard as no:
        raise Http404(no.text) from None
    context = {
        "board": board,
        "games": names_of_games(),
        "periods": period_labels().items(),
        "measures": measures_of(game),
        "wanted": period_labels()[period],
        "shown": period_labels()[board.period],
        "instead": season is None and board.period != period and board.measure.key != "rating",
    }
    return render(request, "games/leaderboards.html", context)


def _season(text: str) -> datetime.date | None:
    """The first day of a month such as 2026-10, None for no text; raises `Http404`."""
    if not text:
        return None
    try:
        return datetime.datetime.strptime(text, "%Y-%m").replace(tzinfo=datetime.UTC).date()
    except ValueError:
        raise Http404(catalogue().text("statistics.no_such_season")) from None


@require_GET
@shared_page(seconds=60)
@from_replica
def statistics(request: HttpRequest) -> HttpResponse:
    """Chips and deals of the whole platform, for everyone."""
    found = public_numbers()
    games = [{"numbers": one, "plot": classes_plot(one)} for one in found.games]
    return render(request, "games/statistics.html", {"numbers": found, "games": games})
