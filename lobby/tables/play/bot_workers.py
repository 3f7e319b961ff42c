"""A few worker processes that compute bots' choices, shared fairly among the tables' hosts.

Turns wait here in one queue for each host, and hosts take turns: a host with fifty tables of bots
delays only their own tables. Each house table counts as a host. If a strong bot's turn has waited
for long, a lower level chooses, which takes a fraction of the time: under load bots become weaker,
not late.
"""

import asyncio
import logging
import time
import uuid
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence

from django.conf import settings

from core.runtime.cpu_pool import CpuPool
from games import bots as policies
from games.bots import Choice
from lobby.tables.play.bot_turns import BotTurn
from lobby.tables.play.metrics import BOT_CHOICES, BOT_WAITS

log = logging.getLogger(__name__)

Host = uuid.UUID
Thought = tuple[BotTurn, Choice | None]
"""A turn and its choice, None if no worker found one in time."""
LOWER_LEVEL_AFTER_S = (0.3, 0.6)
"""After the first of these waits an expert chooses as a hard bot, after the second as a medium."""


def level_after(level: str, waited_s: float) -> str:
    """Return the level at which a bot chooses whose turn has waited this long for a worker."""
    if level not in policies.STRONG_LEVELS:
        return level
    return policies.lower_level(level, sum(waited_s > limit for limit in LOWER_LEVEL_AFTER_S))


class Thinkers:
    """Computes bots' choices in workers; used on one event loop, on which it calls `ready`.

    Strong bots think a hundred times as long as the others and have workers of their own, so that
    other bots never wait for them.
    """

    def __init__(self, ready: Callable[[], None]) -> None:
        self._ready = ready
        self._thoughts: list[Thought] = []
        self._quick = _Line("bots", self._add)
        self._strong = _Line("strong bots", self._add)

    def start(self) -> None:
        """Start the workers, so that the first bot need not wait for them."""
        for line in (self._quick, self._strong):
            line.pool.warm_up()

    async def close(self) -> None:
        """Stop the workers, even during a computation; the next dealer asks again."""
        await asyncio.gather(self._quick.close(), self._strong.close())

    def ask(self, turns: Sequence[tuple[Host, BotTurn]]) -> None:
        """Queue these turns; a host is a user's id, or the id of a house table."""
        for host, turn in turns:
            if turn.is_overdue:
                self._add((turn, None))
            else:
                line = self._strong if turn.level in policies.STRONG_LEVELS else self._quick
                line.add(host, turn)

    def take(self, most: int) -> list[Thought]:
        """Take up to `most` finished choices, the oldest first."""
        taken, self._thoughts = self._thoughts[:most], self._thoughts[most:]
        if self._thoughts:
            self._ready()
        return taken

    def _add(self, thought: Thought) -> None:
        self._thoughts.append(thought)
        self._ready()


class _Line:
    """Turns that wait for the same workers, by host."""

    def __init__(self, name: str, done: Callable[[Thought], None]) -> None:
        self.pool = CpuPool(
            settings.BOT_WORKERS,
            max(1, settings.BOT_WORKERS),
            name,
            limit_s=settings.BOT_THINKING_S,
            prepare=policies.warm_up,
        )
        self._done = done
        self._waiting: OrderedDict[Host, deque[tuple[float, BotTurn]]] = OrderedDict()
        self._jobs: set[asyncio.Task[None]] = set()

    def add(self, host: Host, turn: BotTurn) -> None:
        """Queue a turn behind the others of its host."""
        self._waiting.setdefault(host, deque()).append((time.monotonic(), turn))
        self._feed()

    async def close(self) -> None:
        """Stop the workers and drop the waiting turns."""
        self._waiting.clear()
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        await asyncio.to_thread(self.pool.close)

    def _feed(self) -> None:
        """Keep each worker busy with one more turn ready; the others wait here, by host."""
        while len(self._jobs) < 2 * max(1, self.pool.workers) and (following := self._next()):
            job = asyncio.get_running_loop().create_task(self._think(*following))
            self._jobs.add(job)
            job.add_done_callback(self._jobs.discard)

    def _next(self) -> tuple[float, BotTurn] | None:
        """Return the next turn, and when it began to wait."""
        while self._waiting:
            host, turns = self._waiting.popitem(last=False)
            since, turn = turns.popleft()
            if turns:
                self._waiting[host] = turns  # move this host to the end
            # Once the deadline has passed, the table's timer is due again.
            if time.monotonic() < turn.ends_at:
                return since, turn
        return None

    async def _think(self, since: float, turn: BotTurn) -> None:
        choice, waited_s = None, time.monotonic() - since
        level = level_after(turn.level, waited_s)
        BOT_WAITS.observe(waited_s)
        try:
            choice = await self.pool.arun(
                policies.decide, turn.game, turn.view, turn.rules, level, turn.rng
            )
        except Exception as error:
            log.warning(
                "a bot's policy failed; the easy policy decides",
                exc_info=error,
                extra={"table": str(turn.table_id)},
            )
        BOT_CHOICES.add(turn.level, policies.EASY if choice is None else level)
        self._jobs.discard(asyncio.current_task())
        self._done((turn, choice))
        self._feed()
