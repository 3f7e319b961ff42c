"""The stream for spectators of a delayed table: the record, shifted by the delay.

No frame is stored for later. The stream reads the record whenever something becomes due, so a newly
opened room shows the same as any other, and a hand that was voided or frozen meanwhile is shown as
such. Use it only from the event loop.
"""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

from django.utils import timezone

from games.engines.core.contract import Event
from games.hands.live_hand import LiveHand
from lobby.tables.view.delayed import read_delayed
from lobby.tables.view.shown import DelayedReading

log = logging.getLogger(__name__)

ANIMATED_STEPS_MAX = 6
"""More steps than this at once are not animated; the client sees only the result."""
RETRY_AFTER_S = 1.0
"""How soon a failed read is repeated, in seconds."""


class DelayedStream:
    """The shown hand of one delayed table; `show` gets the events that led to a newer one.

    `show_table` is called if a deck was thrown away instead, and `show_all` if a whole hand or more
    passed between two readings.
    """

    def __init__(
        self,
        table_id: uuid.UUID,
        delay_s: int,
        in_thread: Callable[..., Awaitable[Any]],
        show: Callable[[list[Event]], None],
        show_table: Callable[[], None],
        show_all: Callable[[], None],
    ) -> None:
        self.reading: DelayedReading | None = None
        self.delay_s = delay_s
        self._table_id = table_id
        self._in_thread, self._show = in_thread, show
        self._show_table, self._show_all = show_table, show_all
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._reading: asyncio.Task[None] | None = None
        self._stopped = False

    @property
    def hand(self) -> LiveHand | None:
        """The hand that is shown."""
        return self.reading.hand if self.reading is not None else None

    async def begin(self) -> None:
        """Read what is shown now, unless the stream is running already.

        Before the first hand it reads again: once that is dealt, its stacks are shown.
        """
        if self.reading is None or self.reading.chips_of is None:
            await self.read()

    def expect(self) -> None:
        """Schedule a read because the table changed: the change is due after the delay.

        The first hand is read at once: the seats show its stacks from now on.
        """
        if self.reading is not None and self.reading.chips_of is None:
            self._read_in(0)
        elif self._timer is None:
            self._read_in(self.delay_s)

    def stop(self) -> None:
        """Stop the stream: no spectators are left, or they see another delay."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()

    async def read(self) -> None:
        """Show what has become due, and schedule the next read."""
        async with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            now = timezone.now()
            reading = await self._in_thread(
                read_delayed, self._table_id, self.delay_s, now, known=self.hand
            )
            self._take(reading)
            if reading.next_at is not None:
                due = (reading.next_at - now).total_seconds() + self.delay_s
                self._read_in(max(0.01, due))

    def _read_in(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._stopped:
            return
        self._timer = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._reading = asyncio.get_running_loop().create_task(self._read_or_again())

    async def _read_or_again(self) -> None:
        try:
            await self.read()
        except Exception:
            log.warning("a delayed table could not be read", exc_info=True)
            self._read_in(RETRY_AFTER_S)

    def _take(self, reading: DelayedReading) -> None:
        if self._stopped:
            return
        before, old, new = self.reading, self.hand, reading.hand
        self.reading = reading
        if before is None:
            return
        if _no_of(reading) > _no_of(before) + 1:
            self._show_all()
        elif (old and (old.id, old.seq)) != (new and (new.id, new.seq)):
            self._show(_events(old, new))
        elif before.next_deck != reading.next_deck:
            self._show_table()


def _no_of(reading: DelayedReading) -> int:
    """The number of the deck that is shown as the next one."""
    return reading.next_deck.deck.no if reading.next_deck is not None else 0


def _events(old: LiveHand | None, new: LiveHand | None) -> list[Event]:
    """The events between two shown states, empty if there are too many to animate."""
    if new is None:
        return []
    if old is None or old.id != new.id:
        return list(new.dealt) if new.seq == 0 else []
    events: list[Event] = []
    if new.seq - old.seq <= ANIMATED_STEPS_MAX:
        for record in new.records[old.seq :]:
            old, some = old.advance(record)
            events.extend(some)
    return events
