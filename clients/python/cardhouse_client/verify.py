"""`python -m cardhouse_client.verify [--chain CHAIN] [--keys KEYS] FILE…`: check files offline.

A file is a hand's record (from its page), a deck that was thrown away, a list of a table's decks
from the first on, a day with its items, or the evidence of a failure, which never holds. CHAIN is a
copy of `/fair/chain.json`, in which the root of each day must be, KEYS a copy of `/fair/key.json`,
by which signatures are checked; CHAIN has the keys, too. The exit status is 1 if any check fails.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from cardhouse_client import fair, tfair2
from cardhouse_client.days import (
    Days,
    check_chain,
    check_day,
    check_deck_day,
    check_items,
    check_kept_day,
)
from cardhouse_client.evidence import read_evidence
from cardhouse_client.fair import NotFair, need
from cardhouse_client.signatures import CHAIN, DAY, House, read_keys

NOT_COMPARED = "its day's root was not compared with a copy of yours"
NOT_CHECKED = (
    "Not checked here: the words of events, and the balances between actions; "
    "by the rules of the game manage.py check_record does"
)
_OPTIONS = {"--chain", "--keys"}


def main(arguments: Sequence[str]) -> int:
    """Check each file and print the result; return the exit status."""
    files, options = list(arguments), dict[str, str]()
    while len(files) > 1 and files[0] in _OPTIONS:
        options[files[0]], files = files[1], files[2:]
    if files[0].startswith("--") if files else not options:
        print(__doc__)
        return 2
    chain, house, kept_well = _kept(options)
    if not kept_well:
        return 1
    bad, records = 0, 0
    for name in files:
        found, wrong = _tried(partial(_checked, name, chain, house), "nothing to check")
        bad += found is None
        records += found is not None and "cards hold" in found
        print(f"{name}: {found or wrong}")
    if records:
        print(NOT_CHECKED)
    return 1 if bad else 0


def _kept(options: Mapping[str, str]) -> tuple[Days | None, House, bool]:
    """Return the reader's copies of the chain and the keys, and whether they hold."""
    house, chain = House(), None
    if name := options.get("--keys"):
        found, wrong = _tried(partial(_keys_of, name), "no list of keys")
        print(f"{name}: {wrong or found.known_as}")
        if found is None:
            return None, house, False
        house = found
    if name := options.get("--chain"):
        found, wrong = _tried(partial(_chain_of, name, house), "no chain")
        if found is None:
            print(f"{name}: {wrong}")
            return None, house, False
        chain, house = found
        print(", ".join(filter(None, [f"{name}: {len(chain)} days hold", house.words])))
    return chain, house, True


def _keys_of(name: str) -> House:
    return read_keys(_read(name))


def _chain_of(name: str, house: House) -> tuple[Days, House]:
    value = _read(name)
    if not house.keys and value.get("keys"):
        house = read_keys(value)
    return check_chain(value, house), house


def _checked(name: str, chain: Days | None, house: House) -> str:
    return check(_read(name), chain, house)


def check(value: Any, chain: Days | None, house: House) -> str:
    """Check the content of a file; return what was found, in words. Raises `NotFair`."""
    if isinstance(value, list):
        tfair2.check_chain(value)
        for deck in value:
            house.check_of(deck, CHAIN, "chain")
            if deck["day"] is not None:
                check_kept_day(deck["day"], chain)
        return _joined(f"{len(value)} decks hold, none is missing", house.words)
    if "failed" in value:
        raise read_evidence(value, house)
    if "items" in value:
        return _day(value, chain, house)
    if "reason" in value:
        tfair2.check_thrown(value)
        house.check_of(value, CHAIN, "chain")
        whose = ", ".join(f"seat {seat}" for seat in value["blamed"])
        for_what = f", because of {whose}" if whose else ""
        found = f"deck {value['no']}, thrown away for reason {value['reason']}{for_what}, holds"
        return _joined(found, _when(check_deck_day(value, chain), chain), house.words)
    proof = value.get("fair")
    need(isinstance(proof, Mapping), "scheme", "this record has no proof of its deal")
    if proof.get("scheme") == "TFAIR1":
        older = value.get("version", 1) == 1
        need(older, "scheme", "this record is newer than its scheme")
        found = f"{fair.check_record(value)}, checked by the older, weaker scheme"
        return _joined(found, _when(check_day(proof, chain), chain))
    deal = tfair2.check_record(value)
    house.check_of(proof, CHAIN, "chain")
    cut = f"cut by {len(deal.cuts)} of {len(deal.plan.seats)}" if deal.cuts else "uncut"
    found = f"{cut}, {len(deal.opened)} cards hold, each at its place"
    return _joined(found, _when(check_deck_day(proof, chain), chain), house.words)


def _day(day: Mapping[str, Any], chain: Days | None, house: House) -> str:
    check_items(day)
    date = check_kept_day(day, chain)
    house.check(DAY, bytes.fromhex(day["head"]), day.get("signature"))
    alone = "" if chain is not None else "its head was not checked: that needs the chain of days"
    return _joined(f"{len(day['items'])} decks give the root of {date}", alone, house.words)


def _when(day: str | None, chain: Days | None) -> str:
    if day is None:
        return "its day is not closed"
    return f"in the root of {day}" + ("" if chain is not None else f", {NOT_COMPARED}")


def _joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _read(name: str) -> Any:
    with open(name, encoding="utf-8") as file:
        return json.load(file)


def _tried(check: Callable[[], Any], kind: str) -> tuple[Any, str]:
    """Return the result of a check and None, or None and the error in words."""
    try:
        return check(), ""
    except NotFair as no:
        return None, f"DOES NOT HOLD: {no}"
    except (OSError, ValueError, LookupError, TypeError, AttributeError, OverflowError) as no:
        return None, f"is {kind}: {no!r}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
