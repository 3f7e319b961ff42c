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
from lobby.tables.ws import hub, notifications
from tests.support.waiting import time_passes

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Router:
    """A proxy for Valkey; after `forget` the existing connections stay open and carry nothing."""

    target: str
    connections: int = 0
    forgotten: int = 0

    def forget(self) -> None:
        self.forgotten = self.connections

    async def serve(self, reader: Any, writer: Any) -> None:
        self.connections += 1
        number = self.connections
        there, back = await asyncio.open_unix_connection(self.target)
        await asyncio.gather(self._copy(reader, back, number), self._copy(there, writer, number))

    async def _copy(self, reader: Any, writer: Any, number: int) -> None:
        while data := await reader.read(65536):
            if number > self.forgotten:
                writer.write(data)
        writer.close()


@pytest.fixture
def behind_a_router(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings of a server that reaches Valkey by this socket."""
    monkeypatch.setattr(hub, "SILENT_S", 3.0, raising=False)
    settings.VALKEY_TIMEOUT_S = settings.VALKEY_REST_S = 1
    path = tmp_path / "router.sock"
    settings.CHANNEL_LAYERS = channel_layers(f"unix://{path}", prefix=tmp_path.name)
    return path


async def test_a_dead_subscription_is_made_anew(
    behind_a_router: Path,
    live_server_without_dealer: Any,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[uuid.UUID] = []
    monkeypatch.setattr(hub.current(), "end_sessions", heard.append)
    outside = RedisPubSubChannelLayer(
        hosts=[{"address": settings.VALKEY_URL}], prefix=behind_a_router.parent.name
    )

    async def hears_within(seconds: float) -> bool:
        heard.clear()
        deadline = asyncio.get_running_loop().time() + seconds
        while not heard and asyncio.get_running_loop().time() < deadline:
            await outside.group_send(
                notifications.GROUP, {"type": "sessions_ended", "user": str(uuid.uuid4())}
            )
            await time_passes(0.2)
        return bool(heard)

    router = Router(unquote(urlsplit(settings.VALKEY_URL).path))
    server = await asyncio.start_unix_server(router.serve, behind_a_router)
    try:
        assert await hears_within(20)
        router.forget()
        assert not await hears_within(1)
        assert await hears_within(30)
    finally:
        server.close()
        await outside.flush()
