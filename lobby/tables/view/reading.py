"""Everything a room reads at once: its table, the table's hand and the new chat lines."""

import uuid
from dataclasses import dataclass

from games.hands.live_hand import LiveHand
from games.hands.queries import live
from lobby.tables.chat.lines import lines_after
from lobby.tables.chat_shapes import ChatView
from lobby.tables.view.table_view import TableSnapshot, read_again, read_table


@dataclass(frozen=True, slots=True)
class RoomReading:
    """One reading; the hand is at the `seq` of the head that was read."""

    snapshot: TableSnapshot
    hand: LiveHand | None
    lines: list[ChatView]


def read_room(
    table_id: uuid.UUID, after_line: int, known: TableSnapshot | None = None
) -> RoomReading | None:
    """The table now, None if it is closed.

    `known` is an earlier reading; its rows are reused if only the hand has changed.
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
