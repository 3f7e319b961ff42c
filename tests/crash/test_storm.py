"""The kill storm, small in every run, at full size with `make full`."""

import subprocess
import sys

import pytest

from tests.crash.running import ROOT
from tests.size import FULL, times

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1_800 if FULL else 900)]


def test_a_storm_of_kills_loses_nothing_and_does_nothing_twice():
    """Its own checks decide; a busy machine has more time to move on."""
    command = [sys.executable, "-m", "benchmarks.storm", "--seed", "20261121", "--moves-on", "120"]
    command += ["--kills", str(times(12, 500)), "--seconds", str(times(30, 600))]
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout
