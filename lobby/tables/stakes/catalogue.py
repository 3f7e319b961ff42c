"""The kinds of stakes there are, by the value of `Table.plays_for`."""

from typing import Any

from games.engines.core.contract import Game
from lobby.tables.models import Table
from lobby.tables.stakes.base import Stakes
from lobby.tables.stakes.chips import Chips
from lobby.tables.stakes.points import Points
from lobby.tables.stakes.sit_and_go import SitAndGos
from lobby.tables.stakes.unrated import Unrated

_KINDS: dict[str, Stakes] = {}


def register(stakes: Stakes) -> None:
    """Add a kind of stakes."""
    _KINDS[stakes.key] = stakes


def stakes_of(table: Table) -> Stakes:
    """The stakes of a table."""
    return kind(table.plays_for)


def kind(key: str) -> Stakes:
    """The kind of stakes with this key."""
    return _KINDS[key]


def kind_for(game: Game, rules: Any, *, unrated: bool = False) -> Stakes:
    """The stakes of tables with these rules of a game; a kind that was added later goes first.

    With `unrated` nobody's own chips are played for.
    """
    found = next(stakes for stakes in reversed(_KINDS.values()) if stakes.suits(game, rules))
    return kind(Unrated.key) if unrated and found.are_chips else found


def kinds() -> list[Stakes]:
    """All kinds of stakes."""
    return list(_KINDS.values())


for _stakes in (Chips(), Points(), SitAndGos(), Unrated()):
    register(_stakes)
