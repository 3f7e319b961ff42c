"""The options of hold'em (docs/rules/holdem.md 4.2); the presets."""

from dataclasses import dataclass
from typing import ClassVar

from games.engines.core.errors import RulesError
from games.engines.core.rules import Option, Rules

OPTIONS = (
    Option("small_blind", "int", min=1, max=1_000_000, default=5),
    Option("format", "choice", ("sit_and_go", "cash"), default="sit_and_go"),
    Option("starting_points", "int", min=2, max=100_000_000, default=1_500),
    Option("blind_schedule", "steps", min=1, max=10_000_000, default=()),
    Option("level_unit", "choice", ("hands", "minutes"), default="hands"),
    Option("level_length", "int", min=1, max=1_000, default=10),
    Option("payouts", "choice", ("standard", "winner"), default="standard"),
    Option("leaver", "choice", ("blinded_out", "forfeits"), default="blinded_out"),
    Option("max_players", "int", min=2, max=10, default=9),
    Option("fill_with_bots", "bool", default=False),
    Option("ante", "int", min=0, max=1_000_000, default=0),
    Option("ante_by", "choice", ("each", "big_blind"), default="each"),
    Option(
        "min_raise",
        "choice",
        ("last_full_raise", "double", "more_than_double"),
        default="last_full_raise",
    ),
    Option("raise_semantics", "choice", ("raise_to", "raise_by"), default="raise_to"),
    Option("blinds_may_fold_preflop", "bool", default=True),
    Option("preflop_first_actor", "choice", ("left_of_bb", "small_blind"), default="left_of_bb"),
    Option("timeout_action", "choice", ("check_else_fold", "fold"), default="check_else_fold"),
    Option("bet_over_stack", "choice", ("error", "clip_to_all_in"), default="error"),
    Option("button_rule", "choice", ("dead_button", "moving_button"), default="dead_button"),
    Option("odd_chip", "choice", ("left_of_button",), default="left_of_button"),
    Option("show_losing_hands", "choice", ("muck", "show_all"), default="muck"),
    Option(
        "missed_blinds",
        "choice",
        ("players_choice", "wait_for_bb", "post"),
        default="players_choice",
    ),
    Option("straddle", "bool", default=False),
    Option("run_it_twice", "bool", default=False),
    Option("rabbit", "bool", default=False),
    Option("wording", "choice", ("plain", "invalid_option"), default="plain"),
)


@dataclass(frozen=True, slots=True)
class HoldemRules(Rules):
    """One set of house rules; amounts in chips."""

    OPTIONS: ClassVar[tuple[Option, ...]] = OPTIONS

    small_blind: int = 5
    format: str = "sit_and_go"
    starting_points: int = 1_500
    blind_schedule: tuple[int, ...] = ()
    level_unit: str = "hands"
    level_length: int = 10
    payouts: str = "standard"
    leaver: str = "blinded_out"
    max_players: int = 9
    fill_with_bots: bool = False
    ante: int = 0
    ante_by: str = "each"
    min_raise: str = "last_full_raise"
    raise_semantics: str = "raise_to"
    blinds_may_fold_preflop: bool = True
    preflop_first_actor: str = "left_of_bb"
    timeout_action: str = "check_else_fold"
    bet_over_stack: str = "error"
    button_rule: str = "dead_button"
    odd_chip: str = "left_of_button"
    show_losing_hands: str = "muck"
    missed_blinds: str = "players_choice"
    straddle: bool = False
    run_it_twice: bool = False
    rabbit: bool = False
    wording: str = "plain"

    def __post_init__(self) -> None:
        Rules.__post_init__(self)
        if self.format == "sit_and_go" and self.starting_points < 2 * self.small_blind:
            raise RulesError("STACK_TOO_SMALL", "starting_points")

    def level(self, hands: int, minutes: int) -> int:
        """Return the level (from 0) of the next hand after this many hands and minutes."""
        if self.format == "cash" or not self.blind_schedule:
            return 0
        played = hands if self.level_unit == "hands" else minutes
        return min(played // self.level_length, len(self.blind_schedule) - 1)

    def blinds(self, level: int) -> tuple[int, int, int]:
        """Return small blind, big blind and ante of a level; the ante grows with the blinds."""
        if self.format == "cash" or not self.blind_schedule:
            return self.small_blind, 2 * self.small_blind, self.ante
        small = self.blind_schedule[level]
        return small, 2 * small, self.ante * small // self.small_blind


_LEVELS = (10, 15, 25, 40, 60, 100, 150, 250, 400, 600, 1_000, 1_500, 2_500, 4_000, 6_000)

PRESETS = {
    "standard": HoldemRules(),
    "cash": HoldemRules(format="cash"),
    "turbo": HoldemRules(small_blind=10, blind_schedule=_LEVELS, level_length=6),
    "four_handed": HoldemRules(
        max_players=4,
        fill_with_bots=True,
        blinds_may_fold_preflop=False,
        min_raise="double",
        raise_semantics="raise_by",
        timeout_action="fold",
        button_rule="moving_button",
        show_losing_hands="show_all",
        wording="invalid_option",
    ),
}
