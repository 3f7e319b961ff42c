"""The settings page: what everybody may choose, shown at once and kept with the account."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.templatetags.page_messages import later_messages
from games.engines.core import registry
from games.hands.page_files import drawing
from games.rulebook.rule_words import RuleWords


@never_cache
@require_safe
def settings_page(request: HttpRequest) -> HttpResponse:
    """The choices are drawn by `static/js/settings_page.js`, as in the dialog of a table."""
    return render(request, "lobby/settings.html", {"games": _games_with_keys()})


def _games_with_keys() -> list[dict[str, str]]:
    """Where the shortcuts of each game are; games with the same texts have the same ones."""
    found: dict[str, dict[str, str]] = {}
    for game in registry.all_games():
        drawn = drawing(game.key)
        messages = later_messages("table", drawn["subject"])
        row = {"name": RuleWords(game.key).name, "module": drawn["game_module"]}
        found.setdefault(messages, row | {"messages": messages})
    return list(found.values())
