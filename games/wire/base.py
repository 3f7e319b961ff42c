"""The shapes that all games share: cards, seats, pots, results and the events of every game."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from core.http.openapi import CODED_LIMITS
from core.wire import Shape


def note(description: str) -> Meta:
    """The description of a field."""
    return Meta(description=description)


CARD = "^([2-9TJQKA][cdhsCDHS]|[BR][Jj]|[?][?])$"
Card = Annotated[str, Meta(pattern=CARD, description="`As`, `Td`; jokers `BJ`, `RJ`; hidden: `??`")]
"""A card as text; in games with two packs the second one has the other case, `AS` and `Bj`."""
SeatNumber = Annotated[int, note("a seat's number at the table, from 0")]
Actor = Annotated[int, note("the seat that acts")]
Chips = list[Annotated[list[int], Meta(min_length=2, max_length=2)]]
"""Pairs of a seat and chips."""
Reading = Annotated[str, note("the combination that the cards stand for, such as `pair@7`")]


class HandValue(Shape):
    """The value of a hand in codes, from which readers make words."""

    kind: Annotated[str, Meta(pattern="^[a-z_]+$", description="such as `full_house`, `trail`")]
    ranks: Annotated[
        list[Annotated[str, Meta(pattern="^[0-9TJQKA]$")]],
        note("the ranks that name it, as in cards: of `full_house` the three and the pair"),
    ]


class OpenPot(Shape):
    """A pot that is played for."""

    amount: Annotated[int, note("chips in the pot")]
    seats: Annotated[list[SeatNumber], note("the seats that can win it")]


class Blocked(Shape, kw_only=True):
    """An action that is impossible now, with the reason."""

    kind: Annotated[str, note("the action")]
    code: Annotated[str, note("the stable code with which it would be refused")]
    limits: (
        Annotated[
            dict[str, Any],
            Meta(
                description="what explains it: bounds, and the house rule",
                extra_json_schema=CODED_LIMITS,
            ),
        ]
        | UnsetType
    ) = UNSET


class SeatAction(Shape):
    """The last action of a seat in this hand or round."""

    kind: Annotated[str, note("the action")]
    amount: Annotated[int, note("chips; 0 for an action without any")]


class ResultPot(Shape, kw_only=True):
    """A pot with its winners."""

    amount: Annotated[int, note("chips in the pot")]
    hand_value: Annotated[HandValue | None, note("of the winners; null if it was not shown")]
    seats: Annotated[list[SeatNumber], note("seats of the players who competed for it")]
    winners: Annotated[list[SeatNumber], note("seats of the winners")]
    shares: Annotated[Chips, note("[seat, chips] of each winner")]
    board: Annotated[
        int | UnsetType, note("1 or 2, if hands were compared on a board of community cards")
    ] = UNSET
    best: Annotated[
        list[Annotated[list[int | list[Card]], Meta(min_length=2, max_length=2)]] | UnsetType,
        note("[seat, five cards] of each winner, if hands were compared on a board"),
    ] = UNSET


class ShownHand(Shape):
    """Cards that everyone saw at the end."""

    seat: SeatNumber
    cards: Annotated[list[Card], note("the seat's cards")]
    hand_value: Annotated[HandValue | None, note("null in games without values of hands")]


class HandResult(Shape, kw_only=True):
    """How a hand ended. `net` and `house` together sum to 0."""

    ended_by: Annotated[str, note("what ended it, such as `fold` or `showdown`")]
    chips: Annotated[Chips, note("[seat, chips] after the hand; hidden stacks are left out")]
    net: Annotated[Chips, note("[seat, chips won], negative for a loss")]
    pots: Annotated[list[ResultPot], note("the pots with their winners")]
    shown: Annotated[list[ShownHand], note("the hands that were shown")]
    house: Annotated[
        int | UnsetType, note("chips that the house won, negative if it paid; only with a house")
    ] = UNSET


class HandView(Shape, kw_only=True, tag_field="game"):
    """A hand as its viewer may see it; each game adds its own fields."""

    phase: Annotated[str, note("the phase of the hand; `settled` once it is over")]
    turn: Annotated[int | None, note("the seat to act; null once the hand is over")]
    pot: Annotated[int, note("chips in all pots, with the bets of this round; 0 without pots")]
    result: Annotated[HandResult | None, note("how the hand ended; null while it is in progress")]


class OwnSeat(Shape, kw_only=True):
    """The viewer's own seat; each game adds its legal actions."""

    seat: Annotated[int, note("the viewer's own seat")]
    blocked: Annotated[list[Blocked], note("actions of this phase that are impossible now")]


class HandEvent(Shape, kw_only=True, tag_field="kind"):
    """Something that happened in a hand; each game has its own kinds of events."""

    auto: Annotated[
        Literal["timeout", "away"] | UnsetType,
        note(
            "only if the player did not choose the action: their time ran out, or the seat is "
            "played automatically"
        ),
    ] = UNSET


class Terms(Shape):
    """Nothing is settled for a hand alone in this game."""


JSON = dict[str, Any]
"""A value that an engine makes; its field's note names its shape."""
