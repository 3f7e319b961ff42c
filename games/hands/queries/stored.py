"""Stored hands as the audit and the sums read them: many at once, replayed once for all of them.

To make an instance of a model for each action would cost as much as to replay it.
"""

import uuid
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TypeVar

from core.audit.parts import Share, Source
from core.runtime.sql import Columns, run
from games.engines.core.contract import Action
from games.hands.live_hand import LiveHand, Player, Record
from games.hands.models import Hand
from games.hands.queries.live import Secrets, live_hand, secrets_of

_Item = TypeVar("_Item")
_ALSO_IN_SEAT = ("kind", "stack", "bank_ms")

BATCH_HANDS = 100
"""Hands that are read at once."""
SPAN_BITS_COUNT = 80 + 18
"""Hands whose ids differ in these lowest bits alone are in the same share.

Ids are UUIDs of version 7: above 80 other bits they have the time in milliseconds, so these are the
hands that began within the same four and a half minutes.
"""
_HAND = Columns(Hand, "h")
_HANDS = f"SELECT {_HAND.sql} FROM games_hand h WHERE id = ANY(%s)"  # noqa: S608 -- own names
_ACTIONS = """
SELECT hand_id, array_agg(seq ORDER BY seq), count(key) - count(DISTINCT key),
    array_agg(seat ORDER BY seq), array_agg(kind ORDER BY seq),
    array_agg(amount ORDER BY seq), array_agg(cards ORDER BY seq), array_agg(reading ORDER BY seq)
FROM games_playedaction WHERE hand_id = ANY(%s) GROUP BY hand_id
"""
_SEATS = """
SELECT hand_id, array_agg(seat), array_agg(user_id::text), array_agg(stack_start + net)
FROM games_handseat WHERE hand_id = ANY(%s) GROUP BY hand_id
"""


@dataclass
class StoredHand:
    """A stored hand with its actions, and with what its seats' rows say, by seat."""

    hand: Hand
    actions: list[Action] = field(default_factory=list)
    seqs: list[int] = field(default_factory=list)
    """The numbers of the actions."""
    repeated_keys: int = 0
    """The actions that have the key of another."""
    users: dict[int, str] = field(default_factory=dict)
    chips: dict[int, int] = field(default_factory=dict)
    """The chips at the end of the hand."""

    @cached_property
    def secrets(self) -> Secrets:
        """Its decrypted secrets; raises as `secrets_of`."""
        return secrets_of(self.hand)

    @cached_property
    def replayed(self) -> LiveHand:
        """The hand after its last action, without names and times; raises what its rows cause."""
        hand = self.hand
        players = [
            Player(seat["seat"], uuid.UUID(seat["user"]), "", *map(seat.__getitem__, _ALSO_IN_SEAT))
            for seat in hand.opening["seats"]
        ]
        records = [
            Record(seq, action, at=hand.started_at) for seq, action in enumerate(self.actions, 1)
        ]
        return live_hand(hand, players=players, records=records, secrets=self.secrets)


def stored_hands(hand_ids: Collection[uuid.UUID]) -> list[StoredHand]:
    """Some hands with the rows that belong to them; those that do not exist are left out."""
    ids = [list(hand_ids)]
    hands, actions, seats = run((_HANDS, ids), (_ACTIONS, ids), (_SEATS, ids))
    stored = {hand.pk: StoredHand(hand) for hand in map(_HAND.make, hands)}
    for hand_id, seqs, repeated_keys, *columns, cards, readings in actions:
        if (hand := stored.get(hand_id)) is not None:
            hand.seqs, hand.repeated_keys = seqs, repeated_keys
            hand.actions = list(map(Action, *columns, map(tuple, cards), readings))
    for hand_id, numbers, users, chips in seats:
        if (hand := stored.get(hand_id)) is not None:
            hand.users = dict(zip(numbers, users, strict=True))
            hand.chips = dict(zip(numbers, chips, strict=True))
    return list(stored.values())


def batches(items: Iterable[_Item]) -> Iterator[list[_Item]]:
    """The items in lists of `BATCH_HANDS`; the last one may be shorter."""
    rest = iter(items)
    while batch := list(islice(rest, BATCH_HANDS)):
        yield batch


def ids_of(share: Share) -> Iterator[list[uuid.UUID]]:
    """The ids of all hands of a share, in batches."""
    ids = Hand.objects.values_list("pk", flat=True)
    if share.of == 1:
        yield from batches(ids.iterator(chunk_size=5_000))
        return
    last = uuid.UUID(int=0)
    while (first := ids.filter(pk__gt=last).order_by("pk").first()) is not None:
        last = uuid.UUID(int=first.int | (1 << SPAN_BITS_COUNT) - 1)
        if is_in(share, first):
            yield from batches(ids.filter(pk__gte=first, pk__lte=last).iterator())


def is_in(share: Share, hand_id: uuid.UUID) -> bool:
    """Whether a hand is in a share."""
    return (hand_id.int >> SPAN_BITS_COUNT) % share.of == share.number


HANDS = Source(ids_of, stored_hands)
"""All hands."""
