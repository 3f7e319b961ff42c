"""Exact numbers as people read them: shares as percentages, and square roots."""

import math
from fractions import Fraction


def percent(number: Fraction, places: int = 6) -> str:
    """Return a share as a percentage, rounded half to even: `3.372981 %`."""
    return f"{_decimal(number * 100, places)} %"


def _decimal(number: Fraction, places: int) -> str:
    scaled = round(number * 10**places)
    sign, digits = "-" if scaled < 0 else "", f"{abs(scaled):0{places + 1}d}"
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def root(number: Fraction) -> float:
    """Return the square root, as a standard deviation is displayed."""
    return math.sqrt(number)
