"""The size of random tests: small in every run, full with `make full`, smallest in `make quick`."""

import os
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")
FULL = os.environ.get("FULL_SIZE") == "1"
QUICK = os.environ.get("QUICK_SIZE") == "1"


def some(cases: Iterable[T], usual: int) -> list[T]:
    """The cases of this run: the first ones, or all of them."""
    return list(cases)[: None if FULL else usual]


def times(usual: int, full: int, quick: int | None = None) -> int:
    """The number of rounds of this run; `make quick` makes a quarter of the usual unless told."""
    if FULL:
        return full
    if QUICK:
        return max(1, usual // 4) if quick is None else quick
    return usual
