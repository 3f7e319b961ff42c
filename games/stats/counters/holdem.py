"""Hold'em: how loose, how aggressive, how far, and what it brought in big blinds.

`vpip` (chips put in by choice) and `pfr` (raised) are hands, before the flop; posted blinds,
antes and straddles are no choice. `raises` and `calls` are actions on all streets; an all-in is
the one or the other. A seat that is in when the flop comes has seen it, all-in or not.
"""

from fractions import Fraction

from games.engines.holdem.ranking import CATEGORIES, category, value
from games.engines.holdem.state import BOARD_AT, FOLDED, PREFLOP, RIVER, State
from games.stats.counters.base import (
    Category,
    Counter,
    Move,
    Played,
    left_of_dealer,
    shown_places,
)

COUNTERS = (
    "vpip",
    "pfr",
    "raises",
    "calls",
    "flops",
    "showdowns",
    "showdowns_won",
    "centi_bb",
)

_SEVEN_CARDS = 133_784_560
_WAYS = (
    23_294_460,
    58_627_800,
    31_433_400,
    6_461_620,
    6_180_020,
    4_047_644,
    3_473_184,
    224_848,
    41_584,
)
"""Seven cards by their best five, in the order of `CATEGORIES`."""


def count(hand: Played, place: int) -> tuple[int, ...]:
    """One player's counters; `centi_bb` is his net in hundredths of the big blind."""
    seat = hand.state.seats[place]
    mine = [(move.before.street, _kind(move, place)) for move in hand.moves if _by(move, seat)]
    raises = [street for street, kind in mine if kind == "raise"]
    calls = [street for street, kind in mine if kind == "call"]
    showdown = hand.result.ended_by != "fold" and hand.state.status[place] != FOLDED
    winners = {winner for pot in hand.result.pots for winner in pot.winners}
    return (
        int(PREFLOP in raises or PREFLOP in calls),
        int(PREFLOP in raises),
        len(raises),
        len(calls),
        int(_saw_flop(hand, place)),
        int(showdown),
        int(showdown and seat in winners),
        round(Fraction(100 * dict(hand.result.net)[seat], hand.state.blinds[1])),
    )


def _by(move: Move, seat: int) -> bool:
    return move.action.seat == seat


def _kind(move: Move, place: int) -> str:
    """`raise` (a bet too), `call`, or nothing that counts."""
    kind, state = move.action.kind, move.before
    if kind == "all_in":
        over = state.bets[place] + state.stacks[place] > state.current
        return "raise" if over else "call"
    return {"bet": "raise", "raise_to": "raise", "call": "call"}.get(kind, "")


def _saw_flop(hand: Played, place: int) -> bool:
    """In the hand when the first three cards of the board were turned."""
    state: State
    for state in (move.after for move in hand.moves):
        if state.board:
            return bool(state.status[place] != FOLDED)
    return bool(hand.state.board and hand.state.status[place] != FOLDED)


def category_of(hand: Played, place: int) -> int:
    """The class of his seven cards; the board as it would lie in the end, also if it did not."""
    board = hand.dealt.deck[: BOARD_AT[RIVER]]
    return category(value((*hand.dealt.hands[place], *board)))


BOOK = Counter(
    counters=COUNTERS,
    categories=tuple(
        Category(name.capitalize(), Fraction(ways, _SEVEN_CARDS))
        for name, ways in zip(CATEGORIES, _WAYS, strict=True)
    ),
    between_players=True,
    count=count,
    category=category_of,
    open_places=shown_places,
    sampled=left_of_dealer,
)
