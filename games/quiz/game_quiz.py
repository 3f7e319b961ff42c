"""The part of each game in spots and questions: the module of its name in this package."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from games.engines.core import registry


@dataclass(frozen=True, slots=True)
class GameQuiz:
    """The spots and questions of one game.

    `kinds` make one question each, from the game's key and a random generator, and come in turn.
    `spots` say what the position with a name is like. `amounts` and `others` are the chapters of
    the rules page about amounts and about other actions.
    """

    kinds: tuple[Callable[..., Any], ...]
    spots: Mapping[str, Callable[[Any], bool]]
    preset: str = "standard"
    players: int = 3
    amounts: str = "hand"
    others: str = "hand"
    names: Mapping[str, str] = field(default_factory=dict)
    """The actions whose buttons have another name in this game."""


def quiz_of(key: str) -> GameQuiz:
    """Return the quiz of a game; raises `KeyError` if it has none."""
    module = registry.module_of("games.quiz", key)
    if module is None:
        raise KeyError(key)
    return cast(GameQuiz, module.QUIZ)


def has_quiz(key: str) -> bool:
    """Return whether there is such a game, with spots and questions."""
    return registry.find(key) is not None and registry.module_of("games.quiz", key) is not None
