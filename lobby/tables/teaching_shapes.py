"""The shapes of what a teaching table says of its hands."""

from typing import Annotated

from msgspec import Meta

from core.wire import Shape


class TeachingHand(Shape):
    """How a hand was dealt at a teaching table, and how often an action was taken back."""

    is_open: Annotated[bool, Meta(description="everybody sees all of its cards")]
    cards_set: Annotated[bool, Meta(description="the host has set some of its cards")]
    taken_back: int = 0


class CardPlace(Shape):
    """A place of the next hand for which a host can set cards, and those that are set.

    `place` is the number of a seat, `board`, `dealer` or `kitty`.
    """

    place: str
    size: Annotated[int, Meta(description="how many cards it gets")]
    cards: list[str]
