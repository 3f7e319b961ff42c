"""The staff log: every staff action, and whether the hash chain is intact."""

import json
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest

from core.admin.base import ByRule, StaffAdmin, target_link
from core.admin.menu import MenuItem
from core.admin.sections import Facts, Section, link, when
from core.staff import log as staff_log
from core.staff import rights
from core.staff.models import StaffLogEntry


class ByStaffAction(ByRule):
    """Filters log entries by staff action."""

    title = "act"
    parameter_name = "act"

    def rules(self) -> dict[str, tuple[str, Q]]:
        return {code: (act.label, Q(action=code)) for code, act in rights.STAFF_ACTIONS.items()}


@admin.register(StaffLogEntry)
class StaffLogEntryAdmin(StaffAdmin):
    menu_item = MenuItem("Staff log", "House", "fact_check")
    list_display = ("id", "at", "actor", "role", "action", "about", "reason")
    list_filter = (ByStaffAction, "at")
    list_select_related = ("actor",)
    search_fields = ("actor__name", "target_id", "reason")
    search_help_text = "Search by staff member, target id, or words in the reason."
    ordering = ("-id",)

    @admin.display(description="about")
    def about(self, row: StaffLogEntry) -> Any:
        return target_link(row.target_kind, row.target_id)

    def heading(self, row: StaffLogEntry) -> str:
        return f"Row {row.pk}: {row.action}"

    def sections(self, request: HttpRequest, row: StaffLogEntry) -> Sequence[Section]:
        return [
            Facts(
                "Action",
                [
                    ("When", when(row.at)),
                    ("Who", link(row.actor)),
                    ("Role at the time", row.role or "–"),
                    ("Action", row.action),
                    ("About", self.about(row)),
                    ("Why", row.reason),
                    ("IP address", staff_log.address_of(row) or "– (kept for 90 days)"),
                    ("Before", _text(row.before)),
                    ("After", _text(row.after)),
                ],
            ),
            Facts(
                "Hash chain",
                [
                    ("This row", "unaltered" if row.hash == row.digest() else "ALTERED"),
                    ("Follows", "previous row" if staff_log.follows(row) else "BROKEN"),
                    ("Hash", row.hash),
                    ("Hash before", row.prev_hash),
                    ("Last row", "row {}, {}".format(*staff_log.head())),
                ],
            ),
        ]


def _text(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False) if values else "–"
