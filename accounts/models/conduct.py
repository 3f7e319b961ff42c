"""Sanctions against people, proposals of staff that need a second person, and who came in when.

What holds now stands on the person himself (`User.muted_until`, `User.barred_until`), written
with the sanction, so that asking costs no query. Sanctions are kept for ever.
"""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models


class Sanction(models.Model):
    """A mute, a suspension or a ban: from when, until when, why, and what came of an appeal."""

    class Kind(models.TextChoices):
        MUTE = "mute", "Muted"
        SUSPEND = "suspend", "Suspended"
        BAN = "ban", "Banned"

    class Template(models.TextChoices):
        """Why, in the words that the person reads."""

        INSULTS = "insults", "Insulting or threatening other people."
        SPAM = "spam", "Flooding the chat."
        CARDS = "cards", "Telling of cards while a hand was on."
        COLLUSION = "collusion", "Playing together against others."
        DUMPING = "dumping", "Moving chips to another account by losing on purpose."
        ACCOUNTS = "accounts", "Playing with more than one account."
        PROGRAM = "program", "Letting an undeclared program play."
        NAME = "name", "A name that cannot stand."
        OTHER = "other", "Breaking the rules of the house."

    class Verdict(models.TextChoices):
        WAITING = "waiting"
        GRANTED = "granted"
        DENIED = "denied"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="sanctions"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    template = models.CharField(max_length=12, choices=Template)
    note = models.CharField(max_length=300, blank=True, default="", help_text="shown beside it")
    reason = models.CharField(max_length=500, help_text="for staff")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    until = models.DateTimeField(null=True, help_text="null: for good")
    ended_at = models.DateTimeField(null=True, help_text="ended early then")
    appeal = models.CharField(max_length=1000, blank=True, default="")
    appealed_at = models.DateTimeField(null=True)
    verdict = models.CharField(max_length=8, choices=Verdict, blank=True, default="")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["user", "-at"], name="sanction_of_person")]

    def __str__(self) -> str:
        return f"{self.kind} until {self.until or 'ever'}"

    @property
    def notice(self) -> str:
        """Why, as the person reads it."""
        sentence = self.Template(self.template).label
        return f"{sentence} {self.note}".strip()


class Proposal(models.Model):
    """Something one member of staff proposed and only another one can carry out."""

    class Kind(models.TextChoices):
        ADJUST = "adjust", "Adjust a balance"
        REFUND = "refund", "Refund the victims of a cheat"
        UNSEAL = "unseal", "Open closed cards"

    class State(models.TextChoices):
        OPEN = "open"
        DONE = "done"
        DECLINED = "declined"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=8, choices=Kind)
    target_kind = models.CharField(max_length=16)
    target_id = models.CharField(max_length=64)
    payload = models.JSONField()
    reason = models.CharField(max_length=500)
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
                name="nobody_approves_his_own_proposal",
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


class SignIn(models.Model):
    """A person came in, or was here again: what tells who shares a household, for a while."""

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    address = models.GenericIPAddressField(null=True, help_text="forgotten after 90 days")
    browser = models.CharField(max_length=200, blank=True, default="")
    device = models.BinaryField(
        max_length=32, null=True, help_text="digest of the browser's cookie; forgotten as well"
    )

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["user", "-at"], name="sign_in_of_person"),
            models.Index(
                fields=["at"],
                condition=models.Q(address__isnull=False) | models.Q(device__isnull=False),
                name="sign_in_to_forget",
            ),
        ]

    def __str__(self) -> str:
        return f"sign-in {self.at:%Y-%m-%d %H:%M}"
