"""The audit's findings, past and present."""

from typing import ClassVar

from django.db import models

from lobby.moderation.models.case import Report
from lobby.tables.models.table import Table


class AuditFinding(models.Model):
    """One finding, from its first sighting until a full audit no longer finds it."""

    id = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=40, help_text="the check that found it")
    subject = models.CharField(max_length=200, help_text="the object that was checked")
    text = models.CharField(max_length=300, help_text="the details when it was first found")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, related_name="+")
    case = models.ForeignKey(Report, on_delete=models.PROTECT, null=True, related_name="+")
    found_at = models.DateTimeField(auto_now_add=True)
    gone_at = models.DateTimeField(null=True, help_text="when a full audit no longer found it")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["kind", "subject"],
                name="open_finding_once",
                condition=models.Q(gone_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.subject}: {self.text}"
