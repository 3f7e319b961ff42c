"""Commands about seats count once: a key that comes again gets its first answer.

The receipt is written in the transaction of the command's effect, so that both are there or
neither is, whichever process is asked and whatever is killed. A refused command leaves none.
"""

import json
import uuid
from typing import Any

from django.conf import settings
from django.db import connection

from accounts.people.models import User
from lobby.tables import errors as refusal
from lobby.tables.models import Receipt

# Somebody who asks with the same key at the same moment waits here until the first one commits.
_WRITE = """
INSERT INTO lobby_receipt (user_id, command, key, table_id, body)
VALUES (%s, %s, %s, %s, %s::jsonb)
ON CONFLICT (user_id, command, key) DO NOTHING RETURNING id
"""
_FORGET = """
DELETE FROM lobby_receipt WHERE at < clock_timestamp() - make_interval(secs => %s)
"""


def is_repeated(
    user: User, command: str, key: uuid.UUID | None, table_id: uuid.UUID, body: dict[str, Any]
) -> bool:
    """Whether this user's command was carried out already; if not, its receipt is written.

    A command without a key is always new. Called in the command's transaction. Raises `Refused`
    KEY_REUSED when the key was used for another table or body.
    """
    if key is None:
        return False
    with connection.cursor() as cursor:
        cursor.execute(_WRITE, [user.pk, command, key, table_id, json.dumps(body)])
        if cursor.fetchone() is not None:
            return False
    first = Receipt.objects.get(user=user, command=command, key=key)
    if (first.table_id, first.body) != (table_id, body):
        raise refusal.key_reused()
    return True


def find(user: User, command: str, key: uuid.UUID) -> Receipt | None:
    """The receipt of a command that was carried out, None if it was not, or is long ago."""
    receipts = Receipt.objects.filter(user=user, command=command, key=key)
    return receipts.select_related("table").first()


def purge_receipts() -> int:
    """Remove receipts older than `settings.KEYS_KEPT_S`, by the database's clock; how many."""
    with connection.cursor() as cursor:
        cursor.execute(_FORGET, [settings.KEYS_KEPT_S])
        return int(cursor.rowcount)
