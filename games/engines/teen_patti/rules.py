"""The options of Teen Patti (docs/rules/teen-patti.md 2.2), each with its sentence; the presets."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from games.engines.core.rules import Option, Rules

MOST_PLAYERS = 17
"""The largest table: 17 players take 51 of the 52 cards."""
_SUITS = (("s", "spades", ""), ("d", "diamonds", ""), ("h", "hearts", ""), ("c", "clubs", ""))

OPTIONS = (
    Option(
        "boot",
        "Boot",
        "Every player pays it into the pot before the deal. It is also the first stake.",
        "int",
        min=1,
        max=1_000_000,
        default=1,
    ),
    Option(
        "starting_chips",
        "Starting chips",
        "Everyone sits down with exactly this many chips (blank = any amount within the limits).",
        "limit",
        min=20,
        max=1_000_000_000,
    ),
    Option(
        "max_players",
        "Maximum players",
        "How many may be dealt in; one pack is enough for 17.",
        "int",
        min=2,
        max=MOST_PLAYERS,
        default=10,
    ),
    Option(
        "run_order",
        "Ranking of sequences",
        "Where A-2-3 ranks.",
        "choice",
        (
            ("a23_top", "A-2-3 highest", "A-2-3, then A-K-Q, K-Q-J and so on down to 4-3-2."),
            ("akq_a23", "A-K-Q, then A-2-3", "A-K-Q is the highest, A-2-3 the second."),
            ("a23_low", "A-2-3 lowest", "A-K-Q down to 4-3-2, then A-2-3."),
            ("no_a23", "A-2-3 is not a sequence", "A-2-3 counts as ace high."),
            ("literal_2ak", "2-A-K counts, A-2-3 does not", "A-K-Q, then 2-A-K, then K-Q-J."),
        ),
        default="a23_top",
    ),
    Option(
        "suit_tiebreak",
        "Suits break ties",
        "The order of suits, high to low, that decides "
        "between equal hands (blank = equal hands tie).",
        "order",
        _SUITS,
        default=(),
    ),
    Option(
        "suit_tiebreak_scope",
        "Where suits count",
        "The kinds of hand in which suits may decide.",
        "set",
        (("color", "color", ""), ("pair", "pair", ""), ("high", "high card", "")),
        default=("color", "pair", "high"),
    ),
    Option(
        "suit_pair_basis",
        "Suit of a pair",
        "Which card of equal pairs is compared by suit.",
        "choice",
        (
            ("pair", "the pair", "The best suit among the two paired cards."),
            ("kicker", "the odd card", "The suit of the third card."),
        ),
        default="pair",
    ),
    Option(
        "raise_limit",
        "Raise limit",
        "A bet may be at most this many times the minimum (blank = no limit).",
        "limit",
        min=2,
        max=1_000,
        default=2,
    ),
    Option(
        "max_blind_bets",
        "Blind bets",
        "Players must look after this many blind bets (blank = no limit).",
        "limit",
        min=1,
        max=100,
    ),
    Option(
        "show_price",
        "Price of a show",
        "This many times the minimum bet.",
        "int",
        min=1,
        max=2,
        default=1,
    ),
    Option(
        "seen_may_show_vs_blind",
        "Seen may show against blind",
        "Whether a seen player may ask a blind one for a show.",
        "bool",
        default=False,
    ),
    Option(
        "show_tie",
        "Equal hands at a show",
        "Who wins the pot when the hands are equal.",
        "choice",
        (
            ("payer_loses", "the payer loses", "The player who did not pay wins."),
            ("split", "split", "The pot is shared."),
        ),
        default="payer_loses",
    ),
    Option(
        "side_show",
        "Side show",
        "When a player may ask for a private comparison.",
        "choice",
        (
            ("all_seen", "all seen", "Only when every player still in has seen their cards."),
            ("both_seen", "both seen", "When the two players have seen their cards."),
            ("off", "off", "There are no side shows."),
        ),
        default="all_seen",
    ),
    Option(
        "side_show_refusable",
        "Refusing a side show",
        "Whether the asked player may refuse.",
        "choice",
        (
            ("always", "always", "They may always refuse."),
            ("until_third", "not the third", "The third request of a hand must be accepted."),
        ),
        default="always",
    ),
    Option(
        "side_show_tie",
        "Equal hands at a side show",
        "The player who packs then.",
        "choice",
        (("asker_folds", "the asker packs", ""),),
        default="asker_folds",
    ),
    Option(
        "see_when",
        "Looking at the cards",
        "When a blind player may look.",
        "choice",
        (
            ("own_turn", "on their turn", "Only on their own turn."),
            ("any_time", "any time", "Also while others act."),
        ),
        default="own_turn",
    ),
    Option(
        "first_actor",
        "First to act",
        "The player who acts first.",
        "choice",
        (
            ("left_of_dealer", "next to the dealer", "In the direction of play."),
            ("seat0", "the first seat", ""),
        ),
        default="left_of_dealer",
    ),
    Option(
        "direction",
        "Direction of play",
        "Which way the deal, the turns and the dealer's button go round the table.",
        "choice",
        (
            ("clockwise", "clockwise", "The next player is on the left."),
            ("counter_clockwise", "counter-clockwise", "The next player is on the right."),
        ),
        default="clockwise",
    ),
    Option(
        "dealer_rotation",
        "Dealer",
        "The player who deals next.",
        "choice",
        (
            ("clockwise", "the next player", "In the direction of play."),
            ("winner_deals", "the winner deals", ""),
        ),
        default="clockwise",
    ),
    Option(
        "pot_limit",
        "Pot limit",
        "Forced show when the pot reaches this many boots (blank = no limit).",
        "limit",
        min=4,
        max=1_000_000,
    ),
    Option(
        "stake_cap",
        "Stake cap",
        "The stake rises to at most this many boots; then only the "
        "minimum may be bet (blank = no cap).",
        "limit",
        min=1,
        max=1_000_000,
    ),
    Option(
        "short_stack",
        "Not enough chips",
        "The choice of a player who cannot pay the minimum.",
        "choice",
        (
            (
                "cover",
                "covers the pot",
                "They put in all they have and stay in for the pot so far.",
            ),
            (
                "must_fold",
                "packs",
                "They must pack, or with two players left show for what they have.",
            ),
            ("contribution_cap", "plays for their share", "They stay in for what they matched."),
        ),
        default="cover",
    ),
    Option(
        "timeout_action",
        "Out of time",
        "The action when a player runs out of time.",
        "choice",
        (("fold", "packs", ""),),
        default="fold",
    ),
    Option(
        "variant",
        "Variant",
        "Which hand wins.",
        "choice",
        (
            ("classic", "classic", "The best three cards win."),
            ("muflis", "muflis", "The lowest hand wins."),
            ("ak47", "AK47", "Aces, kings, fours and sevens are jokers."),
            ("lowest_joker", "lowest joker", "The lowest rank in a player's own hand is a joker."),
            ("999", "999", "The number nearest to 999: A counts 1, tens and court cards 0."),
            (
                "dealers_choice",
                "dealer's choice",
                "The dealer of each hand chooses one of the others before anybody bets.",
            ),
        ),
        default="classic",
    ),
    Option(
        "choice_seconds",
        "Time to choose",
        "Dealer's choice: without a choice in so many seconds the hand is classic.",
        "int",
        min=5,
        max=60,
        default=15,
    ),
    Option(
        "best_trail",
        "Best trail",
        "Which three of a kind is the highest.",
        "choice",
        (("aces", "aces", ""), ("threes", "threes", "Three threes beat three aces.")),
        default="aces",
    ),
    Option(
        "hidden_stacks",
        "Hidden stacks",
        "Players see only their own stack. Bets, pots and results stay public.",
        "bool",
        default=False,
    ),
    Option(
        "min_players_to_start",
        "Minimum players",
        "How many a hand needs.",
        "int",
        min=2,
        max=MOST_PLAYERS,
        default=2,
    ),
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
