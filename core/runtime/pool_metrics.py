"""Gauges of the queues of a process: for its worker pools and for connections to the database."""

from typing import Any

from django.db import connection

from core.runtime import metrics, worker_pools
from core.runtime.metrics import Values


def _jobs() -> Values:
    return {(pool.name,): pool.jobs for pool in worker_pools.started()}


def _lines() -> Values:
    pool: Any = getattr(connection, "pool", None)
    stats = {} if pool is None else pool.get_stats()
    return {
        ("open",): stats.get("pool_size", 0),
        ("idle",): stats.get("pool_available", 0),
        ("requests_waiting",): stats.get("requests_waiting", 0),
    }


JOBS = metrics.gauge(
    "pool_jobs", "Jobs of a pool of worker processes, under way or waiting", "pool", read=_jobs
)
LINES = metrics.gauge(
    "database_connections",
    "Connections of this process to the database, open and idle, and requests that wait for one",
    "state",
    read=_lines,
)
