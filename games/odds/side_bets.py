"""Side bets: Pair Plus, the six-card bonus and the tie bet, each on its own.

Their results are independent of each other. Pair Plus depends on the player's decision only where a
fold forfeits it.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from games.engines.dealer_teen_patti.payouts import (
    FALLS_TO,
    GROUPS,
    SIX_CARD_FALLS_TO,
    SIX_CARD_LINES,
    Lines,
)
from games.engines.dealer_teen_patti.paytable import PayTable
from games.odds.counts import table_of
from games.odds.figures import root
from games.odds.groups import groups_of
from games.odds.hands import Bools, dealer_hands, dealt_hands, ways
from games.odds.six_cards import six_card_counts


@dataclass(frozen=True, slots=True)
class SideLine:
    """One line of a side bet: its odds to one, and its probability.

    `contribution`: the player's gain from it per unit staked. Paying one more unit adds exactly
    `probability`.
    """

    key: str
    pays: Fraction
    probability: Fraction

    @property
    def contribution(self) -> Fraction:
        """Return what this line adds to the expected return, per chip bet."""
        return self.pays * self.probability


@dataclass(frozen=True, slots=True)
class SideBet:
    """A side bet of one unit with its lines and its value; a result without a line loses."""

    key: str
    lines: tuple[SideLine, ...]

    @property
    def hit(self) -> Fraction:
        """Return the probability of a line that pays."""
        return sum((line.probability for line in self.lines if line.pays), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """Return the expected loss per chip bet."""
        return -self._moment(1)

    @property
    def rtp(self) -> Fraction:
        """Return the RTP (return to player) per chip bet."""
        return 1 - self.house_edge

    @property
    def variance(self) -> Fraction:
        """Return the variance of the net result, in bets squared."""
        return self._moment(2) - self._moment(1) ** 2

    @property
    def sd(self) -> float:
        """Return the standard deviation of the net result, in bets."""
        return root(self.variance)

    def _moment(self, power: int) -> Fraction:
        paid = sum((line.probability for line in self.lines), Fraction(0))
        lost = (1 - paid) * (-1) ** power
        return sum((line.pays**power * line.probability for line in self.lines), lost)


def side_bets(pay_table: PayTable, raised: Bools, decks: int = 1) -> tuple[SideBet, ...]:
    """Return the active side bets; `raised` says which hands the player raises."""
    bets = []
    if pay_table.pair_plus:
        bets.append(_pair_plus(pay_table, raised, decks))
    if pay_table.six_card_bonus:
        bets.append(_six_card_bonus(pay_table.six_card_bonus, decks))
    if pay_table.tie_bet is not None:
        ties = int((table_of(pay_table.ranking(), decks).tie * ways(decks)).sum())
        deals = dealt_hands(decks) * dealer_hands(decks)
        line = SideLine("tie", pay_table.tie_bet, Fraction(ties, deals))
        bets.append(SideBet("tie_bet", (line,)))
    return tuple(bets)


def _pair_plus(pay_table: PayTable, raised: Bools, decks: int) -> SideBet:
    live = ways(decks) * raised if pay_table.pair_plus_on_fold == "forfeit" else ways(decks)
    counted = np.bincount(groups_of(pay_table.ranking(), decks), live, len(GROUPS))
    hands = dict(zip(GROUPS, map(int, counted), strict=True))
    lines = dict(pay_table.pair_plus_lines())
    for name, falls_to in FALLS_TO.items():
        if name not in lines:
            hands[falls_to] += hands[name]
    return SideBet(
        "pair_plus",
        tuple(
            SideLine(name, pays, Fraction(hands[name], dealt_hands(decks)))
            for name, pays in lines.items()
        ),
    )


def _six_card_bonus(lines: Lines, decks: int) -> SideBet:
    """Return the six-card bonus; a royal falls back to a straight flush, and that to a flush."""
    pays = dict(lines)
    counts = dict(six_card_counts(decks))
    for name, falls_to in SIX_CARD_FALLS_TO.items():
        if name not in pays:
            counts[falls_to] += counts[name]
    return SideBet(
        "six_card_bonus",
        tuple(
            SideLine(name, pays[name], Fraction(counts[name], math.comb(52 * decks, 6)))
            for name in SIX_CARD_LINES
            if name in pays
        ),
    )
