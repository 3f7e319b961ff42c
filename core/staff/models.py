"""The staff log: what staff did, to whom, why, and what changed.

One row for each staff action, in the action's transaction. Rows are never changed or removed. Each
contains the hash of the previous row, so altering one in any way breaks the chain. Only
`core.staff.actions` writes it. Beside it: the IP addresses of staff actions, which are deleted
after a while, and how far the online audit has read.
"""

import hashlib
import json
import uuid
from datetime import UTC
from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.db import models

FIRST_HASH = "0" * 64
REASON_CHARS = (3, 500)


class StaffLogEntry(models.Model):
    """One staff action; `id` counts 1, 2, 3 … without a gap."""

    id = models.BigIntegerField(primary_key=True)
    at = models.DateTimeField()
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    role = models.CharField(max_length=60, help_text="the actor's roles at that moment")
    action = models.CharField(max_length=40)
    target_kind = models.CharField(max_length=16)
    target_id = models.CharField(max_length=64)
    reason = models.CharField(max_length=REASON_CHARS[1])
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name_plural = "staff log entries"
        permissions: ClassVar = [
            ("staff_look", "Staff: see the staff pages"),
            ("staff_chat", "Staff: mute, and look after reports"),
            ("staff_tables", "Staff: tables, hands, suspensions"),
            ("staff_economy", "Staff: balances and refunds, with a second person"),
            ("staff_roles", "Staff: give roles, and act on staff"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["target_kind", "target_id", "-id"], name="audit_of_target"),
            models.Index(fields=["actor", "-id"], name="audit_of_actor"),
        ]
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="audit_append_only", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return f"{self.id}: {self.action} {self.target_kind} {self.target_id}"

    def digest(self) -> str:
        """The hash of this row's content and the previous hash, 64 hex digits."""
        content = [
            self.prev_hash,
            self.id,
            self.at.astimezone(UTC).isoformat(timespec="microseconds"),
            str(self.actor_id),
            self.role,
            self.action,
            self.target_kind,
            self.target_id,
            self.reason,
            self.before,
            self.after,
        ]
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


class StaffLogAddress(models.Model):
    """The IP address of a staff action; a table of its own, because it is deleted.

    An address is personal data and is deleted after 90 days, like those of sign-ins; the log entry
    stays for ever. The address is not part of the entry's hash, so deleting it does not break the
    chain, and it proves nothing on its own.
    """

    row = models.OneToOneField(StaffLogEntry, on_delete=models.CASCADE, primary_key=True)
    address = models.GenericIPAddressField()

    class Meta:
        verbose_name_plural = "staff log addresses"

    def __str__(self) -> str:
        return f"address for row {self.row_id}"


class AuditMark(models.Model):
    """Where the last run of an incremental check ended; the next run continues there."""

    name = models.CharField(max_length=60, primary_key=True)
    mark = models.JSONField()

    def __str__(self) -> str:
        return f"{self.name}: {self.mark}"


class Proposal(models.Model):
    """An action that one member of staff proposed and another one must approve."""

    class Kind(models.TextChoices):
        ADJUST = "adjust", "Adjust a balance"
        REFUND = "refund", "Refund the victims of a cheat"
        UNSEAL = "unseal", "Reveal hidden cards"

    class State(models.TextChoices):
        OPEN = "open"
        DONE = "done"
        DECLINED = "declined"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=8, choices=Kind)
    target_kind = models.CharField(max_length=16)
    target_id = models.CharField(max_length=64)
    payload = models.JSONField()
    reason = models.CharField(max_length=REASON_CHARS[1])
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(approved_by=None) | ~models.Q(approved_by=models.F("by")),
                name="nobody_approves_their_own_proposal",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="done") | models.Q(approved_by__isnull=False),
                name="done_only_with_a_second_person",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["target_kind", "target_id"], name="proposal_of_target")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.target_id} ({self.state})"
