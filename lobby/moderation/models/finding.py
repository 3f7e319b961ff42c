"""What the audit found and what still stands of it, as far as is known."""

from typing import ClassVar

from django.db import models

from lobby.moderation.models.case import Report
from lobby.tables.models.table import Table


class AuditFinding(models.Model):
    """One finding of the audit, from when it was met first until a whole audit misses it."""

    id = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=40, help_text="the check that found it")
    subject = models.CharField(max_length=200, help_text="about what")
    text = models.CharField(max_length=300, help_text="what was seen, the first time")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, related_name="+")
    case = models.ForeignKey(Report, on_delete=models.PROTECT, null=True, related_name="+")
    found_at = models.DateTimeField(auto_now_add=True)
    gone_at = models.DateTimeField(null=True, help_text="a whole audit found it no more")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["kind", "subject"],
                name="standing_fault_once",
                condition=models.Q(gone_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.subject}: {self.text}"
