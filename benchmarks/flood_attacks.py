"""The attacks of `benchmarks.floods`: each runs in a process of its own, from one address.

Every attack connects to loopback only, has a fixed number of requests or sockets, and ends by
itself (a timer of the operating system ends it if it hangs). It prints `ready` once its preparation
is done, and finally one line of JSON: the number of the server's answers by status.

python -m benchmarks.flood_attacks sockets --host 127.0.0.1:9000 --slug abc --seconds 10
"""

import argparse
import asyncio
import contextlib
import json
import random
import signal
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from benchmarks.thin_socket import ThinSocket, open_socket

ADDRESS = "127.0.0.66"
"""The source of all attacks: for the platform one address is one client."""
MOST_REQUESTS = 20_000
ANSWER_S = 30.0
SOCKETS, CHURN, HALF, TABLES, SEATS = 2_000, 4_000, 900, 55, 51
HALF_WAIT_S = 8.0
NEVER_READERS = 300
REFUSED = 50_000
PREPARE_S = 60.0
GARBAGE = (b"\xff" * 64, b"{" * 4_000, b'{"type":"act"}', b'"' + b"x" * 3_000 + b'"')


@dataclass
class Attack:
    """A running attack: its target, its duration, and the answers."""

    host: str
    slug: str
    seconds: float
    seen: Counter[str] = field(default_factory=Counter)

    @property
    def _place(self) -> tuple[str, int]:
        name, port = self.host.rsplit(":", 1)
        return name, int(port)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a TCP connection from the attacker's address."""
        return await asyncio.open_connection(*self._place, local_addr=(ADDRESS, 0))

    async def request(
        self, method: str, path: str, body: object = None, token: str = ""
    ) -> tuple[int, bytes]:
        """Send one request on a connection of its own; return its status and body."""
        sent = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nConnection: close\r\n"
            f"Accept-Encoding: identity\r\nContent-Length: {len(sent)}\r\n"
            + ("Content-Type: application/json\r\n" if sent else "")
            + (f"Authorization: Bearer {token}\r\n" if token else "")
            + "\r\n"
        )
        async with asyncio.timeout(ANSWER_S):
            reader, writer = await self.connect()
            try:
                writer.write(head.encode() + sent)
                answer = await reader.read(-1)
            finally:
                writer.close()
        first, _, rest = answer.partition(b"\r\n\r\n")
        if not first:
            raise ConnectionError("closed without an answer")
        return int(first.split(b" ", 2)[1]), rest

    async def socket(self) -> ThinSocket:
        """Open a spectator's socket at the table."""
        return await open_socket(
            self.host, f"/ws/table/{self.slug}/", "", lambda _text: None, address=ADDRESS
        )

    async def ask(self, method: str, path: str, body: object = None) -> None:
        """Send one request and count its answer."""
        try:
            status, _body = await self.request(method, path, body)
            self.seen[str(status)] += 1
        except TimeoutError:
            self.seen["no answer"] += 1
        except OSError:
            self.seen["closed"] += 1


def _ready() -> None:
    print("ready", flush=True)


def requests(
    parallel: int, make: Callable[[Attack, int], tuple[str, str, object]]
) -> Callable[[Attack], Coroutine[Any, Any, None]]:
    """Return an attack by clients that send the next request as soon as one is answered."""

    async def attack(run: Attack) -> None:
        numbers = iter(range(MOST_REQUESTS))

        async def client() -> None:
            for number in numbers:
                await run.ask(*make(run, number))

        _ready()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(run.seconds), asyncio.TaskGroup() as clients:
                for _ in range(parallel):
                    clients.create_task(client())

    return attack


async def sockets(run: Attack) -> None:
    """Open sockets of anonymous spectators at one table, and keep them open."""
    opened: list[ThinSocket] = []
    numbers = iter(range(SOCKETS))

    async def client() -> None:
        for _ in numbers:
            try:
                opened.append(await run.socket())
                run.seen["accepted"] += 1
            except OSError as error:
                run.seen[str(error)] += 1

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PREPARE_S / 2), asyncio.TaskGroup() as clients:
            for _ in range(50):
                clients.create_task(client())
    _ready()
    await asyncio.sleep(run.seconds)
    run.seen["open at the end"] = sum(not one.closed for one in opened)


async def churn(run: Attack) -> None:
    """Open sockets: a third closes again, a third sends garbage, a third never reads."""
    held: list[ThinSocket] = []
    numbers = iter(range(CHURN))

    async def client() -> None:
        for number in numbers:
            try:
                one = await run.socket()
            except OSError as error:
                run.seen[str(error)] += 1
                continue
            run.seen["accepted"] += 1
            if number % 3 == 1:
                for at in range(40):
                    one.send(GARBAGE[at % len(GARBAGE)])
                await asyncio.sleep(0.2)
            elif number % 3 == 2 and len(held) < NEVER_READERS:
                one.stop_reading()
                for _ in range(45):
                    one.send(b'{"type":"resync"}')
                held.append(one)
                continue
            one.close()

    _ready()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(run.seconds), asyncio.TaskGroup() as clients:
            for _ in range(50):
                clients.create_task(client())
            clients.create_task(asyncio.sleep(run.seconds))
    run.seen["not opened"] = sum(1 for _ in numbers)


async def refused(run: Attack) -> None:
    """Send handshakes that are refused: from a foreign page, without a key, to no path."""
    begin = f"HTTP/1.1\r\nHost: {run.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    foreign = "Origin: http://elsewhere.example\r\nCookie: sessionid=x\r\n"
    heads = (
        f"GET /ws/lobby/ {begin}{key}{foreign}\r\n".encode(),
        f"GET /ws/lobby/ {begin}\r\n".encode(),
        f"GET /ws/nowhere/ {begin}{key}Origin: http://{run.host}\r\n\r\n".encode(),
    )
    numbers = iter(range(REFUSED))

    async def client() -> None:
        for number in numbers:
            try:
                reader, writer = await run.connect()
                writer.write(heads[number % len(heads)])
                run.seen[(await reader.read(4096))[9:12].decode() or "closed"] += 1
                writer.close()
            except OSError:
                run.seen["closed"] += 1

    _ready()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(run.seconds), asyncio.TaskGroup() as clients:
            for _ in range(20):
                clients.create_task(client())


async def half(run: Attack) -> None:
    """Send partial requests: a third stops in a header, a third in a body, a third drips."""
    path = f"/t/{run.slug}/"
    heads = (
        f"GET {path} HTTP/1.1\r\nHost: {run.host}\r\nX-Slow: ",
        f"POST /api/v1/login HTTP/1.1\r\nHost: {run.host}\r\nContent-Type: application/json\r\n"
        'Content-Length: 200\r\n\r\n{"name": ',
        f"GET {path} HTTP/1.1\r\nHost: {run.host}\r\nX-Slow: ",
    )

    async def client(number: int) -> None:
        try:
            reader, writer = await run.connect()
        except OSError:
            run.seen["not accepted"] += 1
            return
        end = asyncio.get_running_loop().time() + HALF_WAIT_S
        writer.write(heads[number % 3].encode())
        try:
            async with asyncio.timeout_at(end):
                while number % 3 == 2:
                    writer.write(b"x")
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(1):
                            if not await reader.read(4096):
                                break
                while await reader.read(4096):
                    pass
            run.seen["closed"] += 1
        except TimeoutError:
            run.seen["open after 8 s"] += 1
            await asyncio.sleep(max(0.0, run.seconds - HALF_WAIT_S))
        except OSError:
            run.seen["closed"] += 1
        finally:
            writer.close()

    _ready()
    run.seen["open after 8 s"] = 0
    await asyncio.gather(*(client(number) for number in range(HALF)))


async def tables(run: Attack) -> None:
    """Open tables as one guest, with eight hard bots each, and sit at most of them."""
    _status, body = await run.request("POST", "/api/v1/guest", {})
    token = json.loads(body)["access"]

    async def post(path: str, data: object) -> dict[str, object]:
        status, answer = await run.request("POST", path, data, token)
        last = path.rsplit("/", 1)[1]
        code = "" if status < 300 else f" {json.loads(answer).get('code', '')}"
        run.seen[f"{last} {status}{code}"] += 1
        return json.loads(answer) if status < 300 else {}

    async def one(number: int) -> None:
        plan = {
            "name": f"Flood {number}",
            "game": "holdem",
            "preset": "cash",
            "seats": 9,
            "options": {"small_blind": 1},
            "min_buy_in": 100,
            "max_buy_in": 200,
            "bots": 8,
            "bot_level": "hard",
        }
        table = await post("/api/v1/tables", plan)
        if table and number < SEATS:
            for seat in range(9):  # one of them is free
                if await post(f"/api/v1/tables/{table['slug']}/sit", {"seat": seat, "buy_in": 100}):
                    return

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PREPARE_S):
            for start in range(0, TABLES, 5):
                await asyncio.gather(*(one(start + more) for more in range(5)))
    _ready()
    await asyncio.sleep(run.seconds)


def _simulation(_run: Attack, number: int) -> tuple[str, str, object]:
    design = {"dealer_qualifies": "jack_high"}
    return (
        "POST",
        "/api/v1/paytables/simulate",
        {"design": design, "hands": 100_000, "seed": number},
    )


def _wrong_password(_run: Attack, number: int) -> tuple[str, str, object]:
    name = f"Nobody{number % 40}"
    return "POST", "/api/v1/login", {"name": name, "password": f"wrong {random.random()}"}


ATTACKS: dict[str, Callable[[Attack], Coroutine[Any, Any, None]]] = {
    "schema": requests(12, lambda _run, _n: ("GET", "/api/v1/schema/", None)),
    "odds": requests(12, lambda _run, _n: ("GET", "/odds/table.json", None)),
    "lobby": requests(24, lambda _run, _n: ("GET", "/", None)),
    "state": requests(40, lambda run, _n: ("GET", f"/api/v1/tables/{run.slug}/state", None)),
    "readyz": requests(40, lambda _run, _n: ("GET", "/readyz", None)),
    "simulate": requests(40, _simulation),
    "log-in": requests(40, _wrong_password),
    "sockets": sockets,
    "churn": churn,
    "refused": refused,
    "half": half,
    "tables": tables,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attack", choices=list(ATTACKS))
    parser.add_argument("--host", required=True)
    parser.add_argument("--slug", required=True)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    if not options.host.startswith("127."):
        parser.error("attacks talk to loopback only")
    signal.alarm(int(options.seconds + PREPARE_S + ANSWER_S))
    run = Attack(options.host, options.slug, options.seconds)
    asyncio.run(ATTACKS[options.attack](run))
    print(json.dumps(run.seen), flush=True)


if __name__ == "__main__":
    main()
