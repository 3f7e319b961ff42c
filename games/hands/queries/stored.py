"""Stored hands as the audit reads them: many at once, with all that a replay needs.

To make an instance of a model for each action would cost as much as to replay it.
"""

import uuid
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

from core.runtime.sql import Columns, run
from games.engines.core.contract import Action
from games.fair.deck import DealtDeck
from games.hands.models import Hand

_Item = TypeVar("_Item")

BATCH_HANDS = 100
"""Hands that are read at once."""
_HAND = Columns(Hand, "h")
_HANDS = f"SELECT {_HAND.sql} FROM games_hand h WHERE id = ANY(%s)"  # noqa: S608 -- own names
_ACTIONS = """
SELECT hand_id, array_agg(seat ORDER BY seq), array_agg(kind ORDER BY seq),
    array_agg(amount ORDER BY seq), array_agg(cards ORDER BY seq), array_agg(reading ORDER BY seq)
FROM games_playedaction WHERE hand_id = ANY(%s) GROUP BY hand_id
"""
_SEATS = """
SELECT hand_id, array_agg(seat), array_agg(user_id::text), array_agg(stack_end)
FROM games_handseat WHERE hand_id = ANY(%s) GROUP BY hand_id
"""


@dataclass(slots=True)
class StoredHand:
    """A stored hand with its actions, and with what its seats' rows say, by seat."""

    hand: Hand
    actions: list[Action] = field(default_factory=list)
    users: dict[int, str] = field(default_factory=dict)
    chips: dict[int, int] = field(default_factory=dict)
    """The chips at the end of the hand."""
    deck: DealtDeck | None = None
    """Its deck, set by the first check that decrypts it, for the others."""


def hands_of(hand_ids: Collection[uuid.UUID]) -> list[Hand]:
    """The rows of some hands."""
    (rows,) = run((_HANDS, [list(hand_ids)]))
    return list(map(_HAND.make, rows))


def stored_hands(hand_ids: Collection[uuid.UUID]) -> list[StoredHand]:
    """Some hands with the rows that belong to them."""
    ids = [list(hand_ids)]
    hands, actions, seats = run((_HANDS, ids), (_ACTIONS, ids), (_SEATS, ids))
    stored = {hand.pk: StoredHand(hand) for hand in map(_HAND.make, hands)}
    for hand_id, *columns, cards, readings in actions:
        stored[hand_id].actions = list(map(Action, *columns, map(tuple, cards), readings))
    for hand_id, numbers, users, chips in seats:
        stored[hand_id].users = dict(zip(numbers, users, strict=True))
        stored[hand_id].chips = dict(zip(numbers, chips, strict=True))
    return list(stored.values())


def batches(items: Iterable[_Item]) -> Iterator[list[_Item]]:
    """The items in lists of `BATCH_HANDS`; the last one may be shorter."""
    rest = iter(items)
    while batch := list(islice(rest, BATCH_HANDS)):
        yield batch


def all_ids() -> Iterator[list[uuid.UUID]]:
    """The ids of all hands, in batches."""
    return batches(Hand.objects.values_list("pk", flat=True).iterator(chunk_size=5_000))
