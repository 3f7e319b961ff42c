"""The rules page of Teen Patti."""

from games.rulebook.pieces import Book, Cards, Duel, Move, Ranked

BOOK = Book(
    lead="Three cards each, one pot, and a choice that no other game gives you: look at your "
    "cards, or play on blind for half the price. The best hand wins, or the last player who has "
    "not packed.",
    fan="As Ah Ad",
    sections=(
        ("hand", "How a hand goes"),
        ("ranking", "Which hand wins"),
        ("runs", "The order of runs"),
        ("prices", "The price of a turn"),
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
        Ranked(
            "trail",
            "Trail",
            Cards("As Ah Ad"),
            "Three cards of one rank. Aces are the best, twos the lowest.",
            "The rank decides. One pack cannot deal two equal trails.",
            52,
        ),
        Ranked(
            "pure",
            "Pure sequence",
            Cards("Kh Qh Jh"),
            "Three in a row, all of one suit.",
            "The higher run wins; A-2-3 is the highest. Suits do not count.",
            48,
        ),
        Ranked(
            "sequence",
            "Sequence",
            Cards("9s 8d 7c"),
            "Three in a row, suits mixed.",
            "The higher run wins, in the same order.",
            720,
        ),
        Ranked(
            "color",
            "Color",
            Cards("Ac Tc 4c"),
            "Three of one suit that are not a run: A-K-J is the best, 5-3-2 the lowest.",
            "The highest card decides, then the second, then the third.",
            1_096,
        ),
        Ranked(
            "pair",
            "Pair",
            Cards("Ks Kd", "7h"),
            "Two cards of one rank.",
            "The rank of the pair decides, then the odd card.",
            3_744,
        ),
        Ranked(
            "high",
            "High card",
            Cards("Ah Js 8c"),
            "Anything else: A-K-J is the best, 5-3-2 the lowest.",
            "Card by card from the highest.",
            16_440,
        ),
    ),
    moves=(
        Move(
            "See",
            ("S",),
            "Look at your own cards. Nobody else sees them, but everyone sees that "
            "you looked. It cannot be undone, and it is still your turn.",
        ),
        Move(
            "Blind · Chaal",
            ("C", "Enter"),
            "Pay and stay in: a blind player from the stake up, "
            "a seen one (then it is called chaal) from twice the stake up.",
        ),
        Move("The amount", ("←", "→"), "Change the amount before you bet, within the limits."),
        Move(
            "Pack", ("F",), "Give up the hand. Your chips stay in the pot; nobody sees your cards."
        ),
        Move("Show", ("Q",), "With two players left: pay once more, and both hands are opened."),
        Move(
            "Side show",
            ("Q",),
            "With three or more, all seen: pay the minimum and ask the "
            "player who bet before you to compare in private.",
        ),
        Move("Accept · Refuse", ("A", "R"), "Your answer when a player asks you for a side show."),
        Move(
            "Cover",
            ("C",),
            "With less than the minimum left: put in all you have and stay in "
            "for the pot as it stands.",
        ),
    ),
    duels=(
        Duel(
            "Muflis",
            Cards("5h 3s 2d"),
            "Five high, 5-3-2",
            Cards("As Ah Ad"),
            "Trail of aces",
            "The ranking is reversed: the lowest hand wins, and a trail of aces is the worst "
            "of all.",
            "muflis",
        ),
        Duel(
            "AK47",
            Cards("Kh 7d 9c"),
            "Trail of nines",
            Cards("Qh Jh Th"),
            "Pure sequence, Q-J-10",
            "Aces, kings, fours and sevens are jokers and stand for any card: here two of them "
            "join the nine.",
            "ak47",
        ),
        Duel(
            "Lowest joker",
            Cards("9s 9d 4c"),
            "Trail of nines",
            Cards("Ah Kh Qh"),
            "Pure sequence, A-K-Q",
            "The lowest rank in your own hand is your joker: the four becomes a third nine.",
            "lowest_joker",
        ),
        Duel(
            "999",
            Cards("9c 9d 8h"),
            "9-9-8",
            Cards("As Ah Ad"),
            "1-1-1",
            "The cards form three digits, highest first, as near to 999 as possible. Aces count 1; "
            "tens and court cards count 0.",
            "999",
        ),
    ),
    glossary=(
        (
            "Boot",
            "Every player who is dealt in pays it before the deal. It opens the pot and is "
            "the first stake.",
        ),
        (
            "Stake",
            "The current price: a blind player pays at least this, a seen one twice this.",
        ),
        ("Pot", "All chips paid in a hand. The winner takes it."),
        ("Blind", "Not having looked at your cards; also the bet of a player who has not."),
        ("Seen", "Having looked at your cards. From then on every price is double."),
        ("Chaal", "The bet of a seen player."),
        ("Pack", "To give up the hand; also called fold."),
        ("Show", "The end when two are left: both hands are opened and compared."),
        (
            "Side show",
            "A private comparison of two players' cards during a hand; the lower one "
            "packs. Also called compromise.",
        ),
        ("Cover", "To stay in with less than the minimum, for the pot so far."),
        ("Trail", "Three cards of one rank; also trio or set."),
        ("Pure sequence", "Three cards in a row and of one suit; also straight run."),
        ("Color", "Three cards of one suit; also called flush."),
        ("Odd card", "The third card beside a pair."),
        (
            "Dealer",
            "The seat after which the betting begins; it moves on with every hand, clockwise "
            "unless the table plays counter-clockwise.",
        ),
        (
            "Bluff",
            "To bet on a weak hand as if it were a strong one. Playing blind is the "
            "cheapest way to do it.",
        ),
    ),
)
