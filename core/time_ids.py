"""Ids in the order of time: UUIDs of version 7 (RFC 9562, section 5.7)."""

import datetime
import secrets
import uuid

from core.clock import to_unix_ms

_VERSION, _VARIANT_CODE = 0x7 << 76, 0b10 << 62


def time_id(at: datetime.datetime) -> uuid.UUID:
    """A new id with this millisecond and 74 random bits: such keys lie in order of time."""
    moment = to_unix_ms(at) << 80
    random = secrets.randbits(12) << 64 | secrets.randbits(62)
    return uuid.UUID(int=moment | _VERSION | _VARIANT_CODE | random)
