"""The games that the load generator plays, and what its players choose.

The choices make hands long, keep stacks deep, and never need a rule that the peers' games leave out
(`peers/boardgame`): nobody asks for a side show, covers a pot or goes all-in.
"""

import random
from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

LONG_HAND = 14
"""Actions before any player of Teen Patti packs or shows; then half of the turns do."""
SEES, RAISES = 0.15, 0.1
"""How often a blind player looks, and how often a player raises."""
FOLDS = 0.08
"""How often a player of hold'em folds to a bet."""


class Option(msgspec.Struct, frozen=True):
    """A legal action of a seat, with the range of its amount."""

    least: int | None = None
    most: int | None = None


Options = Mapping[str, Option]
Choice = tuple[str, int | None]
"""An action and its amount."""


def teen_patti(options: Options, seq: int, rng: random.Random) -> Choice:
    """Return mostly the smallest bet."""
    if "see" in options and rng.random() < SEES:
        return "see", None
    bet = options.get("bet")
    if bet is not None and (seq < LONG_HAND or rng.random() < 0.5):
        return "bet", bet.most if rng.random() < RAISES else bet.least
    if "show" in options:
        return "show", None
    return ("fold", None) if "fold" in options else (next(iter(options)), None)


def holdem(options: Options, seq: int, rng: random.Random) -> Choice:
    """Return mostly a check or a call, sometimes the smallest bet or raise."""
    luck = rng.random()
    for kind in ("bet", "raise_to"):
        if kind in options and luck < RAISES:
            return kind, options[kind].least
    if "check" in options:
        return "check", None
    if "call" in options and luck < 1 - FOLDS:
        return "call", None
    return ("fold", None) if "fold" in options else (next(iter(options)), None)


class BenchGame(NamedTuple):
    """A game as the benchmarks play it: with the players and the preset of their tables."""

    key: str
    name: str
    seats: int
    preset: str
    choose: Callable[[Options, int, random.Random], Choice]


GAMES = {
    game.key: game
    for game in (
        BenchGame("teen_patti", "Teen Patti", 4, "standard", teen_patti),
        BenchGame("holdem", "hold'em", 6, "cash", holdem),
    )
}
TEEN_PATTI = GAMES["teen_patti"]
