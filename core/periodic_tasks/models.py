"""The schedule and last outcome of periodic tasks; `core.periodic_tasks.task` declares them."""

from django.db import models


class PeriodicTask(models.Model):
    """When a task is due, and the outcome of its last run.

    While it runs, `due_at` is the end of its lease: if the dealer is killed, another one runs the
    task then.
    """

    name = models.CharField(max_length=40, primary_key=True)
    due_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True, help_text="the last run that ended")
    took_ms = models.PositiveIntegerField(null=True)
    outcome = models.CharField(max_length=300, blank=True, default="")
    failed = models.PositiveSmallIntegerField(default=0, help_text="times in a row")

    def __str__(self) -> str:
        return self.name

    @property
    def under_way(self) -> bool:
        """Whether a run has started and not finished (its process may have been killed)."""
        if self.started_at is None:
            return False
        return self.finished_at is None or self.finished_at < self.started_at
