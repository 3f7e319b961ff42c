"""What a raised hand brings in antes, exact: for the odds, and for bots that know them."""

from dataclasses import dataclass
from fractions import Fraction

from games.engines.dealer_teen_patti.payouts import GROUPS, paid
from games.engines.dealer_teen_patti.paytable import PayTable


@dataclass(frozen=True, slots=True)
class Nets:
    """What a raise wins, in antes: by how it ends, and on top by the hand's place in `GROUPS`."""

    none: Fraction
    win: Fraction
    lose: Fraction
    tie: Fraction
    bonus: tuple[Fraction, ...]


def nets_of(pay_table: PayTable) -> Nets:
    """What each end of a raised hand wins."""
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
