"""Habits that keep the tests quick and never wrong by chance."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
SLEEP = re.compile(r"\bsleep\((?!0\))")
"""`sleep(0)` lets other tasks run and waits for nothing."""


def test_only_the_waiting_helpers_sleep() -> None:
    found = [
        f"{path.relative_to(TESTS)}:{number}"
        for path in sorted(TESTS.rglob("*.py"))
        if path.name not in ("waiting.py", Path(__file__).name)
        and path.parent.name != "simulation"  # the time there is its own
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if SLEEP.search(line)
    ]
    assert found == [], "wait for a condition with tests.support.waiting"


@pytest.mark.parametrize("line", ["time.sleep(1)", "await asyncio.sleep(0.5)", "sleep(x)"])
def test_control_a_sleep_is_found(line: str) -> None:
    assert SLEEP.search(line)
    assert not SLEEP.search("await asyncio.sleep(0)")
