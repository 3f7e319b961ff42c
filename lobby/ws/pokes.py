"""Pokes: "table T stands at version V, hand H, seq S". Nothing else goes through Valkey.

A lost poke is harmless (rooms also ask the database), and a forged one only makes a room read.
One group of the channel layer carries them; each web process subscribes to it once.
"""

import uuid
from collections.abc import Iterable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from lobby.actions.announce import Change

GROUP = "pokes"


def poke_of(change: Change) -> list[Any]:
    """A change as it travels: five small values."""
    return [
        str(change.table_id),
        str(change.hand_id) if change.hand_id else None,
        change.seq,
        change.version,
        change.chat_id,
    ]


async def publish(pokes: Iterable[list[Any]], *, sender: str = "") -> None:
    """Send pokes to every process with rooms; failures are the caller's to log."""
    await get_channel_layer().group_send(
        GROUP, {"type": "pokes", "sender": sender, "pokes": list(pokes)}
    )


def say_goodbye(user_id: uuid.UUID) -> None:
    """Tell every process to close a person's sockets: a session of his has ended.

    Those of his other sessions come back by themselves; a closed socket has no way back.
    """
    async_to_sync(get_channel_layer().group_send)(GROUP, {"type": "goodbye", "user": str(user_id)})


def publish_now(changes: Iterable[Change]) -> None:
    """Send pokes from a thread or command without an event loop."""
    async_to_sync(publish)([poke_of(change) for change in changes])
