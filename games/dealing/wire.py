"""The shapes of public data about the dealing on the wire."""

import uuid
from typing import Annotated

from msgspec import Meta, field

from core.http.pagination import page_of
from core.wire import Moment, Shape


class OpenedDeck(Shape):
    """A deck that was published and never dealt, with the master of each candidate."""

    deck_id: Annotated[str, Meta(description="32 hexadecimal digits")]
    n: Annotated[int, Meta(description="cards")]
    roots: Annotated[list[str], Meta(description="64 hexadecimal digits for each candidate")]
    commit: Annotated[
        str, Meta(description="SHA-256 of deck, cards and roots, as it was published")
    ]
    masters: Annotated[list[str], Meta(description="64 hexadecimal digits for each candidate")]
    opened_at: Moment


class PublicHand(Shape):
    """A hand that anyone may verify."""

    id: uuid.UUID
    game_name: str
    number: Annotated[int, Meta(description="1 for the first hand of the table")]


class PublicHandList(Shape):
    """The most recent public hands."""

    items: list[PublicHand]


class ClosedDay(Shape):
    """A closed day (UTC) with its root."""

    day: Annotated[str, Meta(description="as in 2026-11-22")]
    hands: Annotated[
        int, Meta(description="finished hands with a proof that are in no earlier day")
    ]
    root: Annotated[
        str,
        Meta(description="Merkle root over the digests of its hands, 64 hexadecimal digits"),
    ]
    head: Annotated[
        str, Meta(description="chain of days including this one, 64 hexadecimal digits")
    ]


class FairKey(Shape):
    """A public key of the house (Ed25519), which verifies its signatures."""

    key: Annotated[str, Meta(description="64 hexadecimal digits")]
    signature: Annotated[
        str | None,
        Meta(
            description="of the key by the one before, 128 hexadecimal digits; null for the first"
        ),
    ]
    from_: Annotated[
        int, Meta(description="the day (UTC) of its first signature, in days from 1970-01-01")
    ] = field(name="from")


class FairKeyList(Shape):
    """All public keys of the house, newest last."""

    keys: list[FairKey]


class HandDigest(Shape):
    """A hand of a closed day."""

    place: Annotated[int, Meta(description="0 for the smallest digest of the day")]
    digest: Annotated[str, Meta(description="digest of the hand's deal, 64 hexadecimal digits")]


ClosedDayPage = page_of(ClosedDay)
HandDigestPage = page_of(HandDigest)
