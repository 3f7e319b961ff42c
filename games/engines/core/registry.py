"""The games of the platform, found by the names of their packages.

A game is a package of `games.engines` whose module `engine` has the game as `GAME`. Other packages
have a module for it that is named by its key, such as `games.bots.<key>`. No list names the games.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import cast

from games import engines
from games.engines.core.contract import Game


@cache
def _games() -> Mapping[str, Game]:
    packages = [
        entry.name
        for entry in iter_modules(engines.__path__, f"{engines.__name__}.")
        if entry.ispkg and find_spec(f"{entry.name}.engine") is not None
    ]
    games = [cast(Game, import_module(f"{package}.engine").GAME) for package in packages]
    games.sort(key=lambda game: (game.manifest.position, game.key))
    return {game.key: game for game in games}


def get(key: str) -> Game:
    """Return the game with this key; raises `KeyError`."""
    return _games()[key]


def find(key: str) -> Game | None:
    """Return the game with this key, or None."""
    return _games().get(key)


def all_games() -> tuple[Game, ...]:
    """Return every game in the order of the lobby."""
    return tuple(_games().values())


def first() -> Game:
    """Return the first game of the lobby: examples show it, and forms begin with it."""
    return all_games()[0]


@cache
def module_of(package: str, key: str) -> ModuleType | None:
    """Return the module that `package` has for the game with this key, or None."""
    if key not in _games() or find_spec(f"{package}.{key}") is None:
        return None
    return import_module(f"{package}.{key}")
