"""People who play through a storm over sockets and REST, and their log of the answers.

A request without an answer is sent again under its key; one in five is sent both ways at once. Some
clicks are aimed at the end of the clock, and some turns are left to time out.
"""

import asyncio
import json
import random
import time
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

from benchmarks.storm.checks import Act, Asked, Brought
from benchmarks.thin_socket import ThinSocket, open_socket

CLOCK_MS, GRACE_MS = 600, 250
DOUBLED, BY_REST = 0.2, 0.2
LATE = 0.15
"""How often a click is repeated when it is the same player's turn again."""
LETS_GO, AIMS = 0.03, 0.1
"""How often a turn times out, and how often the click is aimed at the end of its clock."""
BETWEEN_MOVES_S = 10.0
"""The mean time until a seated player tops up, leaves or sits out."""
PATIENCE_S = 4.0
NO_ANSWER = {"TRY_AGAIN", "TOO_MANY", "BROKEN", "LOG_IN_REQUIRED", "BAD_TOKEN"}
"""Refusals that do not say that nothing was stored, or that precede any processing."""


@dataclass(frozen=True, slots=True)
class Person:
    """A user with a wallet, a session for each way, and a table."""

    id: str
    name: str
    cookie: str
    token: str
    slug: str


@dataclass(slots=True)
class Log:
    """The requests of all players together, and their answers."""

    acts: list[Act] = field(default_factory=list)
    brought: list[Brought] = field(default_factory=list)
    acknowledged: list[tuple[float, float]] = field(default_factory=list)
    """For each acknowledged action, when it was sent and when the answer came."""
    nets: dict[tuple[str, str], int] = field(default_factory=dict)
    games: set[str] = field(default_factory=set)
    """The games of which a player saw a hand end."""
    time_outs: int = 0
    """The turns that players saw end by the clock; each player at a table counts them."""
    answers: Counter[str] = field(default_factory=Counter)
    broken: list[float] = field(default_factory=list)
    """When each answer came that blames the platform."""
    connects: int = 0


class Player:
    """One person at one table."""

    def __init__(self, host: str, person: Person, log: Log, rng: random.Random) -> None:
        self.host, self.person, self.log, self.rng = host, person, log, rng
        self.quiet = asyncio.Event()
        """No more clicks: the clocks have to move the tables on."""
        self.over = asyncio.Event()
        self.socket: ThinSocket | None = None
        self.hand: dict[str, Any] | None = None
        self.table: dict[str, Any] | None = None
        self._news = asyncio.Event()
        self._waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._done_with: tuple[str, int] | None = None
        self._last: tuple[Act, dict[str, Any]] | None = None
        self._next_move = time.monotonic()
        self._rest = httpx.AsyncClient(
            base_url=f"http://{host}/api/v1/",
            headers={"Authorization": f"Bearer {person.token}"},
            timeout=PATIENCE_S,
        )

    def renew(self, token: str) -> None:
        """Use this access token from now on."""
        self._rest.headers["Authorization"] = f"Bearer {token}"

    # -- what is heard --------------------------------------------------------------------------

    def hear(self, text: bytes) -> None:
        message = json.loads(text)
        answer = message.get("ok") or message  # a hand may bring the answer along
        if answer["type"] in ("ok", "refused"):
            waiting = self._waiting.pop(answer["id"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(answer)
        if message["type"] in ("ok", "refused"):
            return
        if message["type"] == "hello" and message["you"] is None:
            assert self.socket is not None
            self.socket.close()  # taken for a visitor while the database was down
        else:
            self.take(message)

    def take(self, state: dict[str, Any]) -> None:
        """Store the state of the table from a frame or a REST response."""
        self.hand = state.get("hand") or self.hand
        self.table = state.get("table") or self.table
        events = state.get("events") or []
        self.log.time_outs += sum(event.get("auto") == "timeout" for event in events)
        view = self.hand["view"] if self.hand is not None else {}
        seat = (view.get("you") or {}).get("seat")
        if self.hand is not None and view["result"] and seat is not None:
            self.log.nets[self.hand["id"], self.person.id] = dict(view["result"]["net"])[seat]
            if self.table is not None:
                self.log.games.add(self.table["game"])
        own = self._seat()
        if own is not None and own["status"] == "sitting_out":
            self._move_within(0.5)
        self._news.set()

    def _seat(self) -> dict[str, Any] | None:
        seats = self.table["seats"] if self.table is not None else []
        return next((seat for seat in seats if seat["name"] == self.person.name), None)

    def _move_within(self, seconds: float) -> None:
        self._next_move = min(self._next_move, time.monotonic() + seconds)

    # -- what is sent ---------------------------------------------------------------------------

    async def send(self, asked: Asked, command: str, body: dict[str, Any]) -> None:
        """Send a request, and again under the same key, until there is an answer."""
        ways = [self._by_socket, self._by_rest]
        self.rng.shuffle(ways)
        if self.rng.random() >= DOUBLED:
            ways = [self._by_rest if self.rng.random() < BY_REST else self._by_socket]
        while True:
            if any(await asyncio.gather(*(way(asked, command, body) for way in ways))):
                return
            ways = [self.rng.choice([self._by_rest, self._by_socket])]
            await asyncio.sleep(self.rng.uniform(0.05, 0.2))

    async def _by_socket(self, asked: Asked, command: str, body: dict[str, Any]) -> bool:
        socket = self.socket
        if socket is None or socket.closed:
            return False
        id_ = uuid.uuid4().hex
        answer = asyncio.get_running_loop().create_future()
        self._waiting[id_] = answer
        sent = time.monotonic()
        socket.send(json.dumps({"type": command, "id": id_, **body}).encode())
        while not answer.done() and not socket.closed and time.monotonic() < sent + PATIENCE_S:
            await asyncio.wait([answer], timeout=0.1)
        self._waiting.pop(id_, None)
        message = answer.result() if answer.done() else {"type": "none"}
        return self._answered(asked, sent, message["type"] == "ok", message)

    async def _by_rest(self, asked: Asked, command: str, body: dict[str, Any]) -> bool:
        sent = time.monotonic()
        try:
            answer = await self._rest.post(f"tables/{self.person.slug}/{command}", json=body)
            message = answer.json()
        except (httpx.TransportError, ValueError):
            return self._answered(asked, sent, False, {})
        if answer.status_code == 200:
            self.take(message.get("state", message))
        return self._answered(asked, sent, answer.status_code == 200, message)

    def _answered(self, asked: Asked, sent: float, ok: bool, message: dict[str, Any]) -> bool:
        """Record the outcome of one attempt; return True for a reliable answer."""
        code = "OK" if ok else message.get("code", "none")
        self.log.answers[code] += 1
        if code == "BROKEN":
            self.log.broken.append(time.monotonic())
        if ok:
            asked.received.append(message.get("seq"))
            if isinstance(asked, Act):
                self.log.acknowledged.append((sent, time.monotonic()))
        elif code == "none" or code in NO_ANSWER:
            asked.unanswered += 1
            return False
        else:
            asked.refused += 1
        return True

    # -- what is done ---------------------------------------------------------------------------

    async def play(self) -> None:
        """Connect, play, and reconnect after every lost connection, until the storm is over."""
        while not self.over.is_set():
            path = f"/ws/table/{self.person.slug}/"
            try:
                async with asyncio.timeout(PATIENCE_S):
                    self.socket = await open_socket(self.host, path, self.person.cookie, self.hear)
            except (OSError, TimeoutError):
                await asyncio.sleep(0.1)
                continue
            self.log.connects += 1
            while not self.socket.closed and not self.over.is_set():
                await self._once()

    async def _once(self) -> None:
        """Act, or move chips, or wait for messages."""
        self._news.clear()
        hand = self.hand
        if self.table is None or self.quiet.is_set():
            await self._hear(0.5)
        elif hand is not None and self._may_act(hand) and self._now(hand) != self._done_with:
            self._done_with = self._now(hand)
            await self._act(hand)
        elif time.monotonic() > self._next_move:
            self._next_move = time.monotonic() + self.rng.expovariate(1 / BETWEEN_MOVES_S)
            await self._move_chips()
        else:
            await self._hear(0.3)

    async def _hear(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()

    @staticmethod
    def _may_act(hand: dict[str, Any]) -> bool:
        return bool((hand["view"].get("you") or {}).get("legal"))

    @staticmethod
    def _now(hand: dict[str, Any]) -> tuple[str, int]:
        return hand["id"], hand["seq"]

    async def _act(self, hand: dict[str, Any]) -> None:
        chance = self.rng.random()
        if chance < LETS_GO:
            return
        clock = hand["clock"]
        if chance < LETS_GO + AIMS and clock is not None:
            end = (clock["until"] + GRACE_MS) / 1000 + self.rng.uniform(-0.06, 0.06)
            await asyncio.sleep(max(0.0, end - time.time()))
        else:
            await asyncio.sleep(self.rng.uniform(0, 0.1))
        if self.hand is None or self._now(self.hand) != self._now(hand) or self.quiet.is_set():
            return
        if self._last is not None and self.rng.random() < LATE:
            await self.send(self._last[0], "act", self._last[1])
        you = hand["view"]["you"]
        option = self._choice(you["legal"])
        act = Act(
            person=self.person.id,
            key=str(uuid.uuid4()),
            hand=hand["id"],
            seq=hand["seq"],
            kind=option["kind"],
            amount=option.get("min"),
            cards=tuple(you["hints"][0]) if option["kind"] == "play" else (),
        )
        self.log.acts.append(act)
        body: dict[str, Any] = {
            "hand": act.hand,
            "seq": act.seq,
            "action": act.kind,
            "key": act.key,
        }
        body |= {"amount": act.amount, "cards": list(act.cards)}
        self._last = act, body
        await self.send(act, "act", body)

    def _choice(self, legal: list[dict[str, Any]]) -> dict[str, Any]:
        """Return any legal action, but rarely one that ends the hand."""
        bold = [option for option in legal if option["kind"] != "fold"]
        return self.rng.choice(bold if bold and self.rng.random() < 0.9 else legal)

    async def _move_chips(self) -> None:
        """Sit down at a free seat; a seated player tops up, leaves, sits out, or returns."""
        assert self.table is not None
        own = self._seat()
        if own is None:
            taken = {seat["seat"] for seat in self.table["seats"]}
            free = [number for number in range(self.table["max_seats"]) if number not in taken]
            low, high = self.table["min_buy_in"], self.table["max_buy_in"]
            await self._bring("sit", self.rng.randint(low, high), seat=self.rng.choice(free or [0]))
            self._move_within(1)
            return
        if own["status"] == "sitting_out":
            await self._plainly("sit_in")
            return
        room = self.table["max_buy_in"] - own["stack"] - own["pending"]
        chance = self.rng.random()
        if room > 0 and chance < 0.6:
            await self._bring("top_up", self.rng.randint(1, room))
        elif chance < 0.8:
            await self._plainly("leave")
            self._move_within(1)
        elif chance < 0.9:
            await self._plainly("sit_out")

    async def _bring(self, command: str, amount: int, **body: int) -> None:
        key = str(uuid.uuid4())
        name = "buy-in" if command == "sit" else "top-up"
        brought = Brought(person=self.person.id, key=key, uid=f"{name}:{key}", amount=amount)
        self.log.brought.append(brought)
        chips = "buy_in" if command == "sit" else "amount"
        await self.send(brought, command, {chips: amount, "key": key, **body})

    async def _plainly(self, command: str) -> None:
        await self.send(Asked(self.person.id, key=""), command, {})

    async def go_home(self, seconds: float) -> int | None:
        """Leave, wait until the seat is free, and read the wallet; None after too long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), aclosing(self._rest):
                await self._plainly("leave")
                while await self._seated():
                    await asyncio.sleep(2)
                received = await self._until_told(lambda: self._rest.get("me/balance"))
                return int(received["wallet"])
        return None

    async def _seated(self) -> bool:
        state = await self._until_told(lambda: self._rest.get(f"tables/{self.person.slug}/state"))
        return state["you"]["seat"] is not None

    async def _until_told(self, ask: Callable[[], Awaitable[httpx.Response]]) -> dict[str, Any]:
        while True:
            with suppress(httpx.TransportError, ValueError):
                answer = await ask()
                if answer.status_code == 200:
                    received: dict[str, Any] = answer.json()
                    return received
            await asyncio.sleep(0.5)
