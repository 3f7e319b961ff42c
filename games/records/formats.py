"""The formats of other programs in which a game's records can be written.

A game declares them in `FORMATS` of its module `games.records.<key>`: the ending of the file, and
the function that writes a record.
"""

from collections.abc import Callable, Mapping
from typing import Any

from core.messages import catalogue
from games.engines.core import registry
from games.rulebook.rule_words import RuleWords


class NotRepresentable(ValueError):
    """The hand cannot be written in this format.

    `str()` says why, in the reader's language: the message `records.unwritten.<reason>`.
    """

    def __init__(self, reason: str, **arguments: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.arguments = arguments

    def __str__(self) -> str:
        return catalogue().text(f"records.unwritten.{self.reason}", self.arguments)


def formats_of(game: str) -> Mapping[str, Callable[[Mapping[str, Any]], str]]:
    """Return the formats of a game: for each ending the function that writes a record."""
    module = registry.module_of("games.records", game)
    return {} if module is None else module.FORMATS


def games_in(ending: str) -> list[str]:
    """Return the games whose records can be written in the format of this ending."""
    return [game.key for game in registry.all_games() if ending in formats_of(game.key)]


def write(record: Mapping[str, Any], ending: str) -> str:
    """Return a record as the text of a file with this ending.

    Raises `NotRepresentable`, also for a game without the format, and `InvalidRecord`.
    """
    writer = formats_of(record["game"]).get(ending)
    if record.get("teaching"):
        raise NotRepresentable("teaching")
    if writer is None:
        name = RuleWords(record["game"]).name
        raise NotRepresentable("no_format", format=ending.upper(), game=name)
    return writer(record)
