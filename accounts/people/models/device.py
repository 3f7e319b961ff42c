"""Devices that play by tokens: phone apps and bots.

Tokens are stored only as SHA-256 digests. `accounts.people.actions.devices` issues, rotates and
revokes them.
"""

import uuid
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models

from core.http.scopes import SCOPES

NAME_CHARS_MAX = 60
PLATFORM_CHARS_MAX = 20
SCOPE_CHARS_MAX = 8


def every_scope() -> list[str]:
    """All scopes, which an app gets unless it asks for fewer."""
    return list(SCOPES)


class Device(models.Model):
    """A log-in of an app; it lasts until it is revoked or its refresh token expires."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices", db_index=False
    )
    name = models.CharField(max_length=NAME_CHARS_MAX)
    platform = models.CharField(max_length=PLATFORM_CHARS_MAX, blank=True, default="")
    scopes = ArrayField(
        models.CharField(max_length=SCOPE_CHARS_MAX),
        default=every_scope,
        help_text="what its tokens allow, see core.http.scopes",
    )
    invites = models.JSONField(default=list, help_text="codes of private tables it was invited to")
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(help_text="when it last refreshed its tokens")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["user", "-seen_at"], name="device_of_person")]

    def __str__(self) -> str:
        return self.name


class Token(models.Model):
    """A token of a device. A used refresh token is kept in order to detect its reuse.

    `answer_salt` and the token's plain text give the pair for which it was exchanged, until that
    pair is exchanged in turn: a lost response can be repeated, though no plain text is stored.
    """

    class Kind(models.TextChoices):
        ACCESS = "access"
        REFRESH = "refresh"
        TICKET = "ticket"

    id = models.BigAutoField(primary_key=True)
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="tokens")
    kind = models.CharField(max_length=7, choices=Kind)
    digest = models.BinaryField(max_length=32, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, help_text="a refresh token works once")
    answer_salt = models.BinaryField(max_length=32, null=True)

    def __str__(self) -> str:
        return f"{self.kind} token"
