"""The house edge against what one line pays: for a player who adapts, and exact at each payout.

Of the main bet each payout is analysed anew, since the best strategy may change with it. A side bet
needs no decision, so its edge is a straight line.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from games.engines.dealer_teen_patti.paytable import PayTable
from games.odds.analysis import analyse, edge_of
from games.odds.side_bets import SideBet, SideLine

REACH_MIN, REACH_MAX = 2, 4
"""How many whole payouts below and above the present one; below 0 there is none."""
LARGEST_PAYOUT = 10**5
_BONUS = "ante_bonus."


@dataclass(frozen=True, slots=True)
class EdgeCurve:
    """The edge of a bet against the odds to one that a line pays, in ascending order.

    `bet`: `main` or the key of a side bet. `line`: as in `Analysis.lines` or `SideBet.lines`.
    `points`: (payout, edge); the present payout `pays` is among them.
    """

    bet: str
    line: str
    pays: Fraction
    points: tuple[tuple[Fraction, Fraction], ...]


@lru_cache(maxsize=256)
def edge_curves(pay_table: PayTable, decks: int = 1) -> tuple[EdgeCurve, ...]:
    """Return a curve for each line that pays odds, in the order of the analysis."""
    found = analyse(pay_table, decks)
    main = [
        _curve("main", line.key, line.pays, _edge_if(pay_table, line.key, decks))
        for line in found.lines
        if line.pays is not None
    ]
    side = [
        _curve(bet.key, line.key, line.pays, _edge_of_side_bet(bet, line))
        for bet in found.side_bets
        for line in bet.lines
    ]
    return (*main, *side)


def _curve(bet: str, line: str, pays: Fraction, edge: Callable[[Fraction], Fraction]) -> EdgeCurve:
    return EdgeCurve(bet, line, pays, tuple((one, edge(one)) for one in _payouts(pays)))


def _payouts(pays: Fraction) -> Iterator[Fraction]:
    """Whole payouts round the present one, and this one."""
    reach = min(REACH_MAX, max(REACH_MIN, int(pays)))
    whole = range(max(0, int(pays) - reach), int(pays) + reach + 1)
    yield from sorted({pays, *(Fraction(one) for one in whole if one <= LARGEST_PAYOUT)})


def _edge_if(pay_table: PayTable, key: str, decks: int) -> Callable[[Fraction], Fraction]:
    """Return the edge of the main bet as a function of what a line pays."""

    def edge(pays: Fraction) -> Fraction:
        if not key.startswith(_BONUS):
            return edge_of(pay_table.changed(**{key: pays}), decks)
        lines = {**dict(pay_table.ante_bonus), key.removeprefix(_BONUS): pays}
        return edge_of(pay_table.changed(ante_bonus=lines), decks)

    return edge


def _edge_of_side_bet(bet: SideBet, line: SideLine) -> Callable[[Fraction], Fraction]:
    return lambda pays: bet.house_edge - line.probability * (pays - line.pays)
