"""The ASGI application: Django for pages, the lobby's consumers for sockets, one lifespan.

It only decides who may connect (config.web.origins) and in what order things start. A server
without a lifespan, as daphne is, starts them with its first connection.
"""

import asyncio
import os
import sys
from collections.abc import Callable
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

import django

# Before any import that loads models.
django.setup(set_prefix=False)

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter

from config import checks
from config.processes import child_process, telemetry
from config.web.gate import gated
from config.web.origins import ExactOrigins
from config.web.pages import Pages
from core.runtime import worker_pools
from lobby.tables.ws import hub
from lobby.tables.ws.limits import LimitedSockets
from lobby.tables.ws.routing import websocket_urlpatterns

checks.refuse_unsafe_settings()

Receive = Callable[[], Any]
Send = Callable[[dict[str, Any]], Any]
App = Callable[[dict[str, Any], Receive, Send], Any]


SWITCH_INTERVAL_S = 0.0005
"""How long a busy thread may keep the interpreter while the event loop waits for it.

Python's own 5 ms, for each busy thread and each time the loop has sent or received something, adds
up: with four pages being rendered players would wait for tenths of a second.
"""
WARM_UP_S_MAX = 5.0
"""Seconds after which the CPU workers are started, unless a job starts them earlier."""


def begin() -> None:
    """Start what the process needs to serve, once on each event loop."""
    if not hub.start():
        return
    child_process.watch()
    telemetry.start("web")
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    # Not at once: after a crash everyone reconnects in these seconds.
    asyncio.get_running_loop().call_later(WARM_UP_S_MAX, worker_pools.warm_up)


async def lifespan(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Start before the first connection, and stop after the last."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            begin()
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await hub.stop()
            await asyncio.to_thread(worker_pools.close_pools)
            await send({"type": "lifespan.shutdown.complete"})
            return


def begun(app: App) -> App:
    """The application, started with its first connection: daphne has no lifespan."""

    async def serve(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        begin()
        await app(scope, receive, send)

    return serve


sockets = URLRouter(websocket_urlpatterns)

application = ProtocolTypeRouter(
    {
        "http": begun(gated(Pages())),
        "websocket": begun(
            ExactOrigins(
                LimitedSockets(
                    sockets,
                    known=AuthMiddlewareStack(sockets),
                    limits=lambda: hub.current().limits,
                )
            )
        ),
        "lifespan": lifespan,
    }
)
