"""Breaks and limits that users set for themselves.

The end of a break is also stored on the user (`User.break_until`, `User.excluded_until`), so that
checking it needs no query. Only `accounts.limits.actions` and `accounts.privacy.deletion` write
here.
"""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Break(models.Model):
    """A period in which a user does not play; nothing shortens it."""

    class Length(models.TextChoices):
        DAY = "day", _("1 day")
        WEEK = "week", _("1 week")
        MONTH = "month", _("1 month")
        TWO_MONTHS = "2 months", _("2 months")
        THREE_MONTHS = "3 months", _("3 months")
        HALF_YEAR = "6 months", _("6 months")
        YEAR = "year", _("1 year")
        FIVE_YEARS = "5 years", _("5 years")

    EXCLUSIONS: ClassVar = (Length.HALF_YEAR, Length.YEAR, Length.FIVE_YEARS)
    """During these the user cannot log in either."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="breaks"
    )
    length = models.CharField(max_length=8, choices=Length)
    at = models.DateTimeField()
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.length} until {self.until}"


class PlayLimit(models.Model):
    """A limit with the time from which it applies; the latest that has begun applies.

    A limit that is looser than the previous one begins a day after it was requested.
    """

    class Kind(models.TextChoices):
        LOSS = "loss", _("Chips lost in a day")
        MINUTES = "minutes", _("Minutes played in a day")
        STAKE = "stake", _("Chips brought to a table")

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=7, choices=Kind)
    amount = models.BigIntegerField(null=True, help_text="null: no limit")
    starts_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="own_limit_is_positive"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "starts_at"], name="own_limit_of_person"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount} from {self.starts_at}"
