"""The kill storm, small in every run, at full size with `make full`."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.crash.running import ROOT
from tests.support.prepared import fill
from tests.support.size import FULL, times

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1_800 if FULL else 900)]


def test_a_storm_of_kills_loses_nothing_and_does_nothing_twice():
    """The storm's own checks decide; a busy machine gets more time."""
    folder = Path(tempfile.gettempdir()) / f"cardhouse-storm-{os.getpid()}"  # kept after a failure
    folder.mkdir()
    fill(folder)
    command = [sys.executable, "-m", "benchmarks.storm", "--seed", "20261121", "--moves-on", "120"]
    command += ["--kills", str(times(6, 500)), "--seconds", str(times(8, 600))]
    command += ["--tables", str(times(1, 4))]
    command += ["--folder", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout
