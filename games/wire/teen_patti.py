"""The shapes of Teen Patti on the wire. Amounts are in chips."""

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from core.wire import Shape
from games.wire.base import (
    Actor,
    Card,
    Chips,
    HandEvent,
    HandValue,
    HandView,
    OpenPot,
    OwnSeat,
    SeatAction,
    SeatNumber,
    Terms,
    note,
)

Variant = Literal["classic", "muflis", "ak47", "lowest_joker", "999"]
Paid = Annotated[int, note("chips put in now")]


# -- views ---------------------------------------------------------------------------------------


class TeenPattiSeat(Shape):
    """A player of the hand."""

    seat: SeatNumber
    stack: Annotated[int | None, note("chips that are left; null if they are hidden from you")]
    paid: Annotated[int, note("all chips put in during this hand, the boot included")]
    status: Annotated[
        Literal["in", "folded", "covered"], note("`covered`: all-in for the pots so far")
    ]
    blind: Annotated[bool, note("whether the player has not seen their cards")]
    blind_bets: Annotated[int, note("the number of blind bets so far")]
    cards: Annotated[list[Card], note("three cards, `??` if they are hidden from you")]
    hand_value: Annotated[HandValue | None, note("null if its cards are hidden from you")]
    last: Annotated[SeatAction | None, note("the seat's last action with chips, or its fold")]


class TeenPattiSideShow(Shape):
    """A side show that waits for an answer."""

    asker: Annotated[int, note("the seat that asks")]
    asked: Annotated[int, note("the seat that is asked")]


class TeenPattiLegal(Shape, kw_only=True):
    """An action that you may take now; send `kind` as `action`, with an amount if it has `min`."""

    kind: Annotated[
        Literal["see", "bet", "fold", "show", "side_show", "accept", "refuse", "cover", "choose"],
        note("the action; `bet` is blind or a chaal, `accept` and `refuse` answer a side show"),
    ]
    amount: Annotated[int | UnsetType, note("its price in chips")] = UNSET
    min: Annotated[int | UnsetType, note("the least amount to send, in chips")] = UNSET
    max: Annotated[int | UnsetType, note("the greatest amount to send, in chips")] = UNSET
    step: Annotated[int | UnsetType, note("amounts are `min` plus a multiple of it")] = UNSET
    to: Annotated[int | UnsetType, note("the seat that would be asked for a side show")] = UNSET
    reading: Annotated[
        Variant | UnsetType, note("the variant that `choose` chooses; send it as `reading`")
    ] = UNSET


class TeenPattiYou(OwnSeat, kw_only=True):
    """Your seat and your legal actions."""

    legal: Annotated[list[TeenPattiLegal], note("what you may do now; also out of turn, as `see`")]


class TeenPattiView(HandView, kw_only=True, tag="teen_patti"):
    """A Teen Patti hand as you may see it."""

    phase: Annotated[
        Literal["choosing", "betting", "side_show", "settled"],
        note("`choosing`: the dealer chooses the variant; `side_show`: one waits for an answer"),
    ]
    variant: Annotated[
        Variant | Literal["dealers_choice"],
        note("the ranking; `dealers_choice` while nobody has chosen"),
    ]
    button: Annotated[int, note("the seat of the dealer")]
    stake: Annotated[int, note("the current stake of a blind player; a seen player bets twice it")]
    pots: Annotated[list[OpenPot], note("the pots; the last one is still bet into")]
    seats: Annotated[list[TeenPattiSeat], note("the players of the hand, by seat")]
    side_show: Annotated[TeenPattiSideShow | None, note("the side show that waits for an answer")]
    you: Annotated[TeenPattiYou | UnsetType, note("your own seat; only for a player")] = UNSET


# -- events --------------------------------------------------------------------------------------


class TeenPattiEvent(HandEvent, kw_only=True):
    """An event of a Teen Patti hand."""


class TeenPattiStart(TeenPattiEvent, kw_only=True, tag="hand_start"):
    """A hand begins."""

    button: Annotated[int, note("the seat of the dealer")]
    boot: Annotated[int, note("the boot, in chips")]
    seats: Annotated[list[SeatNumber], note("the seats that are dealt in")]


class TeenPattiBoot(TeenPattiEvent, kw_only=True, tag="boot"):
    """A seat pays the boot."""

    seat: Actor
    amount: Paid


class TeenPattiDeal(TeenPattiEvent, kw_only=True, tag="deal"):
    """A seat gets cards, face down."""

    seat: SeatNumber
    count: Annotated[int, note("the number of cards")]


class TeenPattiVariant(TeenPattiEvent, kw_only=True, tag="variant"):
    """The dealer has chosen the variant."""

    seat: Actor
    variant: Annotated[Variant, note("the ranking of this hand")]


class TeenPattiSee(TeenPattiEvent, kw_only=True, tag="see"):
    """A player looks at their cards."""

    seat: Actor


class TeenPattiForcedSee(TeenPattiEvent, kw_only=True, tag="forced_see"):
    """A player has to look at their cards after the most blind bets that are allowed."""

    seat: SeatNumber


class TeenPattiCards(TeenPattiEvent, kw_only=True, tag="cards"):
    """The cards of a seat; only those who may see them get this event."""

    seat: SeatNumber
    cards: Annotated[list[Card], note("three cards")]


class TeenPattiBet(TeenPattiEvent, kw_only=True, tag="bet"):
    """A seat bets: blind, or a chaal."""

    seat: Actor
    amount: Paid
    blind: Annotated[bool, note("whether it is a blind bet")]
    stake: Annotated[int, note("the stake of a blind player from now on, in chips")]


class TeenPattiCover(TeenPattiEvent, kw_only=True, tag="cover"):
    """A seat puts in its last chips and stays in for the pots so far."""

    seat: Actor
    amount: Paid
    pot: Annotated[int, note("chips in all pots from now on")]


class TeenPattiFold(TeenPattiEvent, kw_only=True, tag="fold"):
    """A seat packs."""

    seat: Actor
    reason: Annotated[
        Literal["fold", "left", "side_show"],
        note("`left`: the player left the table; `side_show`: it lost a side show"),
    ]


class TeenPattiShow(TeenPattiEvent, kw_only=True, tag="show"):
    """A seat pays for a show."""

    seat: Actor
    amount: Paid
    opponent: Annotated[int, note("the seat with which the cards are compared")]


class TeenPattiSideShowAsked(TeenPattiEvent, kw_only=True, tag="side_show_asked"):
    """A seat pays for a side show."""

    asker: Annotated[int, note("the seat that asks")]
    asked: Annotated[int, note("the seat that is asked")]
    amount: Paid


class TeenPattiSideShowAnswer(TeenPattiEvent, kw_only=True, tag="side_show_answer"):
    """A side show is accepted or refused."""

    asker: Annotated[int, note("the seat that asked")]
    asked: Annotated[int, note("the seat that was asked")]
    accepted: Annotated[bool, note("whether the cards are compared")]


class TeenPattiSideShowCards(TeenPattiEvent, kw_only=True, tag="side_show_cards"):
    """The cards of one of the two seats of a side show; only they get this event."""

    seat: SeatNumber
    cards: Annotated[list[Card], note("three cards")]
    hand_value: Annotated[HandValue, note("the value of the hand")]


class TeenPattiReveal(TeenPattiEvent, kw_only=True, tag="reveal"):
    """A hand is shown at the end."""

    seat: SeatNumber
    cards: Annotated[list[Card], note("three cards")]
    hand_value: Annotated[HandValue, note("the value of the hand")]


class TeenPattiWin(TeenPattiEvent, kw_only=True, tag="win"):
    """A seat wins a pot, or a share of it."""

    seat: SeatNumber
    amount: Annotated[int, note("chips won")]
    pot: Annotated[int, note("the number of the pot; 0 is the first one")]
    hand_value: Annotated[HandValue | None, note("of the winner; null if it was not shown")]


class TeenPattiEnd(TeenPattiEvent, kw_only=True, tag="hand_end"):
    """A hand is over."""

    net: Annotated[Chips, note("[seat, chips won], negative for a loss")]


VIEW = TeenPattiView
EVENT = TeenPattiEvent
TERMS = Terms
