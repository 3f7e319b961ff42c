"""The page of the ladder."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from core.http.shared_pages import shared_page
from games.engines.core import registry
from games.ladder.course import DEALS_MAX
from games.ladder.queries import PLACED_MATCHES_MIN, ladder_of, last_duels
from games.rulebook.rule_words import names_of_games


@require_GET
@never_cache
@shared_page(seconds=10)
def ladder(request: HttpRequest) -> HttpResponse:
    """The ladder of the game that the query string names."""
    game, names = request.GET.get("game", registry.first().key), names_of_games()
    if game not in names:
        raise Http404
    context = {
        "game": game,
        "games": names,
        "places": ladder_of(game),
        "duels": last_duels(game),
        "deals": DEALS_MAX,
        "least": PLACED_MATCHES_MIN,
    }
    return render(request, "games/ladder.html", context)
