"""The dealer: looks after tables whose alarm has rung. Any number of them may run.

Time-outs, pauses between hands and the housekeeping of quiet tables are done by
`lobby.tables.actions.timers`, in one thread. Bots think in worker processes meanwhile
(`lobby.tables.bot_workers`), and what they chose is played in the same thread, so that nobody's
clock waits for a bot. Beside it a thread does the chores that are due
(`core.periodic_tasks.runner`). A dealer keeps nothing: kill it at any moment and start another.
"""

import asyncio
import datetime
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import close_old_connections

from core.periodic_tasks.runner import TaskRunner
from lobby.tables.actions import bot_turns, publish
from lobby.tables.actions.bot_turns import BotTurn
from lobby.tables.actions.timers import run_due_timers
from lobby.tables.bot_workers import Host, Thinkers, Thought
from lobby.tables.changes import Change
from lobby.tables.models import Table
from lobby.tables.ws import notifications

log = logging.getLogger(__name__)

LONGEST_SLEEP_S = 0.1
LIMIT = 20
ROOMS_FIRST = datetime.timedelta(milliseconds=200)
"""So long the next hand is left to a process that has the table's room: it need not read it."""
BEAT_S = 2.0
BEAT_KEY = "dealer:beat"


class Dealer:
    """One dealer's loop and its outgoing notifications."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="dealer")
        self._notifications: dict[str, list[Any]] = {}
        self._poked = asyncio.Event()
        self._thought = asyncio.Event()
        self._thinkers = Thinkers(self._thought.set)

    async def run(self, stop: asyncio.Event) -> None:
        """Deal until `stop` is set."""
        publish.listen(self._take_from_thread)
        tasks = [self._loop.create_task(work()) for work in (self._publish, self._beat)]
        keeper = TaskRunner()
        if settings.CHORES:
            keeper.start()
        self._thinkers.start()
        try:
            while not stop.is_set():
                if not await self._round():
                    await self._rest()
        finally:
            await self._thinkers.close()
            if settings.CHORES:
                await asyncio.to_thread(keeper.stop)
            publish.listen(None)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._thread.shutdown(wait=True)

    async def _round(self) -> bool:
        """One look at the timers, then what bots have chosen; True when there may be more."""
        self._thought.clear()
        try:
            done, turns = await self._in_thread(_wake_job)
            self._thinkers.ask(turns)
            await self._in_thread(_play_job, self._thinkers.take(LIMIT))
        except Exception:
            log.warning("the dealer cannot reach the tables; it tries again", exc_info=True)
            await asyncio.sleep(0.5)
            return False
        return bool(done == LIMIT)

    async def _rest(self) -> None:
        """Until the next look at the timers, or until a bot has chosen."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._thought.wait(), LONGEST_SLEEP_S)

    async def _in_thread(self, job: Callable[..., Any], *args: Any) -> Any:
        return await self._loop.run_in_executor(self._thread, job, *args)

    def _take_from_thread(self, changes: Sequence[Change]) -> None:
        self._loop.call_soon_threadsafe(self._take, changes)

    def _take(self, changes: Sequence[Change]) -> None:
        for change in changes:
            self._notifications[str(change.table_id)] = notifications.notification_of(change)
        self._poked.set()

    async def _publish(self) -> None:
        while True:
            await self._poked.wait()
            self._poked.clear()
            waiting, self._notifications = list(self._notifications.values()), {}
            try:
                await notifications.publish(waiting)
            except Exception:
                # Rooms compare themselves with the database: nothing is lost but a second.
                log.warning("notifications could not be sent", exc_info=True)
                await asyncio.sleep(0.5)

    async def _beat(self) -> None:
        """Let `/readyz` know that a dealer is at work."""
        while True:
            try:
                await asyncio.to_thread(cache.set, BEAT_KEY, int(time.time()), 60)
            except Exception:
                log.warning("the dealer's beat could not be stored", exc_info=True)
            await asyncio.sleep(BEAT_S)


def _wake_job() -> tuple[int, list[tuple[Host, BotTurn]]]:
    """One look in the thread, with no broken connection left behind: tables, and bots to act."""
    try:
        woken = run_due_timers(limit=LIMIT, rooms_first=ROOMS_FIRST)
        if not woken.turns:
            return woken.tables, []
        tables = Table.objects.filter(pk__in=[turn.table_id for turn in woken.turns])
        hosts = dict(tables.values_list("pk", "host_id"))
        return woken.tables, [(hosts[t.table_id] or t.table_id, t) for t in woken.turns]
    finally:
        close_old_connections()


def _play_job(thoughts: Sequence[Thought]) -> None:
    """Play what bots have chosen; where no worker found a choice, the easy policy does here."""
    try:
        bot_turns.play([(turn, choice or turn.decide_easily()) for turn, choice in thoughts])
    finally:
        close_old_connections()


async def run(stop: asyncio.Event) -> None:
    """Deal until `stop` is set."""
    await Dealer().run(stop)
