"""Idempotency keys for commands about seats: a repeated key gets the first answer.

The receipt is written in the transaction of the command's effect, so after a crash both exist or
neither does. A refused command leaves no receipt.
"""

import datetime
import json
import uuid
from typing import Any

from django.conf import settings
from django.db.models.functions import Now

from accounts.people.models import User
from core.runtime.sql import run
from lobby.tables import errors as refusal
from lobby.tables.models import Receipt

# A simultaneous request with the same key waits here until the first one commits.
_WRITE = """
INSERT INTO lobby_receipt (user_id, command, key, table_id, body)
VALUES (%s, %s, %s, %s, %s::jsonb)
ON CONFLICT (user_id, command, key) DO NOTHING RETURNING id
"""


def is_repeated(
    user: User, command: str, key: uuid.UUID | None, table_id: uuid.UUID, body: dict[str, Any]
) -> bool:
    """Whether this user's command was carried out already; if not, its receipt is written.

    A command without a key is always new. Called in the command's transaction. Raises `Refused`
    KEY_REUSED if the key was used with another table or body.
    """
    if key is None:
        return False
    (written,) = run((_WRITE, [user.pk, command, key, table_id, json.dumps(body)]))
    if written:
        return False
    first = Receipt.objects.get(user=user, command=command, key=key)
    if (first.table_id, first.body) != (table_id, body):
        raise refusal.key_reused()
    return True


def find(user: User, command: str, key: uuid.UUID) -> Receipt | None:
    """The receipt of a command that was carried out; None if there is none or it was purged."""
    receipts = Receipt.objects.filter(user=user, command=command, key=key)
    return receipts.select_related("table").first()


def purge_receipts() -> int:
    """Delete receipts older than `settings.KEYS_KEPT_S` (database clock); returns their number."""
    old = Receipt.objects.filter(at__lt=Now() - datetime.timedelta(seconds=settings.KEYS_KEPT_S))
    return old.delete()[0]
