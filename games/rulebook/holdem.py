"""The rules page of Texas Hold'em."""

from games.rulebook.pieces import Book, Cards, Duel, Move, Ranked

BOOK = Book(
    lead="Two cards of your own, five in the middle for all. Bet on what you hold or on what the "
    "others fear: the best five cards of seven win the pot, or the last player who has not folded.",
    fan="As Ks Qs Js Ts",
    sections=(
        ("hand", "How a hand goes"),
        ("ranking", "Which hand wins"),
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
        Ranked(
            "royal",
            "Royal flush",
            Cards("As Ks Qs Js Ts"),
            "Ten to ace of one suit: the highest straight flush, and nothing beats it.",
            "Two royal flushes at one table share the board, and so the pot.",
            4,
            4_324,
        ),
        Ranked(
            "straight_flush",
            "Straight flush",
            Cards("8c 7c 6c 5c 4c"),
            "Five in a row, all of one suit.",
            "The highest card decides; in 5-4-3-2-A that is the five.",
            36,
            37_260,
        ),
        Ranked(
            "quads",
            "Four of a kind",
            Cards("Js Jh Jd Jc", "7d"),
            "All four cards of one rank.",
            "The rank of the four, then the fifth card.",
            624,
            224_848,
        ),
        Ranked(
            "full_house",
            "Full house",
            Cards("Ts Th Td 9c 9s"),
            "Three of one rank and two of another.",
            "The rank of the three, then the rank of the two.",
            3_744,
            3_473_184,
        ),
        Ranked(
            "flush",
            "Flush",
            Cards("As Js 8s 6s 3s"),
            "Five of one suit, not in a row.",
            "Card by card from the highest, all five.",
            5_108,
            4_047_644,
        ),
        Ranked(
            "straight",
            "Straight",
            Cards("9h 8s 7d 6c 5h"),
            "Five in a row, suits mixed. An ace ends A-K-Q-J-10 or begins 5-4-3-2-A; a run "
            "never goes round the corner.",
            "The highest card decides; 5-4-3-2-A is the lowest of all.",
            10_200,
            6_180_020,
        ),
        Ranked(
            "trips",
            "Three of a kind",
            Cards("7s 7h 7d", "Kc 4s"),
            "Three cards of one rank.",
            "The rank of the three, then the two other cards.",
            54_912,
            6_461_620,
        ),
        Ranked(
            "two_pair",
            "Two pair",
            Cards("4s 4h 3d 3c", "Qd"),
            "Two cards of one rank and two of another.",
            "The higher pair, then the lower pair, then the fifth card.",
            123_552,
            31_433_400,
        ),
        Ranked(
            "pair",
            "Pair",
            Cards("As Ah", "Kd 9c 5s"),
            "Two cards of one rank.",
            "The rank of the pair, then the three other cards from the highest.",
            1_098_240,
            58_627_800,
        ),
        Ranked(
            "high",
            "High card",
            Cards("Jd", "9s 7c 4h 2d"),
            "Anything else.",
            "Card by card from the highest, all five.",
            1_302_540,
            23_294_460,
        ),
    ),
    moves=(
        Move(
            "Fold",
            ("F",),
            "Give up the hand and the chips you have put in. Where checking is "
            "free you are asked to confirm.",
        ),
        Move(
            "Check · Call",
            ("C",),
            "Check when there is no bet to you; call to match "
            "the highest bet. With fewer chips than that you call all-in.",
        ),
        Move(
            "Bet · Raise",
            ("R", "Enter"),
            "Be the first to bet, or bet more than the highest "
            "bet. The button names the total you raise to.",
        ),
        Move(
            "The amount",
            ("←", "→", "1–5"),
            "From the smallest raise that is allowed up to your "
            "last chip, in steps of the big blind; or one of five sizes.",
        ),
        Move(
            "All-in",
            ("A", "A"),
            "Bet everything. The key is pressed twice, so that it is never an accident.",
        ),
        Move(
            "Before your turn",
            (),
            "Choose your action in advance. A choice with a price is "
            "dropped when the price changes.",
        ),
    ),
    duels=(
        Duel(
            "The fifth card decides",
            Cards("Kh Qh"),
            "Four of a kind, aces",
            Cards("2c 3d"),
            "Four of a kind, aces",
            "Both have the four aces of the board. The king beats the "
            "nine of the board, so there is no tie.",
            board=Cards("As Ad Ah Ac 9c"),
        ),
        Duel(
            "The board plays",
            Cards("Ah Ac"),
            "Royal flush",
            Cards("2c 2d"),
            "Royal flush",
            "Nobody can beat the five cards on the board: the pot is split, pair of aces or not.",
            board=Cards("Ts Js Qs Ks As"),
            equal=True,
        ),
        Duel(
            "The wheel",
            Cards("5h 4d"),
            "Straight, five high",
            Cards("Ah Kd"),
            "Two pair, aces and nines",
            "The ace may be low: 5-4-3-2-A is the lowest straight, but still a straight.",
            board=Cards("As 2d 3c 9h 9d"),
        ),
        Duel(
            "The lowest straight flush",
            Cards("Ah 2h"),
            "Straight flush, five high",
            Cards("Kh Qh"),
            "Flush, king high",
            "The wheel in one suit beats every flush, whatever its highest card.",
            board=Cards("3h 4h 5h Jh Th"),
        ),
        Duel(
            "Full houses",
            Cards("Ad As"),
            "Full house, queens over aces",
            Cards("Kd Kc"),
            "Full house, queens over kings",
            "The three queens are equal, so the pairs are compared.",
            board=Cards("Qh Qs Qd 2c 3c"),
        ),
        Duel(
            "A third pair does not count",
            Cards("Ah 2c"),
            "Two pair, kings and queens",
            Cards("8c 8d"),
            "Two pair, kings and queens",
            "Five cards make a hand: only one of the eights counts beside the two pairs "
            "of the board.",
            board=Cards("Ks Kd Qh Qc 3d"),
        ),
    ),
    glossary=(
        (
            "Rank",
            "A card's number or letter, from low to high: 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, "
            "K, A. There is no card 1; the ace is below the two only in 5-4-3-2-A.",
        ),
        ("Suit", "Spades, hearts, diamonds, clubs. No suit is better than another."),
        ("Hole cards", "The two cards that only you see."),
        ("Board", "The cards face up in the middle, which all players share."),
        ("Pot", "All chips bet in a hand. The best hand takes it, or the last one left."),
        (
            "Check",
            "To pass without paying, where nobody has bet. You may still call, raise or "
            "fold later in the round.",
        ),
        ("Bet", "To make the first bet of a round."),
        ("Call", "To match the highest bet of the round."),
        ("Raise", "To bet more than the highest bet. All others must call, raise or fold."),
        (
            "Fold",
            "To give up the hand. You lose nothing further; what you have paid stays in the pot.",
        ),
        ("Bluff", "To bet or raise on a weak hand so that better ones fold."),
        ("All-in", "To bet all your chips. You stay in for the pot that your chips have matched."),
        ("Side pot", "The pot of the players who had more chips than a player who is all-in."),
        (
            "Dealer, button",
            "The seat marked D. It acts last after the flop and moves clockwise "
            "with every hand; the cards themselves are dealt by the house.",
        ),
        (
            "Small blind",
            "The bet that the first seat after the button must make before the deal: "
            "half the big blind.",
        ),
        (
            "Big blind",
            "The bet that the second seat after the button must make, so that there is "
            "something to play for. It sets the first price.",
        ),
        ("Street", "One round of betting: pre-flop, flop, turn, river."),
        (
            "Flop, turn, river",
            "The first three cards of the board together, then the fourth, then the fifth.",
        ),
        ("Kicker", "A card beside the pair, the three or the four that breaks a tie."),
        ("Wheel", "5-4-3-2-A, the lowest straight."),
        ("Heads-up", "Two players against each other."),
        ("Muck", "To discard a beaten hand without showing it."),
        ("Showdown", "The end of a hand, when the remaining players show their cards."),
    ),
)
