"""The parameters of a pay table as a form shows them: a label, a sentence, the choices."""

from dataclasses import dataclass

from games.engines.dealer_teen_patti.payouts import (
    BONUS_LINES,
    LINE_LABELS,
    PAIR_PLUS_LINES,
    SIX_CARD_LINES,
)

Choice = tuple[str, str]
"""Value, label."""


@dataclass(frozen=True, slots=True)
class DesignParameter:
    """One parameter of the design.

    `kind`: `choice`, `odds` (a number), `maybe` (a number or off), `lines`, `suits` (an order of
    suits or none). `group`: its section of the form.
    """

    name: str
    group: str
    label: str
    help: str
    kind: str
    choices: tuple[Choice, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return the parameter as the form reads it."""
        return {name: getattr(self, name) for name in self.__slots__}


RUN_ORDER_CHOICES = (
    ("a23_top", "A-2-3, then A-K-Q"),
    ("akq_a23", "A-K-Q, then A-2-3"),
    ("a23_low", "A-K-Q, A-2-3 lowest"),
    ("no_a23", "A-2-3 is not a sequence"),
    ("literal_2ak", "A-K-Q, then 2-A-K"),
)
SUITS_CHOICES = (
    ("", "Suits decide nothing"),
    ("s,d,h,c", "♠ ♦ ♥ ♣"),
    ("s,h,d,c", "♠ ♥ ♦ ♣"),
    ("s,h,c,d", "♠ ♥ ♣ ♦"),
)


def _lines(names: tuple[str, ...]) -> tuple[Choice, ...]:
    return tuple((name, LINE_LABELS[name]) for name in names)


PARAMETERS = (
    DesignParameter(
        "dealer_qualifies",
        "Game",
        "Dealer plays with",
        "Or better; below it the ante is paid as "
        "“no qualifying hand” says, and the raise is returned.",
        "choice",
        (
            ("always", "any hand"),
            ("jack_high", "jack high"),
            ("queen_high", "queen high"),
            ("king_high", "king high"),
            ("ace_high", "ace high"),
            ("pair", "a pair"),
        ),
    ),
    DesignParameter(
        "raise_multiple",
        "Game",
        "Raise",
        "In antes (0 = no raise, hands are just compared).",
        "odds",
    ),
    DesignParameter(
        "no_qualify", "Game", "No qualifying hand", "The ante wins this, to 1.", "odds"
    ),
    DesignParameter(
        "win_ante", "Game", "Ante wins", "To 1, against a lower hand that qualifies.", "odds"
    ),
    DesignParameter("win_raise", "Game", "Raise wins", "To 1.", "odds"),
    DesignParameter(
        "tie",
        "Game",
        "Equal hands",
        "A push returns ante and raise.",
        "choice",
        (("push", "push"), ("dealer_wins", "dealer wins")),
    ),
    DesignParameter(
        "commission",
        "Game",
        "Commission",
        "The share of what ante and raise win that the house keeps, such as 0.05.",
        "odds",
    ),
    DesignParameter(
        "category_order",
        "Ranking",
        "Highest kind",
        "",
        "choice",
        (
            ("teen_patti", "trail, as in Teen Patti"),
            ("three_card_poker", "pure sequence, as in Three Card Poker"),
        ),
    ),
    DesignParameter(
        "run_order", "Ranking", "Ranking of sequences", "", "choice", RUN_ORDER_CHOICES
    ),
    DesignParameter(
        "suits",
        "Ranking",
        "Suits",
        "High to low, between equal hands that are no sequences.",
        "suits",
        SUITS_CHOICES,
    ),
    DesignParameter(
        "ante_bonus",
        "Ante bonus",
        "Ante bonus",
        "Paid on the ante to a player who raised, whatever the dealer has. Blank = pays nothing.",
        "lines",
        _lines(BONUS_LINES),
    ),
    DesignParameter(
        "pair_plus",
        "Pair Plus",
        "Pair Plus",
        "A bet on your own hand. Blank = loses, 0 = returned.",
        "lines",
        _lines(PAIR_PLUS_LINES),
    ),
    DesignParameter(
        "mini_royal",
        "Pair Plus",
        "Mini royal",
        "A-K-Q in one suit, instead of its pure sequence.",
        "maybe",
    ),
    DesignParameter(
        "pair_plus_on_fold",
        "Pair Plus",
        "After a fold",
        "",
        "choice",
        (("still_live", "Pair Plus is still paid"), ("forfeit", "Pair Plus is lost")),
    ),
    DesignParameter(
        "six_card_bonus",
        "Six-card bonus",
        "Six-card bonus",
        "The best five of the player's and the dealer's cards, by poker's order.",
        "lines",
        _lines(SIX_CARD_LINES),
    ),
    DesignParameter("tie_bet", "Tie bet", "Tie bet", "A bet that both hands tie.", "maybe"),
)
