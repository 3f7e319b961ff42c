"""A task that comes again: its name, what it does, how often.

Subjects declare theirs in a module `tasks`, with `register`.
"""

import datetime
from collections.abc import Callable
from dataclasses import dataclass

MINUTE, DAY = datetime.timedelta(minutes=1), datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Task:
    """What a chore does and when; `do` returns the outcome in a few words."""

    name: str
    what: str
    do: Callable[[], str]
    every: datetime.timedelta = MINUTE
    at: datetime.time | None = None
    """For daily ones: the time of day, UTC."""
    heavy: bool = False
    """A long one: at night, or when the platform has run for a while."""
    apart: Callable[[], bool] | None = None
    """Tells whether there is so much to do now that it needs a process of its own."""
    lag: Callable[[], str] | None = None
    """What waits for it now, in words; empty if nothing does."""

    @property
    def lease(self) -> datetime.timedelta:
        """After so long whoever began it is taken for dead."""
        return datetime.timedelta(hours=3) if self.heavy else 5 * MINUTE

    def next_after(self, now: datetime.datetime) -> datetime.datetime:
        """When it is due again."""
        if self.at is None:
            return now + self.every
        day = datetime.datetime.combine(now.date(), self.at, datetime.UTC)
        return day if day > now else day + DAY


TASKS: dict[str, Task] = {}
"""All tasks by name, as the subjects register them."""


def register(*tasks: Task) -> None:
    """Add tasks to those that the dealers run."""
    TASKS.update({task.name: task for task in tasks})


def daily(name: str, what: str, do: Callable[[], str], at: str, *, heavy: bool = False) -> Task:
    """A task for each day at a time of day (`"02:30"`, UTC)."""
    return Task(name, what, do, DAY, datetime.time.fromisoformat(at), heavy)
