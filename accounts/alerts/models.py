"""Where a person gets notifications, which of them they want, and those that are to be sent."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

ENDPOINT_CHARS_MAX = 600
DEVICE_NAME_CHARS_MAX = 60


class AlertKind(models.TextChoices):
    """The occasion of a notification."""

    TURN = "turn", "your turn"
    SEAT = "seat", "a seat is free"
    START = "start", "your table begins"


def every_kind() -> list[str]:
    """All kinds: a device that is added gets them until its user chooses."""
    return list(AlertKind.values)


class PushSubscription(models.Model):
    """A browser that takes notifications through its maker's push service (RFC 8030)."""

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    endpoint = models.CharField(max_length=ENDPOINT_CHARS_MAX, unique=True)
    p256dh = models.BinaryField(max_length=65, help_text="the browser's public key, a P-256 point")
    auth = models.BinaryField(max_length=16, help_text="the secret shared with the browser")
    name = models.CharField(max_length=DEVICE_NAME_CHARS_MAX)
    created_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return self.name


class AlertChoice(models.Model):
    """The kinds of notifications that a person wants; without a row all by push, none by e-mail."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    push = ArrayField(models.CharField(max_length=8, choices=AlertKind), default=every_kind)
    email = ArrayField(models.CharField(max_length=8, choices=AlertKind), default=list)

    def __str__(self) -> str:
        return f"push: {self.push}, e-mail: {self.email}"


class Alert(models.Model):
    """A notification for one person about one thing; it is sent once, and not after its end.

    It names a table and never a card or an amount. The row stays for a while, so that nothing is
    told twice.
    """

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=8, choices=AlertKind)
    about = models.CharField(max_length=60, help_text="what it is about, as a hand and its action")
    slug = models.CharField(max_length=16, help_text="of the table")
    table = models.CharField(max_length=40, help_text="the name of the table")
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField(help_text="nobody wants to hear of it later")
    due_at = models.DateTimeField(
        null=True, db_default=Now(), help_text="when it is tried next; null: it is done"
    )
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)
    left = ArrayField(
        models.BigIntegerField(),
        null=True,
        help_text="subscriptions to be tried again, 0: the e-mail; null: all",
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "kind", "about"], name="alert_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["due_at"], name="alert_due", condition=models.Q(due_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} at {self.table}"
