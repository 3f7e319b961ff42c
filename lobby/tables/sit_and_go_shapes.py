"""The shapes of a sit and go on the wire. Amounts in blinds are its points, others are chips."""

from typing import Annotated

from msgspec import Meta

from accounts.people.wire import UserKind
from core.wire import Shape, one_of
from lobby.tables.models import SitAndGo


class BlindLevel(Shape):
    """The blinds of a level of a sit and go, in its points."""

    small: int
    big: int
    ante: Annotated[int, Meta(description="0: none")]


class NextBlindLevel(BlindLevel):
    """The next level, and when it begins."""

    in_hands: Annotated[
        int | None, Meta(description="hands until then; null if levels last minutes")
    ]
    at: Annotated[
        int | None,
        Meta(description="milliseconds since 1970; null if levels last hands, or before the start"),
    ]


class FinishRank(Shape):
    """A player of a sit and go who is out, or who has won it."""

    place: Annotated[int, Meta(description="the finish rank; 1: the winner")]
    seat: Annotated[int | None, Meta(description="the seat that they had")]
    name: str
    avatar: int
    kind: UserKind
    prize: Annotated[int, Meta(description="chips")]
    tied: Annotated[bool, Meta(description="whether others share the rank")]


class SitAndGoView(Shape):
    """A sit and go: everyone pays the same entry and plays until one player has all points."""

    number: Annotated[int, Meta(description="1 for the first one at the table")]
    state: Annotated[str, one_of(SitAndGo.State.values)]
    entry: Annotated[int, Meta(description="chips that each player pays")]
    starting: Annotated[int, Meta(description="points with which everyone starts")]
    players: Annotated[int, Meta(description="players who have entered")]
    size: Annotated[int, Meta(description="players it is for")]
    prizes: Annotated[list[int], Meta(description="chips for each finish rank, the first first")]
    level: Annotated[int | None, Meta(description="the blind level from 1; null: it never rises")]
    blinds: Annotated[BlindLevel, Meta(description="of the hand in progress, or the first")]
    next: Annotated[NextBlindLevel | None, Meta(description="null on the last level")]
    places: Annotated[list[FinishRank], Meta(description="those who are out, the last one first")]
