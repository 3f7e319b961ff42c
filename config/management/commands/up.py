"""`manage.py up`: everything in one command, for playing on this machine."""

import os
import signal
import sys
import threading
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from typing import Any

import structlog
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection

from config.checks import OWN
from config.embedded import services
from config.embedded.binaries import ServiceError
from config.management.commands.web import one_process
from config.processes import turn
from config.processes.supervisor import Child, Children

log = structlog.get_logger("up")

# The interval at which the children and the services are checked.
LOOK_EVERY_S = 0.2
CHECK_SERVICES_EVERY_S = 1.0
"""A service that is dead is noticed at once, one that does not answer at these checks."""


class Command(BaseCommand):
    help = "Start the services, migrate the database, and run the web server and a dealer."
    requires_system_checks = [OWN]  # the web process runs all

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--no-demo", action="store_true", help="create no house tables")

    def handle(self, *args: Any, **options: Any) -> None:
        began = time.monotonic()
        host = os.environ.get("HOST") or "127.0.0.1"
        port = int(os.environ.get("PORT") or 8000)
        listener = turn.listener(host, port)
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda *_: stop.set())

        call_command("migrate", interactive=False, verbosity=0, while_closed=True)
        if not options["no_demo"]:
            call_command("demo")
        # The children run as the program and must not know the owner.
        os.environ.pop("OWNER_DATABASE_URL", None)
        # `up` itself no longer needs the database; its pool would log errors when the server ends.
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]
        if stop.is_set():
            return

        count = int(os.environ.get("WEB_PROCESSES") or 1)
        folder = getattr(settings, "DATA_DIR", None)
        turns = folder / f"web-{port}.turn" if folder else None
        shared = turn.sharing(listener, count, turns)
        webs = [Child(f"web {n + 1}", one_process(), shared) for n in range(count + bool(turns))]
        dealer = [sys.executable, str(settings.BASE_DIR / "manage.py"), "dealer"]
        children = Children([*webs[:count], Child("dealer", dealer)])
        try:
            self._run(children, webs[count:], stop, _address(host, port), began)
        finally:
            self.stdout.write("Shutting down ...")
            children.stop(at_once=True)  # nobody is there to take sockets over

    def _run(
        self,
        children: Children,
        reserve: list[Child],
        stop: threading.Event,
        address: str,
        began: float,
    ) -> None:
        """Keep children and services running until `stop`; print the URL once.

        Once it answers, the reserve is started too, and waits for its turn.
        """
        said = False
        services_at = time.monotonic()
        reviving = threading.Thread()
        while not stop.wait(LOOK_EVERY_S):
            children.look()
            if not said and _answers(address):
                said = True
                self.stdout.write(
                    f"\nCardhouse is open: {address}   "
                    f"(ready in {time.monotonic() - began:.1f} s, Ctrl-C stops it)\n"
                )
                self.stdout.flush()
                children.members += reserve
            is_due = time.monotonic() - services_at > CHECK_SERVICES_EVERY_S
            if not reviving.is_alive() and (is_due or services.has_ended()):
                # Beside the children: those that are killed meanwhile start too.
                reviving = threading.Thread(target=_revive_services, daemon=True)
                reviving.start()
                services_at = time.monotonic()


def _revive_services() -> None:
    """Restart embedded servers that were killed; they recover by themselves."""
    place = services.joined()
    if place is None or services.alive(place):
        return
    log.warning("a service stopped; restarting it")
    try:
        services.revive(place)
    except ServiceError as error:
        log.error("a service does not start", why=str(error))


def _address(host: str, port: int) -> str:
    shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host  # noqa: S104 (compared only)
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address + "healthz", timeout=2) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False
