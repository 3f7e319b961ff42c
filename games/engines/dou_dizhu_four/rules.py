"""The options of four-player Dou Dizhu (docs/rules/dou-dizhu-four.md 6.2), and the presets.

Options that mean the same as with three players are those of the three-player game.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from games.engines.core.rules import Option
from games.engines.dou_dizhu import rules as three
from games.engines.dou_dizhu.combos import Reading
from games.engines.dou_dizhu.rules import LandlordRules
from games.engines.dou_dizhu_four import combos

_SHARED = {option.name: option for option in three.OPTIONS}

OPTIONS = (
    replace(_SHARED["bidding"], default="bid_123"),
    _SHARED["first_bidder"],
    replace(_SHARED["last_winner_if_peasants"], choices=("who_went_out", "random")),
    _SHARED["all_pass"],
    _SHARED["max_redeals"],
    _SHARED["base_score"],
    _SHARED["bid_multiplies_base"],
    _SHARED["bomb_multiplier"],
    Option("smallest_bomb", "int", min=4, max=8, default=4),
    _SHARED["rocket_multiplier"],
    replace(_SHARED["spring"], default=2),
    _SHARED["double_stage"],
    replace(_SHARED["open_hand"], choices=_SHARED["open_hand"].choices[:2]),
    _SHARED["multiplier_cap"],
    _SHARED["show_kitty"],
    _SHARED["score_mode"],
    _SHARED["min_stack"],
    _SHARED["win_cap"],
    _SHARED["restart_by"],
    _SHARED["leaver"],
    _SHARED["timeout"],
    Option("max_players", "int", min=4, max=4, default=4),
)


@dataclass(frozen=True, slots=True)
class FourDouDizhuRules(LandlordRules):
    """One set of house rules; scores in points or chips."""

    OPTIONS: ClassVar[tuple[Option, ...]] = OPTIONS
    GAME: ClassVar[str] = "dou_dizhu_four"
    PLAYERS: ClassVar[int] = 4
    PACKS: ClassVar[int] = 2
    HAND: ClassVar[int] = 25
    KITTY: ClassVar[int] = 8

    bidding: str = "bid_123"
    spring: int = 2
    smallest_bomb: int = 4
    max_players: int = 4

    def readings(self, cards: int) -> tuple[Reading, ...]:
        """Return the reading of a packed set, or nothing if it is not a combination."""
        return combos.readings(cards)

    def plays(self, hand: int, last: Reading | None = None) -> list[Reading]:
        """Return all plays of a packed hand: leading, or on `last`."""
        return combos.plays(hand, last)

    def multiplies(self, reading: Reading) -> bool:
        """Return whether a bomb is large enough to raise the multiplier (rule 6.6)."""
        return reading.n >= self.smallest_bomb


PRESETS = {
    "standard": FourDouDizhuRules(),
    "large_bombs": FourDouDizhuRules(smallest_bomb=6),
    "doubling": FourDouDizhuRules(double_stage=True),
    "chips": FourDouDizhuRules(score_mode="chips", multiplier_cap=32, restart_by="auto"),
}
