"""The hashes of TFAIR2, byte by byte.

`||` joins bytes; `u8` is one byte, `u32` four, big-endian. H(x, ...) is SHA-256 of u8(x), the six
bytes "TFAIR2" and the fields. The first byte keeps each kind of hash apart from the others, and
every field has a fixed length or a count before it.

    leaf        0x00  deck id || u8(k) || u8(t) || u8(card) || salt (`games.fair.scheme.leaf_of`)
    node        0x01  left || right (`games.fair.tree.Tree`)
    cut commit  0x02  commit || u8(seat) || cut
    public key  0x03  lock || the cuts in the order of the lock
    commit      0x04  table id || u32(no) || deck id || u8(n) || u8(4) || 4 roots
    chain       0x05  chain before || u32(no) || end
    digest      0x06  hand id || u32(number) || public key || u8(a) || a times u8(absent seat)
    day leaf    0x07  slot || chain
    day head    0x08  head before || u32(day) || u32(leaves) || root
    lock        0x09  commit || plan hash || u8(m) || m times u8(seat) || cut commit
    end, dealt  0x0a  digest || play hash
    play hash   0x0b  record salt || JSON of the play
    end, thrown 0x0c  commit || u8(reason) || lock or 32 zero bytes || u8(b) || b times u8(seat)
    plan hash   0x0d  JSON of the plan
    slot        0x0e  table id || u32(no)

Table, deck and hand ids and salts have 16 bytes, everything else 32.
"""

import datetime
import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from games.fair.deck import Scheme

TAG = b"TFAIR2"
SCHEME = "TFAIR2"
TFAIR2 = Scheme(TAG, b"\x01" + TAG)
NO_CHAIN = NO_LOCK = bytes(32)
"""The chain of a table before its first deck, and the lock of a deck that never had one."""
WHOLE_NUMBER_MAX = 2**53 - 1
_FIRST_DAY = datetime.date(1970, 1, 1)
_ESCAPE, _DELETE = "\\", "\x7f"
_dumps = json.JSONEncoder(separators=(",", ":"), sort_keys=True, allow_nan=False).encode


def tagged(kind: int, *parts: bytes) -> bytes:
    """Return H(kind, parts)."""
    return sha256(bytes((kind,)) + TAG + b"".join(parts)).digest()


def u32(number: int) -> bytes:
    """Return a number as four bytes, big-endian."""
    return number.to_bytes(4, "big")


def canonical(value: Any) -> bytes:
    r"""Return the one JSON text of a value.

    Objects have their keys in ascending order; strings are printable ASCII without `"` and `\`;
    numbers are whole and at most 2^53 - 1 either way. Raises `ValueError` for anything else.
    """
    parts = [value]
    for part in parts:  # a list that grows: a call for each part would cost as much as all salts
        kind = type(part)
        if kind is list or kind is tuple:
            parts.extend(part)
        elif kind is dict:
            _require_keys(part)
            parts.extend(part.values())
        elif isinstance(part, int):
            if not -WHOLE_NUMBER_MAX <= part <= WHOLE_NUMBER_MAX:
                raise ValueError(f"no JSON of TFAIR2: {part}")
        elif part is not None and not isinstance(part, str):
            raise ValueError(f"no JSON of TFAIR2: {part!r}")
    text = _dumps(value)
    if _ESCAPE in text or _DELETE in text:  # all that is not plain is escaped, but for one control
        raise ValueError(f"no JSON of TFAIR2: {text}")
    return text.encode("ascii")


def _require_keys(value: dict[Any, Any]) -> None:
    if not all(isinstance(key, str) for key in value):
        raise ValueError(f"no JSON of TFAIR2: {value!r}")


def rules_hash_of(rules: Mapping[str, Any]) -> str:
    """Return the hash of a rule set, as plans and records have it."""
    return sha256(canonical(rules)).hexdigest()


def commit_of(table_id: bytes, no: int, deck_id: bytes, n: int, roots: Sequence[bytes]) -> bytes:
    """Return the hash of a table's deck `no`, which is published before any cut."""
    return tagged(0x04, table_id, u32(no), deck_id, bytes((n, len(roots))), *roots)


def cut_commit_of(commit: bytes, seat: int, cut: bytes) -> bytes:
    """Return a player's commitment to a cut of the deck with this commit."""
    return tagged(0x02, commit, bytes((seat,)), cut)


def lock_of(commit: bytes, plan: Mapping[str, Any], cut_commits: Mapping[int, bytes]) -> bytes:
    """Return the hash that fixes a deck's plan and the cut commits by seat."""
    listed = [bytes((seat,)) + cut_commits[seat] for seat in sorted(cut_commits)]
    return tagged(0x09, commit, tagged(0x0D, canonical(plan)), bytes((len(listed),)), *listed)


def public_key_of(lock: bytes, cuts: Mapping[int, bytes]) -> bytes:
    """Return the key of the lock and all of its cuts by seat."""
    return tagged(0x03, lock, *(cuts[seat] for seat in sorted(cuts)))


def digest_of(hand_id: bytes, number: int, public_key: bytes, absent: Sequence[int]) -> bytes:
    """Return the hash of how one hand was dealt; `absent` seats in ascending order."""
    return tagged(0x06, hand_id, u32(number), public_key, bytes((len(absent), *absent)))


def play_hash_of(record_salt: bytes, play: Mapping[str, Any]) -> bytes:
    """Return the hash of what was played."""
    return tagged(0x0B, record_salt, canonical(play))


def dealt_end_of(digest: bytes, play_hash: bytes) -> bytes:
    """Return the end of a deck that was dealt."""
    return tagged(0x0A, digest, play_hash)


def thrown_end_of(commit: bytes, reason: int, lock: bytes | None, blamed: Sequence[int]) -> bytes:
    """Return the end of a deck that was thrown away; `blamed` seats in ascending order."""
    return tagged(0x0C, commit, bytes((reason,)), lock or NO_LOCK, bytes((len(blamed), *blamed)))


def chain_after(chain: bytes, no: int, end: bytes) -> bytes:
    """Return a table's chain after its deck `no` ended."""
    return tagged(0x05, chain, u32(no), end)


def slot_of(table_id: bytes, no: int) -> bytes:
    """Return the slot of a table's deck in the tree of a day."""
    return tagged(0x0E, table_id, u32(no))


def day_leaf_of(slot: bytes, chain: bytes) -> bytes:
    """Return the leaf of an ended deck in the tree of its day."""
    return tagged(0x07, slot, chain)


def day_number(day: datetime.date) -> int:
    """Return the number of a day, counted from 1970-01-01."""
    return (day - _FIRST_DAY).days


def day_head_after(head: bytes, day: datetime.date, leaves: int, root: bytes) -> bytes:
    """Return the chain of days after `day`; `head` is the one before."""
    return tagged(0x08, head, u32(day_number(day)), u32(leaves), root)
