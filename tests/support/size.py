"""The size of random tests: small in every run, full with `make full`, smallest in `make quick`."""

import os

FULL = os.environ.get("FULL_SIZE") == "1"
QUICK = os.environ.get("QUICK_SIZE") == "1"


def times(usual: int, full: int, quick: int | None = None) -> int:
    """The number of rounds of this run; `make quick` makes a quarter of the usual unless told."""
    if FULL:
        return full
    if QUICK:
        return max(1, usual // 4) if quick is None else quick
    return usual
