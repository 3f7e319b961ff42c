"""`manage.py periodic_tasks`: list all tasks with last run, outcome and next run; or run one."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from core.errors import RequestRefused
from core.periodic_tasks import runner as periodic_tasks
from core.periodic_tasks.models import PeriodicTask
from core.periodic_tasks.task import TASKS

NICENESS = 10


class Command(BaseCommand):
    help = "List the periodic tasks; `run NAME` runs one now."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "act",
            nargs="?",
            choices=("list", "run", "do"),
            default="list",
            help="`do` is for dealers: only the work, at a low priority, nothing is stored",
        )
        parser.add_argument("name", nargs="?", choices=list(TASKS))

    def handle(self, *args: Any, **options: Any) -> None:
        act, name = options["act"], options["name"]
        if act == "list":
            periodic_tasks.create_missing_rows()
            for row in periodic_tasks.in_order():
                self.stdout.write(_line(row))
            return
        if name is None:
            raise CommandError(f"Name a task: one of {', '.join(TASKS)}.")
        if act == "do":
            os.nice(NICENESS)
            self.stdout.write(TASKS[name].do())
            return
        try:
            row = periodic_tasks.run_now(name)
        except RequestRefused as no:
            raise CommandError(no.text) from None
        if row.failed:
            raise CommandError(row.outcome)
        self.stdout.write(f"{row.outcome} ({row.took_ms:,} ms)")


def _line(row: PeriodicTask) -> str:
    last = f"{row.finished_at:%Y-%m-%d %H:%M}" if row.finished_at else "never"
    took = f"{row.took_ms:,} ms" if row.took_ms is not None else ""
    due = "now" if row.due_at <= timezone.now() else f"{row.due_at:%Y-%m-%d %H:%M}"
    failed = f"failed × {row.failed}: " if row.failed else ""
    words = "running" if row.under_way else f"{failed}{row.outcome}"
    lag = TASKS[row.name].lag
    words += f" (now: {waits})" if lag is not None and (waits := lag()) else ""
    return f"{row.name:<17} last {last:<16} {took:>10}  next {due:<16}  {words}".rstrip()
