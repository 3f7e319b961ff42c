"""Reports from tables, with the hand and the chat lines before it.

The house opens cases too: about pairs and rings whose chips flow one way
(`lobby.moderation.actions.chip_dumping`), and about users whose decision times suggest a bot
(`lobby.moderation.actions.bots`).
"""

import uuid
from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.db import models

from lobby.tables.models.table import Table
from lobby.tables.report_kinds import ReportKind

REPORT_CHARS_MAX, NOTE_CHARS_MAX = 500, 1_000


class Report(models.Model):
    """One report or case, and staff's verdict on it."""

    Kind = ReportKind

    class State(models.TextChoices):
        OPEN = "open"
        TAKEN = "taken"
        CLOSED = "closed"

    class Verdict(models.TextChoices):
        FOUNDED = "founded"
        UNFOUNDED = "unfounded"
        MISUSE = "misuse"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+")
    hand_id = models.UUIDField(null=True, help_text="the table's hand at that moment")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        help_text="null: opened by the house",
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    kind = models.CharField(max_length=16, choices=Kind)
    text = models.CharField(max_length=REPORT_CHARS_MAX, blank=True, default="")
    lines = models.JSONField(default=list, help_text="the chat as the reporter could read it")
    figures = models.JSONField(default=dict, help_text="the figures found by a search or the audit")
    at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=6, choices=State, default=State.OPEN)
    handler = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    verdict = models.CharField(max_length=10, choices=Verdict, blank=True, default="")
    closed_at = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["state", "at"], name="report_queue"),
            models.Index(fields=["by", "-at"], name="report_of_person"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} at {self.table_id}"


class CaseNote(models.Model):
    """A moderator's note on a case; only the erasure of an account changes its text."""

    id = models.BigAutoField(primary_key=True)
    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="notes")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    text = models.CharField(max_length=NOTE_CHARS_MAX)

    class Meta:
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="case_note_append_only",
                operation=pgtrigger.UpdateOf("report_id", "by_id", "at")  # type: ignore[no-untyped-call]
                | pgtrigger.Delete,
            ),
        ]

    def __str__(self) -> str:
        return f"note {self.pk} on {self.report_id}"
