"""`manage.py dealer`: clocks, bots and the next hand. Several can run at once."""

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand

from config.checks import OWN, refuse_unsafe_database
from config.processes import child_process, telemetry
from lobby.tables.play import dealer


class Command(BaseCommand):
    help = "Run a dealer: clocks, bots and the pause before the next hand."
    requires_system_checks = [OWN]

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_unsafe_database()
        child_process.watch()
        telemetry.start("dealer")
        asyncio.run(_deal())


async def _deal() -> None:
    """Deal until SIGTERM or SIGINT, then finish the current round and end."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    await dealer.run(stop)
