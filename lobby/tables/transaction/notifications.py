"""Notifications through Valkey: "table T is at version V, hand H, seq S", and nothing else.

A lost notification is harmless, because rooms also ask the database; a forged one only makes a room
read. One group of the channel layer carries them, and each web process subscribes once. Every call
has a time limit (`core.runtime.valkey`); while Valkey is unavailable none is waited for.
"""

import asyncio
import logging
import uuid
from collections.abc import Iterable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from redis.exceptions import RedisError

from core.runtime.valkey import Circuit, ValkeyUnavailable, circuit_of
from lobby.tables.transaction.changes import Change

GROUP = "notifications"

log = logging.getLogger(__name__)


def notification_of(change: Change) -> list[Any]:
    """A change as it is sent: five small values."""
    return [
        str(change.table_id),
        str(change.hand_id) if change.hand_id else None,
        change.seq,
        change.version,
        change.chat_id,
    ]


async def publish(notifications: Iterable[list[Any]], *, sender: str = "") -> bool:
    """Send notifications to every process with rooms; False if Valkey did not take them."""
    return await send(
        {"type": "notifications", "sender": sender, "notifications": list(notifications)}
    )


async def send(message: dict[str, Any]) -> bool:
    """Send one message to every process with rooms; False if Valkey did not take it.

    Takes at most `VALKEY_TIMEOUT_S`, and no time while Valkey is known to be unavailable.
    """
    try:
        async with _circuit().timed_call():
            await get_channel_layer().group_send(GROUP, message)
    except RedisError as error:
        log.info("other processes were not notified: %s", error)
        return False
    return True


async def subscribe() -> str:
    """Subscribe this process; returns its channel. Raises `RedisError`."""
    layer = get_channel_layer()
    async with _circuit().timed_call():
        await layer.flush()  # remove the remains of a failed subscription
        channel: str = await layer.new_channel()
        await layer.group_add(GROUP, channel)
    return channel


async def receive(channel: str, *, within_s: float) -> dict[str, Any]:
    """The next message; raises `ValkeyUnavailable` if the subscription is dead and none comes."""
    layer = get_channel_layer()
    hearing = asyncio.ensure_future(layer.receive(channel))
    try:
        await asyncio.wait({hearing}, timeout=within_s)
        if hearing.done():
            message: dict[str, Any] = hearing.result()
            return message
    finally:
        if not hearing.done():
            # Otherwise the layer would unsubscribe, holding its lock while Valkey does not answer.
            layer.channels.pop(channel, None)
            hearing.cancel()
    raise ValkeyUnavailable("the subscription is silent")


def session_end_of(user_id: uuid.UUID, *, sender: str = "") -> dict[str, Any]:
    """The message that tells every process to close a user's sockets.

    Clients whose sessions are still valid reconnect by themselves; the others cannot.
    """
    return {"type": "sessions_ended", "sender": sender, "user": str(user_id)}


def publish_session_end(user_id: uuid.UUID) -> None:
    """Tell all processes to close a user's sockets; for threads and commands without a loop."""
    async_to_sync(send)(session_end_of(user_id))


def publish_now(changes: Iterable[Change]) -> None:
    """Send notifications from a thread or command without an event loop."""
    async_to_sync(publish)([notification_of(change) for change in changes])


def _circuit() -> Circuit:
    return circuit_of(settings.VALKEY_URL)
