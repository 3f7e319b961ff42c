"""The rules page of Teen Patti against the dealer."""

from games.engines.dealer_teen_patti.paytable import PayTable
from games.engines.dealer_teen_patti.rules import PRESETS as DEALER_PRESETS
from games.engines.dealer_teen_patti.view import printed
from games.rulebook import teen_patti
from games.rulebook.pieces import Book, Cards, Move, Round

_BETS = {
    "ante": "Ante and raise",
    "raise": "Ante and raise",
    "bonus": "Ante bonus",
    "pair_plus": "Pair Plus",
    "six_card": "Six-card bonus",
    "tie_bet": "Tie bet",
}


def _pays(pay_table: PayTable) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Return the printed lines of a pay table under the names of their bets."""
    columns: dict[str, list[tuple[str, str]]] = {}
    for line in printed(pay_table)["lines"]:
        over, _slash, under = line["pays"].partition("/")
        columns.setdefault(_BETS[line["bet"]], []).append(
            (line["label"], f"{over} to {under or 1}")
        )
    return tuple((title, tuple(lines)) for title, lines in columns.items())


BOOK = Book(
    lead="You against the house: bet, look at your three cards, and raise or fold. Then the dealer "
    "shows theirs. Nobody else at the table plays against you.",
    fan="Qs 6h 4c",
    sections=(
        ("hand", "How a round goes"),
        ("pays", "Payments"),
        ("qualify", "When the dealer plays"),
        ("ranking", "Which hand wins"),
        ("side", "Side bets"),
        ("example", "Worked hands"),
        ("moves", "The moves and their keys"),
        ("edge", "When to raise, and what the house keeps"),
        ("time", "Time and leaving"),
        ("glossary", "The words"),
    ),
    total=teen_patti.BOOK.total,
    ranking=teen_patti.BOOK.ranking,
    pays=_pays(DEALER_PRESETS["standard"].pay_table),
    rounds=(
        Round(
            "You win",
            Cards("As Kh Jc"),
            "Ace high, A-K-J",
            Cards("Kd Qd 7c"),
            "King high, K-Q-7",
            "raise",
            (("Ante wins", 10), ("Raise wins", 10)),
            "The dealer has a king and qualifies; ace high is better.",
        ),
        Round(
            "The dealer does not qualify",
            Cards("As Kh Jc"),
            "Ace high, A-K-J",
            Cards("Jd 9d 7c"),
            "Jack high, J-9-7",
            "raise",
            (("The dealer does not qualify", 10), ("Raise returned", 0)),
            "Without a queen the ante is paid and the raise is returned, whichever hand is higher.",
        ),
        Round(
            "The dealer wins",
            Cards("Qs 6h 4c"),
            "Queen high, Q-6-4",
            Cards("Qh 7c 2h"),
            "Queen high, Q-7-2",
            "raise",
            (("Ante loses", -10), ("Raise loses", -10)),
            "The queens are equal, so the second cards decide: a seven beats a six.",
        ),
        Round(
            "A good hand, and the bonus",
            Cards("9s 8h 7d"),
            "Sequence, 9-8-7",
            Cards("As Ah Ad"),
            "Trail of aces",
            "raise",
            (("Ante loses", -10), ("Raise loses", -10), ("Ante bonus: Sequence, 9-8-7", 10)),
            "The bonus is for your own cards: it is paid even when you lose.",
        ),
        Round(
            "Pair Plus after a fold",
            Cards("7s 4h 2d"),
            "Seven high, 7-4-2",
            None,
            "",
            "fold",
            (("Folded", -10), ("Pair Plus loses", -5)),
            "A fold loses the ante. Pair Plus depends only on your own cards, and these are not a "
            "pair.",
            (("pair_plus", 5),),
        ),
        Round(
            "Equal hands",
            Cards("Qs 6h 4c"),
            "Queen high, Q-6-4",
            Cards("Qd 6c 4h"),
            "Queen high, Q-6-4",
            "raise",
            (("Equal hands: ante returned", 0), ("Raise returned", 0)),
            "Suits decide nothing here: both bets are returned.",
        ),
    ),
    moves=(
        Move(
            "Ante",
            ("←", "→"),
            "How much you stake on this hand, within the table's limits. "
            "Your chips must cover the raise too.",
        ),
        Move("Deal", ("D", "Enter"), "Place the ante and the side bets."),
        Move("Same again", ("R",), "Repeat your last bets."),
        Move("Sit this one out", ("F",), "No bet, no cards. You are asked again next hand."),
        Move(
            "Raise",
            ("R",),
            "Once you have seen your cards: bet the ante again, and the dealer's hand decides.",
        ),
        Move(
            "Fold",
            ("F",),
            "Lose the ante. Nobody sees your cards, unless a bet is paid on them.",
        ),
    ),
    glossary=(
        (
            "House",
            "Every player's opponent. It wins what you lose and pays what you win.",
        ),
        ("Dealer", "The hand that the house plays. It makes no decisions."),
        ("Ante", "The bet that buys your three cards."),
        ("Raise", "The second bet, made after you have looked; also called play."),
        ("Fold", "To lose the ante without seeing the dealer's hand."),
        ("Qualify", "To have a hand with which the dealer plays: usually a queen or better."),
        ("Push", "A bet that is returned: nothing won, nothing lost."),
        ("Ante bonus", "Paid on the ante for a sequence or better, whatever the dealer has."),
        ("Pair Plus", "A side bet that your three cards are a pair or better."),
        (
            "House edge",
            "The share of each ante that the house keeps on average when you play optimally.",
        ),
    ),
)
