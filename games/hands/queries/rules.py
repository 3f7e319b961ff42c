"""The rules of a game as data: its presets and all options with texts, for pages and apps."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.engines.core import registry
from games.engines.core.contract import Game
from games.rulebook.book import book_of
from games.rulebook.presets import preset_text, preset_title

HOUSE_SECTIONS = (("presets", _("Presets")), ("options", _("House rules a table may choose")))
"""The last sections of every game's page, which come from its engine."""


def find_game(key: str) -> Game | None:
    """The game with this key; None if there is none."""
    return registry.find(key)


def presets_of(game: Game) -> list[dict[str, Any]]:
    """The presets of a game; `differences` from the standard one have texts."""
    standard = game.presets["standard"]
    return [
        {
            "key": key,
            "title": preset_title(game.key, key),
            "text": preset_text(game.key, key),
            "hash": rules.hash(),
            "rules": rules.to_json(),
            "differences": list(rules.differences_from(standard)),
        }
        for key, rules in game.presets.items()
    ]


def options_of(game: Game) -> list[dict[str, Any]]:
    """All options of a table; `usual` is the label of the standard value."""
    standard = game.presets["standard"]
    return [
        option.to_json() | {"usual": standard.say(option.name)["value"]}
        for option in game.Rules.OPTIONS
    ]


def rules_page(game: Game) -> tuple[str, dict[str, Any]]:
    """The template and the context of a game's page of rules."""
    book = book_of(game.key)
    return "games/rules.html", {
        "game": game,
        "games": registry.all_games(),
        "book": book,
        "sections": (*(book.sections if book else ()), *HOUSE_SECTIONS),
        "presets": presets_of(game),
        "options": options_of(game),
    }
