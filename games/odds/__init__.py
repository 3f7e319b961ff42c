"""Exact odds of Teen Patti: the table of all hands, and the designer of pay tables.

Pure: NumPy and whole numbers, no Django, no clock, and random numbers only from a generator that is
passed in. `table` counts hands, `PayTable` describes payments, `analyse` computes their value and
`simulate` plays them.
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
