"""How often random tests repeat: a little in every run, at full size with `make full`."""

import os

FULL = os.environ.get("FULL_SIZE") == "1"


def times(usual: int, full: int) -> int:
    """The number of rounds of this run."""
    return full if FULL else usual
