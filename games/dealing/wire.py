"""The shapes of public data about the dealing on the wire."""

import uuid
from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType, field

from core.http.json_lines import LongPageQuery
from core.http.pagination import Page
from core.wire import Moment, Shape, family, in_family, one_of


class DeckDayPath(Shape):
    """The position of a deck in the tree of its day, and the path from its leaf to the root."""

    day: Annotated[int, Meta(description="in days from 1970-01-01")]
    leaves: int
    place: int
    path: list[str]
    root: str
    before: Annotated[str, Meta(description="the head of the day before")]
    head: str


class OpenedDeck(Shape, kw_only=True):
    """A deck that was published and never dealt, with the master of each candidate.

    One of TFAIR2 was thrown away: it has a number at its table, a reason, and its end in the
    table's chain. Ids are 32 hexadecimal digits, hashes 64.
    """

    scheme: Annotated[str, Meta(description="`TFAIR2`, or `TFAIR1` before")]
    deck_id: str
    n: Annotated[int, Meta(description="cards")]
    roots: Annotated[list[str], Meta(description="of each candidate")]
    commit: Annotated[str, Meta(description="the hash that was published of it before any cut")]
    masters: Annotated[list[str], Meta(description="the secret of each candidate, 32 bytes")]
    opened_at: Moment
    table_id: str | UnsetType = UNSET
    no: Annotated[int | UnsetType, Meta(description="the number of the table's deck")] = UNSET
    tfair1: Annotated[
        bool | UnsetType, Meta(description="the table's chain began by TFAIR1; in its first deck")
    ] = UNSET
    reason: Annotated[
        int | UnsetType,
        Meta(
            description="1 a locked cut did not come, 2 the table closed, 3 too few were left, "
            "4 the rules changed, 5 another"
        ),
    ] = UNSET
    blamed: Annotated[list[int] | UnsetType, Meta(description="the seats that caused it")] = UNSET
    plan: Annotated[Any, in_family("Plan", description="null: it was never locked")] | UnsetType = (
        UNSET
    )
    cut_commits: Annotated[
        list[tuple[int, str]] | UnsetType, Meta(description="[seat, hash] of each locked cut")
    ] = UNSET
    lock: str | UnsetType | None = UNSET
    cuts: Annotated[
        list[tuple[int, str]] | UnsetType, Meta(description="[seat, cut] of those that came")
    ] = UNSET
    chain_before: str | UnsetType = UNSET
    end: str | UnsetType = UNSET
    signature: Annotated[
        str | UnsetType, Meta(description="of the chain by the house, 128 digits")
    ] = UNSET
    chain: Annotated[str | UnsetType, Meta(description="the table's chain with it")] = UNSET
    day: Annotated[
        DeckDayPath | UnsetType | None,
        Meta(description="the path to the root of its day; null until the day is closed"),
    ] = UNSET


class DeckEnds(Shape):
    """How some decks in a row of a table ended, as far as you may know.

    `thrown` has those that were thrown away. If there is `more`, ask after the last number of both.
    """

    ends: Annotated[list[tuple[int, str]], Meta(description="[number, end] of those dealt")]
    thrown: list[OpenedDeck]
    more: Annotated[bool, Meta(description="whether other decks follow")]


class PublicHand(Shape):
    """A hand that anyone may verify."""

    id: uuid.UUID
    game_name: str
    number: Annotated[int, Meta(description="1 for the first hand of the table")]


class PublicHandList(Shape):
    """The most recent public hands."""

    items: list[PublicHand]


class ClosedHandsDay(Shape, kw_only=True, tag_field="scheme", tag="TFAIR1"):
    """A day (UTC) that was closed by TFAIR1, with the root of its hands."""

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


class ClosedDecksDay(Shape, kw_only=True, tag_field="scheme", tag="TFAIR2"):
    """A day (UTC) that was closed by TFAIR2, with the root of the decks of all tables."""

    day: Annotated[int, Meta(description="in days from 1970-01-01")]
    leaves: Annotated[
        int, Meta(description="decks, dealt or thrown away, that ended and are in no earlier day")
    ]
    root: Annotated[str, Meta(description="Merkle root over its decks, 64 hexadecimal digits")]
    head: Annotated[
        str, Meta(description="chain of days including this one, 64 hexadecimal digits")
    ]
    signature: Annotated[str, Meta(description="of the head by the house, 128 digits")]


class HandDigest(Shape):
    """A hand of a day that was closed by TFAIR1."""

    place: Annotated[int, Meta(description="0 for the smallest digest of the day")]
    digest: Annotated[str, Meta(description="digest of the hand's deal, 64 hexadecimal digits")]


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


DAY = "ClosedDay"
family(DAY, "A closed day, by its scheme.", lambda: [ClosedHandsDay, ClosedDecksDay], by="scheme")


class ClosedDayPage(Page):
    """One page of the chain of days."""

    items: list[Annotated[Any, in_family(DAY)]]


class DayItemPage(Page):
    """One page of a closed day: hands of TFAIR1, or decks of TFAIR2.

    A deck is [slot, chain of its table after it], 64 hexadecimal digits each, in ascending order.
    """

    items: list[HandDigest | tuple[str, str]]


class DayQuery(LongPageQuery, kw_only=True):
    """The query of a closed day; `scheme` chooses on the day of the change, which has both."""

    scheme: Annotated[str, one_of(["TFAIR1", "TFAIR2"])] | None = None
