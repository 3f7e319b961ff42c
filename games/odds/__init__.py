"""Exact odds of Teen Patti: the table of all hands, and the designer of pay tables.

Pure: NumPy and whole numbers, no Django, no clock, and randomness only where it is passed in.
`table` counts, `PayTable` says what is paid, `analyse` says what it is worth, `simulate` plays it.
"""

from games.odds.counts import OddsTable, table

__all__ = ["OddsTable", "table"]
