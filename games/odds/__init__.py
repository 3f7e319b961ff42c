"""Exact odds of Teen Patti: the table of all hands, and the designer of pay tables.

Pure: NumPy and whole numbers, no Django, no clock, and randomness only where it is passed in.
`table` counts, `PayTable` says what is paid, `analyse` says what it is worth, `simulate` plays it.
"""

from games.engines.dealer_teen_patti.designs import PRESETS, Preset
from games.engines.dealer_teen_patti.paytable import PayTable
from games.odds.analysis import Analysis, analyse
from games.odds.counts import OddsTable, table
from games.odds.simulation import Simulation, simulate

__all__ = [
    "PRESETS",
    "Analysis",
    "OddsTable",
    "PayTable",
    "Preset",
    "Simulation",
    "analyse",
    "simulate",
    "table",
]
