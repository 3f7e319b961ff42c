"""The families of shapes of all games, by which general shapes refer to them.

The module `games.wire.<key>` of a game has its `VIEW`, its `EVENT`, of which each kind of event is
a subclass, and its `TERMS`: what it settles for one hand before the deal. The shapes of its rules
are made from its options. `OPTIONS` of the module has the types of options of a kind of its own.
"""

from functools import cache
from types import ModuleType
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType, defstruct

from core.messages import SOURCE, catalogue
from core.wire import Body, Family, Shape, family
from games.engines.core import registry
from games.engines.core.contract import Game
from games.engines.core.rules import Option
from games.rulebook.rule_words import RuleWords

VIEWS, EVENTS, TERMS = "AnyView", "AnyEvent", "AnyTerms"
RULES, OPTIONS = "AnyRules", "AnyOptions"
"""The names of the families."""
_PACKAGE = __name__.rpartition(".")[0]


def shapes_of(game: str) -> ModuleType:
    """Return the module with the shapes of a game; raises `LookupError` for a game without one."""
    module = registry.module_of(_PACKAGE, game)
    if module is None:
        raise LookupError(f"{game} has no module in {_PACKAGE}; see docs/add-a-game.md")
    return module


def title_of(game: str) -> str:
    """Return the beginning of the names of a game's shapes: `HighCard` of `high_card`."""
    return game.title().replace("_", "")


def events_of(game: str) -> Family:
    """Return the family of a game's events."""
    base = shapes_of(game).EVENT
    return family(base.__name__, str(base.__doc__), base.__subclasses__, by="kind")


@cache
def rules_of(key: str) -> type:
    """Return the shape of a game's rules: every option with its value."""
    game = registry.get(key)
    fields = [(one.name, _type(game, one, asked=False)) for one in game.Rules.OPTIONS]
    return _struct(game, "Rules", "The house rules of a table: every option.", fields, Shape)


@cache
def options_of(key: str) -> type:
    """Return the shape of options that a request chooses; omitted ones are those of the preset."""
    game = registry.get(key)
    fields = [
        (one.name, _type(game, one, asked=True) | UnsetType, UNSET) for one in game.Rules.OPTIONS
    ]
    return _struct(game, "Options", "Options that differ from the preset.", fields, Body)


def _struct(game: Game, kind: str, about: str, fields: Any, base: type) -> type:
    made = defstruct(
        f"{title_of(game.key)}{kind}", fields, bases=(base,), module=__name__, kw_only=True
    )
    made.__doc__ = f"{RuleWords(game.key, catalogue(SOURCE)).name}. {about}"
    return made


def _type(game: Game, option: Option, *, asked: bool) -> Any:
    """Return the type of an option's value in rules, or in what a request asks for."""
    named = Meta(description=_words(game, option))
    own = getattr(shapes_of(game.key), "OPTIONS", {}).get(option.name)
    if own is not None:
        return Annotated[own[asked], named]
    bounds = {"minimum": option.min, "maximum": option.max}
    within = {name: value for name, value in bounds.items() if value is not None}
    number = Annotated[int, Meta(extra_json_schema=within)]
    choices: Any = Literal[option.choices] if option.choices else str
    types: dict[str, Any] = {
        "int": number,
        "limit": number | None,
        "bool": bool,
        "choice": choices,
        "set": list[choices],
        "order": list[choices],
        "steps": list[number],
    }
    return Annotated[types[option.kind], named]


def _words(game: Game, option: Option) -> str:
    """Return an option in English words, with its choices."""
    words = RuleWords(game.key, catalogue(SOURCE))
    parts = [f"{words.label(option.name)}.", words.about(option.name)]
    parts += [
        f"`{value}`: {label}" + (f" ({about.rstrip('.')})." if about else ".")
        for value, label, about in words.choices(option)
    ]
    return " ".join(part for part in parts if part)


def _keys() -> list[str]:
    return [game.key for game in registry.all_games()]


family(
    VIEWS,
    "A hand as its viewer may see it.",
    lambda: [shapes_of(k).VIEW for k in _keys()],
    by="game",
)
family(EVENTS, "An event of a hand.", lambda: dict.fromkeys(map(events_of, _keys())))
family(TERMS, "The terms of one hand.", lambda: dict.fromkeys(shapes_of(k).TERMS for k in _keys()))
family(RULES, "The house rules of a table.", lambda: map(rules_of, _keys()))
family(OPTIONS, "Options of a game.", lambda: map(options_of, _keys()))
