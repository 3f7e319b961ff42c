"""Hold'em: how loose, how aggressive, how far to showdown, and the result in big blinds.

`vpip` (voluntary chips) and `pfr` (raised) count hands before the flop; posted blinds, antes and
straddles are not voluntary. `raises` and `calls` are actions on all streets; an all-in is one or
the other. A seat that is in when the flop comes has seen it, all-in or not.
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
    shown_players,
)
from games.stats.counters.ratios import Ratio

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

_SEVEN_CARDS_COUNT = 133_784_560
_WAYS_COUNTS = (
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
"""The categories of seven cards by their best five, in the order of `CATEGORIES`."""


def count(hand: Played, player: int) -> tuple[int, ...]:
    """Return one player's counters; `centi_bb` is the net result in hundredths of the big blind."""
    seat = hand.state.seats[player]
    mine = [(move.before.street, _kind(move, player)) for move in hand.moves if _by(move, seat)]
    raises = [street for street, kind in mine if kind == "raise"]
    calls = [street for street, kind in mine if kind == "call"]
    showdown = hand.result.ended_by != "fold" and hand.state.status[player] != FOLDED
    winners = {winner for pot in hand.result.pots for winner in pot.winners}
    return (
        int(PREFLOP in raises or PREFLOP in calls),
        int(PREFLOP in raises),
        len(raises),
        len(calls),
        int(_saw_flop(hand, player)),
        int(showdown),
        int(showdown and seat in winners),
        round(Fraction(100 * dict(hand.result.net)[seat], hand.state.blinds[1])),
    )


def _by(move: Move, seat: int) -> bool:
    return move.action.seat == seat


def _kind(move: Move, player: int) -> str:
    """Return `raise` (including a bet), `call`, or "" for actions that do not count."""
    kind, state = move.action.kind, move.before
    if kind == "all_in":
        over = state.bets[player] + state.stacks[player] > state.current
        return "raise" if over else "call"
    return {"bet": "raise", "raise_to": "raise", "call": "call"}.get(kind, "")


def _saw_flop(hand: Played, player: int) -> bool:
    """Return whether the player was in the hand when the flop was dealt."""
    state: State
    for state in (move.after for move in hand.moves):
        if state.board:
            return bool(state.status[player] != FOLDED)
    return bool(hand.state.board and hand.state.status[player] != FOLDED)


def category_of(hand: Played, player: int) -> int:
    """Return the category of the player's seven cards, with the full board even if undealt."""
    board = hand.dealt.deck[: BOARD_AT[RIVER]]
    return category(value((*hand.dealt.hands[player], *board)))


COUNTER = Counter(
    counters=COUNTERS,
    categories=tuple(
        Category(name, Fraction(ways, _SEVEN_CARDS_COUNT))
        for name, ways in zip(CATEGORIES, _WAYS_COUNTS, strict=True)
    ),
    between_players=True,
    count=count,
    category=category_of,
    open_players=shown_players,
    sampled=left_of_dealer,
)
RATIOS = (
    Ratio("vpip", "vpip", "hands"),
    Ratio("pfr", "pfr", "hands"),
    Ratio("aggression", "raises", "calls", False),
    Ratio("wtsd", "showdowns", "flops"),
    Ratio("wsd", "showdowns_won", "showdowns"),
    Ratio("bb_100", "centi_bb", "hands", False),
)
