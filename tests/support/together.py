"""Jobs at the same moment, each on its own connection."""

import threading
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from tests.support.waiting import PATIENCE_S


def together(*jobs):
    """Run jobs at the same moment, each on its own connection; returns their results."""
    gate = threading.Barrier(len(jobs))

    def run(job):
        try:
            gate.wait(PATIENCE_S)
            return job()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))
