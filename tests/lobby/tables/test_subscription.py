"""A process notices that its subscription is dead, even without an error."""

import asyncio
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer

from config.settings.base import channel_layers
from lobby.tables.transaction import notifications
from lobby.tables.ws import hub
from tests.support.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Router:
    """A proxy for Valkey; after `go_silent` existing connections stay open and carry nothing."""

    target: str
    connections: int = 0
    silent_up_to: int = 0

    def go_silent(self) -> None:
        self.silent_up_to = self.connections

    async def serve(self, reader: Any, writer: Any) -> None:
        self.connections += 1
        number = self.connections
        there, back = await asyncio.open_unix_connection(self.target)
        await asyncio.gather(self._copy(reader, back, number), self._copy(there, writer, number))

    async def _copy(self, reader: Any, writer: Any, number: int) -> None:
        while data := await reader.read(65536):
            if number > self.silent_up_to:
                writer.write(data)
        writer.close()


@pytest.fixture
def behind_a_router(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings of a server that reaches Valkey by this socket."""
    monkeypatch.setattr(hub, "SILENT_AFTER_S", 3.0, raising=False)
    settings.VALKEY_TIMEOUT_S = settings.VALKEY_REST_S = 1
    path = tmp_path / "router.sock"
    settings.CHANNEL_LAYERS = channel_layers(f"unix://{path}", prefix=tmp_path.name)
    return path


async def test_a_dead_subscription_is_renewed(
    behind_a_router: Path,
    live_server_without_dealer: Any,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    received: set[uuid.UUID] = set()
    monkeypatch.setattr(hub.current(), "end_sessions", received.add)
    outside = RedisPubSubChannelLayer(
        hosts=[{"address": settings.VALKEY_URL}], prefix=behind_a_router.parent.name
    )

    async def receives_one() -> None:
        """Send until one of these messages is received; earlier ones may arrive meanwhile."""
        sent: set[uuid.UUID] = set()

        async def sent_and_received() -> bool:
            sent.add(user := uuid.uuid4())
            message = {"type": "sessions_ended", "user": str(user)}
            await outside.group_send(notifications.GROUP, message)
            return bool(sent & received)

        await until(sent_and_received, "a message")

    router = Router(unquote(urlsplit(settings.VALKEY_URL).path))
    server = await asyncio.start_unix_server(router.serve, behind_a_router)
    try:
        await receives_one()
        before = router.connections
        router.go_silent()
        await receives_one()
        assert router.connections > before, "the silent connection carries messages"
    finally:
        server.close()
        await outside.flush()
