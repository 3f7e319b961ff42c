"""The dealer: looks after tables whose alarm has rung. Any number of them may run.

Bots' moves, time-outs, pauses between hands and the housekeeping of quiet tables, all through
`lobby.actions.wake`; beside it a thread does the chores that are due (`lobby.chores`). It keeps
nothing: kill it at any moment and start another.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import close_old_connections

from lobby.actions import announce
from lobby.actions.announce import Change
from lobby.actions.wake import wake_due
from lobby.chores import Keeper
from lobby.ws import pokes

log = logging.getLogger(__name__)

LONGEST_SLEEP_S = 0.1
LIMIT = 20
BEAT_S = 2.0
BEAT_KEY = "dealer:beat"


class Dealer:
    """One dealer's loop and its outgoing pokes."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="dealer")
        self._pokes: dict[str, list[Any]] = {}
        self._poked = asyncio.Event()

    async def run(self, stop: asyncio.Event) -> None:
        """Deal until `stop` is set."""
        announce.listen(self._take_from_thread)
        tasks = [self._loop.create_task(work()) for work in (self._publish, self._beat)]
        keeper = Keeper()
        if settings.CHORES:
            keeper.start()
        try:
            while not stop.is_set():
                if not await self._round():
                    await asyncio.sleep(LONGEST_SLEEP_S)
        finally:
            if settings.CHORES:
                await asyncio.to_thread(keeper.stop)
            announce.listen(None)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._thread.shutdown(wait=True)

    async def _round(self) -> bool:
        """One look at the alarms; True when there may be more at once."""
        try:
            done: int = await self._loop.run_in_executor(self._thread, _wake_job)
        except Exception:
            log.warning("the dealer cannot reach the tables; it tries again", exc_info=True)
            await asyncio.sleep(0.5)
            return False
        return done == LIMIT

    def _take_from_thread(self, changes: Sequence[Change]) -> None:
        self._loop.call_soon_threadsafe(self._take, changes)

    def _take(self, changes: Sequence[Change]) -> None:
        for change in changes:
            self._pokes[str(change.table_id)] = pokes.poke_of(change)
        self._poked.set()

    async def _publish(self) -> None:
        while True:
            await self._poked.wait()
            self._poked.clear()
            waiting, self._pokes = list(self._pokes.values()), {}
            try:
                await pokes.publish(waiting)
            except Exception:
                # Rooms compare themselves with the database: nothing is lost but a second.
                log.warning("pokes could not be sent", exc_info=True)
                await asyncio.sleep(0.5)

    async def _beat(self) -> None:
        """Let `/readyz` know that a dealer is at work."""
        while True:
            try:
                await asyncio.to_thread(cache.set, BEAT_KEY, int(time.time()), 60)
            except Exception:
                log.warning("the dealer's beat could not be stored", exc_info=True)
            await asyncio.sleep(BEAT_S)


def _wake_job() -> int:
    """One look in the thread, with no broken connection left behind."""
    try:
        return wake_due(limit=LIMIT)
    finally:
        close_old_connections()


async def run(stop: asyncio.Event) -> None:
    """Deal until `stop` is set."""
    await Dealer().run(stop)
