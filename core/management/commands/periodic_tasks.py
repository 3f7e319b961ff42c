"""`manage.py periodic_tasks`: what comes again, how it went, when it is due; or one of them now."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from core.errors import RequestRefused
from core.periodic_tasks import runner as periodic_tasks
from core.periodic_tasks.models import PeriodicTask
from core.periodic_tasks.task import TASKS

NICE = 10


class Command(BaseCommand):
    help = "List the chores; `run NAME` does one now."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "act",
            nargs="?",
            choices=("list", "run", "do"),
            default="list",
            help="`do` is what a dealer starts: the work alone, at a low priority, not noted",
        )
        parser.add_argument("name", nargs="?", choices=list(TASKS))

    def handle(self, *args: Any, **options: Any) -> None:
        act, name = options["act"], options["name"]
        if act == "list":
            periodic_tasks.enroll()
            for chore in periodic_tasks.in_order():
                self.stdout.write(_line(chore))
            return
        if name is None:
            raise CommandError(f"Which one? There are {', '.join(TASKS)}.")
        if act == "do":
            os.nice(NICE)
            self.stdout.write(TASKS[name].do())
            return
        try:
            chore = periodic_tasks.run_now(name)
        except RequestRefused as no:
            raise CommandError(no.text) from None
        if chore.failed:
            raise CommandError(chore.outcome)
        self.stdout.write(f"{chore.outcome} ({chore.took_ms:,} ms)")


def _line(chore: PeriodicTask) -> str:
    last = f"{chore.finished_at:%Y-%m-%d %H:%M}" if chore.finished_at else "never"
    took = f"{chore.took_ms:,} ms" if chore.took_ms is not None else ""
    due = "now" if chore.due_at <= timezone.now() else f"{chore.due_at:%Y-%m-%d %H:%M}"
    failed = f"failed × {chore.failed}: " if chore.failed else ""
    words = "under way" if chore.under_way else f"{failed}{chore.outcome}"
    lag = TASKS[chore.name].lag
    words += f" (now: {waits})" if lag is not None and (waits := lag()) else ""
    return f"{chore.name:<17} last {last:<16} {took:>10}  next {due:<16}  {words}".rstrip()
