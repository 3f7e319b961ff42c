"""The options of Teen Patti (docs/rules/teen-patti.md 2.2); the presets."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from games.engines.core.rules import Option, Rules

MOST_PLAYERS = 17
"""The largest table: 17 players take 51 of the 52 cards."""
_SUITS = ("s", "d", "h", "c")

OPTIONS = (
    Option("boot", "int", min=1, max=1_000_000, default=1),
    Option("starting_chips", "limit", min=20, max=1_000_000_000),
    Option("max_players", "int", min=2, max=MOST_PLAYERS, default=10),
    Option(
        "run_order",
        "choice",
        ("a23_top", "akq_a23", "a23_low", "no_a23", "literal_2ak"),
        default="a23_top",
    ),
    Option("suit_tiebreak", "order", _SUITS, default=()),
    Option(
        "suit_tiebreak_scope", "set", ("color", "pair", "high"), default=("color", "pair", "high")
    ),
    Option("suit_pair_basis", "choice", ("pair", "kicker"), default="pair"),
    Option("raise_limit", "limit", min=2, max=1_000, default=2),
    Option("max_blind_bets", "limit", min=1, max=100),
    Option("show_price", "int", min=1, max=2, default=1),
    Option("seen_may_show_vs_blind", "bool", default=False),
    Option("show_tie", "choice", ("payer_loses", "split"), default="payer_loses"),
    Option("side_show", "choice", ("all_seen", "both_seen", "off"), default="all_seen"),
    Option("side_show_refusable", "choice", ("always", "until_third"), default="always"),
    Option("side_show_tie", "choice", ("asker_folds",), default="asker_folds"),
    Option("see_when", "choice", ("own_turn", "any_time"), default="own_turn"),
    Option("first_actor", "choice", ("left_of_dealer", "seat0"), default="left_of_dealer"),
    Option("direction", "choice", ("clockwise", "counter_clockwise"), default="clockwise"),
    Option("dealer_rotation", "choice", ("clockwise", "winner_deals"), default="clockwise"),
    Option("pot_limit", "limit", min=4, max=1_000_000),
    Option("stake_cap", "limit", min=1, max=1_000_000),
    Option("short_stack", "choice", ("cover", "must_fold", "contribution_cap"), default="cover"),
    Option("timeout_action", "choice", ("fold",), default="fold"),
    Option(
        "variant",
        "choice",
        ("classic", "muflis", "ak47", "lowest_joker", "999", "dealers_choice"),
        default="classic",
    ),
    Option("choice_seconds", "int", min=5, max=60, default=15),
    Option("best_trail", "choice", ("aces", "threes"), default="aces"),
    Option("hidden_stacks", "bool", default=False),
    Option("min_players_to_start", "int", min=2, max=MOST_PLAYERS, default=2),
)


@dataclass(frozen=True, slots=True)
class TeenPattiRules(Rules):
    """One set of house rules; amounts in chips, limits in boots."""

    OPTIONS: ClassVar[tuple[Option, ...]] = OPTIONS

    boot: int = 1
    starting_chips: int | None = None
    max_players: int = 10
    run_order: str = "a23_top"
    suit_tiebreak: tuple[str, ...] = ()
    suit_tiebreak_scope: tuple[str, ...] = ("color", "pair", "high")
    suit_pair_basis: str = "pair"
    raise_limit: int | None = 2
    max_blind_bets: int | None = None
    show_price: int = 1
    seen_may_show_vs_blind: bool = False
    show_tie: str = "payer_loses"
    side_show: str = "all_seen"
    side_show_refusable: str = "always"
    side_show_tie: str = "asker_folds"
    see_when: str = "own_turn"
    first_actor: str = "left_of_dealer"
    direction: str = "clockwise"
    dealer_rotation: str = "clockwise"
    pot_limit: int | None = None
    stake_cap: int | None = None
    short_stack: str = "cover"
    timeout_action: str = "fold"
    variant: str = "classic"
    choice_seconds: int = 15
    best_trail: str = "aces"
    hidden_stacks: bool = False
    min_players_to_start: int = 2

    @property
    def step(self) -> int:
        """Return the step to the next player in the direction of play, 1 or -1 (rule 1.3)."""
        return 1 if self.direction == "clockwise" else -1

    def chosen(self, variant: str) -> "TeenPattiRules":
        """Return the rules of a hand whose dealer has chosen this variant."""
        return _chosen(self, variant)


VARIANTS = ("classic", "muflis", "ak47", "lowest_joker", "999")
"""The variants that a dealer may choose."""
DEALERS_CHOICE = "dealers_choice"


@lru_cache(maxsize=128)
def _chosen(rules: TeenPattiRules, variant: str) -> TeenPattiRules:
    return replace(rules, variant=variant)


PRESETS = {
    "standard": TeenPattiRules(boot=10),
    "equal_stacks": TeenPattiRules(
        boot=10,
        starting_chips=1_000,
        run_order="akq_a23",
        suit_tiebreak=("s", "d", "h", "c"),
    ),
    "penny_boot": TeenPattiRules(boot=1),
    "muflis": TeenPattiRules(boot=10, variant="muflis"),
    "ak47": TeenPattiRules(boot=10, variant="ak47"),
    "lowest_joker": TeenPattiRules(boot=10, variant="lowest_joker"),
    "999": TeenPattiRules(boot=10, variant="999"),
    "dealers_choice": TeenPattiRules(boot=10, variant=DEALERS_CHOICE),
}
