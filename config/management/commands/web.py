"""`manage.py web`: the web server (pages and sockets)."""

import os
from argparse import ArgumentParser
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand

from config.checks import refuse_unsafe_database
from config.processes import child_process
from config.processes.scheduling import interrupt_nobody
from config.processes.turn import wait_for_turn
from config.web.draining import DrainingServer
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
        wait_for_turn(options["host"], options["port"])
        processes = options["processes"]
        named = {"host": options["host"], "port": options["port"], **server_options()}
        if processes > 1:  # they share a port that no process in reserve can take over
            os.environ[child_process.VARIABLE] = str(os.getpid())  # for the workers
            uvicorn.run(APPLICATION, workers=processes, **named)
        else:
            DrainingServer(uvicorn.Config(APPLICATION, **named)).run()


APPLICATION = "config.asgi:application"
BACKLOG_MAX = 128
"""Connections that the event loop accepts at a time: a flood of them comes in portions."""


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
        "timeout_graceful_shutdown": 5,
    }
