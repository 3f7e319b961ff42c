"""`python -m cardhouse_client.verify FILE…`: check records of hands offline.

A record is what a hand's page offers as JSON. Exit status 1 if any does not hold.
"""

import json
import sys
from collections.abc import Sequence

from cardhouse_client.fair import NotFair, check_record


def main(files: Sequence[str]) -> int:
    """Check each file and say what was found; the exit status."""
    if not files:
        print(__doc__)
        return 2
    bad = 0
    for name in files:
        try:
            with open(name, encoding="utf-8") as file:
                found = check_record(json.load(file))
        except NotFair as no:
            found, bad = f"DOES NOT HOLD: {no}", bad + 1
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as no:
            found, bad = f"is no record: {no!r}", bad + 1
        print(f"{name}: {found}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
