"""Honest play under faults raises no alarm; it starts a whole platform, with `make full` alone."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.crash.running import ROOT
from tests.support.prepared import fill
from tests.support.size import times

pytestmark = [pytest.mark.full, pytest.mark.slow, pytest.mark.timeout(5_400)]


def test_honest_hands_under_faults_raise_no_alarm():
    """The benchmark's guards decide; a busy machine gets more time."""
    folder = Path(tempfile.gettempdir()) / f"cardhouse-honest-{os.getpid()}"  # kept after a failure
    folder.mkdir()
    fill(folder)
    command = [sys.executable, "-m", "benchmarks.honest", "--seed", "20261126"]
    command += ["--hands", str(times(4, 500)), "--kills", str(times(2, 100))]
    command += ["--seconds", str(times(300, 5_000)), "--folder", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout
