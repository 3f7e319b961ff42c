"""The options of hold'em (docs/rules/holdem.md 4.2), each with its sentence; the presets."""

from dataclasses import dataclass
from typing import ClassVar

from games.engines.core.errors import RulesError
from games.engines.core.rules import Option, Rules

OPTIONS = (
    Option(
        "small_blind",
        "Small blind",
        "The small blind; the big blind is twice as much.",
        "int",
        min=1,
        max=1_000_000,
        default=5,
    ),
    Option(
        "format",
        "Format",
        "How the game is played.",
        "choice",
        (
            (
                "sit_and_go",
                "sit and go",
                "Everyone pays the same entry and plays until one player has all the chips.",
            ),
            ("cash", "cash game", "Play with your own chips; join and leave between hands."),
        ),
        default="sit_and_go",
    ),
    Option(
        "starting_points",
        "Starting stack",
        "Sit and go: the chips that everyone starts with.",
        "int",
        min=2,
        max=100_000_000,
        default=1_500,
    ),
    Option(
        "blind_schedule",
        "Blind levels",
        "Sit and go: the small blind of each level, such as "
        "10 15 25 50 (blank = the blinds never rise).",
        "steps",
        min=1,
        max=10_000_000,
        default=(),
    ),
    Option(
        "level_unit",
        "Levels counted in",
        "A new level begins with the next hand.",
        "choice",
        (("hands", "hands", ""), ("minutes", "minutes", "")),
        default="hands",
    ),
    Option(
        "level_length", "Level length", "Hands or minutes.", "int", min=1, max=1_000, default=10
    ),
    Option(
        "payouts",
        "Prizes",
        "Sit and go: how the entries are shared.",
        "choice",
        (
            (
                "standard",
                "standard",
                "Up to 4 players: all to the winner; 5 to 7: 65 % and 35 %; "
                "8 and more: 50 %, 30 % and 20 %.",
            ),
            ("winner", "winner takes all", ""),
        ),
        default="standard",
    ),
    Option(
        "leaver",
        "Leaving a sit and go",
        "The stack of a player who leaves.",
        "choice",
        (
            (
                "blinded_out",
                "is blinded out",
                "The blinds are still paid and every hand is folded.",
            ),
            ("forfeits", "forfeits", "The player is out at once and the stack leaves the table."),
        ),
        default="blinded_out",
    ),
    Option(
        "max_players",
        "Maximum players",
        "How many may sit at the table.",
        "int",
        min=2,
        max=10,
        default=9,
    ),
    Option(
        "fill_with_bots",
        "Fill with bots",
        "Bots take the seats that are free at the start.",
        "bool",
        default=False,
    ),
    Option(
        "ante",
        "Ante",
        "Paid before the deal, on top of the blinds.",
        "int",
        min=0,
        max=1_000_000,
        default=0,
    ),
    Option(
        "ante_by",
        "Ante paid by",
        "Each player, or the big blind for all.",
        "choice",
        (
            ("each", "each player", ""),
            ("big_blind", "the big blind", "For the whole table, after the blind."),
        ),
        default="each",
    ),
    Option(
        "min_raise",
        "Minimum raise",
        "How much a raise must be at least.",
        "choice",
        (
            (
                "last_full_raise",
                "the last raise",
                "At least the size of the last full bet or raise.",
            ),
            ("double", "double", "At least twice the bet."),
            ("more_than_double", "more than double", "More than twice the bet."),
        ),
        default="last_full_raise",
    ),
    Option(
        "raise_semantics",
        "Typed raise",
        "How `raise 20` typed in chat is read.",
        "choice",
        (("raise_to", "raise to 20", ""), ("raise_by", "20 on top of the bet", "")),
        default="raise_to",
    ),
    Option(
        "blinds_may_fold_preflop",
        "Blinds may fold before the flop",
        "Whether the small and big blind may fold in the first round.",
        "bool",
        default=True,
    ),
    Option(
        "preflop_first_actor",
        "First to act before the flop",
        "Where the first round begins.",
        "choice",
        (("left_of_bb", "left of the big blind", ""), ("small_blind", "the small blind", "")),
        default="left_of_bb",
    ),
    Option(
        "timeout_action",
        "Out of time",
        "The action when a player runs out of time.",
        "choice",
        (
            ("check_else_fold", "checks, else folds", ""),
            ("fold", "always folds", "Even when a check is possible."),
        ),
        default="check_else_fold",
    ),
    Option(
        "bet_over_stack",
        "Bet larger than the stack",
        "The result of betting more than the stack.",
        "choice",
        (("error", "is refused", ""), ("clip_to_all_in", "counts as all-in", "")),
        default="error",
    ),
    Option(
        "button_rule",
        "Button",
        "How the button moves.",
        "choice",
        (
            (
                "dead_button",
                "dead button",
                "Nobody skips or repeats a blind; the button may be at an empty seat.",
            ),
            ("moving_button", "moving button", "Always to the next player."),
        ),
        default="dead_button",
    ),
    Option(
        "odd_chip",
        "Odd chips",
        "The player who gets what cannot be split equally.",
        "choice",
        (("left_of_button", "left of the button", ""),),
        default="left_of_button",
    ),
    Option(
        "show_losing_hands",
        "Losing hands",
        "Whether hands that lose at the showdown are shown.",
        "choice",
        (("muck", "may be mucked", "They may stay hidden."), ("show_all", "are shown", "")),
        default="muck",
    ),
    Option(
        "missed_blinds",
        "Missed blinds",
        "How a player joins or rejoins a cash game.",
        "choice",
        (
            ("players_choice", "player's choice", "Post now or wait for the big blind."),
            ("wait_for_bb", "wait", "Wait for the big blind."),
            ("post", "post", "Post at once."),
        ),
        default="players_choice",
    ),
    Option(
        "straddle",
        "Straddle",
        "The player left of the big blind may post twice the big blind before the deal.",
        "bool",
        default=False,
    ),
    Option(
        "run_it_twice",
        "Run it twice",
        "All-in players may agree to deal the rest of the board twice, for half the pot each.",
        "bool",
        default=False,
    ),
    Option(
        "rabbit",
        "Rabbit hunt",
        "After a hand that ended early, the cards that would have come are shown.",
        "bool",
        default=False,
    ),
    Option(
        "wording",
        "Error messages",
        "How a refused action is worded.",
        "choice",
        (("plain", "the reason", ""), ("invalid_option", "“Invalid option!” and the reason", "")),
        default="plain",
    ),
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
            raise RulesError(
                "BAD_OPTION", "starting_points", "The starting stack must cover a big blind."
            )

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
