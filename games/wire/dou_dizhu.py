"""The shapes of Dou Dizhu on the wire. Amounts are in points, or in chips where it is played so."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from core.wire import Shape
from games.wire.base import (
    Actor,
    Card,
    Chips,
    HandEvent,
    HandView,
    OpenPot,
    OwnSeat,
    SeatNumber,
    Terms,
    note,
)

Category = Literal[
    "solo",
    "pair",
    "trio",
    "trio_with_solo",
    "trio_with_pair",
    "chain",
    "pair_chain",
    "airplane",
    "airplane_with_solos",
    "airplane_with_pairs",
    "four_with_solo",
    "four_with_two",
    "four_with_two_pairs",
    "rocket_with_solo",
    "rocket_with_two",
    "bomb",
    "rocket",
]
Groups = Annotated[int, note("consecutive groups, as 5 in 34567; of a bomb of two packs its cards")]
Multiplier = Annotated[int, note("by which the base is multiplied so far")]


# -- views ---------------------------------------------------------------------------------------


class DouDizhuPlay(Shape):
    """The play that has to be beaten."""

    seat: Annotated[int, note("the seat that played it")]
    cards: Annotated[list[Card], note("its cards")]
    category: Annotated[Category, note("the combination")]
    n: Groups


class DouDizhuMove(Shape):
    """A move of a round: a play, or a pass without cards."""

    seat: Annotated[int, note("the seat that moved")]
    cards: Annotated[list[Card], note("the cards played; none: it passed")]
    category: Annotated[Category | None, note("the combination; null: it passed")]


class DouDizhuLast(Shape):
    """The last move of a seat in this round."""

    kind: Annotated[Literal["play", "pass"], note("whether it played or passed")]
    cards: Annotated[list[Card], note("the cards played")]
    category: Annotated[Category | None, note("the combination; null: it passed")]


class DouDizhuSeat(Shape):
    """A player of the game."""

    seat: SeatNumber
    stack: Annotated[int, note("points or chips; while the game is in progress those before it")]
    role: Annotated[
        Literal["landlord", "peasant"] | None, note("the side; null until there is a landlord")
    ]
    status: Annotated[Literal["in"], note("always `in`: nobody folds")]
    count: Annotated[int, note("the number of cards in the hand")]
    cards: Annotated[list[Card], note("the hand, `??` for each card that is hidden from you")]
    said: Annotated[
        Literal["1", "2", "3", "call", "rob", "pass"] | None, note("the last bid of the seat")
    ]
    doubled: Annotated[bool | None, note("whether the seat doubled; null before it answered")]
    open: Annotated[bool, note("whether the hand is open to everybody")]
    plays: Annotated[int, note("the number of plays so far")]
    last: Annotated[DouDizhuLast | None, note("the seat's last move of this round")]


class DouDizhuLegal(Shape, kw_only=True):
    """An action that you may take now; send `kind` as `action`, with an amount if it has `min`."""

    kind: Annotated[
        Literal["call", "bid", "rob", "pass", "double", "decline", "open", "play"],
        note(
            "the action; with `play` send the cards, such as one of `hints`; `decline` answers "
            "no to opening the hand and to doubling"
        ),
    ]
    min: Annotated[int | UnsetType, note("the least bid to send as `amount`")] = UNSET
    max: Annotated[int | UnsetType, note("the highest bid")] = UNSET
    step: Annotated[int | UnsetType, note("bids are `min` plus a multiple of it")] = UNSET


class DouDizhuYou(OwnSeat, kw_only=True):
    """Your seat and your legal actions."""

    legal: Annotated[list[DouDizhuLegal], note("what you may do now; empty if it is not your turn")]
    hints: Annotated[
        list[list[Card]],
        note("plays that are possible now, the weakest first, at most 40; send one as `cards`"),
    ]
    can_beat: Annotated[bool, note("whether there are any hints")]


class DouDizhuView(HandView, kw_only=True, tag="dou_dizhu"):
    """A game of Dou Dizhu as you may see it."""

    phase: Annotated[
        Literal["dealing", "bidding", "doubling", "play", "settled"],
        note("`dealing`: players are asked whether they open their hands"),
    ]
    button: Annotated[int, note("the seat that bids first")]
    landlord: Annotated[int | None, note("the seat of the landlord; null until there is one")]
    base: Annotated[int, note("the score before multipliers")]
    bid: Annotated[int, note("the highest bid so far; 0: none")]
    multiplier: Multiplier
    opened: Annotated[int, note("by which an open hand multiplies; 1: none is open")]
    offer: Annotated[int | None, note("by which opening a hand now would multiply; null: not now")]
    bombs: Annotated[int, note("bombs played that multiply")]
    rockets: Annotated[int, note("rockets played")]
    kitty: Annotated[list[Card], note("the landlord's extra cards, `??` while hidden from you")]
    last: Annotated[DouDizhuPlay | None, note("the play to beat; null: the next player leads")]
    trick: Annotated[list[DouDizhuMove], note("the moves of this round, oldest first")]
    before: Annotated[list[DouDizhuMove], note("the moves of the round before")]
    played: Annotated[
        list[int],
        Meta(min_length=15, max_length=15, description="cards played by rank: 3 to A, 2, jokers"),
    ]
    pots: Annotated[list[OpenPot], note("always empty: there are no pots")]
    seats: Annotated[list[DouDizhuSeat], note("the players, by seat")]
    you: Annotated[DouDizhuYou | UnsetType, note("your own seat; only for a player")] = UNSET


class DouDizhuTerms(Terms):
    """The terms that were settled before the deal; empty for the plainest terms."""

    redeals: Annotated[int | UnsetType, note("deals in a row in which everybody passed")] = UNSET
    must: Annotated[bool | UnsetType, note("whether the first bidder has to bid")] = UNSET


# -- events --------------------------------------------------------------------------------------


class DouDizhuEvent(HandEvent, kw_only=True):
    """An event of a game of Dou Dizhu."""


class DouDizhuStart(DouDizhuEvent, kw_only=True, tag="hand_start"):
    """A game begins."""

    first: Annotated[int, note("the seat that bids first")]
    base: Annotated[int, note("the score before multipliers")]
    seats: Annotated[list[SeatNumber], note("the seats that play")]


class DouDizhuDeal(DouDizhuEvent, kw_only=True, tag="deal"):
    """A seat gets cards, face down."""

    seat: SeatNumber
    count: Annotated[int, note("the number of cards")]


class DouDizhuCards(DouDizhuEvent, kw_only=True, tag="cards"):
    """New cards of a seat; only those who may see them get this event."""

    seat: SeatNumber
    cards: Annotated[list[Card], note("the new cards, the highest first")]


class DouDizhuClosed(DouDizhuEvent, kw_only=True, tag="closed"):
    """A player keeps their hand closed while cards are dealt."""

    seat: Actor


class DouDizhuOpen(DouDizhuEvent, kw_only=True, tag="open"):
    """A player opens their hand, which multiplies."""

    seat: Actor
    cards: Annotated[list[Card], note("the hand")]
    times: Annotated[int, note("by which it multiplies")]


class DouDizhuCall(DouDizhuEvent, kw_only=True, tag="call"):
    """A player calls landlord."""

    seat: Actor


class DouDizhuRob(DouDizhuEvent, kw_only=True, tag="rob"):
    """A player robs the landlord, which doubles."""

    seat: Actor


class DouDizhuBid(DouDizhuEvent, kw_only=True, tag="bid"):
    """A player bids."""

    seat: Actor
    amount: Annotated[int, note("the bid, 1 to 3")]


class DouDizhuPass(DouDizhuEvent, kw_only=True, tag="pass"):
    """A player passes, in the bidding or in a round."""

    seat: Actor


class DouDizhuAllPass(DouDizhuEvent, kw_only=True, tag="all_pass"):
    """Everybody passed in the bidding: there is no game."""


class DouDizhuLandlord(DouDizhuEvent, kw_only=True, tag="landlord"):
    """There is a landlord."""

    seat: Annotated[int, note("the seat of the landlord")]


class DouDizhuKitty(DouDizhuEvent, kw_only=True, tag="kitty"):
    """The landlord takes the kitty; only those who may see it get this event."""

    seat: Annotated[int, note("the seat of the landlord")]
    cards: Annotated[list[Card], note("the kitty")]


class DouDizhuDouble(DouDizhuEvent, kw_only=True, tag="double"):
    """A player doubles their own stake."""

    seat: Actor


class DouDizhuDecline(DouDizhuEvent, kw_only=True, tag="decline"):
    """A player does not double."""

    seat: Actor


class DouDizhuPlayed(DouDizhuEvent, kw_only=True, tag="play"):
    """A player plays a combination."""

    seat: Actor
    cards: Annotated[list[Card], note("its cards")]
    category: Annotated[Category, note("the combination")]
    n: Groups
    reading: Annotated[str, note("the combination and its lowest rank, such as `pair@7`")]
    left: Annotated[int, note("cards that the player has left")]
    multiplier: Multiplier


class DouDizhuLeads(DouDizhuEvent, kw_only=True, tag="leads"):
    """All others passed: a new round begins."""

    seat: Annotated[int, note("the seat that leads")]


class DouDizhuLeft(DouDizhuEvent, kw_only=True, tag="left"):
    """A player left the table, and the game ends."""

    seat: Actor


class DouDizhuSpring(DouDizhuEvent, kw_only=True, tag="spring"):
    """The losers made no play, or the landlord only one, which multiplies."""

    seat: Annotated[int, note("the seat that went out")]
    times: Annotated[int, note("by which it multiplies")]


class DouDizhuReveal(DouDizhuEvent, kw_only=True, tag="reveal"):
    """The rest of a hand is shown at the end."""

    seat: SeatNumber
    cards: Annotated[list[Card], note("the cards that are left")]


class DouDizhuWin(DouDizhuEvent, kw_only=True, tag="win"):
    """A player wins."""

    seat: SeatNumber
    amount: Annotated[int, note("points or chips won")]


class DouDizhuEnd(DouDizhuEvent, kw_only=True, tag="hand_end"):
    """A game is over."""

    net: Annotated[Chips, note("[seat, points or chips won], negative for a loss")]


VIEW = DouDizhuView
EVENT = DouDizhuEvent
TERMS = DouDizhuTerms
