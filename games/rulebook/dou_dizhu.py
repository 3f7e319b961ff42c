"""The rules page of Dou Dizhu."""

from games.engines.dou_dizhu.manifest import MANIFEST
from games.rulebook.pieces import Answer, Book, Cards, Carried, Kind, Meaning, Move, Score, Turn

_OFTEN = frozenset(("standard", "rlcard", "more_kickers"))
_ALL = frozenset(("standard", "more_kickers"))
_LITERAL = frozenset(("more_kickers",))
_SETS = (("standard", 86_611), ("rlcard", 27_471), ("pagat", 12_654), ("more_kickers", 90_947))

BOOK = Book(
    lead="Fight the landlord: one against two, and the first empty hand wins. The landlord takes "
    "the kitty, three cards, and must beat both peasants. Four of a kind is a bomb, and "
    "every bomb doubles the stakes.",
    fan="Ac 2d 2s BJ RJ",
    sections=(
        ("hand", "How a game goes"),
        ("bidding", "Bidding for the landlord"),
        ("kinds", "Combinations"),
        ("beats", "Beating a play"),
        ("kickers", "Which kickers are allowed"),
        ("moves", "The moves and their keys"),
        ("example", "A round, move by move"),
        ("score", "The score"),
        ("first", "For your first games"),
        ("time", "Time and leaving"),
        ("glossary", "The words"),
    ),
    kinds=(
        Kind(
            "solo",
            "Solo",
            "1 card",
            Cards("Qd"),
            "A single card, whatever it is.",
            "By its rank: the big joker beats the small one, and that beats a two.",
            15,
        ),
        Kind(
            "pair",
            "Pair",
            "2 cards",
            Cards("9s 9d"),
            "Two cards of one rank. The two jokers are not a pair but the rocket.",
            "By its rank.",
            13,
        ),
        Kind(
            "trio",
            "Trio",
            "3 cards",
            Cards("7s 7h 7d"),
            "Three cards of one rank.",
            "By its rank.",
            13,
        ),
        Kind(
            "trio_with_solo",
            "Trio with a solo",
            "4 cards",
            Cards("7s 7h 7d", "4c"),
            "A trio that carries one card of another rank, even a joker.",
            "By the trio; the card it carries does not count.",
            182,
        ),
        Kind(
            "trio_with_pair",
            "Trio with a pair",
            "5 cards",
            Cards("Js Jh Jc", "5d 5s"),
            "A trio that carries a pair of another rank.",
            "By the trio; the pair does not count.",
            156,
        ),
        Kind(
            "chain",
            "Chain",
            "5 to 12 cards",
            Cards("5s 6h 7d 8c 9s"),
            "Five or more in a row, suits mixed, between three and ace. Twos and jokers are in "
            "no chain.",
            "By the highest card, against a chain of the same length.",
            36,
        ),
        Kind(
            "pair_chain",
            "Chain of pairs",
            "3 to 10 pairs",
            Cards("3s 3d 4h 4c 5s 5d"),
            "Three or more pairs in a row, again between three and ace.",
            "By the highest pair, at the same length.",
            52,
        ),
        Kind(
            "airplane",
            "Airplane",
            "2 to 6 trios",
            Cards("8s 8h 8d 9h 9d 9c"),
            "Two or more trios in a row, between three and ace.",
            "By the highest trio, at the same length.",
            45,
        ),
        Kind(
            "airplane_with_solos",
            "Airplane with solos",
            "2 to 5 trios",
            Cards("8s 8h 8d 9h 9d 9c", "3c Ks"),
            "An airplane that carries as many single cards as it has trios.",
            "By the highest trio, at the same length.",
            81_877,
        ),
        Kind(
            "airplane_with_pairs",
            "Airplane with pairs",
            "2 to 4 trios",
            Cards("8s 8h 8d 9h 9d 9c", "4s 4c Jh Jd"),
            "An airplane that carries as many pairs, all of different ranks. Solos and pairs do "
            "not mix.",
            "By the highest trio, at the same length.",
            2_939,
        ),
        Kind(
            "four_with_two",
            "Four with two",
            "6 cards",
            Cards("Ts Th Td Tc", "3s 6d"),
            "Four of a rank that carry two cards, which may be a pair. It is not a bomb.",
            "By the four.",
            1_326,
        ),
        Kind(
            "four_with_two_pairs",
            "Four with two pairs",
            "8 cards",
            Cards("Ts Th Td Tc", "4s 4c Jh Jd"),
            "Four of a rank that carry two pairs of different ranks. It is not a bomb either.",
            "By the four.",
            858,
        ),
        Kind(
            "bomb",
            "Bomb",
            "4 cards",
            Cards("6s 6h 6d 6c"),
            "Four of a rank alone. It may be played on anything and doubles the score.",
            "By its rank; only a higher bomb or the rocket beats it.",
            13,
        ),
        Kind(
            "rocket",
            "Rocket",
            "2 cards",
            Cards("BJ RJ"),
            "Both jokers. It may be played on anything and doubles the score.",
            "Nothing beats it.",
            1,
        ),
    ),
    answers=(
        Answer(
            "The kickers do not count",
            Cards("8s 8h 8d", "Kc Ks"),
            "Trio with a pair",
            Cards("9s 9h 9c", "3d 3c"),
            "Trio with a pair",
            "Nines beat eights; it does not matter that kings are higher than threes.",
        ),
        Answer(
            "A two is above the ace",
            Cards("As Ad"),
            "Pair",
            Cards("2h 2c"),
            "Pair",
            "After the ace come the two and the jokers. A two cannot be part of a chain.",
        ),
        Answer(
            "Longer is not higher",
            Cards("3s 4h 5d 6c 7s"),
            "Chain",
            Cards("4s 5h 6d 7c 8s 9h"),
            "Chain",
            "A chain is only compared with one of the same length.",
            "It must have as many cards as the last play.",
        ),
        Answer(
            "Only the same kind answers",
            Cards("3s 3h 3d", "4c"),
            "Trio with a solo",
            Cards("4s 4h 4d", "3c 3s"),
            "Trio with a pair",
            "Four cards were played, not five: a trio with a pair is a kind of its own.",
            "Only a higher trio with a solo or a bomb beats this.",
        ),
        Answer(
            "A bomb beats every kind",
            Cards("2s 2h"),
            "Pair",
            Cards("3s 3h 3d 3c"),
            "Bomb",
            "The lowest bomb beats the highest of anything else, and doubles the score.",
        ),
        Answer(
            "Nothing beats the rocket",
            Cards("2s 2h 2d 2c"),
            "Bomb",
            Cards("BJ RJ"),
            "Rocket",
            "It beats every bomb, even the four twos.",
        ),
        Answer(
            "A four with kickers is not a bomb",
            Cards("5s 5h"),
            "Pair",
            Cards("Ks Kh Kd Kc", "3s 7d"),
            "Four with two",
            "With two cards beside them the four kings are another kind. Play them alone.",
            "Only a higher pair or a bomb beats this.",
        ),
        Answer(
            "… and any bomb beats it",
            Cards("Ks Kh Kd Kc", "3s 7d"),
            "Four with two",
            Cards("4s 4h 4d 4c"),
            "Bomb",
            "Carrying two cards has its price: now four fours are enough to beat it.",
        ),
    ),
    meanings=(
        Meaning(
            "airplane@3",
            "Airplane, 3 to 6",
            Cards("3s 3h 3d 4s 4h 4d 5s 5h 5d 6s 6h 6d"),
            "Four trios without kickers.",
        ),
        Meaning(
            "airplane_with_solos@4",
            "Airplane with solos, 4 to 6",
            Cards("4s 4h 4d 5s 5h 5d 6s 6h 6d", "3s 3h 3d"),
            "Three trios; the threes are the kickers.",
        ),
        Meaning(
            "airplane_with_solos@3",
            "Airplane with solos, 3 to 5",
            Cards("3s 3h 3d 4s 4h 4d 5s 5h 5d", "6s 6h 6d"),
            "Three lower trios; the sixes are the kickers.",
        ),
    ),
    carried=(
        Carried(
            Cards("3s 3h 3d 4s 4h 4d", "5s 5h"),
            "A pair as two solos",
            "airplane_with_solos",
            _OFTEN,
        ),
        Carried(
            Cards("3s 3h 3d 4s 4h 4d", "4c 6s"),
            "A card of the airplane's own ranks",
            "airplane_with_solos",
            _ALL,
        ),
        Carried(
            Cards("4s 4h 4d 5s 5h 5d 6s 6h 6d", "7s 7h 7d"),
            "Three of the next rank",
            "airplane_with_solos",
            _ALL,
        ),
        Carried(
            Cards("3s 3h 3d 4s 4h 4d", "BJ RJ"), "Both jokers", "airplane_with_solos", _LITERAL
        ),
        Carried(
            Cards("3s 3h 3d 3c", "4s 4h"), "A four with a pair as two", "four_with_two", _OFTEN
        ),
        Carried(Cards("3s 3h 3d 3c", "4s"), "A four with one", "four_with_solo", _LITERAL),
        Carried(Cards("BJ RJ", "3s"), "The rocket with one", "rocket_with_solo", _LITERAL),
    ),
    sets=_SETS,
    sets_by_title=tuple((MANIFEST.presets[preset].title, count) for preset, count in _SETS),
    several=906,
    moves=(
        Move(
            "Choose cards",
            ("←", "→", "Space"),
            "Tap cards, or draw across several. The table "
            "writes what they are, and if they cannot be played now, why.",
        ),
        Move(
            "Play",
            ("Enter",),
            "Play the selected cards. A double tap on the last card or a swipe up does the same.",
        ),
        Move(
            "Pass",
            ("P", "F"),
            "Play nothing. At your next turn you may play again. A player who leads cannot pass.",
        ),
        Move(
            "Hint",
            ("H",),
            "Selects cards that can be played now, the weakest first; press again for the next.",
        ),
        Move("Clear", ("Esc",), "Clear the selection."),
        Move(
            "Call · Rob · Double",
            ("C",),
            "In the bidding: be the landlord, or rob the player who "
            "called. Afterwards, at tables with doubling: double.",
        ),
        Move(
            "Bid",
            ("1", "2", "3"),
            "Where the bidding is 1-2-3: offer to be the landlord for "
            "this much. Bids that are too low are disabled.",
        ),
        Move(
            "Open hand",
            ("O",),
            "At some tables: show all cards. The landlord may before leading, for double; "
            "at some tables any player may before the deal for ×5, or while the cards are dealt "
            "for ×4 and ×3.",
        ),
        Move(
            "Next to your cards",
            (),
            "Sort by rank or by count, count the cards that are still "
            "out, look at the last round, pass automatically when you can't beat it.",
        ),
    ),
    trick=(
        Turn("Asha", Cards("5s 5h 5d", "6c"), "leads a trio with a solo"),
        Turn("Binod", Cards("9s 9h 9d", "3c"), "plays a higher one; a three is gone"),
        Turn("Chitra", None, "passes: the play is their partner's"),
        Turn("Asha", Cards("Ks Kh Kc", "7d"), "beats it with kings"),
        Turn("Binod", None, "passes"),
        Turn("Chitra", Cards("4s 4h 4d 4c"), "bombs: the score is doubled"),
        Turn("Asha", None, "passes: they have no higher bomb"),
        Turn("Binod", None, "passes"),
        Turn("Chitra", Cards("6s 7h 8d 9c Ts Jh"), "leads anything: a chain of six"),
    ),
    scores=(
        Score("A bid of 1, no bomb; the landlord wins", "5 × 1 = 5", (10, -5, -5)),
        Score("Three bombs; the landlord wins", "5 × 2 × 2 × 2 = 40", (80, -40, -40), bombs=3),
        Score(
            "Two bombs and the rocket; the peasants win",
            "5 × 2 × 2 × 2 = 40",
            (-80, 40, 40),
            bombs=2,
            rockets=1,
        ),
        Score(
            "A bid of 3, one bomb, spring; the landlord wins",
            "5 × 3 × 2 × 2 = 60",
            (120, -60, -60),
            bid=3,
            bombs=1,
            spring=True,
        ),
        Score(
            "Landlord and one peasant doubled; the peasants win",
            "5 × 2 × 2 = 20 with one, 5 × 2 = 10 with the other",
            (-30, 20, 10),
            doubled=(True, True, False),
        ),
    ),
    hints=(
        "Count how many plays your hand needs, rather than how high it is: bid when "
        "they are few, and when jokers, twos or a bomb will win you the lead again.",
        "As a peasant you are half of a team: let your partner's play stand when you need not "
        "beat it, force high cards from the landlord when you play before them, and let the "
        "peasant who is nearly out lead.",
        "Low single cards slow every hand down, so let trios and airplanes carry them, and "
        "keep the bomb for the moment when it wins the game: it doubles your losses as well.",
    ),
    glossary=(
        (
            "Landlord",
            "The player who won the bidding, took the kitty and plays against both others.",
        ),
        (
            "Peasants",
            "The two others. They win and lose together, no matter which of them goes out.",
        ),
        ("Kitty", "The three cards that are left over after the deal. The landlord takes them."),
        ("Bidding", "The round before the play that decides who is the landlord."),
        (
            "Call, bid",
            "To offer to be the landlord. A bid also names by how much the base is multiplied.",
        ),
        ("Rob", "To become the landlord instead of the player who called, for double."),
        ("Base", "The value of a game before multipliers."),
        (
            "Jokers",
            "The two highest cards: the small joker, and above it the big one in colour.",
        ),
        ("Lead", "To play when there is nothing to beat: any combination, but no pass."),
        ("Trick, round", "A lead and all that is played on it until two players in a row pass."),
        ("Pass", "To play nothing at this turn."),
        ("Trio", "Three cards of one rank."),
        ("Chain", "Cards, pairs or trios of ranks in a row, between three and ace."),
        ("Airplane", "Two or more trios in a row."),
        (
            "Kicker",
            "A card that a trio, an airplane or a four carries. It never counts in a comparison.",
        ),
        ("Bomb", "Four cards of one rank, played alone. Doubles the score."),
        ("Rocket", "Both jokers together, the highest play. Doubles the score."),
        ("Spring", "The landlord goes out before either peasant has played a card."),
        ("Counter-spring", "The peasants win, and the landlord played only one lead."),
        ("Go out", "To play the last card. That ends the game at once."),
        (
            "Autoplay",
            "The table plays for a player who is away: it passes, and leads the lowest card.",
        ),
    ),
)
