"""The periodic task of the ladder."""

from core.periodic_tasks.task import Task, register
from games.ladder.actions import end_late_matches

register(
    Task(
        "end_late_ladder_matches",
        "End matches of registered bots whose hour is over",
        lambda: f"{end_late_matches():,} matches ended",
    )
)
