"""A periodic task: its name, its function and its schedule.

Packages declare theirs in a module `tasks`, with `register`.
"""

import datetime
from collections.abc import Callable
from dataclasses import dataclass

MINUTE, DAY = datetime.timedelta(minutes=1), datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Task:
    """A function and its schedule; `do` returns a short text about the outcome."""

    name: str
    what: str
    do: Callable[[], str]
    every: datetime.timedelta = MINUTE
    at: datetime.time | None = None
    """The time of day (UTC) of a daily task."""
    heavy: bool = False
    """A long task: runs at night, or when the platform has run for a while."""
    apart: Callable[[], bool] | None = None
    """Returns whether there is so much to do now that it needs a process of its own."""
    lag: Callable[[], str] | None = None
    """Returns a text about the backlog; empty if there is none."""

    @property
    def lease(self) -> datetime.timedelta:
        """How long a run may take; after that its process is presumed dead."""
        return datetime.timedelta(hours=3) if self.heavy else 5 * MINUTE

    def next_after(self, now: datetime.datetime) -> datetime.datetime:
        """The next time the task is due."""
        if self.at is None:
            return now + self.every
        day = datetime.datetime.combine(now.date(), self.at, datetime.UTC)
        return day if day > now else day + DAY


TASKS: dict[str, Task] = {}
"""All tasks by name, as the packages register them."""


def register(*tasks: Task) -> None:
    """Add tasks to those that dealers run."""
    TASKS.update({task.name: task for task in tasks})


def daily(name: str, what: str, do: Callable[[], str], at: str, *, heavy: bool = False) -> Task:
    """A daily task at a time of day (`"02:30"`, UTC)."""
    return Task(name, what, do, DAY, datetime.time.fromisoformat(at), heavy)
