"""The facts about a game that pages, tables and records need beside its rules.

Each game has one manifest, in the module `manifest` of its package. General code reads it and never
names a game or one of its options; `tests/project/test_games_do_not_leak.py` checks that.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Form:
    """The options that the form for a new table treats in a special way, by their names.

    `first`: shown at once; the others are under "More house rules". `plays_for`: decides what is
    played for (`sit_and_go`, `points`, otherwise chips), so it cannot change once the table is
    open; `first_for` are the first options for one of its values. `seats`: limits the seats.
    `buy_in`: sets the same buy-in for everybody.
    """

    first: tuple[str, ...] = ()
    first_for: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    plays_for: str = ""
    seats: str = ""
    buy_in: str = ""


@dataclass(frozen=True, slots=True)
class QuickTable:
    """The table that a quick seat opens where none is free.

    `stakes` is the option that is lowered for a small wallet, and `units` how many times its value
    goes into the game's unit; without one the stakes are the preset's.
    """

    preset: str = "standard"
    stakes: str = ""
    units: int = 1


@dataclass(frozen=True, slots=True)
class Menu:
    """A page that opens a private table of one preset, with friends or against bots.

    Its address is `/<path>/`, and its template `lobby/menus/<key of the game>.html`. `entry` is the
    price of a seat in chips; a user with less plays for all they have, but for no less than
    `least`. `fill` is the option that seats bots where friends leave seats empty.
    """

    path: str
    preset: str
    seats: int
    entry: int
    least: int
    fill: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """A game as the rest of the platform presents it; every value has a default."""

    position: int = 100
    """Games stand in the lobby in this order, those with the same position by their keys."""
    messages: str = ""
    """The subject with its messages in `locale/`; empty: the game's key."""
    picture: str = ""
    """The cards that illustrate the game in the lobby, as in `As Ks ??`."""
    presets: tuple[str, ...] = ()
    """The presets in the order of the form, which begins with the first one."""
    presets_named_by: str = ""
    """The option whose value names a preset; empty: presets have names of their own."""
    form: Form = Form()
    quick: QuickTable = QuickTable()
    menu: Menu | None = None
    chosen_ahead: frozenset[str] = frozenset()
    """The actions that players can choose before their turn on the game's page."""
    automatic: frozenset[str] = frozenset()
    """The actions that the game's page takes by itself; their times say nothing of the player."""
    phrases: tuple[str, ...] = ()
    """The quick phrases of its players beside those of every game: `house.phrase.<code>`."""
    house_tables: tuple[Mapping[str, Any], ...] = ()
    """The house tables of a new platform, as values of `lobby.tables.plans.TablePlan`."""
