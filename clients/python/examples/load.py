"""Many guests at tables of their own: actions per second, and the latency of each.

python -m examples.load http://127.0.0.1:8000 --guests 12 --seconds 20 --over socket

An action's latency is from sending it to the server's answer, which follows the commit.
"""

import argparse
import asyncio
import time
import uuid
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress

from cardhouse_client import AtTable, Client
from examples.bot import step

AT_A_TABLE = 3
CHIP_PRESETS = {"holdem": "cash"}
"""Presets for games whose standard preset is not a game for chips."""


async def over_socket(client: Client, slug: str, took: list[float]) -> None:
    """Play over a socket forever."""
    async with client.table(slug) as table:
        async for _ in table:
            await timed(table, took)


async def over_rest(client: Client, slug: str, took: list[float]) -> None:
    """Play over requests forever."""
    table = client.at(slug)
    async for _ in table:
        await timed(table, took)


WAYS = {"socket": over_socket, "rest": over_rest}


async def timed(table: AtTable, took: list[float]) -> None:
    """Do what the table waits for, and record how long an action took."""
    acts, begun = table.turn is not None, time.perf_counter()
    await step(table)
    if acts:
        took.append(time.perf_counter() - begun)


async def sit_down(clients: Sequence[Client], game: str) -> list[str]:
    """Seat guests in threes at tables of their own; return the table of each."""
    places = []
    for number, client in enumerate(clients):
        await client.guest()
        seat = number % AT_A_TABLE
        if seat == 0:
            name = f"Load {uuid.uuid4().hex[:8]}"
            preset = CHIP_PRESETS.get(game, "standard")
            table = await client.open(name, game, preset=preset, seats=AT_A_TABLE)
        await client.at(table.slug).sit(seat, table.max_buy_in)
        places.append(table.slug)
    return places


def report(took: Sequence[float], seconds: float) -> str:
    """Return actions per second and percentiles of their latencies."""
    if not took:
        return "no actions"
    ordered = sorted(took)
    parts = [
        f"{name} {ordered[min(len(ordered) - 1, int(q * len(ordered)))] * 1000:.1f} ms"
        for name, q in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1.0))
    ]
    return f"{len(took)} actions, {len(took) / seconds:.1f} a second; {', '.join(parts)}"


async def load(url: str, game: str, guests: int, seconds: float, way: str) -> str:
    """Let `guests` guests play for `seconds` seconds."""
    took: list[float] = []
    async with AsyncExitStack() as open_:
        clients = [await open_.enter_async_context(Client(url)) for _ in range(guests)]
        places = await sit_down(clients, game)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), asyncio.TaskGroup() as all_:
                for client, slug in zip(clients, places, strict=True):
                    all_.create_task(WAYS[way](client, slug, took))
    return report(took, seconds)


def main() -> None:
    """Read the arguments, run, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("url")
    parser.add_argument("--game", default="teen_patti", help="its key, as `client.games()` has it")
    parser.add_argument("--guests", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--over", default="socket", choices=sorted(WAYS))
    options = parser.parse_args()
    print(
        asyncio.run(load(options.url, options.game, options.guests, options.seconds, options.over))
    )


if __name__ == "__main__":
    main()
