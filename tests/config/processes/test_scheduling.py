"""Processes that share a machine do not interrupt each other."""

import os
import subprocess
import sys

import pytest

from core.runtime.sql import run

ONLY_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="a policy of Linux")


@ONLY_LINUX
def test_a_process_and_its_children_wait_for_a_core() -> None:
    child = "import os; print(os.sched_getscheduler(0))"
    received = (
        "from config.processes.scheduling import interrupt_nobody; interrupt_nobody();"
        f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    )
    done = subprocess.run(
        [sys.executable, "-c", received], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) == os.SCHED_BATCH


@ONLY_LINUX
@pytest.mark.django_db
@pytest.mark.skipif("DATABASE_URL" in os.environ, reason="PostgreSQL is not ours")
def test_the_embedded_postgresql_waits_for_a_core() -> None:
    [[(pid,)]] = run(("SELECT pg_backend_pid()", ()))
    assert os.sched_getscheduler(pid) == os.SCHED_BATCH
