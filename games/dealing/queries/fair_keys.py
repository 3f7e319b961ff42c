"""The house's public keys as anyone may read them."""

import datetime
import json
from typing import TypedDict

from core.http.documents import Document
from core.runtime.single_flight import SharedCopies
from games.dealing import signing
from games.dealing.models import FairKey
from games.fair.signatures import Kind, is_signed

_FIRST_DAY = datetime.date(1970, 1, 1)
_known: set[bytes] = set()
"""Published keys, which stay published, so that not every signature asks the database."""
_files: SharedCopies[Document] = SharedCopies(lifetime_s=None, most=1)

PublishedKey = TypedDict("PublishedKey", {"key": str, "from": int, "signature": str | None})
"""A public key; `from` is the day of its first signature, in days from 1970-01-01."""


def published_keys() -> list[PublishedKey]:
    """All public keys, newest last; keys and signatures in hexadecimal."""
    return [
        {
            "key": bytes(row.key).hex(),
            "from": (row.from_day - _FIRST_DAY).days,
            "signature": bytes(row.signature).hex() if row.signature else None,
        }
        for row in FairKey.objects.order_by("pk")
    ]


def key_file() -> Document:
    """The public keys as a JSON file."""
    keys = published_keys()
    text = json.dumps({"keys": keys}) + "\n"
    return _files.get(text, lambda: Document.of(text.encode(), "application/json"))


def is_by_house(kind: Kind, value: bytes, signature: bytes) -> bool:
    """Whether the owner of one of the public keys signed these 32 bytes."""
    if any(is_signed(key, kind, value, signature) for key in _known):
        return True
    rows = FairKey.objects.exclude(key__in=_known).values_list("key", flat=True)
    _known.update(new := set(map(bytes, rows)))
    return any(is_signed(key, kind, value, signature) for key in new)


def key_problems() -> list[str]:
    """Why the house must not sign with the configured key; none if it is the newest published."""
    keys = [one["key"] for one in published_keys()]
    own = signing.public_key().hex()
    if not keys:
        return ["No key of the house is published: run manage.py migrate."]
    if own == keys[-1]:
        return []
    if own in keys:
        return [
            f"FAIR_KEY was replaced by the key {keys[-1]}, which is published: set FAIR_KEY to the "
            "private half of that one."
        ]
    return [
        f"FAIR_KEY is not the published key {keys[-1]}, so no browser would believe its "
        "signatures: set FAIR_KEY to the private half of that one, or publish the new one with "
        "manage.py rotate_fair_key."
    ]
