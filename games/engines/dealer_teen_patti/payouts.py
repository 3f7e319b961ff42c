"""Odds as exact numbers, and the lines of a bonus table. Payments are always x to 1."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from games.engines.core.errors import RulesError

Lines = tuple[tuple[str, Fraction], ...]
"""The lines of a bonus table from the highest to the lowest hand: (name, odds)."""

BONUS_LINES = ("three_aces", "mini_royal", "pure", "trail", "sequence", "color", "pair")
"""Lines of the ante bonus and of Pair Plus.

Three aces without a line of their own pay as a trail, a mini royal (A-K-Q in one suit) as a pure
sequence.
"""
PAIR_PLUS_LINES = tuple(line for line in BONUS_LINES if line != "mini_royal")
"""The lines of Pair Plus, which states its mini royal separately (rule 3.1)."""
SIX_CARD_LINES = ("royal", "straight_flush", "quads", "full_house", "flush", "straight", "trips")
GROUPS = ("high", "pair", "color", "sequence", "pure", "trail", "mini_royal", "three_aces")
"""The groups that bonus tables distinguish: the categories, then the best hands of two of them."""
FALLS_TO = {"mini_royal": "pure", "three_aces": "trail"}
SIX_CARD_FALLS_TO = {"royal": "straight_flush", "straight_flush": "flush"}
"""The line that pays a six-card hand without a line of its own."""
MOST = 100_000
FINEST = 10_000
"""The largest denominator of odds; no published pay table needs a finer one."""


def fraction(field: str, value: Any, most: int = MOST) -> Fraction:
    """Return an exact number from 0 to `most`; raises `RulesError`.

    Accepts whole numbers, `Fraction`s, decimals (`0.95`, as number or text), `19/20` and `19:20`.
    """
    try:
        if isinstance(value, bool) or len(str(value)) > 24:
            raise ValueError
        number = Fraction(str(value).strip().replace(":", "/").replace(",", ""))
    except (ValueError, ZeroDivisionError):
        raise RulesError("NOT_ODDS", field) from None
    if not 0 <= number <= most:
        raise RulesError("OUT_OF_RANGE", field, min=0, max=most)
    if number.denominator > FINEST:
        raise RulesError("TOO_FINE", field, finest=FINEST)
    return number


def lines(field: str, value: Any, known: tuple[str, ...]) -> Lines:
    """Return the lines of a mapping or of pairs in the order of `known`; None gives no lines.

    Raises `RulesError` naming the field and the line, as `ante_bonus.trail`.
    """
    if value is None:
        return ()
    if not isinstance(value, Mapping):
        try:
            value = dict(value)
        except (TypeError, ValueError):
            raise RulesError("NOT_LINES", field) from None
    for name in value:
        if name not in known:
            raise RulesError("NO_SUCH_LINE", field, name=str(name)[:40], choices=known)
    return tuple(
        (name, fraction(f"{field}.{name}", value[name]))
        for name in known
        if value.get(name) is not None
    )


def number_json(number: Fraction) -> int | str:
    """Return the number as JSON stores it: a whole number, or `19/20`."""
    return number.numerator if number.denominator == 1 else str(number)


def number_text(number: Fraction) -> str:
    """Return the number as people read it: `4`, `0.95`, or `1/3` where no decimal is exact."""
    if number.denominator == 1:
        return f"{number.numerator:,}"
    rest = number.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return f"{float(number):g}" if rest == 1 else str(number)


def paid(table: Lines, name: str) -> Fraction | None:
    """Return the odds that a bonus table pays this hand, or None if no line covers it."""
    pays, falls_to = dict(table), FALLS_TO | SIX_CARD_FALLS_TO
    while name not in pays and name in falls_to:
        name = falls_to[name]
    return pays.get(name)
