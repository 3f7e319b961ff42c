"""A Valkey of a test's own, to be paused, filled and forbidden to write."""

import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redis import Redis

from config.embedded import services
from config.embedded.binaries import Account, ServiceFolder
from config.embedded.servers import Valkey
from config.settings.base import caches, channel_layers
from tests.support.waiting import PATIENCE_S

TIMEOUT_S = 2
"""How long calls wait for a Valkey of a test's own, which may be paused; as in production."""


@dataclass
class OwnValkey:
    """A Valkey on data of its own; `use` makes it the one of the settings."""

    folder: Path

    def __post_init__(self) -> None:
        run = self.folder / "run"
        run.mkdir(parents=True, exist_ok=True)
        place = ServiceFolder(self.folder, run, Account(), durable=False)
        self.url = services.valkey_url(place)
        self._server = Valkey(place)
        self._server.revive()

    def use(self, settings: Any) -> None:
        settings.VALKEY_URL = self.url
        settings.VALKEY_TIMEOUT_S = TIMEOUT_S
        settings.CACHES = caches(self.url, timeout_s=TIMEOUT_S)
        settings.CHANNEL_LAYERS = channel_layers(self.url, timeout_s=TIMEOUT_S)

    def client(self) -> "Redis":
        return Redis.from_url(self.url, socket_timeout=PATIENCE_S)

    def pause(self) -> None:
        """Pause it: it keeps its connections, accepts new ones, and answers nothing."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        pid = self._server.pid()
        assert pid is not None
        os.kill(pid, number)

    def fill(self) -> None:
        """Fill the memory: from now on noeviction refuses every command that needs memory."""
        with self.client() as client:
            client.config_set("maxmemory-policy", "noeviction")
            client.config_set("maxmemory", "1")

    def stop(self) -> None:
        self.resume()
        self._server.stop()
