"""Waiting for a condition: the only module of the tests that sleeps.

A deadline only ends a wait that would be for ever: a loaded machine is slow, not wrong. Where the
time itself is what a test is about, `pass_time` lets it pass and `slowly` bounds it.
"""

import asyncio
import inspect
import os
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

PATIENCE_S = 90.0
LOOK_S = 0.01
LONGEST_LOOK_S = 0.1

T = TypeVar("T")


def _pause(since: float) -> float:
    """Seconds until the next check; it grows, because checks slow the awaited work down."""
    return min(LOOK_S + (time.monotonic() - since) / 20, LONGEST_LOOK_S)


def wait_until(condition: Callable[[], T], description: str, seconds: float = PATIENCE_S) -> T:
    """The first true value of `condition()`. Raises AssertionError naming `description`."""
    began = time.monotonic()
    while not (value := condition()):
        assert time.monotonic() < began + seconds, f"waited {seconds:.0f} s for {description}"
        time.sleep(_pause(began))
    return value


async def until(
    condition: Callable[[], T | Awaitable[T]], description: str, seconds: float = PATIENCE_S
) -> T:
    """The same in a coroutine; `condition` may be one too."""
    began = time.monotonic()
    while True:
        found = condition()
        value: T = await found if inspect.isawaitable(found) else found
        if value:
            return value
        assert time.monotonic() < began + seconds, f"waited {seconds:.0f} s for {description}"
        await asyncio.sleep(_pause(began))


def holds(condition: Callable[[], object], description: str, seconds: float) -> None:
    """Check `condition()` for so many seconds; fails as soon as it is not true."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        assert condition(), f"it did not last: {description}"
        time.sleep(2 * LOOK_S)


def pass_time(seconds: float) -> None:
    """Sleep through a lifetime or a delay that a test is about."""
    time.sleep(seconds)


async def time_passes(seconds: float) -> None:
    """The same in a coroutine; also between the writes of a slow client."""
    await asyncio.sleep(seconds)


def slowly(seconds: float) -> float:
    """The time limit on this machine, now, for work of at most `seconds` on a quiet machine."""
    return seconds * max(1.5, 2 * os.getloadavg()[0] / (os.cpu_count() or 1))
