"""The chain of days: a root for each day, linked to the day before.

Until the day of the change a day's root is over the digests of its hands (TFAIR1), from that day on
over the chains of all tables whose decks ended (TFAIR2). Written from the specification alone
(docs/fair-dealing.md).
"""

import datetime
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from cardhouse_client.fair import as_bytes, climb, need, tagged_hash
from cardhouse_client.signatures import DAY, House
from cardhouse_client.tfair2.chain import root_of_items
from cardhouse_client.tfair2.ends import head_after
from cardhouse_client.tfair2.forms import bytes_of, field, listed, number_of

_FIRST = datetime.date(1970, 1, 1)
Days = dict[str | int, Mapping[str, Any]]
"""The days of a chain: those of TFAIR1 by their date, those of TFAIR2 by their number."""


def date_of(day: int) -> str:
    """Return the date (2026-11-22) of a day's number from 1970."""
    return (_FIRST + datetime.timedelta(days=day)).isoformat()


def root_of(digests: Sequence[str]) -> str:
    """Return the root of a TFAIR1 day in hexadecimal, from its digests in ascending order."""
    need(list(digests) == sorted(set(digests)), "day", "the digests are not in ascending order")
    nodes = [tagged_hash(7, as_bytes(digest, 32)) for digest in digests]
    while len(nodes) > 1:  # level by level; a last node without a neighbour moves up unchanged
        pairs = zip(nodes[::2], nodes[1::2], strict=False)
        odd = nodes[-1:] if len(nodes) % 2 else []
        nodes = [sha256(b"\x01" + left + right).digest() for left, right in pairs] + odd
    return (nodes[0] if nodes else sha256(b"").digest()).hex()


def _head(before: str, day: str, hands: int, root: str) -> str:
    counted = _number(day).to_bytes(4, "big") + hands.to_bytes(4, "big")
    return tagged_hash(8, as_bytes(before, 32), counted, as_bytes(root, 32)).hex()


def _number(day: str) -> int:
    return (datetime.date.fromisoformat(day) - _FIRST).days


def check_chain(chain: Mapping[str, Any], house: House | None = None) -> Days:
    """Return the days of a chain after checking that each follows from the one before.

    The day of the change is there twice, and no day of TFAIR1 comes after it. Raises `NotFair`.
    """
    found: Days = {}
    before, last, last_scheme = bytes(32).hex(), None, "TFAIR1"
    for one in chain["days"]:
        scheme = one.get("scheme", "TFAIR1")
        need(scheme in {last_scheme, "TFAIR2"}, "chain", f"a day of {scheme} follows TFAIR2")
        if scheme == "TFAIR2":
            day = number_of(one, "day")
            root = bytes_of(one, "root")
            head = head_after(as_bytes(before, 32), day, number_of(one, "leaves"), root).hex()
        else:
            day = _number(one["day"])
            head = _head(before, one["day"], one["hands"], one["root"])
        next_ones = {day} if last is None else {last + 1}
        if scheme != last_scheme and last is not None:
            next_ones.add(last)
        need(day in next_ones, "chain", f"the day before {date_of(day)} is missing")
        follows = head == one["head"]
        need(follows, "chain", f"{date_of(day)} does not follow from the day before")
        if house is not None and scheme == "TFAIR2":
            house.check_of(one, DAY, "head")
        before, last, last_scheme, found[one["day"]] = head, day, scheme, one
    return found


def check_day(proof: Mapping[str, Any], chain: Days | None = None) -> str | None:
    """Check the day of a TFAIR1 hand whose proof holds; return its date, None before it is closed.

    With a `chain` (of `check_chain`) the same day must be in it. Raises `NotFair`.
    """
    own = proof.get("day")
    if own is None:
        need(chain is None, "day", "it states no day: save the record again when its day is over")
        return None
    day, hands, place, root = str(own["day"]), own["hands"], own["place"], own["root"]
    need(0 <= place < hands, "day", "the hand has no such place in its day")
    leaf = tagged_hash(7, as_bytes(proof["digest"], 32))
    path = [as_bytes(node, 32) for node in own["path"]]
    need(climb(leaf, place, hands, path).hex() == root, "day", f"it is not in the root of {day}")
    same = _head(own["before"], day, hands, root) == own["head"]
    need(same, "day", "the head does not follow from the root of the day")
    _same_as_kept(day, day, own, "hands", chain)
    return day


def check_deck_day(deck: Mapping[str, Any], chain: Days | None = None) -> str | None:
    """Compare the day of a TFAIR2 deck that holds with the chain; return its date, None if open.

    Raises `NotFair`.
    """
    own = field(deck, "day")
    if own is None:
        need(chain is None, "day", "it states no day: save the file again when its day is over")
        return None
    return check_kept_day(own, chain)


def check_kept_day(own: Mapping[str, Any], chain: Days | None) -> str:
    """Compare a TFAIR2 day with that of the chain, if there is one; return its date."""
    day = number_of(own, "day")
    _same_as_kept(day, date_of(day), own, "leaves", chain)
    return date_of(day)


def check_items(day: Mapping[str, Any]) -> None:
    """Check that the root of a TFAIR2 day is over all its items. Raises `NotFair`."""
    root = root_of_items(number_of(day, "day"), listed(day, "items"), number_of(day, "leaves"))
    need(root == bytes_of(day, "root"), "day", "the root is not that of its decks")


def _same_as_kept(
    key: str | int, date: str, own: Mapping[str, Any], count: str, chain: Days | None
) -> None:
    if chain is None:
        return
    need(key in chain, "day", f"{date} is not in the chain")
    names = (count, "root", "head")
    same = all(chain[key][name] == field(own, name) for name in names)
    need(same, "day", f"{date} differs from the chain")
