"""Many tables at full speed through the whole path: socket, rules, database, views, sockets.

Each seat is a socket of its own that acts as soon as it is its turn. Measured: actions a second,
the time from a click to the frame at every other seat, and CPU milliseconds for each action.

    python -m benchmarks.live_tables [--tables 50] [--seats 4] [--seconds 15]
"""

import argparse
import asyncio
import random
import time
import uuid

import msgspec

from benchmarks.platform import Platform, platform, quantile, session_of
from benchmarks.thin_socket import ThinSocket, open_socket


class _Legal(msgspec.Struct):
    kind: str
    min: int | None = None


class _You(msgspec.Struct):
    legal: list[_Legal] = []


class _View(msgspec.Struct):
    you: _You | None = None


class _Hand(msgspec.Struct):
    id: str
    seq: int
    view: _View


class _Frame(msgspec.Struct):
    type: str
    hand: _Hand | None = None
    code: str = ""


_decode = msgspec.json.Decoder(_Frame).decode
_encode = msgspec.json.Encoder().encode


class Meter:
    """When each action was clicked, and how long it took to the other seats."""

    def __init__(self) -> None:
        self.clicked: dict[tuple[str, int], float] = {}
        self.latency: list[float] = []
        self.acted = 0
        self.hands: set[str] = set()
        self.refused: dict[str, int] = {}
        self.counting = False


class Player:
    """One seat: acts at once, mostly with the smallest bet, so that hands are long."""

    def __init__(self, meter: Meter, rng: random.Random) -> None:
        self.meter = meter
        self.rng = rng
        self.socket: ThinSocket | None = None

    def hear(self, text: bytes) -> None:
        frame = _decode(text)
        if frame.type == "refused":
            self.meter.refused[frame.code] = self.meter.refused.get(frame.code, 0) + 1
            return
        if frame.hand is None or frame.type not in ("hand", "hello"):
            return
        hand, meter = frame.hand, self.meter
        meter.hands.add(hand.id)
        sent = meter.clicked.get((hand.id, hand.seq))
        you = hand.view.you
        if sent is not None and meter.counting:
            meter.latency.append(time.perf_counter() - sent)
        if you is not None and you.legal:
            self.act(hand, you.legal)

    def act(self, hand: _Hand, legal: list[_Legal]) -> None:
        options = {entry.kind: entry for entry in legal}
        bet = options.get("bet")
        # A hand of about twenty actions, as in the trial this is compared with.
        if bet is not None and (hand.seq < 18 or self.rng.random() < 0.5):
            action, amount = "bet", bet.min
        elif "show" in options:
            action, amount = "show", None
        else:
            action = "fold" if "fold" in options else next(iter(options))
            amount = None
        message = {
            "type": "act",
            "id": "a",
            "hand": hand.id,
            "seq": hand.seq,
            "action": action,
            "amount": amount,
            "key": str(uuid.UUID(int=self.rng.getrandbits(128))),
        }
        self.meter.clicked[hand.id, hand.seq + 1] = time.perf_counter()
        if self.meter.counting:
            self.meter.acted += 1
        assert self.socket is not None
        self.socket.send(_encode(message))


def _people(tables: int, seats: int) -> list[tuple[str, list[str]]]:
    """Tables with seated people: (slug, session cookies)."""
    from accounts.actions.people import create_guest
    from lobby.actions.seats import sit
    from lobby.actions.tables import TablePlan, open_table
    from lobby.models import Table

    made = []
    for number in range(tables):
        plan = TablePlan(
            name=f"Bench {number}", seats=seats, min_buy_in=5_000, max_buy_in=10_000, clock_s=60
        )
        table = open_table(plan=plan, host=None, standing=True)
        Table.objects.filter(pk=table.pk).update(pause_ms=0, autostart=False)
        cookies = []
        for seat in range(seats):
            guest = create_guest(name=f"P{number}x{seat}")
            sit(table_id=table.pk, user=guest, number=seat, buy_in=8_000, key=uuid.uuid4())
            cookies.append(session_of(guest))
        made.append((table.slug, cookies))
    return made


def _let_start() -> None:
    from lobby.actions.desk import at_tables
    from lobby.models import Table

    for pk in Table.objects.values_list("pk", flat=True):
        with at_tables([pk]) as desk:
            Table.objects.filter(pk=pk).update(autostart=True)
            for place in desk.places.values():
                place.pulse.wake_at = desk.now
                desk.touch(place)


async def _drive(
    host: str, people: list[tuple[str, list[str]]], seconds: float, run: Platform
) -> tuple[Meter, float, dict[str, float]]:
    meter = Meter()
    rng = random.Random(20)
    sockets = []
    for slug, cookies in people:
        for cookie in cookies:
            player = Player(meter, random.Random(rng.random()))
            player.socket = await open_socket(host, f"/ws/table/{slug}/", cookie, player.hear)
            sockets.append(player.socket)
    await asyncio.to_thread(_let_start)
    await asyncio.sleep(3)
    before, start = run.cpu_seconds(), time.perf_counter()
    meter.counting = True
    await asyncio.sleep(seconds)
    meter.counting = False
    took, after = time.perf_counter() - start, run.cpu_seconds()
    for socket in sockets:
        socket.close()
    return meter, took, {name: after[name] - before[name] for name in after}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=15)
    options = parser.parse_args()
    with platform(one_address=True) as run:
        people = _people(options.tables, options.seats)
        meter, took, cpu = asyncio.run(_drive(run.host, people, options.seconds, run))
    rate = meter.acted / took
    print(f"{options.tables} tables of {options.seats}, {took:.1f} s, fsync on, one web process")
    print(f"actions       {meter.acted:,} = {rate:,.0f} a second, {len(meter.hands):,} hands")
    print(
        "click to seats "
        + ", ".join(
            f"{name} {quantile(meter.latency, q) * 1000:.1f} ms"
            for name, q in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1.0))
        )
    )
    each = {name: seconds * 1000 / meter.acted for name, seconds in cpu.items()}
    print(
        "CPU an action  "
        + ", ".join(f"{name} {ms:.2f} ms" for name, ms in each.items())
        + f", together {sum(each.values()):.2f} ms"
    )
    print(f"refused       {meter.refused or 'none'}")


if __name__ == "__main__":
    main()
