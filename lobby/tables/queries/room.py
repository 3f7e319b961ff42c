"""All that a room reads at once: its table, the hand on it and the new chat lines."""

import uuid
from dataclasses import dataclass

from games.hands.queries import live
from games.hands.queries.live import LiveHand
from lobby.tables.queries.chat import ChatView, lines_after
from lobby.tables.queries.table_view import TableSnapshot, read_again, read_table


@dataclass(frozen=True, slots=True)
class RoomReading:
    """One reading; the hand is folded as far as the head that was read says."""

    snapshot: TableSnapshot
    hand: LiveHand | None
    lines: list[ChatView]


def read_room(
    table_id: uuid.UUID, after_line: int, known: TableSnapshot | None = None
) -> RoomReading | None:
    """The table now, None when it is closed.

    `known`: an earlier reading. While nothing but the hand went on, its rows are as they were.
    """
    snapshot = read_again(known) if known is not None else read_table(table_id)
    if snapshot is None:
        return None
    hand = None
    if snapshot.head.hand_id is not None:
        hand = live.load(snapshot.head.hand_id, seq=snapshot.head.seq)
        live.cache.put(hand)
    lines = lines_after(table_id, after_line) if snapshot.head.chat_id > after_line else []
    return RoomReading(snapshot, hand, lines)
