"""The restart delay of a child process; the test controls the clock."""

import os
import sys
from pathlib import Path

from config.processes.supervisor import (
    RESTART_AFTER_S_MAX,
    RESTART_AFTER_S_MIN,
    SETTLED_AFTER_S,
    Child,
)


def fall(child: Child, *, start: float, after: float) -> float:
    """Start the child, let it end after this time; returns the delay before its restart."""
    child.look(start)
    assert child.process is not None
    child.process.wait()
    child.look(start + after)
    assert child.process is None
    return child.start_at - start - after


def child() -> Child:
    return Child("short", [sys.executable, "-c", ""])


def test_a_child_that_fails_at_once_waits_longer_each_time():
    insists = child()
    waits = [fall(insists, start=100.0 * n, after=1.0) for n in range(1, 10)]
    assert [round(wait, 3) for wait in waits[:3]] == [0.1, 0.2, 0.4]
    assert round(waits[-1], 3) == RESTART_AFTER_S_MAX


def test_a_child_that_was_healthy_is_restarted_at_once():
    healthy = child()
    for n in range(1, 6):
        wait = fall(healthy, start=100.0 * n, after=SETTLED_AFTER_S + 0.1)
        assert round(wait, 3) == RESTART_AFTER_S_MIN


def test_a_child_has_its_own_environment_and_output_and_knows_its_parent(tmp_path: Path):
    says = "import os; print(sorted(os.environ.items()))"
    with (tmp_path / "out").open("w") as out:
        options = {"env": {"ONLY": "this"}, "stdout": out}
        one = Child("says", [sys.executable, "-c", says], options)
        one.look(0)
        assert one.process is not None
        one.process.wait()
    seen = dict(eval((tmp_path / "out").read_text()))
    assert {seen.pop("ONLY"), seen.pop("CARDHOUSE_PARENT")} == {"this", str(os.getpid())}
    assert seen.keys() <= {"LC_CTYPE"}, "nothing of ours"
