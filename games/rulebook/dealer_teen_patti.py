"""The book of Teen Patti against the dealer."""

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
    """The printed lines of a pay table under the names of their bets."""
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
        ("pays", "What is paid"),
        ("qualify", "When the dealer plays"),
        ("ranking", "Which hand is better"),
        ("side", "Bets beside the ante"),
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
            "The dealer does not play",
            Cards("As Kh Jc"),
            "Ace high, A-K-J",
            Cards("Jd 9d 7c"),
            "Jack high, J-9-7",
            "raise",
            (("The dealer does not qualify", 10), ("Raise back", 0)),
            "Without a queen the ante is paid and the raise goes back, whoever is higher.",
        ),
        Round(
            "The dealer wins",
            Cards("Qs 6h 4c"),
            "Queen high, Q-6-4",
            Cards("Qh 7c 2h"),
            "Queen high, Q-7-2",
            "raise",
            (("Ante loses", -10), ("Raise loses", -10)),
            "The queens are equal, so the second cards decide: seven is above six.",
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
            "A fold gives the ante up. Pair Plus only asks for your own cards, and these are no "
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
            (("Equal hands: ante back", 0), ("Raise back", 0)),
            "Suits decide nothing here: both bets go back.",
        ),
    ),
    moves=(
        Move(
            "Ante",
            ("←", "→"),
            "How much you stake on this hand, within the table's limits. "
            "Your chips must cover the raise too.",
        ),
        Move("Deal", ("D", "Enter"), "Place the ante and the bets beside it."),
        Move("Same again", ("R",), "Place what you placed the last time."),
        Move("Sit this one out", ("F",), "No bet, no cards. You are asked again next hand."),
        Move(
            "Raise",
            ("R",),
            "Once you have seen your cards: as much again as the ante, and the "
            "dealer's hand decides.",
        ),
        Move(
            "Fold",
            ("F",),
            "Give the ante up. Nobody sees your cards, unless a bet is paid on them.",
        ),
    ),
    glossary=(
        (
            "House",
            "The opponent of everybody at the table. It wins what you lose and pays what you win.",
        ),
        ("Dealer", "The hand that the house plays. It makes no decisions."),
        ("Ante", "The bet that buys your three cards."),
        ("Raise", "The second bet, made after you have looked; elsewhere called play."),
        ("Fold", "To give the ante up and not see the dealer's hand."),
        ("Qualify", "To have a hand with which the dealer plays: a queen or better as a rule."),
        ("Push", "A bet that goes back: nothing won, nothing lost."),
        ("Ante bonus", "Paid on the ante for a sequence or better, whatever the dealer has."),
        ("Pair Plus", "A bet beside the ante that your three cards are a pair or better."),
        ("House edge", "What the house keeps of each ante on average when you play your best."),
    ),
)
