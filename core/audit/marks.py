"""Storing how far the online audit has read: in the database, and for the staff log in the logs.

`manage.py audit --head HASH` tells whether a hash from the logs is still in the chain.
"""

from collections.abc import Mapping
from typing import Any

import structlog

from core.audit.checks import marks_kept
from core.staff.log import CHECK
from core.staff.models import AuditMark

log = structlog.get_logger("audit")


def keep_marks(marks: Mapping[str, dict[str, Any]]) -> None:
    """Save the marks of checks, by their names; the next runs begin there."""
    kept = marks_kept()
    moved = [AuditMark(name=n, mark=mark) for n, mark in marks.items() if kept.get(n) != mark]
    AuditMark.objects.bulk_create(
        moved, update_conflicts=True, unique_fields=["name"], update_fields=["mark"]
    )
    for row in moved:
        if row.name == CHECK:
            log.info("staff log read", row=row.mark["id"], hash=row.mark["hash"])
