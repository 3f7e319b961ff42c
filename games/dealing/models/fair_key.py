"""The public keys of the house: append-only, so signatures of replaced keys stay checkable."""

from typing import ClassVar

import pgtrigger
from django.db import models
from django.db.models.functions import Now


class FairKey(models.Model):
    """A published key of the house; the newest is the public half of `FAIR_KEY`."""

    key = models.BinaryField(unique=True, help_text="Ed25519 public key, 32 bytes")
    from_day = models.DateField(help_text="the day (UTC) of its first signature")
    signature = models.BinaryField(
        null=True, help_text="of the key by the one before, 64 bytes; null: the first, or one lost"
    )
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="fair_key_append_only", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return bytes(self.key).hex()
