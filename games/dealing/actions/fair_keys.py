"""Publishing the house's public keys: the first by `migrate`, each other by `rotate_fair_key`."""

import base64
import binascii
from typing import Any

import structlog
from django.apps import apps as current_apps
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from games.dealing import signing
from games.dealing.models import FairKey
from games.fair.signatures import Kind, SigningKey

_LOCK = 0x0FA1
"""A PostgreSQL advisory lock: one process at a time publishes a key."""

log = structlog.get_logger("keys")


class RotationRefused(Exception):
    """The configured key cannot be published; the text says what to do."""


def publish_first_key(**named: Any) -> None:
    """Publish the configured key if none is; a receiver of `post_migrate`."""
    try:
        model = named.get("apps", current_apps).get_model("games", "FairKey")
    except LookupError:
        return  # migrated to a version without keys
    with transaction.atomic():
        _wait_for_turn()
        if not model._default_manager.exists():
            _publish(model, None)


def rotate_fair_key(*, before_is_lost: bool = False) -> FairKey:
    """Publish `FAIR_KEY` after the newest published key, signed with `FAIR_KEY_BEFORE`.

    `before_is_lost`: publish it without a signature, because nobody has the key before. Raises
    `RotationRefused`.
    """
    with transaction.atomic():
        _wait_for_turn()
        known = [bytes(row.key) for row in FairKey.objects.order_by("pk")]
        public = signing.public_key()
        if known[-1:] == [public]:
            raise RotationRefused("FAIR_KEY is published and the newest: set it to a new key.")
        if public in known:
            raise RotationRefused(
                "FAIR_KEY was published before and replaced: set it to a key that is new."
            )
        if before_is_lost:
            return _publish(FairKey, None)
        try:
            before = SigningKey(base64.b64decode(settings.FAIR_KEY_BEFORE, validate=True))
        except (binascii.Error, ValueError):
            before = None
        if before is None or known[-1:] != [before.public]:
            raise RotationRefused(
                "FAIR_KEY_BEFORE is not the newest published key: set it to the FAIR_KEY of the "
                "running processes."
            )
        return _publish(FairKey, before.sign(Kind.NEXT_KEY, public))


def _wait_for_turn() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def _publish(model: type[FairKey], signature: bytes | None) -> FairKey:
    row: FairKey = model._default_manager.create(
        key=signing.public_key(), from_day=timezone.now().date(), signature=signature
    )
    log.info("fair key published", key=bytes(row.key).hex(), signed=signature is not None)
    return row
