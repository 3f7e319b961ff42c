"""`python -m cardhouse_client.verify [--chain CHAIN] FILE…`: check records of hands offline.

A record is the JSON file of a hand's page. CHAIN is a copy of `/fair/chain.json`: every record must
then be in the root of its day there. The exit status is 1 if any check fails.
"""

import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from cardhouse_client.days import check_chain, check_day
from cardhouse_client.fair import NotFair, check_record


def main(arguments: Sequence[str]) -> int:
    """Check each file and print the result; return the exit status."""
    files, chain = list(arguments), None
    if files[:1] == ["--chain"] and len(files) > 1:
        name, files = files[1], files[2:]
        chain, found = _tried(lambda: check_chain(_read(name)), "no chain")
        if chain is None:
            print(f"{name}: {found}")
            return 1
        print(f"{name}: {len(chain)} days hold")
    elif not files or files[0].startswith("--"):
        print(__doc__)
        return 2
    bad = 0
    for name in files:
        holds, found = _tried(partial(_checked, name, chain), "no record")
        bad += holds is None
        print(f"{name}: {holds or found}")
    return 1 if bad else 0


def _checked(name: str, chain: Any) -> str:
    record = _read(name)
    found = check_record(record)
    day = check_day(record["fair"], chain)
    return f"{found}, in the root of {day}" if day else f"{found}, its day is not closed"


def _read(name: str) -> Any:
    with open(name, encoding="utf-8") as file:
        return json.load(file)


def _tried(check: Callable[[], Any], kind: str) -> tuple[Any, str]:
    """Return the result of a check and None, or None and the error in words."""
    try:
        return check(), ""
    except NotFair as no:
        return None, f"DOES NOT HOLD: {no}"
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError) as no:
        return None, f"is {kind}: {no!r}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
