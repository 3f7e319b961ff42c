"""A web process that is asked to end: the next one serves before it lets its sockets go.

On SIGTERM it stops to listen, so that whoever connects comes to another process, and passes its
turn to the one in reserve (`config.processes.turn`). Then it asks its sockets to come back, one
after the other within `DRAIN_S` seconds, and goes on to answer them until they do. SIGINT, or a
second SIGTERM, by which `manage.py up` ends everything, spares the rest of this.
"""

import asyncio
import signal
from types import FrameType
from typing import Any

import uvicorn
from django.conf import settings
from typing_extensions import override

from config.processes import turn
from lobby.tables.ws import hub

HAND_OVER_S = 0.5
"""How long the next process has to begin to listen before the first socket comes to it."""
LOOK_EVERY_S = 0.1


class DrainingServer(uvicorn.Server):
    """uvicorn's server, whose sockets leave in order at SIGTERM."""

    drains = False

    @override
    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.drains = sig == signal.SIGTERM and not self.should_exit
        super().handle_exit(sig, frame)

    @override
    async def shutdown(self, sockets: Any = None) -> None:
        if self.drains:
            for server in self.servers:
                server.close()
            turn.pass_on()
            letting_go = asyncio.ensure_future(_let_go())
            while self.drains and not letting_go.done():
                await asyncio.wait([letting_go], timeout=LOOK_EVERY_S)
            letting_go.cancel()
        await super().shutdown(sockets)


async def _let_go() -> None:
    await asyncio.sleep(HAND_OVER_S)
    await hub.drain(settings.DRAIN_S)
