"""What the rules pages show in a fixed form: rankings, examples, moves with keys, glossaries.

The prose is in `templates/games/rules/<key>.html`; options and presets come from the engines. Cards
are written as in `core.cards` ("As Th"). Every figure and every example is checked against the
engines in `tests/games/test_rulebook.py`. A game without a book has a page all the same.
"""

from dataclasses import dataclass

from games.engines.dealer_teen_patti.designs import PRESETS as DESIGNS
from games.engines.dealer_teen_patti.paytable import PayTable
from games.engines.dealer_teen_patti.rules import PRESETS as DEALER_PRESETS
from games.engines.dealer_teen_patti.view import printed

_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
MINUS = "\u2212"
_JOKERS = {"BJ": "small joker", "RJ": "big joker"}


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards to draw: `main` makes the hand, `rest` breaks ties or is carried. Texts for readers."""

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
        _JOKERS.get(code) or f"{'10' if code[0] == 'T' else code[0]}{_SIGNS[code[1]]}"
        for code in codes.split()
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
class Kind:
    """A combination by the engine's category: `count` sets of ranks can be read as it."""

    key: str
    name: str
    size: str
    cards: Cards
    text: str
    compared: str
    count: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A play and what is tried on it; `refused` is the engine's sentence, empty if it beats."""

    title: str
    last: Cards
    last_is: str
    answer: Cards
    answer_is: str
    why: str
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Meaning:
    """One reading of a set, as actions name it."""

    reading: str
    name: str
    cards: Cards
    text: str


@dataclass(frozen=True, slots=True)
class Carried:
    """A set that is a combination (`category`) under some presets only."""

    cards: Cards
    text: str
    category: str
    presets: frozenset[str]


@dataclass(frozen=True, slots=True)
class Turn:
    """A line of an example: what somebody plays, or nothing when he passes."""

    who: str
    cards: Cards | None
    text: str


@dataclass(frozen=True, slots=True)
class Score:
    """A game that is over: what multiplied it, and what landlord and peasants win.

    `doubled` are landlord and peasants; `spring` is whether the losers hardly played.
    """

    title: str
    sum: str
    net: tuple[int, int, int]
    bid: int = 1
    bombs: int = 0
    rockets: int = 0
    spring: bool = False
    doubled: tuple[bool, bool, bool] = (False, False, False)

    @property
    def signed(self) -> tuple[str, ...]:
        """The landlord's part and the peasants', one figure if both have the same."""
        landlord, *peasants = map(signed, self.net)
        return landlord, " and ".join(dict.fromkeys(peasants))


@dataclass(frozen=True, slots=True)
class Round:
    """A hand against the dealer with an ante of 10: each bet as it is paid, and their sum.

    `side_bets` are made before the deal; `dealer` is None where his hand stays closed.
    """

    title: str
    mine: Cards
    mine_is: str
    dealer: Cards | None
    dealer_is: str
    decision: str
    paid: tuple[tuple[str, int], ...]
    why: str
    side_bets: tuple[tuple[str, int], ...] = ()

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """What is paid with signs, and the sum at the end."""
        total = sum(net for _text, net in self.paid)
        return tuple((text, signed(net)) for text, net in (*self.paid, ("Together", total)))


@dataclass(frozen=True, slots=True)
class Book:
    """One game's page: `sections` are (anchor, title) in the order of its template."""

    lead: str
    fan: str
    sections: tuple[tuple[str, str], ...]
    moves: tuple[Move, ...]
    glossary: tuple[tuple[str, str], ...]
    total: int = 0
    ranking: tuple[Ranked, ...] = ()
    duels: tuple[Duel, ...] = ()
    total_of_seven: int | None = None
    # Games of combinations instead of hands that are ranked:
    kinds: tuple[Kind, ...] = ()
    answers: tuple[Answer, ...] = ()
    meanings: tuple[Meaning, ...] = ()
    carried: tuple[Carried, ...] = ()
    sets: tuple[tuple[str, int], ...] = ()
    """Presets, and how many different sets of ranks are combinations under each."""
    several: int = 0
    """How many sets have more than one reading under the standard rules."""
    trick: tuple[Turn, ...] = ()
    scores: tuple[Score, ...] = ()
    hints: tuple[str, ...] = ()
    # Games against the house:
    pays: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    """For each bet what its lines pay, as `4 to 1`, under the standard rules."""
    rounds: tuple[Round, ...] = ()

    @property
    def titles(self) -> dict[str, str]:
        """The sections' titles by anchor."""
        return dict(self.sections)

    @property
    def allowances(self) -> tuple[tuple[Carried, tuple[bool, ...]], ...]:
        """Each carried set, and whether each preset of `sets` allows it."""
        return tuple(
            (case, tuple(preset in case.presets for preset, _count in self.sets))
            for case in self.carried
        )

    @property
    def sets_by_title(self) -> tuple[tuple[str, int], ...]:
        """The same as `sets` with the presets' names."""
        return tuple((preset_title(preset), count) for preset, count in self.sets)

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


def signed(chips: int) -> str:
    """Chips won or lost with their sign; 0 has none."""
    return f"{chips:+,}".replace("-", MINUS) if chips else "0"


def one_in(count: int, total: int) -> str:
    """How often something comes, in words: `one in 425`, `one in 1.3`."""
    often = total / count
    return f"one in {often:,.0f}" if often >= 9.95 else f"one in {often:.1f}"


def preset_title(preset: str) -> str:
    """The name of a preset: its key with a capital, but for a few."""
    return PRESET_TITLES.get(preset, preset.replace("_", " ").capitalize())


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

_OFTEN, _ALL = frozenset(("standard", "rlcard", "seed004")), frozenset(("standard", "seed004"))
_LITERAL = frozenset(("seed004",))

_DOU_DIZHU = Book(
    lead="Fight the landlord: one against two, and the first empty hand wins. Whoever wants the "
    "three cards in the middle must beat both others with them. Four of a kind is a bomb, and "
    "every bomb doubles what is at stake.",
    fan="Ac 2d 2s BJ RJ",
    sections=(
        ("hand", "How a game goes"),
        ("auction", "Who becomes landlord"),
        ("kinds", "What may be played"),
        ("beats", "What beats what"),
        ("kickers", "What may be carried"),
        ("moves", "The moves and their keys"),
        ("example", "A round, move by move"),
        ("score", "What it is worth"),
        ("first", "For your first games"),
        ("time", "Time and leaving"),
        ("glossary", "The words"),
    ),
    kinds=(
        Kind("solo", "Solo", "1 card", Cards("Qd"), "A single card, whatever it is.",
             "By its rank: the big joker beats the small one, and that beats a two.", 15),
        Kind("pair", "Pair", "2 cards", Cards("9s 9d"),
             "Two cards of one rank. The two jokers are no pair, but the rocket.",
             "By its rank.", 13),
        Kind("trio", "Trio", "3 cards", Cards("7s 7h 7d"), "Three cards of one rank.",
             "By its rank.", 13),
        Kind("trio_with_solo", "Trio with a solo", "4 cards", Cards("7s 7h 7d", "4c"),
             "A trio that carries one card of another rank, even a joker.",
             "By the trio; the card it carries does not count.", 182),
        Kind("trio_with_pair", "Trio with a pair", "5 cards", Cards("Js Jh Jc", "5d 5s"),
             "A trio that carries a pair of another rank.",
             "By the trio; the pair does not count.", 156),
        Kind("chain", "Chain", "5 to 12 cards", Cards("5s 6h 7d 8c 9s"),
             "Five or more in a row, suits mixed, between three and ace. Twos and jokers are in "
             "no chain.",
             "By the highest card, against a chain of the same length.", 36),
        Kind("pair_chain", "Chain of pairs", "3 to 10 pairs", Cards("3s 3d 4h 4c 5s 5d"),
             "Three or more pairs in a row, again between three and ace.",
             "By the highest pair, at the same length.", 52),
        Kind("airplane", "Airplane", "2 to 6 trios", Cards("8s 8h 8d 9h 9d 9c"),
             "Two or more trios in a row, between three and ace.",
             "By the highest trio, at the same length.", 45),
        Kind("airplane_with_solos", "Airplane with solos", "2 to 5 trios",
             Cards("8s 8h 8d 9h 9d 9c", "3c Ks"),
             "An airplane that carries as many single cards as it has trios.",
             "By the highest trio, at the same length.", 81_877),
        Kind("airplane_with_pairs", "Airplane with pairs", "2 to 4 trios",
             Cards("8s 8h 8d 9h 9d 9c", "4s 4c Jh Jd"),
             "An airplane that carries as many pairs, all of different ranks. Solos and pairs do "
             "not mix.",
             "By the highest trio, at the same length.", 2_939),
        Kind("four_with_two", "Four with two", "6 cards", Cards("Ts Th Td Tc", "3s 6d"),
             "Four of a rank that carry two cards, which may be a pair. It is no bomb.",
             "By the four.", 1_326),
        Kind("four_with_two_pairs", "Four with two pairs", "8 cards",
             Cards("Ts Th Td Tc", "4s 4c Jh Jd"),
             "Four of a rank that carry two pairs of different ranks. It is no bomb either.",
             "By the four.", 858),
        Kind("bomb", "Bomb", "4 cards", Cards("6s 6h 6d 6c"),
             "Four of a rank alone. It may be played on anything and doubles the score.",
             "By its rank; only a higher bomb or the rocket beats it.", 13),
        Kind("rocket", "Rocket", "2 cards", Cards("BJ RJ"),
             "Both jokers. It may be played on anything and doubles the score.",
             "Nothing beats it.", 1),
    ),
    answers=(
        Answer("The kickers do not count", Cards("8s 8h 8d", "Kc Ks"), "Trio with a pair",
               Cards("9s 9h 9c", "3d 3c"), "Trio with a pair",
               "Nine is higher than eight; that kings are higher than threes does not matter."),
        Answer("A two is above the ace", Cards("As Ad"), "Pair", Cards("2h 2c"), "Pair",
               "After the ace come the two and the jokers. Only in chains a two has no place."),
        Answer("Longer is not higher", Cards("3s 4h 5d 6c 7s"), "Chain",
               Cards("4s 5h 6d 7c 8s 9h"), "Chain",
               "A chain is only compared with one of the same length.",
               "It must have as many cards as the last play."),
        Answer("Another kind is no answer", Cards("3s 3h 3d", "4c"), "Trio with a solo",
               Cards("4s 4h 4d", "3c 3s"), "Trio with a pair",
               "Four cards were played, not five: a trio with a pair is a kind of its own.",
               "Only trio with a solo can be played on this, or a bomb."),
        Answer("A bomb beats every kind", Cards("2s 2h"), "Pair", Cards("3s 3h 3d 3c"), "Bomb",
               "The lowest bomb beats the highest of anything else, and doubles the score."),
        Answer("Nothing beats the rocket", Cards("2s 2h 2d 2c"), "Bomb", Cards("BJ RJ"), "Rocket",
               "It beats every bomb, even the four twos."),
        Answer("A four that carries is no bomb", Cards("5s 5h"), "Pair",
               Cards("Ks Kh Kd Kc", "3s 7d"), "Four with two",
               "With two cards beside them the four kings are another kind. Play them alone.",
               "Only pair can be played on this, or a bomb."),
        Answer("… and any bomb beats it", Cards("Ks Kh Kd Kc", "3s 7d"), "Four with two",
               Cards("4s 4h 4d 4c"), "Bomb",
               "Carrying two cards away has its price: now four fours are enough."),
    ),
    meanings=(
        Meaning("airplane@3", "Airplane, 3 to 6",
                Cards("3s 3h 3d 4s 4h 4d 5s 5h 5d 6s 6h 6d"), "Four trios that carry nothing."),
        Meaning("airplane_with_solos@4", "Airplane with solos, 4 to 6",
                Cards("4s 4h 4d 5s 5h 5d 6s 6h 6d", "3s 3h 3d"),
                "Three trios; the threes are carried."),
        Meaning("airplane_with_solos@3", "Airplane with solos, 3 to 5",
                Cards("3s 3h 3d 4s 4h 4d 5s 5h 5d", "6s 6h 6d"),
                "Three lower trios; the sixes are carried."),
    ),
    carried=(
        Carried(Cards("3s 3h 3d 4s 4h 4d", "5s 5h"), "A pair as two solos",
                "airplane_with_solos", _OFTEN),
        Carried(Cards("3s 3h 3d 4s 4h 4d", "4c 6s"), "A card of the airplane's own ranks",
                "airplane_with_solos", _ALL),
        Carried(Cards("4s 4h 4d 5s 5h 5d 6s 6h 6d", "7s 7h 7d"), "Three of the next rank",
                "airplane_with_solos", _ALL),
        Carried(Cards("3s 3h 3d 4s 4h 4d", "BJ RJ"), "Both jokers", "airplane_with_solos",
                _LITERAL),
        Carried(Cards("3s 3h 3d 3c", "4s 4h"), "A four with a pair as two", "four_with_two",
                _OFTEN),
        Carried(Cards("3s 3h 3d 3c", "4s"), "A four with one", "four_with_solo", _LITERAL),
        Carried(Cards("BJ RJ", "3s"), "The rocket with one", "rocket_with_solo", _LITERAL),
    ),
    sets=(("standard", 86_611), ("rlcard", 27_471), ("pagat", 12_654), ("seed004", 90_947)),
    several=906,
    moves=(
        Move("Choose cards", ("←", "→", "Space"), "Tap cards, or draw across several. The table "
             "writes what they are, and if they cannot be played now, why."),
        Move("Play", ("Enter",), "Put the chosen cards on the table. A double tap on the last "
             "card does the same, or a pull upwards."),
        Move("Pass", ("P", "F"), "Let the last play stand. At your next turn you may play again. "
             "Who leads cannot pass."),
        Move("Hint", ("H",), "Chooses cards that can be played now, the weakest first; press "
             "again for the next."),
        Move("Clear", ("Esc",), "Take the choice back."),
        Move("Call · Rob · Double", ("C",), "In the auction: be the landlord, or rob the one who "
             "called. After it, where the table has it: double."),
        Move("Bid", ("1", "2", "3"), "In an auction with bids: be the landlord for so much. A bid "
             "that is too low is off."),
        Move("Open hand", (), "Where the table has it: the landlord lays his cards open before he "
             "leads, for double."),
        Move("Beside your cards", (), "Sort by rank or by count, count the cards that are still "
             "out, look at the last round, pass by itself when nothing beats."),
    ),
    trick=(
        Turn("Asha", Cards("5s 5h 5d", "6c"), "leads a trio with a solo"),
        Turn("Binod", Cards("9s 9h 9d", "3c"), "plays a higher one; a three is gone"),
        Turn("Chitra", None, "passes: the play is her partner's"),
        Turn("Asha", Cards("Ks Kh Kc", "7d"), "beats it with kings"),
        Turn("Binod", None, "passes"),
        Turn("Chitra", Cards("4s 4h 4d 4c"), "bombs: the score is doubled"),
        Turn("Asha", None, "passes: she has no higher bomb"),
        Turn("Binod", None, "passes"),
        Turn("Chitra", Cards("6s 7h 8d 9c Ts Jh"), "leads what she likes: a chain of six"),
    ),
    scores=(
        Score("A bid of 1, no bomb; the landlord wins", "5 × 1 = 5", (10, -5, -5)),
        Score("Three bombs; the landlord wins", "5 × 2 × 2 × 2 = 40", (80, -40, -40), bombs=3),
        Score("Two bombs and the rocket; the peasants win", "5 × 2 × 2 × 2 = 40", (-80, 40, 40),
              bombs=2, rockets=1),
        Score("A bid of 3, one bomb, spring; the landlord wins", "5 × 3 × 2 × 2 = 60",
              (120, -60, -60), bid=3, bombs=1, spring=True),
        Score("Landlord and one peasant doubled; the peasants win",
              "5 × 2 × 2 = 20 with one, 5 × 2 = 10 with the other", (-30, 20, 10),
              doubled=(True, True, False)),
    ),
    hints=(
        "Count in how many plays your hand would be gone, rather than how high it is: bid when "
        "they are few, and when jokers, twos or a bomb will win you the lead again.",
        "As a peasant you are half of a team: let your partner's play stand when you need not "
        "beat it, make it dear for the landlord when you sit before him, and give the lead to the "
        "one of you who is nearly out.",
        "Low single cards are the burden of every hand, so let trios and airplanes carry them "
        "away, and keep the bomb for the moment when it wins the game: it doubles what you lose "
        "just as well.",
    ),
    glossary=(
        ("Landlord", "The player who won the auction, took the kitty and plays against both "
         "others."),
        ("Peasants", "The two others. They win and lose together, whoever of them goes out."),
        ("Kitty", "The three cards that are left over after the deal. The landlord takes them."),
        ("Auction", "The round before the play in which the landlord is found."),
        ("Call, bid", "To offer to be the landlord. A bid also names by how much the base is "
         "multiplied."),
        ("Rob", "To take the landlord's part from the one who called, for double."),
        ("Base", "What a game is worth before anything multiplies it."),
        ("Jokers", "The two highest cards: the small one, black, and above it the big one, in "
         "colours."),
        ("Lead", "To play when there is nothing to beat: anything goes, but a pass."),
        ("Trick, round", "A lead and all that is played on it until two players in a row pass."),
        ("Pass", "To play nothing at this turn."),
        ("Trio", "Three cards of one rank."),
        ("Chain", "Cards, pairs or trios of ranks in a row, between three and ace."),
        ("Airplane", "Two or more trios in a row."),
        ("Kicker", "A card that a trio, an airplane or a four carries. It never counts in a "
         "comparison."),
        ("Bomb", "Four cards of one rank, played alone. Doubles the score."),
        ("Rocket", "Both jokers together, the highest play. Doubles the score."),
        ("Spring", "The landlord goes out before either peasant has played a card."),
        ("Counter-spring", "The peasants win, and the landlord played only his first lead."),
        ("Go out", "To play the last card. That ends the game at once."),
        ("Autoplay", "The table plays for somebody who is away: it passes, and leads the lowest "
         "card."),
    ),
)  # fmt: skip

_BETS = {
    "ante": "Ante and raise", "raise": "Ante and raise", "bonus": "Ante bonus",
    "pair_plus": "Pair Plus", "six_card": "Six-card bonus", "tie_bet": "Tie bet",
}  # fmt: skip


def _pays(pay_table: PayTable) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The printed lines of a pay table under the names of their bets."""
    columns: dict[str, list[tuple[str, str]]] = {}
    for line in printed(pay_table)["lines"]:
        over, _slash, under = line["pays"].partition("/")
        columns.setdefault(_BETS[line["bet"]], []).append(
            (line["label"], f"{over} to {under or 1}")
        )
    return tuple((title, tuple(lines)) for title, lines in columns.items())


_DEALER = Book(
    lead="You against the house: bet, look at your three cards, and raise or fold. Then the dealer "
    "opens his. Nobody else at the table plays against you.",
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
    total=_TEEN_PATTI.total,
    ranking=_TEEN_PATTI.ranking,
    pays=_pays(DEALER_PRESETS["standard"].pay_table),
    rounds=(
        Round("You win", Cards("As Kh Jc"), "Ace high, A-K-J", Cards("Kd Qd 7c"),
              "King high, K-Q-7", "raise", (("Ante wins", 10), ("Raise wins", 10)),
              "The dealer has a king, so he plays; ace high is better."),
        Round("The dealer does not play", Cards("As Kh Jc"), "Ace high, A-K-J", Cards("Jd 9d 7c"),
              "Jack high, J-9-7", "raise", (("The dealer does not qualify", 10), ("Raise back", 0)),
              "Without a queen the ante is paid and the raise goes back, whoever is higher."),
        Round("The dealer wins", Cards("Qs 6h 4c"), "Queen high, Q-6-4", Cards("Qh 7c 2h"),
              "Queen high, Q-7-2", "raise", (("Ante loses", -10), ("Raise loses", -10)),
              "The queens are equal, so the second cards decide: seven is above six."),
        Round("A good hand, and the bonus", Cards("9s 8h 7d"), "Sequence, 9-8-7",
              Cards("As Ah Ad"), "Trail of aces", "raise",
              (("Ante loses", -10), ("Raise loses", -10), ("Ante bonus: Sequence, 9-8-7", 10)),
              "The bonus is for your own cards: it is paid even when you lose."),
        Round("Pair Plus after a fold", Cards("7s 4h 2d"), "Seven high, 7-4-2", None, "", "fold",
              (("Folded", -10), ("Pair Plus loses", -5)),
              "A fold gives the ante up. Pair Plus only asks for your own cards, and these are no "
              "pair.", (("pair_plus", 5),)),
        Round("Equal hands", Cards("Qs 6h 4c"), "Queen high, Q-6-4", Cards("Qd 6c 4h"),
              "Queen high, Q-6-4", "raise", (("Equal hands: ante back", 0), ("Raise back", 0)),
              "Suits decide nothing here: both bets go back."),
    ),
    moves=(
        Move("Ante", ("←", "→"), "How much you stake on this hand, within the table's limits. "
             "Your chips must cover the raise too."),
        Move("Deal", ("D", "Enter"), "Place the ante and the bets beside it."),
        Move("Same again", ("R",), "Place what you placed the last time."),
        Move("Sit this one out", ("F",), "No bet, no cards. You are asked again next hand."),
        Move("Raise", ("R",), "Once you have seen your cards: as much again as the ante, and the "
             "dealer's hand decides."),
        Move("Fold", ("F",), "Give the ante up. Nobody sees your cards, unless a bet is paid on "
             "them."),
    ),
    glossary=(
        ("House", "The opponent of everybody at the table. It wins what you lose and pays what "
         "you win."),
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
)  # fmt: skip

HOUSE_SECTIONS = (("presets", "Sets of house rules"), ("options", "Rules a table may choose"))
"""What every game's page ends with, from its engine."""

PRESET_TITLES = {
    "ak47": "AK47",
    "rlcard": "RLCard",
    **{key: design.title for key, design in DESIGNS.items()},
}
"""Names of presets that are more than their key with a capital."""

BOOKS: dict[str, Book] = {
    "teen_patti": _TEEN_PATTI,
    "holdem": _HOLDEM,
    "dou_dizhu": _DOU_DIZHU,
    "dealer_teen_patti": _DEALER,
}
