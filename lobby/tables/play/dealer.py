"""The dealer: the process that runs tables' timers, bots and the next hand.

One thread runs time-outs, pauses between hands and the tidying of quiet tables
(`lobby.tables.play.timers`), and plays bots that need no time to think. Worker processes compute
the other bots' choices meanwhile (`lobby.tables.play.bot_workers`), and the same thread plays them,
so that nobody's clock waits for a bot. Another thread runs the periodic tasks that are due
(`core.periodic_tasks.runner`). A dealer keeps no state: any number may run, and any may be killed
and replaced at any moment.
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

from accounts.alerts.sender import AlertThread
from core.periodic_tasks.runner import TaskRunner
from core.runtime import tracing
from games import bots as policies
from lobby.tables.models import Table
from lobby.tables.play import alerts, bot_turns, seat_offers
from lobby.tables.play.bot_turns import BotTurn
from lobby.tables.play.bot_workers import Host, Thinkers, Thought
from lobby.tables.play.metrics import ROUNDS
from lobby.tables.play.timers import Woken, run_due_timers
from lobby.tables.transaction import notifications, publish
from lobby.tables.transaction.changes import Change

log = logging.getLogger(__name__)

SLEEP_S_MAX = 0.1
"""Timers set meanwhile by other processes are found this late."""
AFTER_FAILURE_S = 0.2
SLEEP_S_MIN = 0.04
"""Timers due within this time run together."""
TABLES_PER_RUN_MAX = 20
ROOMS_FIRST_WINDOW = datetime.timedelta(milliseconds=150)
"""For this long a process with the table's room may deal first: it need not read the table."""
OFFERS_EVERY_S = 1.0
"""How often seats are offered to those who wait for one."""
BEAT_EVERY_S = 2.0
BEAT_KEY = "dealer:beat"


class Dealer:
    """One dealer's loop and its outgoing notifications."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(
            1, "dealer", initializer=publish.listen_to_thread, initargs=(self._take_from_thread,)
        )
        self._notifications: dict[str, list[Any]] = {}
        self._unsent = asyncio.Event()
        self._thought = asyncio.Event()
        self._thinkers = Thinkers(self._thought.set)
        self._offers_at = 0.0

    async def run(self, stop: asyncio.Event) -> None:
        """Deal until `stop` is set."""
        tasks = [self._loop.create_task(work()) for work in (self._publish, self._beat)]
        beside = (TaskRunner(), AlertThread(alerts.note_due))
        if settings.PERIODIC_TASKS:
            for one in beside:
                one.start()
        self._thinkers.start()
        try:
            await asyncio.to_thread(policies.warm_up)  # quick policies are asked here
            while not stop.is_set():
                pause_s = await self._round()
                if pause_s:
                    await self._rest(pause_s)
        finally:
            await self._thinkers.close()
            if settings.PERIODIC_TASKS:
                for one in beside:
                    await asyncio.to_thread(one.stop)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._thread.shutdown(wait=True)

    async def _round(self) -> float:
        """Run due timers, then play the bots' choices; returns the seconds until the next round."""
        self._thought.clear()
        began = self._loop.time()
        try:
            woken, turns = await self._in_thread(_timers_job)
            self._thinkers.ask(turns)
            await self._in_thread(_play_job, self._thinkers.take(TABLES_PER_RUN_MAX))
            if self._loop.time() >= self._offers_at:
                self._offers_at = self._loop.time() + OFFERS_EVERY_S
                await self._in_thread(_offers_job)
        except Exception:
            log.warning("the dealer's round failed; trying again", exc_info=True)
            return AFTER_FAILURE_S
        ROUNDS.observe(self._loop.time() - began)
        return 0.0 if woken.tables == TABLES_PER_RUN_MAX else pause_before(woken.next_in)

    async def _rest(self, pause_s: float) -> None:
        """Wait until the next round, or until a bot's choice is ready."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._thought.wait(), pause_s)

    async def _in_thread(self, job: Callable[..., Any], *args: Any) -> Any:
        return await self._loop.run_in_executor(self._thread, job, *args)

    def _take_from_thread(self, changes: Sequence[Change]) -> None:
        self._loop.call_soon_threadsafe(self._take, changes)

    def _take(self, changes: Sequence[Change]) -> None:
        for change in changes:
            self._notifications[str(change.table_id)] = notifications.notification_of(change)
        self._unsent.set()

    async def _publish(self) -> None:
        while True:
            await self._unsent.wait()
            self._unsent.clear()
            waiting, self._notifications = list(self._notifications.values()), {}
            try:
                await notifications.publish(waiting)
            except Exception:
                # Rooms also compare themselves with the database, so this costs at most a few
                # seconds.
                log.warning("notifications could not be sent", exc_info=True)
                await asyncio.sleep(AFTER_FAILURE_S)

    async def _beat(self) -> None:
        """Record a heartbeat, by which `/readyz` sees that a dealer is at work."""
        while True:
            try:
                await asyncio.to_thread(cache.set, BEAT_KEY, int(time.time()), 60)
            except Exception:
                log.warning("the dealer's heartbeat could not be stored", exc_info=True)
            await asyncio.sleep(BEAT_EVERY_S)


def pause_before(next_in: datetime.timedelta | None) -> float:
    """Seconds to sleep before the round in which the next timer runs."""
    if next_in is None:
        return SLEEP_S_MAX
    return min(SLEEP_S_MAX, max(SLEEP_S_MIN, next_in.total_seconds()))


def _timers_job() -> tuple[Woken, list[tuple[Host, BotTurn]]]:
    """Run due timers and clean up connections; the bots to act come with their tables' hosts."""
    try:
        with tracing.traced("timers") as trace:
            woken = run_due_timers(limit=TABLES_PER_RUN_MAX, rooms_first=ROOMS_FIRST_WINDOW)
            trace["tables"] = woken.tables
        if not woken.turns:
            return woken, []
        tables = Table.objects.filter(pk__in=[turn.table_id for turn in woken.turns])
        hosts = dict(tables.values_list("pk", "host_id"))
        return woken, [(hosts[t.table_id] or t.table_id, t) for t in woken.turns]
    finally:
        close_old_connections()


def _offers_job() -> None:
    """Offer free seats to those who wait for one."""
    try:
        seat_offers.run_due()
    finally:
        close_old_connections()


def _play_job(thoughts: Sequence[Thought]) -> None:
    """Play the bots' choices; where no worker found one, the easy policy decides here."""
    try:
        with tracing.traced("bots") as trace:
            trace["turns"] = len(thoughts)
            bot_turns.play([(turn, choice or turn.decide_easily()) for turn, choice in thoughts])
    finally:
        close_old_connections()


async def run(stop: asyncio.Event) -> None:
    """Deal until `stop` is set."""
    await Dealer().run(stop)
