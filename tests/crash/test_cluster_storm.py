"""The storm on a cluster, with `make full` alone: it takes forty minutes."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.crash.running import ROOT

pytestmark = [pytest.mark.full, pytest.mark.slow, pytest.mark.timeout(7_200)]
FAULTS_COUNT = 100


def test_faults_of_a_cluster_lose_nothing_and_break_nothing():
    """The storm's own checks decide; a busy machine gets more time."""
    folder = Path(tempfile.gettempdir()) / f"cardhouse-storm-{os.getpid()}"  # kept after a failure
    command = [sys.executable, "-m", "benchmarks.storm", "--cluster", "--seed", "20261127"]
    command += ["--kills", str(FAULTS_COUNT), "--seconds", "5000", "--tables", "2"]
    command += ["--moves-on", "120", "--folder", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout
