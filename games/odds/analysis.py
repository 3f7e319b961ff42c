"""The exact value of a pay table: edges, risk, frequencies and the optimal strategy.

All counts are whole numbers of hands until they are divided, so every result is a `Fraction`. The
player decides on ante and raise alone: they raise where that is worth more than the ante that a
fold loses (docs/rules/dealer-teen-patti.md 3.3). Side bets do not affect the decision.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from games.engines.dealer_teen_patti.nets import Nets, nets_of
from games.engines.dealer_teen_patti.payouts import BONUS_LINES, FALLS_TO, GROUPS
from games.engines.dealer_teen_patti.paytable import PayTable
from games.odds.figures import root
from games.odds.groups import Rows, rows_of
from games.odds.hands import Bools, Ints, dealer_hands, dealt_hands
from games.odds.side_bets import SideBet, side_bets
from games.odds.words import Threshold, threshold

_PLAIN_LINES = tuple(line for line in BONUS_LINES if line not in FALLS_TO)


@dataclass(frozen=True, slots=True)
class Line:
    """One payment and its effect; all shares are of the ante.

    `key`: `no_qualify`, `win_ante`, ... or `ante_bonus.trail`. `pays`: odds to one, None where
    there are none. `probability`: how often it happens. `contribution`: the player's gain from it;
    the sum over all lines is the negated house edge. `sensitivity`: the change of the house edge if
    it pays 1 more and the player adapts; None without odds.
    """

    key: str
    pays: Fraction | None
    probability: Fraction
    contribution: Fraction
    sensitivity: Fraction | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """The value of a pay table under optimal play, in antes and exact.

    `house_edge`: loss per ante; `total_wager`: ante and raise on average; `element_of_risk`: loss
    per unit wagered; `rtp`, `rtp_wagered`: return per ante and per unit wagered. `variance` of the
    net result; `sd` its root. `hit`: net above 0; `push`: net exactly 0. `raised_hands` of `hands`
    (22,100 with one deck); `threshold`: which. `lines`: the payments; `side_bets`: each on its own.
    All of it for rounds that are dealt from a full shoe of so many `decks`.
    """

    pay_table: PayTable
    decks: int
    house_edge: Fraction
    total_wager: Fraction
    variance: Fraction
    hit: Fraction
    push: Fraction
    raised_hands: int
    hands: int
    threshold: Threshold
    lines: tuple[Line, ...]
    side_bets: tuple[SideBet, ...]

    @property
    def element_of_risk(self) -> Fraction:
        """Return the house edge per chip wagered."""
        return self.house_edge / self.total_wager

    @property
    def rtp(self) -> Fraction:
        """Return the RTP (return to player) per chip of ante."""
        return 1 - self.house_edge

    @property
    def rtp_wagered(self) -> Fraction:
        """Return the RTP (return to player) per chip wagered."""
        return 1 - self.element_of_risk

    @property
    def sd(self) -> float:
        """Return the standard deviation of a hand's net result, in antes."""
        return root(self.variance)

    @property
    def raise_frequency(self) -> Fraction:
        """Return the share of hands that optimal play raises."""
        return Fraction(self.raised_hands, self.hands)


def raised_rows(rows: Rows, nets: Nets) -> Bools:
    """Return in which rows a raise is worth more than a fold, which loses the ante."""
    parts = (nets.none, nets.win, nets.lose, nets.tie, *nets.bonus)
    scale = math.lcm(*(part.denominator for part in parts))
    none, win, lose, tie, *bonus = (int(part * scale) for part in parts)
    deals = int(rows.none[0] + rows.win[0] + rows.lose[0] + rows.tie[0])
    largest = max(map(abs, (none, win, lose, tie))) + max(bonus) + scale
    # Beyond 64 bits NumPy falls back to Python integers.
    kind = np.int64 if largest * deals < 2**62 else object
    worth = rows.none.astype(kind) * none + rows.win.astype(kind) * win
    worth = worth + rows.lose.astype(kind) * lose + rows.tie.astype(kind) * tie
    worth = worth + np.array(bonus, dtype=kind)[rows.group] * deals
    return np.asarray(worth > -scale * deals, dtype=np.bool_)


def raise_worth(pay_table: PayTable, number: int) -> Fraction:
    """Return the exact average result of raising a hand, in antes; a fold results in -1."""
    rows = rows_of(pay_table.ranking(), pay_table.dealer_qualifies)
    nets, row = nets_of(pay_table), rows.row_of[number]
    parts = ((rows.none, nets.none), (rows.win, nets.win), (rows.lose, nets.lose))
    total = sum((int(count[row]) * net for count, net in parts), int(rows.tie[row]) * nets.tie)
    return Fraction(total) / dealer_hands(1) + nets.bonus[int(rows.group[row])]


def raised_hands(pay_table: PayTable, decks: int = 1) -> Bools:
    """Return which hands optimal play raises."""
    rows = rows_of(pay_table.ranking(), pay_table.dealer_qualifies, decks)
    return raised_rows(rows, nets_of(pay_table))[rows.row_of]


@dataclass(frozen=True, slots=True)
class _Ends:
    """The number of deals by outcome and by group of the player's hand.

    `all`: how many there are, 407,170,400 with one deck.
    """

    none: tuple[int, ...]
    win: tuple[int, ...]
    lose: tuple[int, ...]
    tie: tuple[int, ...]
    folded: int
    all: int

    @property
    def raised(self) -> tuple[int, ...]:
        ends = zip(self.none, self.win, self.lose, self.tie, strict=True)
        return tuple(sum(end) for end in ends)


def _ends(rows: Rows, raised: Bools, decks: int) -> _Ends:
    def by_group(part: Ints) -> tuple[int, ...]:
        counted = (part * rows.hands)[raised]
        sums = np.zeros(len(GROUPS), dtype=np.int64)
        np.add.at(sums, rows.group[raised], counted)
        return tuple(map(int, sums))

    folded = int(rows.hands[~raised].sum()) * dealer_hands(decks)
    none, win, lose, tie = map(by_group, (rows.none, rows.win, rows.lose, rows.tie))
    return _Ends(none, win, lose, tie, folded, dealt_hands(decks) * dealer_hands(decks))


def _results(nets: Nets, ends: _Ends) -> dict[Fraction, int]:
    """Return the number of deals by net result."""
    results = {Fraction(-1): ends.folded}
    for base, counts in (
        (nets.none, ends.none),
        (nets.win, ends.win),
        (nets.lose, ends.lose),
        (nets.tie, ends.tie),
    ):
        for bonus, deals in zip(nets.bonus, counts, strict=True):
            if deals:
                results[base + bonus] = results.get(base + bonus, 0) + deals
    return results


def edge_of(pay_table: PayTable, decks: int = 1) -> Fraction:
    """Return the house edge under optimal play."""
    rows = rows_of(pay_table.ranking(), pay_table.dealer_qualifies, decks)
    nets = nets_of(pay_table)
    ends = _ends(rows, raised_rows(rows, nets), decks)
    return -_sum(_results(nets, ends)) / ends.all


def _sum(results: Mapping[Fraction, int]) -> Fraction:
    return sum((net * deals for net, deals in results.items()), Fraction(0))


@lru_cache(maxsize=256)
def analyse(pay_table: PayTable, decks: int = 1) -> Analysis:
    """Return the exact value of a pay table with 1 to `DECKS_MAX` decks."""
    rows = rows_of(pay_table.ranking(), pay_table.dealer_qualifies, decks)
    nets = nets_of(pay_table)
    raised = raised_rows(rows, nets)
    ends = _ends(rows, raised, decks)
    results = _results(nets, ends)
    mean = _sum(results) / ends.all
    squares = sum((net * net * deals for net, deals in results.items()), Fraction(0)) / ends.all
    hands, all_hands = int(rows.hands[raised].sum()), dealt_hands(decks)

    def change(other: PayTable) -> Fraction:
        return edge_of(other, decks) + mean

    return Analysis(
        pay_table=pay_table,
        decks=decks,
        house_edge=-mean,
        total_wager=1 + pay_table.raise_multiple * hands / all_hands,
        variance=squares - mean * mean,
        hit=Fraction(sum(deals for net, deals in results.items() if net > 0), ends.all),
        push=Fraction(results.get(Fraction(0), 0), ends.all),
        raised_hands=hands,
        hands=all_hands,
        threshold=threshold(pay_table.ranking(), raised[rows.row_of], decks),
        lines=(
            *_main_lines(pay_table, ends, change),
            *_bonus_lines(pay_table, ends, change),
        ),
        side_bets=side_bets(pay_table, raised[rows.row_of], decks),
    )


def _main_lines(
    pay_table: PayTable, ends: _Ends, change: Callable[[PayTable], Fraction]
) -> tuple[Line, ...]:
    """Return the gains and losses of ante and raise by outcome.

    `change` returns by how much the edge of another pay table is higher.
    """
    none, win, lose, tie = (
        Fraction(sum(part), ends.all) for part in (ends.none, ends.win, ends.lose, ends.tie)
    )
    folded = Fraction(ends.folded, ends.all)
    times, stakes = pay_table.raise_multiple, 1 + pay_table.raise_multiple
    tie_costs = stakes if pay_table.tie == "dealer_wins" else Fraction(0)
    won = none * pay_table.no_qualify
    won += win * (pay_table.win_ante + times * pay_table.win_raise)
    paid = (
        ("no_qualify", none, none * pay_table.no_qualify),
        ("win_ante", win, win * pay_table.win_ante),
        ("win_raise", win, win * times * pay_table.win_raise),
    )

    def one_more(key: str) -> PayTable:
        return pay_table.changed(**{key: min(getattr(pay_table, key) + 1, 10**5)})

    return (
        *(
            Line(key, getattr(pay_table, key), often, brings, change(one_more(key)))
            for key, often, brings in paid
        ),
        Line("lose", None, lose, -lose * stakes, None),
        Line("tie", None, tie, -tie * tie_costs, None),
        Line("fold", None, folded, -folded, None),
        Line("commission", None, none + win, -won * pay_table.commission, None),
    )


def _bonus_lines(
    pay_table: PayTable, ends: _Ends, change: Callable[[PayTable], Fraction]
) -> tuple[Line, ...]:
    """Return the lines of the ante bonus, including those that pay nothing yet."""
    pays = dict(pay_table.ante_bonus)
    own = {name for name in FALLS_TO if name in pays}
    deals = dict(zip(GROUPS, ends.raised, strict=True))
    for name, falls_to in FALLS_TO.items():
        if name not in own:
            deals[falls_to] += deals[name]
    made = []
    for name in BONUS_LINES:
        if name not in _PLAIN_LINES and name not in own:
            continue
        odds = pays.get(name, Fraction(0))
        often = Fraction(deals[name], ends.all)
        more = pay_table.changed(ante_bonus={**pays, name: min(odds + 1, Fraction(10**5))})
        made.append(Line(f"ante_bonus.{name}", odds, often, often * odds, change(more)))
    return tuple(made)
