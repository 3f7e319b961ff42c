"""The steps of a change, put together as a room shows them: by hand."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from games.engines.core.contract import Event
from games.hands.live_hand import LiveHand
from lobby.tables.transaction.changes import Played


@dataclass(slots=True)
class Move:
    """A hand after some steps, their events, and the numbers of their actions by key."""

    hand: LiveHand
    events: list[Event]
    seqs: dict[uuid.UUID | None, int]


def events_between(hand: LiveHand | None, after: LiveHand, *, steps: int) -> list[Event]:
    """The events that led from a hand to a later one, if it is new or few steps are missing."""
    if hand is None or hand.id != after.id:
        return list(after.dealt) if after.seq == 0 else []
    if after.seq - hand.seq > steps:
        return []
    events: list[Event] = []
    for record in after.records[hand.seq :]:
        hand, some = hand.advance(record)
        events.extend(some)
    return events


def moves_after(hand: LiveHand | None, steps: Sequence[Played]) -> list[Move] | None:
    """The steps that follow `hand`, put together by hand; None if one before them is missing."""
    moves: list[Move] = []
    for after, events in steps:
        known = hand.seq if hand is not None and hand.id == after.id else -1
        if after.seq <= known:
            continue
        if after.seq != known + 1:
            return None
        if known < 0 or not moves:
            moves.append(Move(after, [], {}))
        move = moves[-1]
        move.hand = after
        move.events.extend(events)
        if after.records:
            move.seqs[after.records[-1].key] = after.seq
        hand = after
    return moves
