"""Honest people at a table: they play, lose their lines, sleep, leave, and open second windows.

Every message passes the guard of the Python client before it gets here.
"""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.honest.tables import Person, Place
from cardhouse_client import Action, Client, HandNow, NotFair, Refused, Unreachable
from cardhouse_client.answers import Tokens
from cardhouse_client.messages import Closed
from cardhouse_client.tables import LiveTable
from examples.bot import missing, step
from examples.policies import decide

LINE_LOST, SLEEPS, RELOADS, WINDOWS = 0.006, 0.002, 0.002, 0.002
"""How often, at each message, a fault begins."""
LEAVES_AT_LOCK, SITS_OUT = 0.04, 0.01
"""How often a player goes when the next deck is locked, and when it is not."""
SLEEP_S = (2.0, 12.0)
BOLD = 0.5
"""How often a player takes any legal action instead of a sensible one."""


@dataclass(slots=True)
class Log:
    """The faults and findings of all people together."""

    failures: list[str] = field(default_factory=list)
    ambers: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    deals: int = 0
    """Deals that passed a guard."""
    cards: int = 0
    """Cards that passed a guard."""


class Window(LiveTable):
    """A page at a table that can sleep: its socket stays open, and it does nothing."""

    def __init__(
        self, client: Client, place: Place, memory: Path, frames: Path | None, *, cut: bool
    ) -> None:
        super().__init__(client.http, place.slug, cut=cut, memory=memory)
        self.awake = asyncio.Event()
        self.awake.set()
        self._frames = frames.open("a") if frames is not None else None

    async def _take(self, message: Any) -> None:
        await self.awake.wait()
        await super()._take(message)

    def heard(self, frame: str | bytes) -> None:
        super().heard(frame)
        if self._frames is not None:
            self._frames.write(frame if isinstance(frame, str) else frame.decode())
            self._frames.write("\n")

    def lost(self) -> None:
        super().lost()
        if self._frames is not None:
            self._frames.write('{"know": {"t": "offline"}}\n')

    async def close(self) -> None:
        await super().close()
        if self._frames is not None:
            self._frames.close()


class Player:
    """A person at one table; `plays` is false for a spectator."""

    def __init__(
        self,
        url: str,
        place: Place,
        person: Person,
        log: Log,
        folder: Path,
        rng: random.Random,
        *,
        plays: bool,
    ) -> None:
        self.place, self.person, self.log, self.folder, self.rng = place, person, log, folder, rng
        self.plays = plays
        self.over = asyncio.Event()
        tokens = Tokens(access=person.access, refresh=person.refresh)
        self.client = Client(url, tokens=tokens)
        self.window: Window | None = None
        self._later: set[asyncio.Task[None]] = set()
        self._acted_at_lock = 0
        self._stays_away_until = 0.0
        self._ended = False
        self._windows = 1

    async def live(self) -> None:
        """Stay at the table until it is over; each round is a page that was loaded anew."""
        async with self.client:
            if self.place.kind.is_private:
                await self.client.use_invite(self.place.invite)
            while not (self.over.is_set() or self._ended):
                if not await self._page("first", self.over):
                    break
            for task in self._later:
                task.cancel()

    async def _page(self, name: str, over: asyncio.Event) -> bool:
        """Look at the table in one window; returns whether to come back."""
        known = f"{self.person.id.hex}-{name}"
        frames = None if self.plays else self.folder / f"{self.place.id}-{known}.frames"
        cut = name == "first"  # the window that plays the seat cuts, no other
        memory = self.folder / f"{known}.json"
        window = Window(self.client, self.place, memory, frames, cut=cut)
        self.window = window
        try:
            async with window as table:
                async for message in self._messages(table, over):
                    if isinstance(message, Closed):
                        self._ended = True
                        return False
                    if not await self._do(table, name):
                        return True
        except NotFair as failed:
            where = (
                f"{self.place.kind.game} {self.place.slug} {'player' if self.plays else 'watch'}"
            )
            self.log.failures.append(f"{where} {name}: {failed}")
            evidence = self.folder / f"failure-{len(self.log.failures)}.json"
            told = {"failed": str(failed), "frames": list(window.fair._frames)}
            evidence.write_text(json.dumps(told, default=str, indent=1))
            return False
        except (Unreachable, Refused, OSError) as error:
            code = error.code if isinstance(error, Refused) else ""
            self.log.faults[f"page: {type(error).__name__} {code}"] += 1
            await asyncio.sleep(0.3)
        finally:
            for fair in window.fairs:
                self.log.ambers.update(fair.ambers)
        return True

    async def _messages(self, table: Window, over: asyncio.Event) -> AsyncIterator[Any]:
        while not over.is_set():
            message = None
            try:
                async with asyncio.timeout(1):
                    message = await anext(table)
            except TimeoutError:
                pass
            except StopAsyncIteration:
                self._ended = True
                return
            yield message

    # -- what is done ---------------------------------------------------------------------------

    async def _do(self, table: Window, name: str) -> bool:
        """Play on after a message; returns whether this page stays open."""
        self._count(table)
        with suppress(Refused, Unreachable, TimeoutError):
            async with asyncio.timeout(8):
                if self.plays and name == "first":
                    await self._play(table)
        return self._fault(table, name)

    def _count(self, table: Window) -> None:
        deal = table.fair.guard.deal
        if deal is not None and deal.no > self._counted:
            self._counted = deal.no
            self.log.deals += 1

    _counted = 0

    async def _play(self, table: Window) -> None:
        me, now = table.me, time.monotonic()
        if table.you is None and table._line is not None:
            table._line.transport.abort()  # taken for a visitor while the database was down
        elif me is None:
            if now > self._stays_away_until and table.table.free:
                self._stays_away_until = now + 1
                if table.table.format == "cash":
                    await table.sit(self.rng.choice(table.table.free), table.table.max_buy_in)
                else:
                    await table.sit(self.rng.choice(table.table.free))
        elif me.status != "ready" and now > self._stays_away_until:
            self._stays_away_until = now + 1
            if table.table.format == "sit_and_go":
                await table.again()
            else:
                await table.sit_in()
        elif (hand := table.turn) is not None:
            await table.act(hand, self._action(hand))
        elif not await self._goes(table) and (missing(table) or self.rng.random() < 0.3):
            await step(table)

    def _action(self, hand: HandNow) -> Action:
        legal = [one for one in hand.legal.values() if one["kind"] not in ("fold", "play")]
        if legal and self.rng.random() < BOLD and "dou" not in self.place.kind.game:
            one = self.rng.choice(legal)
            return Action(one["kind"], one.get("min"), reading=one.get("reading") or "")
        if "choose" in hand.legal:
            return Action("choose", reading=hand.legal["choose"]["reading"])
        return decide(hand)

    async def _goes(self, table: Window) -> bool:
        """Leave or sit out, most often just when the next deck is locked."""
        deck = table.table.next_deck
        if deck is None or self.place.kind.is_private:
            return False
        no = deck["deck"]["no"] if isinstance(deck, dict) else deck.deck.no
        if no == self._acted_at_lock:
            return False
        lock = deck["lock"] if isinstance(deck, dict) else deck.lock
        if lock is None and self.rng.random() > 0.1:
            return False
        self._acted_at_lock = no
        chance = self.rng.random()
        if chance > (LEAVES_AT_LOCK if lock else SITS_OUT):
            return False
        self._stays_away_until = time.monotonic() + self.rng.uniform(0.1, 5)
        what = self.rng.choice(("leave", "sit_out"))
        self.log.faults[f"{what} {'after' if lock else 'before'} the lock"] += 1
        await (table.leave() if what == "leave" else table.sit_out())
        return True

    def _fault(self, table: Window, name: str) -> bool:
        chance = self.rng.random()
        if (chance := chance - LINE_LOST) < 0:
            if table._line is not None:
                self.log.faults["line lost"] += 1
                table._line.transport.abort()
        elif (chance := chance - SLEEPS) < 0:
            if table.awake.is_set():
                self.log.faults["page asleep"] += 1
                table.awake.clear()
                asyncio.get_running_loop().call_later(self.rng.uniform(*SLEEP_S), table.awake.set)
        elif (chance := chance - RELOADS) < 0:
            self.log.faults["page reloaded"] += 1
            return False
        elif (chance := chance - WINDOWS) < 0 and self.plays and name == "first":
            self.log.faults["second window"] += 1
            task = asyncio.create_task(self._second())
            self._later.add(task)
            task.add_done_callback(self._later.discard)
        return True

    async def _second(self) -> None:
        """Open a second window for a while."""
        over = asyncio.Event()
        asyncio.get_running_loop().call_later(self.rng.uniform(2, 20), over.set)
        self._windows += 1
        await self._page(f"window {self._windows}", over)
