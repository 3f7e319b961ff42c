"""Periodic tasks of notifications."""

from accounts.alerts.actions import purge_alerts
from core.periodic_tasks.task import daily, register


def _purge_alerts() -> str:
    return f"{purge_alerts():,} old notifications deleted"


register(daily("purge_alerts", "Delete old notifications", _purge_alerts, "02:25"))
