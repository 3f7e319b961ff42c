"""What the rules pages show in a fixed form: rankings, examples, moves with keys, glossaries.

The prose is in `templates/games/rules/<key>.html`; options and presets come from the engines. Cards
are written as in `core.cards` ("As Th"). Every figure and every example is checked against the
engines in `tests/games/test_rulebook.py`. A game without a book has a page all the same.
"""

from dataclasses import dataclass

_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards to draw: `main` makes the hand, `rest` only breaks ties. Its text is for readers."""

    main: str
    rest: str = ""

    @property
    def all(self) -> str:
        """All codes, as an engine parses them."""
        return f"{self.main} {self.rest}".strip()

    @property
    def main_text(self) -> str:
        """The main cards with suit signs, for pages without scripts."""
        return _with_signs(self.main)

    @property
    def rest_text(self) -> str:
        """The same for the rest."""
        return _with_signs(self.rest)


def _with_signs(codes: str) -> str:
    return " ".join(
        f"{'10' if code[0] == 'T' else code[0]}{_SIGNS[code[1]]}" for code in codes.split()
    )


@dataclass(frozen=True, slots=True)
class Ranked:
    """One kind of hand: `count` of the book's `total`, and of `total_of_seven` where dealt so."""

    key: str
    name: str
    cards: Cards
    text: str
    ties: str
    count: int
    of_seven: int | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """An action of the table with the keys that do it."""

    name: str
    keys: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Duel:
    """Two hands compared under a preset; `better` wins, or both are `equal`."""

    title: str
    better: Cards
    better_is: str
    worse: Cards
    worse_is: str
    why: str
    preset: str = "standard"
    board: Cards | None = None
    equal: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """One game's page: `sections` are (anchor, title) in the order of its template."""

    lead: str
    fan: str
    sections: tuple[tuple[str, str], ...]
    total: int
    ranking: tuple[Ranked, ...]
    moves: tuple[Move, ...]
    duels: tuple[Duel, ...]
    glossary: tuple[tuple[str, str], ...]
    total_of_seven: int | None = None

    @property
    def titles(self) -> dict[str, str]:
        """The sections' titles by anchor."""
        return dict(self.sections)

    @property
    def odds(self) -> tuple[tuple[Ranked, str, str], ...]:
        """Each kind of hand with how often it comes, and how often of seven cards (or "")."""
        return tuple(
            (
                ranked,
                one_in(ranked.count, self.total),
                one_in(ranked.of_seven, self.total_of_seven)
                if ranked.of_seven and self.total_of_seven
                else "",
            )
            for ranked in self.ranking
        )


def one_in(count: int, total: int) -> str:
    """How often something comes, in words: `one in 425`, `one in 1.3`."""
    often = total / count
    return f"one in {often:,.0f}" if often >= 9.95 else f"one in {often:.1f}"


_TEEN_PATTI = Book(
    lead="Three cards each, one pot, and a choice that no other game gives you: look at your "
    "cards, or play on blind for half the price. The best hand wins, or the last player who has "
    "not packed.",
    fan="As Ah Ad",
    sections=(
        ("hand", "How a hand goes"),
        ("ranking", "Which hand is better"),
        ("runs", "The order of runs"),
        ("prices", "What a turn costs"),
        ("moves", "The moves and their keys"),
        ("shows", "Show and side show"),
        ("example", "A hand, move by move"),
        ("short", "Too few chips"),
        ("variants", "Variants"),
        ("time", "Time and leaving"),
        ("glossary", "The words"),
    ),
    total=22_100,
    ranking=(
        Ranked("trail", "Trail", Cards("As Ah Ad"),
               "Three cards of one rank. Aces are the best, twos the lowest.",
               "The rank decides. One pack cannot deal two equal trails.", 52),
        Ranked("pure", "Pure sequence", Cards("Kh Qh Jh"), "Three in a row, all of one suit.",
               "The higher run wins; A-2-3 is the highest. Suits do not count.", 48),
        Ranked("sequence", "Sequence", Cards("9s 8d 7c"), "Three in a row, suits mixed.",
               "The higher run wins, in the same order.", 720),
        Ranked("color", "Color", Cards("Ac Tc 4c"),
               "Three of one suit that are no run: A-K-J is the best, 5-3-2 the lowest.",
               "The highest card decides, then the second, then the third.", 1_096),
        Ranked("pair", "Pair", Cards("Ks Kd", "7h"), "Two cards of one rank.",
               "The rank of the pair decides, then the odd card.", 3_744),
        Ranked("high", "High card", Cards("Ah Js 8c"),
               "Anything else: A-K-J is the best, 5-3-2 the lowest.",
               "Card by card from the highest.", 16_440),
    ),
    moves=(
        Move("See", ("S",), "Look at your own cards. Nobody else sees them; everybody sees that "
             "you looked. It cannot be undone, and your turn goes on."),
        Move("Blind · Chaal", ("C", "Enter"), "Pay and stay in: a blind player from the stake up, "
             "a seen one (then it is called chaal) from twice the stake up."),
        Move("The amount", ("←", "→"), "More or less within what is allowed, before you pay."),
        Move("Pack", ("F",), "Give up. What you have paid stays in the pot; nobody sees your "
             "cards."),
        Move("Show", ("Q",), "With two players left: pay once more, and both hands are opened."),
        Move("Side show", ("Q",), "With three or more, all seen: pay the minimum and ask the "
             "player who bet before you to compare in private."),
        Move("Accept · Refuse", ("A", "R"), "Your answer when somebody asks you for a side show."),
        Move("Cover", ("C",), "With less than the minimum left: put in all you have and stay in "
             "for the pot as it stands."),
    ),
    duels=(
        Duel("Muflis", Cards("5h 3s 2d"), "Five high, 5-3-2", Cards("As Ah Ad"), "Trail of aces",
             "The ranking is turned round: the lowest hand wins, and a trail of aces is the worst "
             "of all.", "muflis"),
        Duel("AK47", Cards("Kh 7d 9c"), "Trail of nines", Cards("Qh Jh Th"),
             "Pure sequence, Q-J-10",
             "Aces, kings, fours and sevens are jokers and stand for any card: here two of them "
             "join the nine.", "ak47"),
        Duel("Lowest joker", Cards("9s 9d 4c"), "Trail of nines", Cards("Ah Kh Qh"),
             "Pure sequence, A-K-Q",
             "The lowest rank in your own hand is your joker: the four becomes a third nine.",
             "lowest_joker"),
        Duel("999", Cards("9c 9d 8h"), "9-9-8", Cards("As Ah Ad"), "1-1-1",
             "Three digits, highest first, as near to 999 as possible. An ace counts 1; tens and "
             "court cards count 0.", "999"),
    ),
    glossary=(
        ("Boot", "What everybody who is dealt in pays before the cards. It opens the pot and is "
         "the first stake."),
        ("Stake", "The price of the moment: a blind player pays at least this, a seen one twice "
         "this."),
        ("Pot", "All chips paid in a hand. The winner takes it."),
        ("Blind", "Not having looked at one's cards; also the bet of somebody who has not."),
        ("Seen", "Having looked. From then on every price is double."),
        ("Chaal", "The bet of a seen player."),
        ("Pack", "To give up the hand; elsewhere called fold."),
        ("Show", "The end when two are left: both hands are opened and compared."),
        ("Side show", "A private comparison of two hands in the middle of a hand; the lower one "
         "packs. Also called compromise."),
        ("Cover", "To stay in with less than the minimum, for the pot so far."),
        ("Trail", "Three cards of one rank; also trio or set."),
        ("Pure sequence", "Three cards in a row and of one suit; also straight run."),
        ("Color", "Three cards of one suit; elsewhere called flush."),
        ("Odd card", "The third card beside a pair."),
        ("Dealer", "The seat after which the betting begins; it moves on clockwise with every "
         "hand."),
        ("Bluff", "To bet on a weak hand as if it were a strong one. Playing blind is the "
         "cheapest way to tell such a story."),
    ),
)  # fmt: skip


_HOLDEM = Book(
    lead="Two cards of your own, five in the middle for all. Bet on what you hold or on what the "
    "others fear: the best five cards of seven win the pot, or the last player who has not folded.",
    fan="As Ks Qs Js Ts",
    sections=(
        ("hand", "How a hand goes"),
        ("ranking", "Which hand is better"),
        ("five", "The best five of seven"),
        ("moves", "The moves and their keys"),
        ("raising", "Bets and raises"),
        ("pots", "All-in and side pots"),
        ("showdown", "Showdown and odd chips"),
        ("blinds", "Button and blinds"),
        ("formats", "Sit and go, cash"),
        ("time", "Time and leaving"),
        ("glossary", "The words"),
    ),
    total=2_598_960,
    total_of_seven=133_784_560,
    ranking=(
        Ranked("royal", "Royal flush", Cards("As Ks Qs Js Ts"),
               "Ten to ace of one suit: the highest straight flush, and nothing beats it.",
               "Two royal flushes at one table share the board, and so the pot.", 4, 4_324),
        Ranked("straight_flush", "Straight flush", Cards("8c 7c 6c 5c 4c"),
               "Five in a row, all of one suit.",
               "The highest card decides; in 5-4-3-2-A that is the five.", 36, 37_260),
        Ranked("quads", "Four of a kind", Cards("Js Jh Jd Jc", "7d"),
               "All four cards of one rank.",
               "The rank of the four, then the fifth card.", 624, 224_848),
        Ranked("full_house", "Full house", Cards("Ts Th Td 9c 9s"),
               "Three of one rank and two of another.",
               "The rank of the three, then the rank of the two.", 3_744, 3_473_184),
        Ranked("flush", "Flush", Cards("As Js 8s 6s 3s"), "Five of one suit, not in a row.",
               "Card by card from the highest, all five.", 5_108, 4_047_644),
        Ranked("straight", "Straight", Cards("9h 8s 7d 6c 5h"),
               "Five in a row, suits mixed. An ace ends A-K-Q-J-10 or begins 5-4-3-2-A; a run "
               "never goes round the corner.",
               "The highest card decides; 5-4-3-2-A is the lowest of all.", 10_200, 6_180_020),
        Ranked("trips", "Three of a kind", Cards("7s 7h 7d", "Kc 4s"),
               "Three cards of one rank.",
               "The rank of the three, then the two other cards.", 54_912, 6_461_620),
        Ranked("two_pair", "Two pair", Cards("4s 4h 3d 3c", "Qd"),
               "Two cards of one rank and two of another.",
               "The higher pair, then the lower pair, then the fifth card.", 123_552, 31_433_400),
        Ranked("pair", "Pair", Cards("As Ah", "Kd 9c 5s"), "Two cards of one rank.",
               "The rank of the pair, then the three other cards from the highest.",
               1_098_240, 58_627_800),
        Ranked("high", "High card", Cards("Jd", "9s 7c 4h 2d"), "Anything else.",
               "Card by card from the highest, all five.", 1_302_540, 23_294_460),
    ),
    moves=(
        Move("Fold", ("F",), "Give up the hand and what you have paid into it. Where checking is "
             "free you are asked once more."),
        Move("Check · Call", ("C",), "Check where nothing is owed, and pay nothing; call to match "
             "the highest bet. With fewer chips than that you call all-in."),
        Move("Bet · Raise", ("R", "Enter"), "Be the first to bet, or bet more than the highest "
             "bet. The button names the total you raise to."),
        Move("The amount", ("←", "→", "1–5"), "From the smallest raise that is allowed up to your "
             "last chip, in steps of the big blind; or one of five sizes."),
        Move("All-in", ("A", "A"), "Bet everything. The key is pressed twice, so that it is never "
             "an accident."),
        Move("Before your turn", (), "Choose ahead what you will do. A choice with a price is "
             "dropped when the price changes."),
    ),
    duels=(
        Duel("The fifth card decides", Cards("Kh Qh"), "Four of a kind, aces",
             Cards("2c 3d"), "Four of a kind, aces",
             "Both have the four aces of the board. The best fifth card is a king against the "
             "nine of the board: no tie.", board=Cards("As Ad Ah Ac 9c")),
        Duel("The board plays", Cards("Ah Ac"), "Royal flush", Cards("2c 2d"), "Royal flush",
             "Nobody can do better than the five cards in the middle: the pot is shared, pair of "
             "aces or not.", board=Cards("Ts Js Qs Ks As"), equal=True),
        Duel("The wheel", Cards("5h 4d"), "Straight, five high", Cards("Ah Kd"),
             "Two pair, aces and nines",
             "The ace may stand below the two: 5-4-3-2-A is the lowest straight, but a straight.",
             board=Cards("As 2d 3c 9h 9d")),
        Duel("The lowest straight flush", Cards("Ah 2h"), "Straight flush, five high",
             Cards("Kh Qh"), "Flush, king high",
             "The wheel in one suit beats every flush, whatever its highest card.",
             board=Cards("3h 4h 5h Jh Th")),
        Duel("Full houses", Cards("Ad As"), "Full house, queens over aces", Cards("Kd Kc"),
             "Full house, queens over kings",
             "The three queens are equal, so the pairs are compared.",
             board=Cards("Qh Qs Qd 2c 3c")),
        Duel("A third pair counts nothing", Cards("Ah 2c"), "Two pair, kings and queens",
             Cards("8c 8d"), "Two pair, kings and queens",
             "Five cards make a hand: the pair of eights is only one eight beside the two pairs "
             "of the board.", board=Cards("Ks Kd Qh Qc 3d")),
    ),
    glossary=(
        ("Rank", "A card's number or letter, from low to high: 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, "
         "K, A. There is no card 1; only in 5-4-3-2-A the ace stands below the two."),
        ("Suit", "Spades, hearts, diamonds, clubs. No suit is better than another."),
        ("Hole cards", "The two cards that only you see."),
        ("Board", "The cards face up in the middle, which belong to everybody."),
        ("Pot", "All chips bet in a hand. The best hand takes it, or the last one left."),
        ("Check", "To pass without paying, where nobody has bet. You may still call, raise or "
         "fold later in the round."),
        ("Bet", "To put in the first chips of a round."),
        ("Call", "To pay what the highest bet of the round asks, no more."),
        ("Raise", "To bet more than the highest bet. All others must answer it."),
        ("Fold", "To give up the hand. You lose nothing further; what you have paid stays in the "
         "pot."),
        ("Bluff", "To bet or raise on a weak hand so that better ones fold."),
        ("All-in", "To bet the last chip. You stay in for what your chips have matched."),
        ("Side pot", "The pot of those who had more chips than somebody who is all-in."),
        ("Dealer, button", "The seat marked D. It acts last after the flop and moves clockwise "
         "with every hand; the cards themselves are dealt by the house."),
        ("Small blind", "The bet that the next seat after the button must make before the cards: "
         "half the big blind."),
        ("Big blind", "The bet that the second seat after the button must make, so that there is "
         "something to play for. It sets the first price."),
        ("Street", "One round of betting: pre-flop, flop, turn, river."),
        ("Flop, turn, river", "The first three cards of the board together, then the fourth, then "
         "the fifth."),
        ("Kicker", "A card beside the pair, the three or the four that breaks a tie."),
        ("Wheel", "5-4-3-2-A, the lowest straight."),
        ("Heads-up", "Two players against each other."),
        ("Muck", "To put a beaten hand away unseen."),
        ("Showdown", "The end, when those who are left open their cards."),
    ),
)  # fmt: skip

HOUSE_SECTIONS = (("presets", "Sets of house rules"), ("options", "Rules a table may choose"))
"""What every game's page ends with, from its engine."""

PRESET_TITLES = {"ak47": "AK47"}
"""Names of presets that are more than their key with a capital."""

BOOKS: dict[str, Book] = {"teen_patti": _TEEN_PATTI, "holdem": _HOLDEM}
