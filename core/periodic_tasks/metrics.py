"""Gauges of periodic tasks, of which the checks of the ledger are some."""

from collections.abc import Callable

from core.periodic_tasks import runner
from core.periodic_tasks.models import PeriodicTask
from core.runtime import metrics
from core.runtime.database_gauges import rows_shared
from core.runtime.metrics import Values


@rows_shared
def _tasks() -> list[PeriodicTask]:
    return runner.in_order()


def _of_tasks(value: Callable[[PeriodicTask], float | None]) -> Callable[[], Values]:
    def read() -> Values:
        values = {(task.name,): value(task) for task in _tasks()}
        return {labels: number for labels, number in values.items() if number is not None}

    return read


FINISHED = metrics.gauge(
    "task_finished_timestamp_seconds",
    "When a periodic task last ended, well or not (Unix time)",
    "task",
    read=_of_tasks(lambda task: task.finished_at.timestamp() if task.finished_at else None),
)
TOOK = metrics.gauge(
    "task_took_seconds",
    "How long its last run took",
    "task",
    read=_of_tasks(lambda task: None if task.took_ms is None else task.took_ms / 1_000),
)
FAILED = metrics.gauge(
    "task_failures",
    "How often it has failed in a row; 0 after a run that ended well",
    "task",
    read=_of_tasks(lambda task: task.failed),
)
DUE = metrics.gauge(
    "task_due_timestamp_seconds",
    "When it is due; while it runs, when another dealer takes it over (Unix time)",
    "task",
    read=_of_tasks(lambda task: task.due_at.timestamp()),
)
