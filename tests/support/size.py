"""The size of random tests: small in every run, full with `make full`."""

import os

FULL = os.environ.get("FULL_SIZE") == "1"


def times(usual: int, full: int) -> int:
    """The number of rounds of this run."""
    return full if FULL else usual
