"""A hand is played under every ASGI server: one with a lifespan, and two that send none."""

import asyncio
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from cardhouse_client import Client
from examples.bot import Score, play, step
from tests.conftest import new_state_folder
from tests.support.ports import free_port
from tests.support.prepared import HIDDEN, fill
from tests.support.processes import runs
from tests.support.size import some
from tests.support.waiting import PATIENCE_S, wait_until

ROOT = Path(__file__).resolve().parents[2]
SERVERS = {
    "uvicorn": ["-m", "uvicorn", "config.asgi:application", "--port"],
    "daphne": ["-m", "daphne", "config.asgi:application", "--port"],
    "runserver": ["manage.py", "runserver", "--noreload"],
}


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """The data of a platform, with a dealer at work."""
    with new_state_folder() as made:
        fill(made)
        with process("dealer", made, "manage.py", "dealer"):
            yield made


@contextmanager
def process(name: str, folder: Path, *arguments: str, port: int = 0) -> Iterator[psutil.Popen]:
    """A process on the platform's data, which is killed afterwards; its log is shown on failure."""
    environment = {k: v for k, v in os.environ.items() if k not in HIDDEN}
    environment |= {"CARDHOUSE_DATA": str(folder), "PORT": str(port or free_port())}
    with (folder / f"{name}.log").open("wb") as log:
        started = psutil.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        yield started
    except BaseException:
        print((folder / f"{name}.log").read_text()[-4_000:])
        raise
    finally:
        with suppress(psutil.NoSuchProcess):
            started.kill()
        started.wait()


@contextmanager
def served(server: str, folder: Path) -> Iterator[str]:
    """The address of a server, which must end at SIGTERM and leave no process behind."""
    port = free_port()
    with process(server, folder, *SERVERS[server], str(port), port=port) as running:
        url = f"http://127.0.0.1:{port}"
        wait_until(lambda: answers(url) or not runs(running), f"{server} to answer")
        yield url
        below = running.children(recursive=True)
        running.send_signal(signal.SIGTERM)
        wait_until(lambda: not runs(running), f"the end of {server}")
        wait_until(lambda: not any(map(runs, below)), f"the end of the workers of {server}")


def answers(url: str) -> bool:
    with suppress(OSError), urllib.request.urlopen(f"{url}/healthz", timeout=2):
        return True
    return False


async def over_requests(client: Client, slug: str, score: Score) -> None:
    """Play a hand by requests alone, which wait for the other player's actions."""
    table = client.at(slug)
    async for state in table:
        score.note(state)
        if score.net:
            return
        await step(table)


@pytest.mark.services
@pytest.mark.parametrize("server", some(SERVERS, 2))
async def test_a_hand_is_played_under_each_server(folder: Path, server: str) -> None:
    with served(server, folder) as url:
        async with Client(url) as one, Client(url) as two, asyncio.timeout(PATIENCE_S):
            await one.guest()
            await two.guest()
            table = await one.open(f"Under {server}", "teen_patti", preset="standard", seats=3)
            await two.at(table.slug).sit(0)
            scores = [Score(), Score()]
            await asyncio.gather(
                play(one, table.slug, 1, scores[0]), over_requests(two, table.slug, scores[1])
            )
            assert sum(net for score in scores for net in score.net.values()) == 0
            assert scores[0].net.keys() == scores[1].net.keys()
