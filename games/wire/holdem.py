"""The shapes of no-limit hold'em on the wire. Amounts are chips, or points of a sit and go."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

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

Phase = Literal["preflop", "flop", "turn", "river", "run_vote", "settled"]
Street = Literal["flop", "turn", "river"]
Added = Annotated[int, note("chips put in now")]
Total = Annotated[int, note("the seat's whole bet of this round, in chips")]
AllIn = Annotated[bool, note("whether the seat has no chips left")]
Level = Annotated[int | None, note("the blind level of a sit and go, from 1; null at a cash table")]
Board = Annotated[int, note("the board, 1 or 2; there are two if the hand is run twice")]


# -- views ---------------------------------------------------------------------------------------


class HoldemBlinds(Shape):
    """The blinds of a hand."""

    small: Annotated[int, note("the small blind")]
    big: Annotated[int, note("the big blind")]
    ante: Annotated[int, note("the ante; 0: none")]
    straddle: Annotated[int | None, note("the straddle; null if nobody straddles")]
    level: Level


class HoldemSeat(Shape):
    """A player of the hand."""

    seat: SeatNumber
    stack: Annotated[int, note("chips that are left")]
    bet: Annotated[int, note("the seat's bet of this round")]
    paid: Annotated[int, note("all chips put in during this hand")]
    status: Annotated[Literal["in", "folded", "all_in"], note("whether the seat is in the hand")]
    cards: Annotated[list[Card], note("two hole cards, `??` if they are hidden from you")]
    hand_value: Annotated[HandValue | None, note("null if its cards are hidden from you")]
    best: Annotated[list[Card] | None, note("the best five cards, of a hand shown at the end")]
    shown: Annotated[bool, note("whether everybody sees the cards")]
    last: Annotated[SeatAction | None, note("the last action of this round, or the last of all")]


class HoldemLegal(Shape, kw_only=True):
    """An action that you may take now; send `kind` as `action`, with an amount if it has `min`."""

    kind: Annotated[
        Literal["fold", "check", "call", "bet", "raise_to", "all_in", "run_once", "run_twice"],
        note("the action; `run_once` and `run_twice` answer whether to deal two boards"),
    ]
    amount: Annotated[int | UnsetType, note("its price, of `call` and `all_in`")] = UNSET
    min: Annotated[
        int | UnsetType, note("the least amount to send: the total bet of this round")
    ] = UNSET
    max: Annotated[int | UnsetType, note("the greatest amount to send")] = UNSET
    step: Annotated[int | UnsetType, note("amounts are `min` plus a multiple of it")] = UNSET
    over: Annotated[bool | UnsetType, note("a greater amount counts as `max`")] = UNSET


class HoldemYou(OwnSeat, kw_only=True):
    """Your seat and your legal actions."""

    to_call: Annotated[int, note("the price of a call; 0: none")]
    legal: Annotated[list[HoldemLegal], note("what you may do now; empty if it is not your turn")]


class HoldemView(HandView, kw_only=True, tag="holdem"):
    """A hold'em hand as you may see it."""

    phase: Annotated[Phase, note("the betting round; `run_vote`: players choose one or two boards")]
    button: Annotated[int, note("the seat with the dealer button; perhaps it plays no hand")]
    small_blind: Annotated[int | None, note("the seat of the small blind; null if nobody posts it")]
    big_blind: Annotated[int, note("the seat of the big blind")]
    blinds: Annotated[HoldemBlinds, note("the amounts of the blinds")]
    straddle: Annotated[int | None, note("the seat that straddles")]
    board: Annotated[list[Card], note("the community cards, none to five")]
    board2: Annotated[list[Card], note("the second board of a hand that is run twice")]
    rabbit: Annotated[list[Card], note("cards that would have come, shown after a fold")]
    current_bet: Annotated[int, note("the highest bet of this round")]
    min_raise_to: Annotated[int | None, note("the total bet of a full raise")]
    pots: Annotated[list[OpenPot], note("the pots of the rounds before, the main pot first")]
    seats: Annotated[list[HoldemSeat], note("the players of the hand, by seat")]
    you: Annotated[HoldemYou | UnsetType, note("your own seat; only for a player")] = UNSET


class HoldemTerms(Terms):
    """The terms that were settled before the deal; empty for the plainest terms."""

    small: Annotated[int | UnsetType, note("the small blind")] = UNSET
    big: Annotated[int | UnsetType, note("the big blind")] = UNSET
    ante: Annotated[int | UnsetType, note("the ante")] = UNSET
    level: Annotated[int | UnsetType | None, note("the blind level of a sit and go")] = UNSET
    small_at: Annotated[int | UnsetType, note("the seat of the small blind, perhaps empty")] = UNSET
    big_at: Annotated[int | UnsetType, note("the seat of the big blind")] = UNSET
    posts: Annotated[
        list[Annotated[list[int], Meta(min_length=3, max_length=3)]] | UnsetType,
        note("[seat, chips that count as a bet, dead chips] of players who join or return"),
    ] = UNSET
    straddle: Annotated[int | UnsetType | None, note("the seat that straddles")] = UNSET


# -- events --------------------------------------------------------------------------------------


class HoldemEvent(HandEvent, kw_only=True):
    """An event of a hold'em hand."""


class HoldemStart(HoldemEvent, kw_only=True, tag="hand_start"):
    """A hand begins."""

    button: Annotated[int, note("the seat with the dealer button")]
    small: Annotated[int, note("the small blind, in chips")]
    big: Annotated[int, note("the big blind, in chips")]
    ante: Annotated[int, note("the ante, in chips; 0: none")]
    level: Level
    seats: Annotated[list[SeatNumber], note("the seats that are dealt in")]


class HoldemAnte(HoldemEvent, kw_only=True, tag="ante"):
    """A seat posts an ante."""

    seat: Actor
    amount: Added


class HoldemBlind(HoldemEvent, kw_only=True, tag="blind"):
    """A seat posts a blind."""

    seat: Actor
    amount: Added
    which: Annotated[
        Literal["small", "big", "post", "dead", "straddle"],
        note("`post`: a missed blind that counts as a bet; `dead`: one that does not"),
    ]
    all_in: AllIn


class HoldemDeal(HoldemEvent, kw_only=True, tag="deal"):
    """A seat gets cards, face down."""

    seat: SeatNumber
    count: Annotated[int, note("the number of cards")]


class HoldemCards(HoldemEvent, kw_only=True, tag="cards"):
    """The cards of a seat; only those who may see them get this event."""

    seat: SeatNumber
    cards: Annotated[list[Card], note("the hole cards")]


class HoldemFold(HoldemEvent, kw_only=True, tag="fold"):
    """A seat folds."""

    seat: Actor
    reason: Annotated[Literal["fold", "left"], note("`left`: the player left the table")]


class HoldemCheck(HoldemEvent, kw_only=True, tag="check"):
    """A seat checks."""

    seat: Actor


class HoldemCall(HoldemEvent, kw_only=True, tag="call"):
    """A seat calls."""

    seat: Actor
    amount: Added
    all_in: AllIn


class HoldemBet(HoldemEvent, kw_only=True, tag="bet"):
    """A seat bets."""

    seat: Actor
    amount: Total
    all_in: AllIn


class HoldemRaise(HoldemEvent, kw_only=True, tag="raise_to"):
    """A seat raises."""

    seat: Actor
    amount: Total
    all_in: AllIn


class HoldemReturned(HoldemEvent, kw_only=True, tag="returned"):
    """The part of a bet that nobody called goes back."""

    seat: SeatNumber
    amount: Annotated[int, note("chips")]


class HoldemCollect(HoldemEvent, kw_only=True, tag="collect"):
    """The bets of a round go to the pots."""

    pots: Annotated[list[int], note("chips in each pot, the main pot first")]


class HoldemStreet(HoldemEvent, kw_only=True, tag="street"):
    """Community cards are dealt."""

    street: Annotated[Street, note("the street that begins")]
    cards: Annotated[list[Card], note("the new community cards")]
    board: Board


class HoldemOpen(HoldemEvent, kw_only=True, tag="open"):
    """A player who is all-in turns up their cards before the rest is dealt."""

    seat: SeatNumber
    cards: Annotated[list[Card], note("the hole cards")]
    hand_value: Annotated[HandValue, note("the value of the hand so far")]


class HoldemVote(HoldemEvent, kw_only=True, tag="vote"):
    """A player answers whether to run it twice."""

    seat: Actor
    twice: Annotated[bool, note("whether the player wants two boards")]


class HoldemRun(HoldemEvent, kw_only=True, tag="run"):
    """The vote about running it twice is over."""

    boards: Annotated[int, note("the number of boards, 1 or 2")]


class HoldemRabbit(HoldemEvent, kw_only=True, tag="rabbit"):
    """The cards that would have come, after a fold."""

    cards: Annotated[list[Card], note("the rest of the board")]


class HoldemShow(HoldemEvent, kw_only=True, tag="show"):
    """A hand is shown at the showdown."""

    seat: SeatNumber
    cards: Annotated[list[Card], note("the hole cards")]
    hand_value: Annotated[HandValue, note("the value of the hand")]


class HoldemMuck(HoldemEvent, kw_only=True, tag="muck"):
    """A losing hand is not shown."""

    seat: SeatNumber


class HoldemWin(HoldemEvent, kw_only=True, tag="win"):
    """A seat wins a pot, or a share of it."""

    seat: SeatNumber
    amount: Annotated[int, note("chips won")]
    pot: Annotated[int, note("the number of the pot; 0 is the main pot")]
    board: Board
    hand_value: Annotated[HandValue | None, note("of the winner; null if it was not shown")]


class HoldemEnd(HoldemEvent, kw_only=True, tag="hand_end"):
    """A hand is over."""

    net: Annotated[Chips, note("[seat, chips won], negative for a loss")]


VIEW = HoldemView
EVENT = HoldemEvent
TERMS = HoldemTerms
