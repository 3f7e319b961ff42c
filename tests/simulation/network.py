"""The wires between processes: notifications, and the sockets and requests of clients.

Notifications are lost, doubled, late and out of order. Sockets and requests are as TCP is: in order
while the process lives; when it dies, clients learn of it a little later.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import msgspec
from django.http import QueryDict
from redis.exceptions import ConnectionError as ValkeyConnectionError

from accounts import ledger
from accounts.people.models import User
from core.errors import RequestRefused
from lobby.tables.bodies import ActBody
from lobby.tables.commands import TABLE
from lobby.tables.models import Seat, Table
from lobby.tables.play.play import command_of, play
from lobby.tables.ws import hub
from lobby.tables.ws.consumers import TableConsumer
from tests.simulation.scheduler import Process, Scheduler

LOST, DOUBLED, VALKEY_DOWN = 0.3, 0.1, 0.01
IN_ORDER_S = 1e-6
"""Timers of one time run in any order: each text of a socket comes a little after the last."""


class Network:
    """All wires of one run."""

    def __init__(self, scheduler: Scheduler) -> None:
        self.scheduler = scheduler
        self.world = scheduler.start("clients")
        self.webs: list[Process] = []
        """The web processes that answer."""
        self.layers: dict[Process, Layer] = {}
        self.lossy = True

    def delay(self) -> float:
        """Seconds on the way."""
        return 0.0005 + self.scheduler.rng.expovariate(1 / 0.01)

    def layer(self) -> "Layer":
        """The channel layer of the process that asks."""
        process = self.scheduler._present
        assert process is not None
        return self.layers.setdefault(process, Layer(self, process))


class Layer:
    """A channel layer of one process, with what `notifications` uses of it."""

    def __init__(self, network: Network, process: Process) -> None:
        self.network, self.process = network, process
        self.channels: dict[str, asyncio.Queue[dict[str, Any]]] = {}
        self._made = 0

    async def flush(self) -> None:
        self.channels.clear()

    async def new_channel(self) -> str:
        self._made += 1
        return f"{self.process.name}.{self._made}"

    async def group_add(self, group: str, channel: str) -> None:
        self.channels[channel] = asyncio.Queue()

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        network, rng = self.network, self.network.scheduler.rng
        if network.lossy and rng.random() < VALKEY_DOWN:
            raise ValkeyConnectionError("no answer")
        text = json.dumps(message)
        for layer in list(network.layers.values()):
            copies = 1
            if network.lossy:
                copies = 0 if rng.random() < LOST else 2 if rng.random() < DOUBLED else 1
            for _ in range(copies):
                layer.process.loop.call_later(network.delay(), layer._take, text)

    def _take(self, text: str) -> None:
        for channel in self.channels.values():
            channel.put_nowait(json.loads(text))

    async def receive(self, channel: str) -> dict[str, Any]:
        return await self.channels[channel].get()


class Session(dict[str, Any]):
    """A browser's session, as a consumer asks for it."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.session_key = key


class Socket:
    """A client's socket to a web process; `hear` gets the texts (`benchmarks.thin_socket`)."""

    def __init__(self, network: Network, process: Process, hear: Callable[[bytes], None]) -> None:
        self.closed = False
        self._network, self._process, self._hear = network, process, hear
        self._texts: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._there = self._here = 0.0
        process.on_death.append(lambda: self._deliver(self._end))

    def open(self, slug: str, user_id: str, session_key: str) -> None:
        """Begin the handshake in the process."""
        self._texts.put_nowait({"type": "websocket.connect"})

        async def serve() -> None:
            loop = self._process.loop
            user = await loop.run_in_executor(None, lambda: User.objects.get(pk=user_id))
            handshake = hub.current().limits.begin(user_id, session_key)
            if handshake is None:
                self._deliver(self._end)
                return
            scope = {
                "user": user,
                "session": Session(session_key),
                "handshake": handshake,
                "url_route": {"kwargs": {"slug": slug}},
                "query_string": QueryDict().urlencode().encode(),
                "headers": [],
                "send": self._take_from_server,
            }
            try:
                await TableConsumer()(scope, self._texts.get, self._take_from_server)
            finally:
                handshake.end()
                self._deliver(self._end)

        self._process.loop.call_later(
            self._network.delay(), lambda: self._keep(self._process.loop.create_task(serve()))
        )

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._task = task
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        task.add_done_callback(lambda _: self._deliver(self._end))

    def send(self, text: bytes) -> None:
        """Send a text; what a dead process does not read is lost."""
        message = {"type": "websocket.receive", "text": text.decode()}
        self._put(message)

    def close(self) -> None:
        """Close it from the client's side."""
        if not self.closed:
            self._put({"type": "websocket.disconnect", "code": 1000})
            self.closed = True

    def _put(self, message: dict[str, Any]) -> None:
        loop = self._process.loop
        if not self._process.dead:
            self._there = max(self._there + IN_ORDER_S, loop.time() + self._network.delay())
            loop.call_at(self._there, self._texts.put_nowait, message)

    async def _take_from_server(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            text = message["text"].encode()
            self._deliver(lambda: None if self.closed else self._hear(text))
        elif message["type"] == "websocket.close":
            self._deliver(self._end)

    def _deliver(self, do: Callable[[], None]) -> None:
        world = self._network.world.loop
        if not self._network.world.dead:
            self._here = max(self._here + IN_ORDER_S, world.time() + self._network.delay())
            world.call_at(self._here, do)

    def _end(self) -> None:
        self.closed = True


class Answer:
    """An answer to a request, as httpx gives it."""

    def __init__(self, status_code: int, body: dict[str, Any]) -> None:
        self.status_code, self._body = status_code, body

    def json(self) -> dict[str, Any]:
        return self._body


class Requests:
    """A client's requests: each is carried out by any web process, in one of its threads.

    It does what the API's views do (`lobby.tables.api`) behind authentication.
    """

    def __init__(self, network: Network, user_id: str, no_answer: type[Exception]) -> None:
        self._network, self._user_id, self._no_answer = network, user_id, no_answer

    async def aclose(self) -> None:
        """Nothing is open."""

    async def get(self, path: str) -> Answer:
        return await self._ask(path, None)

    async def post(self, path: str, *, json: dict[str, Any]) -> Answer:
        return await self._ask(path, json)

    async def _ask(self, path: str, body: dict[str, Any] | None) -> Answer:
        world, network = self._network.world.loop, self._network
        if not network.webs:
            await asyncio.sleep(network.delay())
            raise self._no_answer("refused")
        process = network.webs[network.scheduler.rng.randrange(len(network.webs))]
        answer: asyncio.Future[Answer | None] = world.create_future()

        def tell(result: Answer | None) -> None:
            if not answer.done():
                answer.set_result(result)

        async def serve() -> None:
            done = await process.loop.run_in_executor(None, self._carry_out, path, body)
            world.call_later(network.delay(), tell, done)

        process.loop.call_later(network.delay(), lambda: process.loop.create_task(serve()))
        process.on_death.append(lambda: world.call_later(network.delay(), tell, None))
        world.call_later(4.0, tell, None)
        found = await answer
        if found is None:
            raise self._no_answer("no answer")
        return found

    def _carry_out(self, path: str, body: dict[str, Any] | None) -> Answer:
        try:
            return Answer(200, self._do(path, body))
        except RequestRefused as no:
            return Answer(no.status, {"code": no.code})
        except Exception as error:  # as the API answers what fails
            return Answer(503, {"code": "TRY_AGAIN", "text": repr(error)})
        finally:
            hub.close_old_connections()

    def _do(self, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
        user = User.objects.get(pk=self._user_id)
        if path == "me/balance":
            return {"wallet": ledger.balance(ledger.wallet(user))}
        _tables, slug, what = path.split("/")
        table = Table.objects.get(slug=slug)
        if body is None:
            seats = Seat.objects.filter(table=table, user=user)
            return {"you": {"seat": seats.values_list("number", flat=True).first()}}
        if what == "act":
            act = msgspec.convert(body, ActBody)
            (answer,) = play([command_of(act, table_id=table.pk, user_id=user.pk)])
            if answer.no is not None:
                raise answer.no
            return {"seq": answer.seq}
        command = next(one for one in TABLE if one.name == what)
        command.run(msgspec.convert(body, command.body), table_id=table.pk, user=user)
        return {}
