"""The rules of a game as data: its presets and all options with texts, for pages and apps."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.engines.core import registry
from games.engines.core.contract import Game
from games.quiz.spots import spots_of
from games.rulebook.book import book_of
from games.rulebook.rule_words import RuleWords, names_of_games

TRY_SECTION = ("try", _("Try it"))
HOUSE_SECTIONS = (("presets", _("Presets")), ("options", _("House rules a table may choose")))
"""The last sections of every game's page, which come from its engine."""


def find_game(key: str) -> Game | None:
    """The game with this key; None if there is none."""
    return registry.find(key)


def presets_of(game: Game) -> list[dict[str, Any]]:
    """The presets of a game; `differences` from the standard one have texts."""
    standard, words = game.presets["standard"], RuleWords(game.key)
    return [
        {
            "key": key,
            "title": words.preset(key),
            "text": words.preset_about(key),
            "hash": rules.hash(),
            "rules": rules.to_json(),
            "differences": words.differences(rules, standard),
        }
        for key, rules in game.presets.items()
    ]


def options_of(game: Game) -> list[dict[str, Any]]:
    """All options of a table; `usual` is the label of the standard value."""
    standard, words = game.presets["standard"], RuleWords(game.key)
    return [
        words.option(option) | {"usual": words.value(option, standard.shown(option.name))}
        for option in game.Rules.OPTIONS
    ]


def rules_page(game: Game) -> tuple[str, dict[str, Any]]:
    """The template and the context of a game's page of rules."""
    book, spots = book_of(game.key), spots_of(game.key)
    own = (*(book.sections if book else ()), *((TRY_SECTION,) if spots else ()))
    return "games/rules.html", {
        "game": game,
        "name": RuleWords(game.key).name,
        "names": names_of_games(),
        "book": book,
        "sections": (*own, *HOUSE_SECTIONS),
        "spots": spots,
        "presets": presets_of(game),
        "options": options_of(game),
    }
