"""How a deck ends: its end, the table's chain after it, and its place in its day."""

from typing import Any

from cardhouse_client.fair import need
from cardhouse_client.tfair2.forms import bytes_of, field, hex_bytes, listed, number_of
from cardhouse_client.tfair2.hashes import NO_CHAIN, climb, tagged, u32


def dealt_end(digest: bytes, play_hash: bytes) -> bytes:
    """Return the end of a deck that was dealt."""
    return tagged(0x0A, digest, play_hash)


def chain_after(chain: bytes, no: int, end: bytes) -> bytes:
    """Return a table's chain after the deck `no` ended."""
    return tagged(0x05, chain, u32(no), end)


def check_end(deck: Any, end: bytes) -> bytes:
    """Check end and chain of a deck; return the chain."""
    need(end == bytes_of(deck, "end"), "end", "it is not the hash of what ended")
    before, no = bytes_of(deck, "chain_before"), number_of(deck, "no", 1)
    anew = no > 1 or before == NO_CHAIN or deck.get("tfair1") is True
    need(anew, "chain", "the first deck does not begin the chain")
    chain = chain_after(before, no, end)
    need(chain == bytes_of(deck, "chain"), "chain", "it does not follow from the deck's end")
    return chain


def day_leaf(slot: bytes, chain: bytes) -> bytes:
    """Return the leaf of a deck in the tree of its day."""
    return tagged(0x07, slot, chain)


def head_after(before: bytes, day: int, leaves: int, root: bytes) -> bytes:
    """Return the head of the chain of days after a day."""
    return tagged(0x08, before, u32(day), u32(leaves), root)


def check_own_day(deck: Any) -> int | None:
    """Check the place of an ended deck in its day; return the day, None before it is closed."""
    own = field(deck, "day")
    if own is None:
        return None
    slot = tagged(0x0E, bytes_of(deck, "table_id", 16), u32(number_of(deck, "no", 1)))
    leaf = day_leaf(slot, bytes_of(deck, "chain"))
    leaves, place = number_of(own, "leaves"), number_of(own, "place")
    path = [hex_bytes(node, 32) for node in listed(own, "path")]
    root = bytes_of(own, "root")
    holds = place < leaves and climb(leaf, place, leaves, path) == root
    need(holds, "day", "the deck is not in the root of its day")
    day = number_of(own, "day")
    head = head_after(bytes_of(own, "before"), day, leaves, root)
    need(head == bytes_of(own, "head"), "day", "the head does not follow from the root")
    return day
