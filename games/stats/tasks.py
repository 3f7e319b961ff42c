"""The periodic task of the figures."""

import datetime

from core.periodic_tasks.task import Task, register
from games.stats.actions.publication import publish_due


def _publish() -> str:
    return f"{publish_due():,} hands published"


register(
    Task(
        "publish_delayed_hands",
        "Count hands of delayed tables that spectators have seen",
        _publish,
        datetime.timedelta(seconds=30),
    )
)
