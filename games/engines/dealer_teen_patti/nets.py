"""Exact results of a raised hand in antes, for the odds and for the bots."""

from dataclasses import dataclass
from fractions import Fraction

from games.engines.dealer_teen_patti.payouts import GROUPS, paid
from games.engines.dealer_teen_patti.paytable import PayTable


@dataclass(frozen=True, slots=True)
class Nets:
    """The result of a raise in antes by how the hand ends, plus a bonus by index in `GROUPS`."""

    none: Fraction
    win: Fraction
    lose: Fraction
    tie: Fraction
    bonus: tuple[Fraction, ...]


def nets_of(pay_table: PayTable) -> Nets:
    """Return the results of a raised hand under a pay table."""
    stakes = 1 + pay_table.raise_multiple
    left = 1 - pay_table.commission
    won = pay_table.win_ante + pay_table.raise_multiple * pay_table.win_raise
    return Nets(
        none=pay_table.no_qualify * left,
        win=won * left,
        lose=-stakes,
        tie=Fraction(0) if pay_table.tie == "push" else -stakes,
        bonus=tuple(paid(pay_table.ante_bonus, group) or Fraction(0) for group in GROUPS),
    )
