"""Sanctions: mutes, suspensions and bans, and appeals against them.

The sanctions in force are also stored on the user (`User.muted_until`, `User.suspended_until`),
written in the same transaction, so that checking needs no query. Sanctions are kept for ever.
"""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.messages import catalogue
from core.staff.models import REASON_CHARS

APPEAL_CHARS = (10, 1_000)
NOTE_CHARS_MAX = 300


class Sanction(models.Model):
    """A mute, suspension, ban or hold of chips: begin, end, reason, and the result of an appeal."""

    class Kind(models.TextChoices):
        MUTE = "mute", _("Muted")
        SUSPEND = "suspend", _("Suspended")
        BAN = "ban", _("Banned")
        HOLD = "hold", _("Chips held")

    class Template(models.TextChoices):
        """The reason, with its name for staff; users read `sentence`."""

        INSULTS = "insults", "Insulting or threatening other people."
        SPAM = "spam", "Flooding the chat."
        CARDS = "cards", "Revealing cards during a hand."
        COLLUSION = "collusion", "Playing together against others."
        DUMPING = "dumping", "Moving chips to another account by losing on purpose."
        ACCOUNTS = "accounts", "Playing with more than one account."
        UNDECLARED_BOT = "undeclared_bot", "Playing with an undeclared bot."
        NAME = "name", "An inappropriate name."
        OTHER = "other", "Breaking the rules of the house."

        @property
        def sentence(self) -> str:
            """The reason in the reader's language."""
            return catalogue().text(f"refusals.breach.{self.value}")

    class Verdict(models.TextChoices):
        WAITING = "waiting"
        GRANTED = "granted"
        DENIED = "denied"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="sanctions"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    template = models.CharField(max_length=16, choices=Template)
    note = models.CharField(
        max_length=NOTE_CHARS_MAX, blank=True, default="", help_text="shown to the user"
    )
    reason = models.CharField(max_length=REASON_CHARS[1], help_text="for staff")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        help_text="null: the house",
    )
    at = models.DateTimeField()
    until = models.DateTimeField(null=True, help_text="null: permanent")
    held = models.BigIntegerField(default=0, db_default=0, help_text="chips in the user's hold")
    to_hold = models.BigIntegerField(
        default=0, db_default=0, help_text="those that are held in all once they are in the wallet"
    )
    ended_at = models.DateTimeField(null=True, help_text="when it was ended early")
    appeal = models.CharField(max_length=APPEAL_CHARS[1], blank=True, default="")
    appealed_at = models.DateTimeField(null=True)
    verdict = models.CharField(max_length=8, choices=Verdict, blank=True, default="")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["user", "-at"], name="sanction_of_person")]

    def __str__(self) -> str:
        return f"{self.kind} until {self.until or 'ever'}"

    @property
    def notice(self) -> str:
        """The reason as the user reads it."""
        if self.kind == self.Kind.HOLD:
            return catalogue().text("moderation.hold", {"chips": self.held})
        return f"{self.Template(self.template).sentence} {self.note}".strip()
