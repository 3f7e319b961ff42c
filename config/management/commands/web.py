"""`manage.py web`: the web server (pages and sockets)."""

import os
import signal
import socket
import sys
import threading
from argparse import ArgumentParser
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand

from config.checks import refuse_unsafe_database
from config.processes import child_process, turn
from config.processes.scheduling import interrupt_nobody
from config.processes.supervisor import Child, Children
from config.web.draining import HAND_OVER_S, DrainingServer
from config.web.server import BoundedHttp, BoundedSocket


class Command(BaseCommand):
    help = "Serve pages and sockets on HOST and PORT (default 127.0.0.1:8000)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000))
        parser.add_argument(
            "--processes", type=int, default=int(os.environ.get("WEB_PROCESSES") or 1)
        )

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_unsafe_database()
        child_process.watch()
        interrupt_nobody()
        listener = turn.listener(options["host"], options["port"])
        if options["processes"] > 1:
            _keep_running(options["processes"], listener)
            return
        turn.wait()
        DrainingServer(uvicorn.Config(APPLICATION, **server_options())).run(sockets=[listener])


APPLICATION = "config.asgi:application"
BACKLOG_MAX = 128
"""Connections that the event loop accepts at a time: a flood of them comes in portions."""
GRACE_S = 5
"""How long requests under way may take after SIGTERM."""
LOOK_EVERY_S = 0.2


def one_process() -> list[str]:
    """The command of a web process that listens on its parent's socket."""
    return [sys.executable, str(settings.BASE_DIR / "manage.py"), "web", "--processes", "1"]


def _keep_running(count: int, listener: socket.socket) -> None:
    """Keep processes running that share a port, until SIGTERM or SIGINT.

    They let their sockets go then; a second signal spares that.
    """
    options = turn.sharing(listener, count)
    children = Children([Child(f"web {n + 1}", one_process(), options) for n in range(count)])
    stop = threading.Event()

    def end(number: int, _frame: object) -> None:
        if stop.is_set():
            children.ask(number)
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    while not stop.wait(LOOK_EVERY_S):
        children.look()
    listener.close()  # else connections would wait here, and not come to another machine
    children.stop(HAND_OVER_S + settings.DRAIN_S + 2 * GRACE_S)


def server_options() -> dict[str, Any]:
    """The uvicorn options of all our servers, including those of tests.

    uvicorn's defaults, a frame limit of 16 MiB and compression, are unsafe for hidden cards.
    """
    return {
        "http": BoundedHttp,
        "ws": BoundedSocket,
        "ws_max_size": settings.SOCKET_MAX_BYTES,
        "ws_per_message_deflate": settings.SOCKET_COMPRESSION,
        "backlog": BACKLOG_MAX,
        "lifespan": "on",
        "log_config": None,
        "access_log": False,
        "server_header": False,
        # allauth reads X-Forwarded-For: it knows how many proxies are ours.
        "proxy_headers": False,
        "timeout_graceful_shutdown": GRACE_S,
    }
