"""The chain of days: a root per day over the digests of its hands, linked to the day before.

Written from the specification alone (docs/fair-dealing.md), as `fair` is.
"""

import datetime
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from cardhouse_client.fair import as_bytes, climb, need, tagged_hash

_FIRST = datetime.date(1970, 1, 1)


def root_of(digests: Sequence[str]) -> str:
    """Return the root of a day from its hands' digests in ascending order, in hexadecimal."""
    need(list(digests) == sorted(set(digests)), "day", "the digests are not in ascending order")
    nodes = [tagged_hash(7, as_bytes(digest, 32)) for digest in digests]
    while len(nodes) > 1:  # level by level; a last node without a neighbour moves up unchanged
        pairs = zip(nodes[::2], nodes[1::2], strict=False)
        odd = nodes[-1:] if len(nodes) % 2 else []
        nodes = [sha256(b"\x01" + left + right).digest() for left, right in pairs] + odd
    return (nodes[0] if nodes else sha256(b"").digest()).hex()


def _head(before: str, day: str, hands: int, root: str) -> str:
    number = (datetime.date.fromisoformat(day) - _FIRST).days
    counted = number.to_bytes(4, "big") + hands.to_bytes(4, "big")
    return tagged_hash(8, as_bytes(before, 32), counted, as_bytes(root, 32)).hex()


def check_chain(chain: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return the days of a chain by date after checking that each follows from the one before.

    Raises `NotFair`.
    """
    found: dict[str, Mapping[str, Any]] = {}
    before, last = bytes(32).hex(), None
    for one in chain["days"]:
        day = datetime.date.fromisoformat(one["day"])
        next_one = last is None or day == last + datetime.timedelta(days=1)
        need(next_one, "chain", f"the day before {day} is missing")
        head = _head(before, one["day"], one["hands"], one["root"])
        need(head == one["head"], "chain", f"{day} does not follow from the day before")
        before, last, found[one["day"]] = head, day, one
    return found


def check_day(
    proof: Mapping[str, Any], chain: Mapping[str, Mapping[str, Any]] | None = None
) -> str | None:
    """Check the day of a hand whose proof holds; return its date, None before the day is closed.

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
    if chain is not None:
        need(day in chain, "day", f"{day} is not in the chain")
        kept = {name: chain[day][name] for name in ("hands", "root", "head")}
        need(kept == {name: own[name] for name in kept}, "day", f"{day} differs from the chain")
    return day
