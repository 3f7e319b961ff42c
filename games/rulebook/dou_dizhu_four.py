"""The rules page of four-player Dou Dizhu; what is as with three players comes from there."""

from dataclasses import replace

from games.rulebook import dou_dizhu
from games.rulebook.pieces import Answer, Book, Cards, Kind, Score, Turn

_THREE = {kind.key: kind for kind in dou_dizhu.BOOK.kinds}
_CHANGED = {
    "Landlord": "The player who won the bidding, took the kitty and plays against all others.",
    "Peasants": "The three others. They win and lose together, no matter which of them goes out.",
    "Kitty": "The eight cards that are left over after the deal. The landlord takes them.",
    "Jokers": "The four highest cards: two small ones, and above them two big ones in colour.",
    "Trick, round": "A lead and all that is played on it until three players in a row pass.",
    "Kicker": "A card of a pair that a trio or an airplane carries. It never counts in a "
    "comparison.",
    "Bomb": "Four to eight cards of one rank, played alone. Doubles the score.",
    "Rocket": "All four jokers together, the highest play. Doubles the score.",
    "Spring": "The landlord goes out before any peasant has played a card.",
}

BOOK = Book(
    lead="One landlord against three peasants, with two packs: 33 cards against 25 each, and the "
    "first empty hand wins. Four to eight cards of a rank are a bomb, more cards beat fewer, and "
    "every bomb doubles the stakes.",
    fan="9h 9d 9s 9c 9H",
    sections=(
        ("hand", "How a game goes"),
        ("bidding", "Bidding for the landlord"),
        ("kinds", "Combinations"),
        ("beats", "Beating a play"),
        ("moves", "The moves and their keys"),
        ("example", "A round, move by move"),
        ("score", "The score"),
        ("first", "For your first games"),
        ("time", "Time and leaving"),
        ("glossary", "The words"),
    ),
    kinds=(
        _THREE["solo"],
        replace(
            _THREE["pair"],
            cards=Cards("9s 9S"),
            text="Two cards of one rank, perhaps equal ones. Two small jokers or two big ones are "
            "a pair as well; one of each is not.",
            count=15,
        ),
        _THREE["trio"],
        replace(_THREE["trio_with_pair"], count=182),
        _THREE["chain"],
        replace(_THREE["pair_chain"], size="3 to 12 pairs", count=55),
        replace(_THREE["airplane"], size="2 to 11 trios", count=65),
        Kind(
            "airplane_with_pairs",
            "Airplane with pairs",
            "2 to 6 trios",
            Cards("8s 8h 8d 9h 9d 9c", "4s 4c Jh Jd"),
            "An airplane that carries as many pairs, all of different ranks and none of its own. "
            "Nothing carries single cards.",
            "By the highest trio, at the same length.",
            8_632,
        ),
        Kind(
            "bomb",
            "Bomb",
            "4 to 8 cards",
            Cards("6s 6h 6d 6c 6S"),
            "Four or more of a rank alone. It may be played on anything and doubles the score.",
            "More cards beat fewer; with as many cards the higher rank wins.",
            65,
        ),
        Kind(
            "rocket",
            "Rocket",
            "4 cards",
            Cards("BJ Bj RJ Rj"),
            "All four jokers. They may be played on anything and double the score.",
            "Nothing beats them.",
            1,
        ),
    ),
    answers=(
        Answer(
            "The pair does not count",
            Cards("8s 8h 8d", "Kc Ks"),
            "Trio with a pair",
            Cards("9s 9h 9c", "3d 3c"),
            "Trio with a pair",
            "Nines beat eights; it does not matter that kings are higher than threes.",
        ),
        Answer(
            "Jokers alike are a pair",
            Cards("2s 2d"),
            "Pair",
            Cards("BJ Bj"),
            "Pair",
            "Two small jokers beat a pair of twos, and two big ones beat them.",
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
            "More cards beat fewer",
            Cards("2s 2h 2d 2c"),
            "Bomb",
            Cards("3s 3h 3d 3c 3S"),
            "Bomb",
            "Five threes beat four twos: the number of cards comes before the rank.",
        ),
        Answer(
            "The rank decides between equals",
            Cards("5s 5h 5d 5c 5S"),
            "Bomb",
            Cards("4s 4h 4d 4c 4S"),
            "Bomb",
            "Both bombs have five cards, and fours are lower than fives.",
            "It must be higher than the last play.",
        ),
        Answer(
            "Nothing beats the four jokers",
            Cards("2s 2h 2d 2c 2S 2H 2D 2C"),
            "Bomb",
            Cards("BJ Bj RJ Rj"),
            "Rocket",
            "They beat every bomb, even all eight twos.",
        ),
    ),
    moves=dou_dizhu.BOOK.moves,
    trick=(
        Turn("Asha", Cards("5s 5h 5d", "6c 6S"), "leads a trio with a pair"),
        Turn("Binod", Cards("9s 9h 9d", "3c 3C"), "plays a higher one; two threes are gone"),
        Turn("Chitra", None, "passes: the play is a partner's"),
        Turn("Devi", None, "passes too"),
        Turn("Asha", Cards("4s 4h 4d 4c"), "bombs: the score is doubled"),
        Turn("Binod", None, "passes"),
        Turn("Chitra", Cards("7s 7h 7d 7c 7H"), "bombs with five sevens: doubled again"),
        Turn("Devi", None, "passes"),
        Turn("Asha", None, "passes: they have no larger bomb"),
        Turn("Binod", None, "passes: the third pass in a row"),
        Turn("Chitra", Cards("8s 9c Ts Jh Qd Kc"), "leads anything: a chain of six"),
    ),
    scores=(
        Score("A bid of 1, no bomb; the landlord wins", "5 × 1 = 5", (15, -5, -5, -5)),
        Score(
            "A bid of 2, two bombs; the peasants win",
            "5 × 2 × 2 × 2 = 40",
            (-120, 40, 40, 40),
            bid=2,
            bombs=2,
        ),
        Score(
            "A bid of 3, the four jokers, spring; the landlord wins",
            "5 × 3 × 2 × 2 = 60",
            (180, -60, -60, -60),
            bid=3,
            rockets=1,
            spring=True,
        ),
    ),
    hints=(
        "Eight more cards are worth a lot: bid with a hand that is merely good, above all when it "
        "has jokers, twos or a bomb.",
        "Count the bombs that may still be out before you spend yours. A bomb of four is often "
        "beaten; keep large ones until they win you the lead that ends the game.",
        "As a peasant you are a third of a team: let a partner's high play stand, and let the "
        "peasant who is nearly out lead.",
        "Take pairs out of your hand with trios and airplanes. Nothing carries single cards, so "
        "chains are the way to get rid of them.",
    ),
    glossary=tuple((word, _CHANGED.get(word, text)) for word, text in dou_dizhu.BOOK.glossary),
)
