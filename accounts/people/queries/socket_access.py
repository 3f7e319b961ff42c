"""How open sockets were authenticated, and which of them are no longer allowed.

A socket outlives the request that opened it. It carries an `Admission`, and from time to time the
server checks for all its sockets at once whether session or device and user are still valid.
"""

import hashlib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from accounts.people.models import Device, User


@dataclass(frozen=True, slots=True)
class Admission:
    """The user of a socket and the browser session or the device that opened it."""

    user_id: uuid.UUID
    session_key: str | None = None
    credentials: bytes | None = None
    """For a session: the input of its auth hash, which a new password changes."""
    device_id: uuid.UUID | None = None


def by_session(user: User, session_key: str) -> Admission:
    """The admission of a logged-in browser."""
    made_of = f"{user.password}:{user.sessions_ended}"
    return Admission(user.pk, session_key, hashlib.sha256(made_of.encode()).digest())


def by_device(device: Device) -> Admission:
    """The admission of an app that sent a ticket."""
    return Admission(device.user_id, device_id=device.pk)


_ENDED = """
SELECT a.number - 1
FROM unnest(%s::uuid[], %s::text[], %s::bytea[], %s::uuid[])
    WITH ORDINALITY AS a (user_id, session_key, credentials, device_id, number)
LEFT JOIN accounts_user u ON u.id = a.user_id
LEFT JOIN django_session s ON s.session_key = a.session_key AND s.expire_date > now()
LEFT JOIN accounts_device d ON d.id = a.device_id AND d.revoked_at IS NULL
WHERE u.id IS NULL OR NOT u.is_active OR u.closed_at IS NOT NULL
    OR u.suspended_until > now() OR u.excluded_until > now()
    OR a.device_id IS NOT NULL AND d.id IS NULL
    OR a.session_key IS NOT NULL AND (
        s.session_key IS NULL
        OR a.credentials <> sha256(convert_to(u.password || ':' || u.sessions_ended, 'UTF8')))
"""


def ended(admissions: Sequence[Admission]) -> list[int]:
    """The indexes of admissions that are no longer valid, as `may_enter` and log-ins decide.

    One query, by the database's clock.
    """
    if not admissions:
        return []
    columns: list[Any] = [
        [one.user_id for one in admissions],
        [one.session_key for one in admissions],
        [one.credentials for one in admissions],
        [one.device_id for one in admissions],
    ]
    with connection.cursor() as cursor:
        cursor.execute(_ENDED, columns)
        return [number for (number,) in cursor.fetchall()]
