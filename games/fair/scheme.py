"""The hashes of TFAIR1, byte by byte.

`||` joins bytes, `u8` is one byte; TAG is the six bytes "TFAIR1". The first byte keeps each kind
of hash apart from the others, and every field has a fixed length or a count before it.

    leaf       = SHA-256(0x00 || TAG || deck id || u8(k) || u8(t) || u8(card) || salt)
    cut commit = SHA-256(0x02 || TAG || deck id || u8(seat) || cut)
    public key = SHA-256(0x03 || TAG || deck id || commit || u8(m) || m times u8(seat) || cut)
    commit     = SHA-256(0x04 || TAG || deck id || u8(n) || u8(K) || K roots)
    chain      = SHA-256(0x05 || TAG || chain before || hand digest)
    digest     = SHA-256(0x06 || TAG || hand id || deck id || commit || public key || u8(pick))
    day leaf   = SHA-256(0x07 || TAG || hand digest)
    day head   = SHA-256(0x08 || TAG || head before || u32(day) || u32(hands) || root)

Deck and hand ids have 16 bytes, salts 16, everything else 32; u32 is big-endian. Cuts are in
ascending order of their seats. The prefix 0x01 belongs to the nodes in `games.fair.tree`, which
`games.fair.days` uses for the root of a day; days are counted from 1970-01-01.
"""

import datetime
from collections.abc import Mapping, Sequence
from hashlib import sha256

from games.fair.stream import TAG, Stream, perm

NO_CHAIN = bytes(32)
"""The chain of a table before its first hand, and of the days before the first day."""
_FIRST_DAY = datetime.date(1970, 1, 1)


def leaf_of(
    deck_id: bytes, candidate: int, place: int, card: int, salt: bytes, tag: bytes = TAG
) -> bytes:
    """Return the hash of one card at `place` in the secret order of the deck's `candidate`."""
    return sha256(b"\x00" + tag + deck_id + bytes((candidate, place, card)) + salt).digest()


def leaves_of(
    deck_id: bytes,
    candidate: int,
    order: Sequence[int],
    salts: Sequence[bytes],
    tag: bytes = TAG,
) -> list[bytes]:
    """Return `leaf_of` of each place of a candidate, without a call for each of its cards."""
    prefix = b"\x00" + tag + deck_id + bytes((candidate,))
    cards = zip(enumerate(order), salts, strict=True)
    return [sha256(prefix + bytes(placed) + salt).digest() for placed, salt in cards]


def cut_commit_of(deck_id: bytes, seat: int, cut: bytes) -> bytes:
    """Return a player's commitment to a cut, which fixes the 32 bytes without revealing them."""
    return sha256(b"\x02" + TAG + deck_id + bytes((seat,)) + cut).digest()


def public_key_of(deck_id: bytes, commit: bytes, cuts: Mapping[int, bytes]) -> bytes:
    """Return the key of the commit and the cuts (by seat); without cuts, of the commit alone."""
    joined = b"".join(bytes((seat,)) + cuts[seat] for seat in sorted(cuts))
    return sha256(b"\x03" + TAG + deck_id + commit + bytes((len(cuts),)) + joined).digest()


def commit_of(deck_id: bytes, n: int, roots: Sequence[bytes]) -> bytes:
    """Return the hash of a deck of `n` cards in all its candidates, published before any cut."""
    return sha256(b"\x04" + TAG + deck_id + bytes((n, len(roots))) + b"".join(roots)).digest()


def chain_after(chain: bytes, digest: bytes) -> bytes:
    """Return a table's chain after one more hand."""
    return sha256(b"\x05" + TAG + chain + digest).digest()


def digest_of(hand_id: bytes, deck_id: bytes, commit: bytes, public_key: bytes, pick: int) -> bytes:
    """Return the hash of how one hand was dealt."""
    hashed = b"\x06" + TAG + hand_id + deck_id + commit + public_key + bytes((pick,))
    return sha256(hashed).digest()


def day_leaf_of(digest: bytes) -> bytes:
    """Return the leaf of a hand in the tree of its day."""
    return sha256(b"\x07" + TAG + digest).digest()


def day_head_after(head: bytes, day: datetime.date, hands: int, root: bytes) -> bytes:
    """Return the chain of days after `day`, which had `hands` hands; `head` is the one before."""
    number = (day - _FIRST_DAY).days
    counted = number.to_bytes(4, "big") + hands.to_bytes(4, "big")
    return sha256(b"\x08" + TAG + head + counted + root).digest()


def pick_of(public_key: bytes, candidates: int, tag: bytes = TAG) -> int:
    """Return the index of the candidate that is dealt."""
    return Stream(public_key, b"/pick", tag).below(candidates)


def places_of(public_key: bytes, n: int, tag: bytes = TAG) -> tuple[int, ...]:
    """Return for each position of the deal the place of its card in the secret order."""
    return perm(public_key, b"/perm", n, tag)
