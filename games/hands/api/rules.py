"""Games and their rules in the API."""

from typing import Any

import msgspec
from django.urls import reverse
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from core.errors import RequestRefused
from core.http.conditional import LastingView
from core.http.django_request import django_request
from core.http.openapi import fields_of
from core.http.page_text import PageText, page_text
from core.runtime.single_flight import SharedCopies
from core.wire import shown
from games.engines.core import registry
from games.engines.core.contract import Game
from games.engines.core.errors import RulesError
from games.hands.queries.rules import find_game, options_of, presets_of, rules_page
from games.hands.wire import GameList, GameRanking, GameRankingQuery, GameRow, GameRules
from games.rulebook.ranking import ranking_of
from games.rulebook.rule_words import RuleWords

CHAPTER = "Games and rules"
_texts: SharedCopies[PageText] = SharedCopies(lifetime_s=600, most=32)
"""By game and language; a text is made of a whole page."""


def _head(game: Game) -> dict[str, Any]:
    return {
        "key": game.key,
        "name": RuleWords(game.key).name,
        "min_seats": game.min_seats,
        "max_seats": game.max_seats,
        "rules_url": reverse("games:rules", args=[game.key]),
    }


class Games(LastingView):
    """The games of the platform."""

    @extend_schema(responses=GameList)
    def get(self, request: Request) -> Response:
        """List all games, with their seats and the keys of their presets."""
        items = [_head(game) | {"presets": list(game.presets)} for game in registry.all_games()]
        return Response(GameList(items=shown(list[GameRow], items)))


class Rules(LastingView):
    """The rules of a game."""

    @extend_schema(responses=GameRules)
    def get(self, request: Request, key: str) -> Response:
        """Return a game's presets with their hashes, and all options with descriptions."""
        game = find_game(key)
        if game is None:
            raise RequestRefused("NOT_FOUND", case="game", status=404)
        rules = {"presets": presets_of(game), "options": options_of(game)}
        return Response(shown(GameRules, _head(game) | rules))


class Ranking(LastingView):
    """The order of the hands or combinations of a game."""

    @extend_schema(parameters=fields_of(GameRankingQuery), responses=GameRanking)
    def get(self, request: Request, key: str) -> Response:
        """Return the hands or combinations of a game from high to low, under the given options."""
        game, asked = find_game(key), self.query(GameRankingQuery)
        if game is None:
            raise RequestRefused("NOT_FOUND", case="game", status=404)
        try:
            options = msgspec.json.decode(asked.options, type=dict[str, Any])
            rules = game.rules_from_json({**game.presets["standard"].to_json(), **options})
        except msgspec.DecodeError as no:
            raise ValidationError({"options": [str(no)]}) from None
        except RulesError as no:
            raise ValidationError({"options": [RuleWords(key).error(no)]}) from None
        card = ranking_of(game, rules)
        if card is None:
            raise RequestRefused("NOT_FOUND", case="rule_book", status=404)
        return Response(shown(GameRanking, card))


class RulesText(LastingView):
    """The text of a game's rules."""

    @extend_schema(responses=PageText)
    def get(self, request: Request, key: str) -> Response:
        """Return the page of a game's rules as Markdown, section by section, for people to read."""
        game = find_game(key)
        if game is None:
            raise RequestRefused("NOT_FOUND", case="game", status=404)
        language = get_language() or ""
        text = _texts.get(
            (key, language), lambda: page_text(django_request(request), *rules_page(game))
        )
        return Response(text)
