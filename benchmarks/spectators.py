"""The latency of a crowd: when the last of a thousand spectators receives an action.

python -m benchmarks.spectators [--spectators 1000] [--actions 60]

It also prints what an idle socket costs the web process: memory, and CPU to open it.
"""

import argparse
import asyncio
import time

from benchmarks.platform import Platform, cpu_of, platform, quantile, session_of
from benchmarks.seats import CardhouseSeat, Meter, Table
from benchmarks.tables import BenchTable, let_start, open_tables
from benchmarks.thin_socket import open_socket

PAUSE_S = 0.4
WARM_UP = 100
"""The first sockets, which are not counted: they fill caches and pools."""
SETTLE_S = 2.0


class Crowd:
    """All spectators: when each frame reached the first and the last of them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.seen: dict[bytes, int] = {}
        self.sent: dict[bytes, float] = {}
        self.took: list[float] = []
        self.first: list[float] = []

    def hear(self, text: bytes) -> None:
        if not text.startswith(b'{"type":"hand"') or not self.clicked_at:
            return
        # The frames of one action are the same bytes for every spectator.
        key = text[:200]
        count = self.seen.get(key, 0) + 1
        self.seen[key] = count
        if count == 1:
            self.first.append(time.perf_counter() - self.clicked_at)
            self.sent[key] = self.clicked_at
        if count == self.size:
            self.took.append(time.perf_counter() - self.sent[key])

    clicked_at = 0.0
    clicks = 0


class Clicker(CardhouseSeat):
    """A player that records when it clicks."""

    crowd: Crowd

    def send(self, kind: str, amount: int | None) -> None:
        self.crowd.clicked_at = time.perf_counter()
        self.crowd.clicks += 1
        super().send(kind, amount)


def _used(run: Platform) -> tuple[float, int]:
    """Return the CPU seconds and the memory in bytes (USS) of the web process."""
    return cpu_of(run.web), run.web.memory_full_info().uss


async def _watch(run: Platform, table: BenchTable, spectators: int, actions: int) -> Crowd:
    crowd, meter, played = Crowd(spectators), Meter(), Table()
    path, host = f"/ws/table/{table.slug}/", run.host
    warm_up = min(WARM_UP, spectators // 2)
    counted = spectators - warm_up
    sockets = [await open_socket(host, path, "", crowd.hear) for _ in range(warm_up)]
    before = _used(run)
    sockets += [await open_socket(host, path, "", crowd.hear) for _ in range(counted)]
    await asyncio.sleep(SETTLE_S)
    cpu, memory = (after - was for after, was in zip(_used(run), before, strict=True))
    print(
        f"an idle socket: {memory / counted / 1024:.1f} KB of memory, "
        f"{cpu / counted * 1e3:.2f} ms of CPU to open"
    )
    for number, guest in enumerate(table.people):
        # One action has left the socket before the next.
        seat = Clicker(meter, played, number, (PAUSE_S, PAUSE_S), seed=number)
        seat.crowd = crowd
        cookie = await asyncio.to_thread(session_of, guest)
        seat.socket = await open_socket(host, path, cookie, seat.hear)
        sockets.append(seat.socket)
    await asyncio.to_thread(let_start, [table.id])
    deadline = time.monotonic() + actions * 2 + 20
    while crowd.clicks < actions and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
    for socket in sockets:
        socket.close()
    return crowd


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--actions", type=int, default=60)
    options = parser.parse_args()
    with platform(one_address=True) as run:
        (table,) = open_tables(1, 4, 4)
        crowd = asyncio.run(_watch(run, table, options.spectators, options.actions))
    for name, values in (("first spectator", crowd.first), ("last spectator", crowd.took)):
        print(
            f"{name:14} p50 {quantile(values, 0.5) * 1000:.0f} ms, "
            f"p95 {quantile(values, 0.95) * 1000:.0f} ms over {len(values)} actions"
        )


if __name__ == "__main__":
    main()
