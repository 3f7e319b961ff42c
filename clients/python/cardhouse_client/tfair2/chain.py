"""A table's chain of decks, and the chain of days over all tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from cardhouse_client.fair import need
from cardhouse_client.tfair2.deal import Deal
from cardhouse_client.tfair2.ends import check_end, check_own_day, day_leaf, dealt_end, head_after
from cardhouse_client.tfair2.forms import ascending, bytes_of, hex_bytes, listed, number_of
from cardhouse_client.tfair2.hashes import NO_CHAIN, root_of
from cardhouse_client.tfair2.thrown import check_thrown_deck


def check_chain(decks: Sequence[Mapping[str, Any]]) -> None:
    """Check all decks of a table from the first on, dealt or thrown away; raises `NotFair`."""
    chain, last = None, 0
    for deck in decks:
        no = number_of(deck, "no", 1)
        need(no == last + 1, "gap", f"after deck {last} comes deck {no}")
        if chain is not None:
            need(bytes_of(deck, "chain_before") == chain, "chain", f"deck {no} does not follow")
        if "reason" in deck:
            end = check_thrown_deck(deck)
        else:
            end = dealt_end(Deal(deck).digest, bytes_of(deck, "play_hash"))
        chain, last = check_end(deck, end), no
        check_own_day(deck)


def root_of_items(day: int, items: Sequence[Any], leaves: int) -> bytes:
    """Return the root of a day's items ([slot, chain]), of which there are `leaves`, in order."""
    pairs = [(hex_bytes(slot, 32), hex_bytes(chain, 32)) for slot, chain in items]
    holds = ascending([slot for slot, _ in pairs]) and len(pairs) == leaves
    need(holds, "day", f"the leaves of day {day} are out of order or not all there")
    return root_of([day_leaf(slot, chain) for slot, chain in pairs])


def check_days(days: Sequence[Mapping[str, Any]], before: bytes = NO_CHAIN) -> dict[int, bytes]:
    """Check days with all their leaves; return the head of each day. Raises `NotFair`.

    `before` is the head before the first of them.
    """
    heads: dict[int, bytes] = {}
    slots: set[str] = set()
    for one in days:
        day, leaves = number_of(one, "day"), number_of(one, "leaves")
        need(not heads or day - 1 in heads, "day", f"the day before {day} is missing")
        items = listed(one, "items")
        root = root_of_items(day, items, leaves)
        own = {slot for slot, _ in items}
        need(slots.isdisjoint(own), "day", f"a deck of day {day} ended before")
        slots |= own
        need(root == bytes_of(one, "root"), "day", f"the root of day {day} is another")
        before = head_after(before, day, leaves, root)
        need(before == bytes_of(one, "head"), "day", f"day {day} does not follow")
        heads[day] = before
    return heads
