"""The options of Dou Dizhu (docs/rules/dou-dizhu.md 5.2); the presets."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from games.engines.core.rules import Option, Rules
from games.engines.dou_dizhu import combos
from games.engines.dou_dizhu.combos import Kickers, Reading

MOMENTS = ((0, 5), (6, 4), (12, 3))
"""The moments of `open_hand` by cards dealt to each player, with the multiplier of opening then."""
LANDLORD_OPENS = 2
"""The multiplier of the landlord's open hand, before leading."""
CHIPS_CAP = 64
"""The largest multiplier at tables for chips whose rules state none."""


@dataclass(frozen=True, slots=True)
class LandlordRules(Rules):
    """The options of both games with a landlord, and what depends on the number of players."""

    GAME: ClassVar[str]
    """The key of the game."""
    PLAYERS: ClassVar[int]
    PACKS: ClassVar[int]
    HAND: ClassVar[int]
    """The number of cards that each player is dealt."""
    KITTY: ClassVar[int]
    """The number of cards that the landlord takes."""

    bidding: str = "first_call"
    first_bidder: str = "last_winner"
    last_winner_if_peasants: str = "who_went_out"
    all_pass: str = "redeal"
    max_redeals: int | None = None
    base_score: int = 5
    bid_multiplies_base: bool = True
    bomb_multiplier: int = 2
    rocket_multiplier: int = 2
    spring: int = 1
    double_stage: bool = False
    open_hand: str = "off"
    multiplier_cap: int | None = None
    show_kitty: bool = True
    score_mode: str = "points"
    min_stack: int = 100
    win_cap: bool = False
    restart_by: str = "winner"
    leaver: str = "auto_play"
    timeout: str = "auto"

    def __post_init__(self) -> None:
        """Validate every option; tables for chips always have a largest multiplier."""
        Rules.__post_init__(self)
        if self.score_mode == "chips" and self.multiplier_cap is None:
            object.__setattr__(self, "multiplier_cap", CHIPS_CAP)

    def largest_loss(self) -> int:
        """Return a seat's largest loss in one hand, 0 at tables for points, which may be negative.

        The landlord pays all peasants; a peasant who leaves may pay for all (rules 5.6, 5.7, 6.6).
        """
        if self.score_mode == "points":
            return 0
        assert self.multiplier_cap is not None
        return (self.PLAYERS - 1) * self.base_score * self.multiplier_cap

    def readings(self, cards: int) -> tuple[Reading, ...]:
        """Return all readings of a packed set, empty if it is not a combination."""
        raise NotImplementedError

    def plays(self, hand: int, last: Reading | None = None) -> list[Reading]:
        """Return all plays of a packed hand: leading, or on `last`."""
        raise NotImplementedError

    def multiplies(self, reading: Reading) -> bool:
        """Return whether a bomb raises the multiplier."""
        return True

    def forbids(self, cards: int) -> str:
        """Return the option that alone keeps a packed set from being a combination, or ""."""
        return ""


OPTIONS = (
    Option("bidding", "choice", ("first_call", "bid_123", "call_rob"), default="first_call"),
    Option("first_bidder", "choice", ("last_winner", "random", "rotate"), default="last_winner"),
    Option(
        "last_winner_if_peasants",
        "choice",
        ("who_went_out", "random_of_two"),
        default="who_went_out",
    ),
    Option(
        "all_pass", "choice", ("redeal", "redeal_rotate", "first_bidder_must"), default="redeal"
    ),
    Option("max_redeals", "limit", min=0, max=20),
    Option("base_score", "int", min=1, max=1_000_000, default=5),
    Option("bid_multiplies_base", "bool", default=True),
    Option("bomb_multiplier", "int", min=1, max=10, default=2),
    Option("rocket_multiplier", "int", min=1, max=10, default=2),
    Option("spring", "int", min=1, max=3, default=1),
    Option("double_stage", "bool", default=False),
    Option("open_hand", "choice", ("off", "landlord", "moments"), default="off"),
    Option("multiplier_cap", "limit", min=1, max=1_000_000),
    Option("show_kitty", "bool", default=True),
    Option("solo_kicker_repeat", "choice", ("distinct", "max_3", "free"), default="free"),
    Option("kicker_may_equal_primal", "bool", default=True),
    Option("both_jokers_as_kickers", "bool", default=False),
    Option("triple_kicker_adjacent", "bool", default=True),
    Option("pairs_same_rank", "bool", default=False),
    Option("four_with_one", "bool", default=False),
    Option("rocket_with_kickers", "bool", default=False),
    Option("score_mode", "choice", ("points", "chips"), default="points"),
    Option("min_stack", "int", min=1, max=100_000_000, default=100),
    Option("win_cap", "bool", default=False),
    Option("restart_by", "choice", ("winner", "anyone", "auto"), default="winner"),
    Option("leaver", "choice", ("auto_play", "forfeits"), default="auto_play"),
    Option("timeout", "choice", ("auto", "lowest"), default="auto"),
    Option("max_players", "int", min=3, max=3, default=3),
)


@dataclass(frozen=True, slots=True)
class DouDizhuRules(LandlordRules):
    """One set of house rules; scores in points or chips."""

    OPTIONS: ClassVar[tuple[Option, ...]] = OPTIONS
    GAME: ClassVar[str] = "dou_dizhu"
    PLAYERS: ClassVar[int] = 3
    PACKS: ClassVar[int] = 1
    HAND: ClassVar[int] = 17
    KITTY: ClassVar[int] = 3

    solo_kicker_repeat: str = "free"
    kicker_may_equal_primal: bool = True
    both_jokers_as_kickers: bool = False
    triple_kicker_adjacent: bool = True
    pairs_same_rank: bool = False
    four_with_one: bool = False
    rocket_with_kickers: bool = False
    max_players: int = 3

    def __post_init__(self) -> None:
        """Validate every option.

        `open_hand` was once a boolean, and hands of that time must still fold.
        """
        if isinstance(self.open_hand, bool):
            object.__setattr__(self, "open_hand", "landlord" if self.open_hand else "off")
        LandlordRules.__post_init__(self)

    def kickers(self) -> Kickers:
        """Return the kicker options."""
        return Kickers(
            self.solo_kicker_repeat,
            self.kicker_may_equal_primal,
            self.both_jokers_as_kickers,
            self.triple_kicker_adjacent,
            self.pairs_same_rank,
            self.four_with_one,
            self.rocket_with_kickers,
        )

    def readings(self, cards: int) -> tuple[Reading, ...]:
        """Return all readings of a packed set, empty if it is not a combination."""
        return combos.readings(cards, self.kickers())

    def plays(self, hand: int, last: Reading | None = None) -> list[Reading]:
        """Return all plays of a packed hand: leading, or on `last`."""
        return combos.plays(hand, self.kickers(), last)

    def forbids(self, cards: int) -> str:
        """Return the option that alone keeps a packed set from being a combination, or ""."""
        for option, value in _LOOSEST.items():
            if replace(self, **{option: value}).readings(cards):
                return option
        return ""


_LOOSEST: dict[str, Any] = {
    "both_jokers_as_kickers": True,
    "kicker_may_equal_primal": True,
    "triple_kicker_adjacent": True,
    "pairs_same_rank": True,
    "four_with_one": True,
    "rocket_with_kickers": True,
    "solo_kicker_repeat": "free",
}
"""The kicker options, each at the value that allows the most."""


PRESETS = {
    "default": DouDizhuRules(),
    "standard": DouDizhuRules(bidding="bid_123", spring=2),
    "more_kickers": DouDizhuRules(
        both_jokers_as_kickers=True, four_with_one=True, rocket_with_kickers=True
    ),
    "rlcard": DouDizhuRules(
        solo_kicker_repeat="max_3", kicker_may_equal_primal=False, triple_kicker_adjacent=False
    ),
    "pagat": DouDizhuRules(
        bidding="bid_123",
        spring=2,
        solo_kicker_repeat="distinct",
        kicker_may_equal_primal=False,
    ),
}
