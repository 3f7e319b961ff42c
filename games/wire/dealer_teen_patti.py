"""The shapes of Teen Patti against the dealer on the wire. Amounts are in chips."""

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType, field

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
    SeatNumber,
    Terms,
    note,
)
from games.wire.dealer_teen_patti_designs import AskedPayTable, PayTableDesign

Bet = Literal["ante", "raise", "bonus", "pair_plus", "six_card", "tie_bet"]
Side = Literal["pair_plus", "six_card", "tie_bet"]
Line = Literal[
    "wins",
    "not_qualified",
    "equal",
    "three_aces",
    "mini_royal",
    "pure",
    "trail",
    "sequence",
    "color",
    "pair",
    "royal",
    "straight_flush",
    "quads",
    "full_house",
    "flush",
    "straight",
    "trips",
]
Outcome = Literal[
    "wins", "loses", "folded", "not_qualified", "returned", "equal_loses", "equal_returned"
]
Odds = Annotated[str, note("odds to 1, such as `4` or `19/20`")]


# -- views ---------------------------------------------------------------------------------------


class DealerHand(Shape):
    """The dealer's hand."""

    cards: Annotated[list[Card], note("three cards, `??` until they are shown; none before a deal")]
    hand_value: Annotated[HandValue | None, note("null while it is hidden")]
    qualifies: Annotated[bool | None, note("whether the dealer plays; null while it is hidden")]


class DealerStakes(Shape):
    """The limits of the bets."""

    ante_min: Annotated[int, note("the smallest ante")]
    ante_max: Annotated[int, note("the largest ante")]
    side_bet_max: Annotated[int, note("the most on each side bet; 0: there are none")]
    raise_multiple: Annotated[str, note("the raise in antes, such as `1`; `0`: there is none")]


class PayLine(Shape):
    """A line of the pay table."""

    bet: Annotated[Bet, note("the bet that is paid; `bonus` is part of the ante")]
    line: Annotated[Line, note("when it is paid; `not_qualified`: the dealer does not qualify")]
    pays: Odds


class PrintedPayTable(Shape):
    """The pay table as the felt shows it."""

    qualifier: Annotated[str, note("the least hand with which the dealer plays, or `always`")]
    name: Annotated[str, note("the short text of the pay table")]
    lines: Annotated[list[PayLine], note("what is paid")]


class DealerBets(Shape):
    """The bets of a seat, in chips."""

    ante: Annotated[int, note("the ante")]
    raise_: Annotated[int, note("the raise")] = field(name="raise")
    pair_plus: Annotated[int, note("the side bet Pair Plus")]
    six_card: Annotated[int, note("the side bet on six cards")]
    tie_bet: Annotated[int, note("the side bet on a tie")]


class PaidBet(Shape, kw_only=True):
    """The result of one bet."""

    bet: Annotated[Bet, note("the bet")]
    stake: Annotated[int, note("its chips")]
    pays: Annotated[str | None, note("odds to 1 at which it was paid; null: it lost")]
    net: Annotated[int, note("chips won, negative for a loss")]
    outcome: Annotated[
        Outcome,
        note("why; `not_qualified`: the dealer does not qualify, `equal_…`: the hands are equal"),
    ]
    hand_value: Annotated[
        HandValue | UnsetType, note("of the hand that is paid; only in bonus and Pair Plus")
    ] = UNSET
    line: Annotated[Line | UnsetType, note("the line that is paid; only of six cards")] = UNSET
    commission: Annotated[
        str | UnsetType, note("the part of the winnings that is kept, such as `1/20`")
    ] = UNSET
    rest: Annotated[str | UnsetType, note("the part of a chip that stays with the house")] = UNSET


class DealerSeat(Shape):
    """A player of the hand."""

    seat: SeatNumber
    stack: Annotated[int, note("chips that are left")]
    status: Annotated[
        Literal["betting", "in", "raised", "folded", "out"],
        note("`betting`: still betting; `in`: has bet; `out`: sits this hand out"),
    ]
    bets: Annotated[DealerBets, note("the bets of the seat")]
    cards: Annotated[list[Card], note("three cards, `??` if hidden from you; none before the deal")]
    hand_value: Annotated[HandValue | None, note("null if its cards are hidden from you")]
    shown: Annotated[bool, note("whether everybody sees the cards")]
    pays: Annotated[list[PaidBet] | None, note("the results of the bets; null until the end")]
    net: Annotated[int | None, note("chips won, negative for a loss; null until the end")]


class DealerLegal(Shape, kw_only=True):
    """An action that you may take now; send `kind` as `action`, with an amount if it has `min`."""

    kind: Annotated[
        Literal["ante", "pair_plus", "six_card", "tie_bet", "pass", "raise", "fold"],
        note("the action; side bets come before the ante, which ends your betting"),
    ]
    amount: Annotated[int | UnsetType, note("the price of a raise")] = UNSET
    min: Annotated[int | UnsetType, note("the least amount to send; 0 takes a side bet back")] = (
        UNSET
    )
    max: Annotated[int | UnsetType, note("the greatest amount to send")] = UNSET
    step: Annotated[int | UnsetType, note("amounts are `min` plus a multiple of it")] = UNSET


class DealerYou(OwnSeat, kw_only=True):
    """Your seat and your legal actions."""

    legal: Annotated[list[DealerLegal], note("what you may do now; empty if it is not your turn")]
    last_bets: Annotated[None, note("always null")]


class DealerTeenPattiView(HandView, kw_only=True, tag="dealer_teen_patti"):
    """A hand against the dealer as you may see it."""

    phase: Annotated[
        Literal["betting", "decision", "settled"], note("`decision`: players raise or fold")
    ]
    dealer: Annotated[DealerHand, note("the dealer's hand")]
    stakes: Annotated[DealerStakes, note("the limits of the bets")]
    pay_table: Annotated[PrintedPayTable, note("what is paid at this table")]
    pots: Annotated[list[OpenPot], note("always empty: each bet is against the house")]
    seats: Annotated[list[DealerSeat], note("the players of the hand, by seat")]
    you: Annotated[DealerYou | UnsetType, note("your own seat; only for a player")] = UNSET


# -- events --------------------------------------------------------------------------------------


class DealerTeenPattiEvent(HandEvent, kw_only=True):
    """An event of a hand against the dealer."""


class DealerStart(DealerTeenPattiEvent, kw_only=True, tag="hand_start"):
    """A hand begins."""

    seats: Annotated[list[SeatNumber], note("the seats that may bet")]


class DealerSideBet(DealerTeenPattiEvent, kw_only=True, tag="bet"):
    """A side bet is made or changed."""

    seat: Actor
    bet: Annotated[Side, note("the side bet")]
    amount: Annotated[int, note("its chips from now on; 0: it is taken back")]


class DealerAnte(DealerTeenPattiEvent, kw_only=True, tag="ante"):
    """A player bets an ante."""

    seat: Actor
    amount: Annotated[int, note("chips")]
    all_in: Annotated[bool, note("whether only the raise is left")]


class DealerPass(DealerTeenPattiEvent, kw_only=True, tag="pass"):
    """A player sits this hand out."""

    seat: Actor
    reason: Annotated[Literal["pass", "left", "timeout"], note("why")]


class DealerDeal(DealerTeenPattiEvent, kw_only=True, tag="deal"):
    """A seat gets cards, face down."""

    seat: SeatNumber
    count: Annotated[int, note("the number of cards")]


class DealerOwnDeal(DealerTeenPattiEvent, kw_only=True, tag="dealer_deal"):
    """The dealer gets cards, face down."""

    count: Annotated[int, note("the number of cards")]


class DealerCards(DealerTeenPattiEvent, kw_only=True, tag="cards"):
    """The cards of a seat; only those who may see them get this event."""

    seat: SeatNumber
    cards: Annotated[list[Card], note("three cards")]


class DealerRaise(DealerTeenPattiEvent, kw_only=True, tag="raise"):
    """A player raises."""

    seat: Actor
    amount: Annotated[int, note("chips of the raise")]


class DealerFold(DealerTeenPattiEvent, kw_only=True, tag="fold"):
    """A player folds."""

    seat: Actor
    reason: Annotated[Literal["fold", "left", "timeout"], note("why")]


class DealerShows(DealerTeenPattiEvent, kw_only=True, tag="dealer"):
    """The dealer's cards are shown."""

    cards: Annotated[list[Card], note("three cards")]
    hand_value: Annotated[HandValue, note("the value of the hand")]
    qualifies: Annotated[bool, note("whether the dealer plays")]


class DealerShow(DealerTeenPattiEvent, kw_only=True, tag="show"):
    """A player's cards are shown."""

    seat: SeatNumber
    cards: Annotated[list[Card], note("three cards")]
    hand_value: Annotated[HandValue, note("the value of the hand")]


class DealerPay(DealerTeenPattiEvent, kw_only=True, tag="pay"):
    """The bets of a seat are settled."""

    seat: SeatNumber
    lines: Annotated[list[PaidBet], note("the result of each bet")]
    net: Annotated[int, note("chips won, negative for a loss")]


class DealerEnd(DealerTeenPattiEvent, kw_only=True, tag="hand_end"):
    """A hand is over."""

    net: Annotated[Chips, note("[seat, chips won], negative for a loss")]
    house: Annotated[int, note("chips that the house won, negative if it paid")]


VIEW = DealerTeenPattiView
EVENT = DealerTeenPattiEvent
TERMS = Terms
OPTIONS = {"pay_table": (PayTableDesign, AskedPayTable)}
"""The option with a value of its own: as rules have it, and as a request may have it."""
