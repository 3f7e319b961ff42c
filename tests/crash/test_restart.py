"""A rolling restart during play that nobody notices, small in every run."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.crash.running import ROOT
from tests.support.prepared import fill
from tests.support.size import FULL

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
SIZE = "--tables 50 --webs 2" if FULL else "--tables 2 --webs 1 --dealers 1 --calm 0.3"


def test_nobody_notices_that_every_process_is_restarted_during_live_hands():
    """The benchmark's own checks decide."""
    folder = Path(tempfile.gettempdir()) / f"cardhouse-restart-{os.getpid()}"
    folder.mkdir()
    fill(folder)
    command = [sys.executable, "-m", "benchmarks.restart", "--folder", str(folder), *SIZE.split()]
    environment = os.environ | ({} if FULL else {"DRAIN_S": "1"})
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout
