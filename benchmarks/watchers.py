"""A crowd at one table: how long after an action the last of a thousand watchers has the message.

python -m benchmarks.watchers [--watchers 1000] [--actions 60]
"""

import argparse
import asyncio
import random
import time

from benchmarks.live_tables import Meter, Player, _Hand, _Legal, _let_start, _people
from benchmarks.platform import platform, quantile
from benchmarks.thin_socket import open_socket


class Crowd:
    """All watchers: when each frame came to the first and to the last of them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.seen: dict[bytes, int] = {}
        self.sent: dict[bytes, float] = {}
        self.took: list[float] = []
        self.first: list[float] = []

    def hear(self, text: bytes) -> None:
        if not text.startswith(b'{"type":"hand"') or not self.clicked_at:
            return
        # The frames of one action are the same bytes for every watcher.
        key = text[:200]
        count = self.seen.get(key, 0) + 1
        self.seen[key] = count
        if count == 1:
            self.first.append(time.perf_counter() - self.clicked_at)
            self.sent[key] = self.clicked_at
        if count == self.size:
            self.took.append(time.perf_counter() - self.sent[key])

    clicked_at = 0.0


class SlowPlayer(Player):
    """Acts a while after its turn came, so that one action has left the wire before the next."""

    def __init__(self, meter: Meter, rng: random.Random, crowd: Crowd) -> None:
        super().__init__(meter, rng)
        self.crowd = crowd

    def act(self, hand: _Hand, legal: list[_Legal]) -> None:
        asyncio.get_running_loop().call_later(0.4, self._act_now, hand, legal)

    def _act_now(self, hand: _Hand, legal: list[_Legal]) -> None:
        self.crowd.clicked_at = time.perf_counter()
        self.meter.counting = True
        super().act(hand, legal)


async def _watch(host: str, slug: str, cookies: list[str], watchers: int, actions: int) -> Crowd:
    crowd, meter = Crowd(watchers), Meter()
    sockets = [
        await open_socket(host, f"/ws/table/{slug}/", "", crowd.hear) for _ in range(watchers)
    ]
    for number, cookie in enumerate(cookies):
        player = SlowPlayer(meter, random.Random(number), crowd)
        player.socket = await open_socket(host, f"/ws/table/{slug}/", cookie, player.hear)
        sockets.append(player.socket)
    await asyncio.to_thread(_let_start)
    deadline = time.monotonic() + actions * 2 + 20
    while meter.acted < actions and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
    for socket in sockets:
        socket.close()
    return crowd


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--actions", type=int, default=60)
    options = parser.parse_args()
    with platform(one_address=True) as run:
        ((slug, cookies),) = _people(1, 4)
        crowd = asyncio.run(_watch(run.host, slug, cookies, options.watchers, options.actions))
    for name, values in (("first watcher", crowd.first), ("last watcher", crowd.took)):
        print(
            f"{name:14} p50 {quantile(values, 0.5) * 1000:.0f} ms, "
            f"p95 {quantile(values, 0.95) * 1000:.0f} ms over {len(values)} actions"
        )


if __name__ == "__main__":
    main()
