"""The static files with which a game draws its table: found by its key, or those of any game.

A game has its module in `static/js/table/<key>/index.js` and its style sheet in
`static/css/<key>.css`. One without a module is drawn by `static/js/table/generic/`, which offers
the legal actions as they come.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from msgspec import json

from core.messages import catalogue
from games.engines.core.rules import Rules
from games.records.sentences import subject_of
from games.rulebook.rule_words import RuleWords

GENERIC = "generic"
_TYPED = ("text.word.", "text.own.")
"""The messages with words that players type."""


@cache
def _drawing(key: str) -> str:
    """The folder of the modules that draw this game."""
    return key if finders.find(f"js/table/{key}/index.js") else GENERIC


@cache
def module_url(key: str) -> str:
    """The URL of the module that draws this game."""
    return static(f"js/table/{_drawing(key)}/index.js")


@cache
def as_text(key: str) -> Mapping[str, Any]:
    """The data with which a page shows this game as text: module, and the words of English."""
    entries: dict[str, Any] = catalogue("en").to_json()["messages"]
    words = {name: text for name, text in entries.items() if name.startswith(_TYPED)}
    return {"page": static(f"js/table/{_drawing(key)}/as_text.js"), "english": words}


def drawing(key: str) -> dict[str, str]:
    """The data with which a page draws and describes this game: module and subject."""
    return {
        "game_module": module_url(key),
        "subject": subject_of(key),
    }


@cache
def options_in_words(key: str, language: str) -> Mapping[str, Any]:
    """A game's house rules and their values in words, for a page that quotes them."""
    words = RuleWords(key, catalogue(language))
    plain = {"null": None, "true": True, "false": False}
    return {
        option.name: {
            "label": words.label(option.name),
            "about": words.about(option.name),
            "choices": {name: words.value(option, value) for name, value in plain.items()}
            | {choice: label for choice, label, _about in words.choices(option)},
        }
        for option in words.game.Rules.OPTIONS
    }


@lru_cache(maxsize=500)
def rules_in_words(rules: Rules, key: str, language: str) -> Mapping[str, Any]:
    """The same with the values of one rule set that are none of the choices."""
    words, options = RuleWords(key, catalogue(language)), dict(options_in_words(key, language))
    for option in rules.OPTIONS:
        value = rules.shown(option.name)
        if isinstance(value, str) and value not in option.choices:
            known = options[option.name]
            choices = known["choices"] | {value: words.value(option, value)}
            options[option.name] = known | {"choices": choices}
    return options


@cache
def table_script(key: str, page: str = "") -> str:
    """The URL of the script of this game's table page, or of its `text` page.

    In a release it is a bundle that has the game in it; elsewhere a module that loads the others.
    """
    if settings.BUNDLES is None:
        return static("js/table/main.js")
    names: dict[str, str] = json.decode((settings.BUNDLES / "names.json").read_bytes())
    return static(f"bundles/{names[f'{page}/{_drawing(key)}' if page else _drawing(key)]}")


@cache
def sheet_of(key: str) -> str | None:
    """The name of the game's style sheet, None if its module needs none."""
    own = f"css/{key}.css"
    if finders.find(own):
        return own
    return None if finders.find(f"js/table/{key}/index.js") else f"css/{GENERIC}.css"


def table_sheets(key: str) -> list[str]:
    """The URLs of the style sheets of a table of this game."""
    return [static(name) for name in ("css/table.css", sheet_of(key)) if name]
