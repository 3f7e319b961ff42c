"""The partitions of coming months: hands, their actions and their seats are stored by month.

A month without its partition stops nobody: its rows go to the partition for the rest, and are
moved when it is made.
"""

from core.runtime.sql import run

MONTHS_AHEAD_MIN = 3
"""How many months after the current one always have partitions."""
_MAKE = "SELECT games_make_months(%s)"


def make_months() -> int:
    """Make the partitions that are missing of the current and the coming months; returns how many.

    Raises `django.db.OperationalError` if play holds their tables for half a second; then nothing
    is made.
    """
    (((made,),),) = run((_MAKE, [MONTHS_AHEAD_MIN]))
    return int(made)
