"""The shapes that the server sends, with their names in its documents.

Written by `manage.py client_types` from the types that the server encodes; a test compares. Times
are milliseconds since 1970. Values that a game makes stay JSON, with types: the view of a hand,
its events, and the rules of a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypedDict

from cardhouse_client import methods


@dataclass(frozen=True, slots=True)
class Acted:
    """The result of an action, and the table after it."""

    seq: int
    """the action's number in the hand"""
    state: TableState


@dataclass(frozen=True, slots=True)
class Asked:
    """The interpretations of a selection of cards; `code` says why it can't be played."""

    category: str | None
    readings: list[Reading]
    code: str | None
    limits: dict[str, Any] | None
    id: str


@dataclass(frozen=True, slots=True)
class Balance:
    """The chips in the wallet and at tables."""

    wallet: int
    in_play: int
    """chips on tables and in tournament entries"""
    refill: Refill


@dataclass(frozen=True, slots=True)
class BlindLevel:
    """The blinds of a level of a sit and go, in its points."""

    small: int
    big: int
    ante: int
    """0: none"""


class Blocked(TypedDict):
    """An action that is impossible now, with the reason."""

    kind: str
    """the action"""
    code: str
    """the stable code with which it would be refused"""
    limits: NotRequired[dict[str, Any]]
    """what explains it: bounds, and the house rule"""


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard; `least` is the number of hands that a player needs to be listed."""

    game: str
    period: str
    start: str
    """the first day of the period"""
    measure: dict[str, Any]
    least: int
    """the hands, or matches, needed to be listed"""
    rows: list[BoardRow]
    own: dict[str, Any] | None
    over: bool
    """the leaderboard of a season that has ended"""
    seasons: list[str]
    """first days of the months to choose from"""


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A row of a leaderboard."""

    place: int
    """rank; equal values share one"""
    name: str
    avatar: int
    value: float
    text: str
    """the formatted value"""
    hands: int
    """matches, on a leaderboard of ratings"""
    you: bool


@dataclass(frozen=True, slots=True)
class BuyIn:
    """The chips that you may bring to this table now; `usual` is a modest amount.

    `left_with`: you left this table, or a sister of it, with so many chips; until `until` you bring
    them back, as far as you have them. Null otherwise.
    """

    min: int
    max: int
    usual: int
    left_with: int | None
    until: int | None


@dataclass(frozen=True, slots=True)
class CardPlace:
    """A place of the next hand for which a host can set cards, and those that are set.

    `place` is the number of a seat, `board`, `dealer` or `kitty`.
    """

    place: str
    size: int
    """how many cards it gets"""
    cards: list[str]


@dataclass(frozen=True, slots=True)
class ChatView:
    """A chat line as viewers read it.

    In frames and states quick phrases and lines of the house are codes without a text: the message
    `house.<code>` with its arguments. `/chat` adds the text, in the language of the request.
    """

    id: int
    at: int
    """milliseconds since 1970"""
    who: str
    """empty for the house, but in `/chat`"""
    kind: str
    room: str
    text: str
    nudges: int | None
    """the seat that this nudge asks to act"""
    code: str = ''
    """a message; empty for what somebody wrote"""
    args: dict[str, int | str | dict[str, bool | int | str | list[int | str] | None] | None] | None = None
    """the arguments of the message; `changes` has house rules by name"""


@dataclass(frozen=True, slots=True)
class Clock:
    """The seat to act, when its turn began, when its clock ends, and when its time bank ends.

    `held_until`: the seat's connection is lost, and the table waits for it until then. Times are in
    milliseconds since 1970.
    """

    seat: int
    from_: int
    until: int
    bank_until: int | None
    held_until: int | None


@dataclass(frozen=True, slots=True)
class Closed:
    """The table has closed; the socket closes too."""

    now: int


class DealerAnte(TypedDict):
    """A player bets an ante."""

    kind: Literal["ante"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    amount: int
    """chips"""
    all_in: bool
    """whether only the raise is left"""


DealerBets = TypedDict("DealerBets", {"ante": "int", "raise": "int", "pair_plus": "int", "six_card": "int", "tie_bet": "int"})


class DealerCards(TypedDict):
    """The cards of a seat; only those who may see them get this event."""

    kind: Literal["cards"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    cards: list[str]
    """three cards"""


class DealerDeal(TypedDict):
    """A seat gets cards, face down."""

    kind: Literal["deal"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    count: int
    """the number of cards"""


class DealerEnd(TypedDict):
    """A hand is over."""

    kind: Literal["hand_end"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    net: list[list[int]]
    """[seat, chips won], negative for a loss"""
    house: int
    """chips that the house won, negative if it paid"""


class DealerFold(TypedDict):
    """A player folds."""

    kind: Literal["fold"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    reason: Literal["fold", "left", "timeout"]
    """why"""


class DealerHand(TypedDict):
    """The dealer's hand."""

    cards: list[str]
    """three cards, `??` until they are shown; none before a deal"""
    hand_value: HandValue | None
    """null while it is hidden"""
    qualifies: bool | None
    """whether the dealer plays; null while it is hidden"""


class DealerLegal(TypedDict):
    """An action that you may take now; send `kind` as `action`, with an amount if it has `min`."""

    kind: Literal["ante", "fold", "pair_plus", "pass", "raise", "six_card", "tie_bet"]
    """the action; side bets come before the ante, which ends your betting"""
    amount: NotRequired[int]
    """the price of a raise"""
    min: NotRequired[int]
    """the least amount to send; 0 takes a side bet back"""
    max: NotRequired[int]
    """the greatest amount to send"""
    step: NotRequired[int]
    """amounts are `min` plus a multiple of it"""


class DealerOwnDeal(TypedDict):
    """The dealer gets cards, face down."""

    kind: Literal["dealer_deal"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    count: int
    """the number of cards"""


class DealerPass(TypedDict):
    """A player sits this hand out."""

    kind: Literal["pass"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    reason: Literal["left", "pass", "timeout"]
    """why"""


class DealerPay(TypedDict):
    """The bets of a seat are settled."""

    kind: Literal["pay"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    lines: list[PaidBet]
    """the result of each bet"""
    net: int
    """chips won, negative for a loss"""


class DealerRaise(TypedDict):
    """A player raises."""

    kind: Literal["raise"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    amount: int
    """chips of the raise"""


class DealerSeat(TypedDict):
    """A player of the hand."""

    seat: int
    """a seat's number at the table, from 0"""
    stack: int
    """chips that are left"""
    status: Literal["betting", "folded", "in", "out", "raised"]
    """`betting`: still betting; `in`: has bet; `out`: sits this hand out"""
    bets: DealerBets
    """the bets of the seat"""
    cards: list[str]
    """three cards, `??` if hidden from you; none before the deal"""
    hand_value: HandValue | None
    """null if its cards are hidden from you"""
    shown: bool
    """whether everybody sees the cards"""
    pays: list[PaidBet] | None
    """the results of the bets; null until the end"""
    net: int | None
    """chips won, negative for a loss; null until the end"""


class DealerShow(TypedDict):
    """A player's cards are shown."""

    kind: Literal["show"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    cards: list[str]
    """three cards"""
    hand_value: HandValue
    """the value of the hand"""


class DealerShows(TypedDict):
    """The dealer's cards are shown."""

    kind: Literal["dealer"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    cards: list[str]
    """three cards"""
    hand_value: HandValue
    """the value of the hand"""
    qualifies: bool
    """whether the dealer plays"""


class DealerSideBet(TypedDict):
    """A side bet is made or changed."""

    kind: Literal["bet"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    bet: Literal["pair_plus", "six_card", "tie_bet"]
    """the side bet"""
    amount: int
    """its chips from now on; 0: it is taken back"""


class DealerStakes(TypedDict):
    """The limits of the bets."""

    ante_min: int
    """the smallest ante"""
    ante_max: int
    """the largest ante"""
    side_bet_max: int
    """the most on each side bet; 0: there are none"""
    raise_multiple: str
    """the raise in antes, such as `1`; `0`: there is none"""


class DealerStart(TypedDict):
    """A hand begins."""

    kind: Literal["hand_start"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seats: list[int]
    """the seats that may bet"""


class DealerTeenPattiRules(TypedDict):
    """Teen Patti against the dealer. The house rules of a table: every option."""

    ante_min: int
    """Minimum ante. The smallest ante."""
    ante_max: int
    """Maximum ante. The largest ante."""
    side_bet_max: int
    """Maximum side bet. The most on each side bet (0 = no side bets)."""
    pay_table: PayTableDesign
    """Pay table. When the dealer qualifies and what each hand pays. `tcp`: Three Card Poker
    (The casino game most people know: the dealer needs a queen, the ante bonus is 1-4-5).
    `tcp_135`: Three Card Poker, bonus 1-3-5 (A trail pays 3 on the ante). `tcp_royal`: Three
    Card Poker, mini royal (Pair Plus 40-30-5-4-1 with 50 for A-K-Q in one suit; bonus 1-3-4).
    `tcp_six`: Three Card Poker, six-card bonus (Bonus 1-2-3, and a bet on the best five of all
    six cards). `teen_patti`: Teen Patti, queen high (Teen Patti's own order of hands with the
    ante bonus 1-4-5). `teen_patti_trail`: Teen Patti, trail on top (The trail is the highest
    hand and pays most: 1-4-5 with 5 for the trail). `teen_patti_jack`: Teen Patti, jack high
    (No bonus: the dealer plays with a jack, and the house is content with under 2 %).
    `teen_patti_king`: Teen Patti, king high (The dealer needs a king, so that every hand is
    raised; bonus 1-4-5). `double`: Double raise (The raise is twice the ante and there is no
    bonus). `twenty_twenty`: Teen Patti 20-20 (No raise and no fold: hands are compared, a win
    pays 0.95 to 1). `commission`: Even money with commission (No qualifier; the house keeps 15
    % of what ante and raise win). `even_money`: Even money (Every dealer hand qualifies; ante
    and raise pay 1 to 1. The player has the edge)."""
    starting_chips: int | None
    """Starting chips. Everyone sits down with exactly this many chips (blank = any amount
    within the limits)."""
    max_players: int
    """Maximum players. How many may play against the dealer."""
    timeout_action: Literal["fold"]
    """Out of time. The action when a player runs out of time. `fold`: folds (Before the deal:
    sits the hand out)."""


class DealerTeenPattiView(TypedDict):
    """A hand against the dealer as you may see it."""

    game: Literal["dealer_teen_patti"]
    phase: Literal["betting", "decision", "settled"]
    """`decision`: players raise or fold"""
    turn: int | None
    """the seat to act; null once the hand is over"""
    pot: int
    """chips in all pots, with the bets of this round; 0 without pots"""
    result: HandResult | None
    """how the hand ended; null while it is in progress"""
    dealer: DealerHand
    """the dealer's hand"""
    stakes: DealerStakes
    """the limits of the bets"""
    pay_table: PrintedPayTable
    """what is paid at this table"""
    pots: list[OpenPot]
    """always empty: each bet is against the house"""
    seats: list[DealerSeat]
    """the players of the hand, by seat"""
    you: NotRequired[DealerYou]
    """your own seat; only for a player"""


class DealerYou(TypedDict):
    """Your seat and your legal actions."""

    seat: int
    """the viewer's own seat"""
    blocked: list[Blocked]
    """actions of this phase that are impossible now"""
    legal: list[DealerLegal]
    """what you may do now; empty if it is not your turn"""
    last_bets: None
    """always null"""


@dataclass(frozen=True, slots=True)
class DeckChanged:
    """The next deck was locked, thrown away, or waits for cuts; nothing else of the table changed.

    `version` and `next_at` are those of the table.
    """

    now: int
    version: int
    next_at: int | None
    next_deck: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Device:
    """A device that holds tokens."""

    id: str
    name: str
    platform: str
    scopes: list[str]
    """what its tokens allow"""
    created_at: int
    """milliseconds since 1970"""
    seen_at: int
    """when it last refreshed its tokens, milliseconds since 1970"""
    current: bool
    """the device that sent this request"""


@dataclass(frozen=True, slots=True)
class Done:
    """The command with this `id` was carried out; for an action, `seq` is its number.

    For `cut_commit` and `cut`, `signature` is the house's: it proves that the house received it.
    """

    id: str
    seq: int | None = None
    signature: str | None = None


class DouDizhuAllPass(TypedDict):
    """Everybody passed in the bidding: there is no game."""

    kind: Literal["all_pass"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""


class DouDizhuBid(TypedDict):
    """A player bids."""

    kind: Literal["bid"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    amount: int
    """the bid, 1 to 3"""


class DouDizhuCall(TypedDict):
    """A player calls landlord."""

    kind: Literal["call"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""


class DouDizhuCards(TypedDict):
    """New cards of a seat; only those who may see them get this event."""

    kind: Literal["cards"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    cards: list[str]
    """the new cards, the highest first"""


class DouDizhuClosed(TypedDict):
    """A player keeps their hand closed while cards are dealt."""

    kind: Literal["closed"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""


class DouDizhuDeal(TypedDict):
    """A seat gets cards, face down."""

    kind: Literal["deal"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    count: int
    """the number of cards"""


class DouDizhuDecline(TypedDict):
    """A player does not double."""

    kind: Literal["decline"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""


class DouDizhuDouble(TypedDict):
    """A player doubles their own stake."""

    kind: Literal["double"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""


class DouDizhuEnd(TypedDict):
    """A game is over."""

    kind: Literal["hand_end"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    net: list[list[int]]
    """[seat, points or chips won], negative for a loss"""


class DouDizhuFourRules(TypedDict):
    """Four-player Dou Dizhu. The house rules of a table: every option."""

    bidding: Literal["bid_123", "call_rob", "first_call"]
    """Bidding. How the landlord is chosen. `first_call`: first call (The first player to call
    is the landlord). `bid_123`: bids 1, 2, 3 (The highest bid wins and multiplies the base).
    `call_rob`: call and rob (After a call the others may rob, each time for double)."""
    first_bidder: Literal["last_winner", "random", "rotate"]
    """First to bid. The player who bids first. `last_winner`: the last winner (In the first
    game a random player). `random`: a random player. `rotate`: in turn."""
    last_winner_if_peasants: Literal["random", "who_went_out"]
    """After a win of the peasants. Which of the three bids first. `who_went_out`: the one who
    went out. `random`: one of the three."""
    all_pass: Literal["first_bidder_must", "redeal", "redeal_rotate"]
    """Everyone passes. The next deal when all pass. `redeal`: a new deal (The same player
    begins). `redeal_rotate`: a new deal, in turn (The next player begins). `first_bidder_must`:
    the first must (After this many new deals the first player must call)."""
    max_redeals: int | None
    """New deals before the first must call. Blank = no limit."""
    base_score: int
    """Base. The score before multipliers."""
    bid_multiplies_base: bool
    """The bid multiplies. Whether a bid of 2 or 3 multiplies the base."""
    bomb_multiplier: int
    """A bomb multiplies by. Each bomb that is played."""
    smallest_bomb: int
    """The smallest bomb that multiplies. Smaller bombs beat as usual, but leave the score as it
    is."""
    rocket_multiplier: int
    """The four jokers multiply by. If it is played."""
    spring: int
    """Spring multiplies by. When the losers made no play, or the landlord only one (1 = no
    spring)."""
    double_stage: bool
    """Doubling. Whether each player may double after the bidding."""
    open_hand: Literal["landlord", "off"]
    """Open hand. Whether and when a player may show all cards, and by how much that multiplies.
    `off`: no (All hands stay hidden). `landlord`: the landlord, ×2 (Before leading, for
    double)."""
    multiplier_cap: int | None
    """Maximum multiplier. Blank = no limit for points, 64 for chips. A player is dealt in for
    chips only with enough for the largest possible loss: three times the base times this."""
    show_kitty: bool
    """Show the kitty. Whether everyone sees the eight cards that the landlord takes."""
    score_mode: Literal["chips", "points"]
    """Played for. Points or chips. `points`: points (They are kept from game to game and may be
    negative). `chips`: chips (Everyone has enough for the largest possible loss before the
    deal)."""
    min_stack: int
    """Minimum stack. A player with fewer chips is not dealt in."""
    win_cap: bool
    """Limit wins to the stack. Chips: whether a player may win at most what they started the
    game with."""
    restart_by: Literal["anyone", "auto", "winner"]
    """Next game started by. How the next game starts. `winner`: a winner. `anyone`: anyone.
    `auto`: itself (The next game starts automatically)."""
    leaver: Literal["auto_play", "forfeits"]
    """Leaving. The rest of the game when a player leaves. `auto_play`: is played for them.
    `forfeits`: is lost (Their side loses at once, and they alone pay)."""
    timeout: Literal["auto", "lowest"]
    """Out of time. The action when a player runs out of time. A leader plays their whole hand
    if it is one combination, otherwise their lowest card. `auto`: passes (Any other turn is
    passed). `lowest`: plays the lowest (The lowest cards that beat an opponent's last play are
    played, but no bomb)."""
    max_players: int
    """Players. Four play."""


class DouDizhuFourView(TypedDict):
    """A game of Dou Dizhu for four as you may see it."""

    game: Literal["dou_dizhu_four"]
    phase: Literal["bidding", "dealing", "doubling", "play", "settled"]
    """`dealing`: players are asked whether they open their hands"""
    turn: int | None
    """the seat to act; null once the hand is over"""
    pot: int
    """chips in all pots, with the bets of this round; 0 without pots"""
    result: HandResult | None
    """how the hand ended; null while it is in progress"""
    button: int
    """the seat that bids first"""
    landlord: int | None
    """the seat of the landlord; null until there is one"""
    base: int
    """the score before multipliers"""
    bid: int
    """the highest bid so far; 0: none"""
    multiplier: int
    """by which the base is multiplied so far"""
    opened: int
    """by which an open hand multiplies; 1: none is open"""
    offer: int | None
    """by which opening a hand now would multiply; null: not now"""
    bombs: int
    """bombs played that multiply"""
    rockets: int
    """rockets played"""
    kitty: list[str]
    """the landlord's extra cards, `??` while hidden from you"""
    last: DouDizhuPlay | None
    """the play to beat; null: the next player leads"""
    trick: list[DouDizhuMove]
    """the moves of this round, oldest first"""
    before: list[DouDizhuMove]
    """the moves of the round before"""
    played: list[int]
    """cards played by rank: 3 to A, 2, jokers"""
    pots: list[OpenPot]
    """always empty: there are no pots"""
    seats: list[DouDizhuSeat]
    """the players, by seat"""
    you: NotRequired[DouDizhuYou]
    """your own seat; only for a player"""


class DouDizhuKitty(TypedDict):
    """The landlord takes the kitty; only those who may see it get this event."""

    kind: Literal["kitty"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat of the landlord"""
    cards: list[str]
    """the kitty"""


class DouDizhuLandlord(TypedDict):
    """There is a landlord."""

    kind: Literal["landlord"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat of the landlord"""


class DouDizhuLast(TypedDict):
    """The last move of a seat in this round."""

    kind: Literal["pass", "play"]
    """whether it played or passed"""
    cards: list[str]
    """the cards played"""
    category: Literal["airplane", "airplane_with_pairs", "airplane_with_solos", "bomb", "chain", "four_with_solo", "four_with_two", "four_with_two_pairs", "pair", "pair_chain", "rocket", "rocket_with_solo", "rocket_with_two", "solo", "trio", "trio_with_pair", "trio_with_solo"] | None
    """the combination; null: it passed"""


class DouDizhuLeads(TypedDict):
    """All others passed: a new round begins."""

    kind: Literal["leads"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that leads"""


class DouDizhuLeft(TypedDict):
    """A player left the table, and the game ends."""

    kind: Literal["left"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""


class DouDizhuLegal(TypedDict):
    """An action that you may take now; send `kind` as `action`, with an amount if it has `min`."""

    kind: Literal["bid", "call", "decline", "double", "open", "pass", "play", "rob"]
    """the action; with `play` send the cards, such as one of `hints`; `decline` answers no to
    opening the hand and to doubling"""
    min: NotRequired[int]
    """the least bid to send as `amount`"""
    max: NotRequired[int]
    """the highest bid"""
    step: NotRequired[int]
    """bids are `min` plus a multiple of it"""


class DouDizhuMove(TypedDict):
    """A move of a round: a play, or a pass without cards."""

    seat: int
    """the seat that moved"""
    cards: list[str]
    """the cards played; none: it passed"""
    category: Literal["airplane", "airplane_with_pairs", "airplane_with_solos", "bomb", "chain", "four_with_solo", "four_with_two", "four_with_two_pairs", "pair", "pair_chain", "rocket", "rocket_with_solo", "rocket_with_two", "solo", "trio", "trio_with_pair", "trio_with_solo"] | None
    """the combination; null: it passed"""


class DouDizhuOpen(TypedDict):
    """A player opens their hand, which multiplies."""

    kind: Literal["open"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    cards: list[str]
    """the hand"""
    times: int
    """by which it multiplies"""


class DouDizhuPass(TypedDict):
    """A player passes, in the bidding or in a round."""

    kind: Literal["pass"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""


class DouDizhuPlay(TypedDict):
    """The play that has to be beaten."""

    seat: int
    """the seat that played it"""
    cards: list[str]
    """its cards"""
    category: Literal["airplane", "airplane_with_pairs", "airplane_with_solos", "bomb", "chain", "four_with_solo", "four_with_two", "four_with_two_pairs", "pair", "pair_chain", "rocket", "rocket_with_solo", "rocket_with_two", "solo", "trio", "trio_with_pair", "trio_with_solo"]
    """the combination"""
    n: int
    """consecutive groups, as 5 in 34567; of a bomb of two packs its cards"""


class DouDizhuPlayed(TypedDict):
    """A player plays a combination."""

    kind: Literal["play"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    cards: list[str]
    """its cards"""
    category: Literal["airplane", "airplane_with_pairs", "airplane_with_solos", "bomb", "chain", "four_with_solo", "four_with_two", "four_with_two_pairs", "pair", "pair_chain", "rocket", "rocket_with_solo", "rocket_with_two", "solo", "trio", "trio_with_pair", "trio_with_solo"]
    """the combination"""
    n: int
    """consecutive groups, as 5 in 34567; of a bomb of two packs its cards"""
    reading: str
    """the combination and its lowest rank, such as `pair@7`"""
    left: int
    """cards that the player has left"""
    multiplier: int
    """by which the base is multiplied so far"""


class DouDizhuReveal(TypedDict):
    """The rest of a hand is shown at the end."""

    kind: Literal["reveal"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    cards: list[str]
    """the cards that are left"""


class DouDizhuRob(TypedDict):
    """A player robs the landlord, which doubles."""

    kind: Literal["rob"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""


class DouDizhuRules(TypedDict):
    """Dou Dizhu. The house rules of a table: every option."""

    bidding: Literal["bid_123", "call_rob", "first_call"]
    """Bidding. How the landlord is chosen. `first_call`: first call (The first player to call
    is the landlord). `bid_123`: bids 1, 2, 3 (The highest bid wins and multiplies the base).
    `call_rob`: call and rob (After a call the others may rob, each time for double)."""
    first_bidder: Literal["last_winner", "random", "rotate"]
    """First to bid. The player who bids first. `last_winner`: the last winner (In the first
    game a random player). `random`: a random player. `rotate`: in turn."""
    last_winner_if_peasants: Literal["random_of_two", "who_went_out"]
    """After a win of the peasants. Which of the two bids first. `who_went_out`: the one who
    went out. `random_of_two`: one of the two."""
    all_pass: Literal["first_bidder_must", "redeal", "redeal_rotate"]
    """Everyone passes. The next deal when all pass. `redeal`: a new deal (The same player
    begins). `redeal_rotate`: a new deal, in turn (The next player begins). `first_bidder_must`:
    the first must (After this many new deals the first player must call)."""
    max_redeals: int | None
    """New deals before the first must call. Blank = no limit."""
    base_score: int
    """Base. The score before multipliers."""
    bid_multiplies_base: bool
    """The bid multiplies. Whether a bid of 2 or 3 multiplies the base."""
    bomb_multiplier: int
    """A bomb multiplies by. Each bomb that is played."""
    rocket_multiplier: int
    """The rocket multiplies by. If it is played."""
    spring: int
    """Spring multiplies by. When the losers made no play, or the landlord only one (1 = no
    spring)."""
    double_stage: bool
    """Doubling. Whether each player may double after the bidding."""
    open_hand: Literal["landlord", "moments", "off"]
    """Open hand. Whether and when a player may show all cards, and by how much that multiplies.
    `off`: no (All hands stay hidden). `landlord`: the landlord, ×2 (Before leading, for
    double). `moments`: ×5, ×4, ×3 or ×2 by the moment (Any player before the deal for ×5, after
    six cards for ×4 or after twelve for ×3; if nobody does, the landlord before leading for
    ×2)."""
    multiplier_cap: int | None
    """Maximum multiplier. Blank = no limit for points, 64 for chips. A player is dealt in for
    chips only with enough for the largest possible loss: twice the base times this."""
    show_kitty: bool
    """Show the kitty. Whether everyone sees the landlord's three cards."""
    solo_kicker_repeat: Literal["distinct", "free", "max_3"]
    """Equal solos with an airplane. How often a rank may be repeated. `distinct`: all
    different. `max_3`: at most three. `free`: as they come."""
    kicker_may_equal_primal: bool
    """Kickers of the same rank. Whether an airplane may carry cards of its own ranks, such as
    3333 4444."""
    both_jokers_as_kickers: bool
    """Both jokers as kickers. Whether they may go together with an airplane or a four."""
    triple_kicker_adjacent: bool
    """Three kickers next to the airplane. Whether three equal kickers may be of a neighbouring
    rank."""
    pairs_same_rank: bool
    """Four as two pairs. Whether 4444 may be carried as two pairs."""
    four_with_one: bool
    """Four with one. Whether four equal cards may carry a single one."""
    rocket_with_kickers: bool
    """Rocket with kickers. Whether the two jokers may carry one or two cards."""
    score_mode: Literal["chips", "points"]
    """Played for. Points or chips. `points`: points (They are kept from game to game and may be
    negative). `chips`: chips (Everyone has enough for the largest possible loss before the
    deal)."""
    min_stack: int
    """Minimum stack. A player with fewer chips is not dealt in."""
    win_cap: bool
    """Limit wins to the stack. Chips: whether a player may win at most what they started the
    game with."""
    restart_by: Literal["anyone", "auto", "winner"]
    """Next game started by. How the next game starts. `winner`: a winner. `anyone`: anyone.
    `auto`: itself (The next game starts automatically)."""
    leaver: Literal["auto_play", "forfeits"]
    """Leaving. The rest of the game when a player leaves. `auto_play`: is played for them.
    `forfeits`: is lost (Their side loses at once, and they alone pay)."""
    timeout: Literal["auto", "lowest"]
    """Out of time. The action when a player runs out of time. A leader plays their whole hand
    if it is one combination, otherwise their lowest card. `auto`: passes (Any other turn is
    passed). `lowest`: plays the lowest (The lowest cards that beat an opponent's last play are
    played, but no bomb)."""
    max_players: int
    """Players. Three play."""


class DouDizhuSeat(TypedDict):
    """A player of the game."""

    seat: int
    """a seat's number at the table, from 0"""
    stack: int
    """points or chips; while the game is in progress those before it"""
    role: Literal["landlord", "peasant"] | None
    """the side; null until there is a landlord"""
    status: Literal["in"]
    """always `in`: nobody folds"""
    count: int
    """the number of cards in the hand"""
    cards: list[str]
    """the hand, `??` for each card that is hidden from you"""
    said: Literal["1", "2", "3", "call", "pass", "rob"] | None
    """the last bid of the seat"""
    doubled: bool | None
    """whether the seat doubled; null before it answered"""
    open: bool
    """whether the hand is open to everybody"""
    plays: int
    """the number of plays so far"""
    last: DouDizhuLast | None
    """the seat's last move of this round"""


class DouDizhuSpring(TypedDict):
    """The losers made no play, or the landlord only one, which multiplies."""

    kind: Literal["spring"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that went out"""
    times: int
    """by which it multiplies"""


class DouDizhuStart(TypedDict):
    """A game begins."""

    kind: Literal["hand_start"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    first: int
    """the seat that bids first"""
    base: int
    """the score before multipliers"""
    seats: list[int]
    """the seats that play"""


class DouDizhuView(TypedDict):
    """A game of Dou Dizhu as you may see it."""

    game: Literal["dou_dizhu"]
    phase: Literal["bidding", "dealing", "doubling", "play", "settled"]
    """`dealing`: players are asked whether they open their hands"""
    turn: int | None
    """the seat to act; null once the hand is over"""
    pot: int
    """chips in all pots, with the bets of this round; 0 without pots"""
    result: HandResult | None
    """how the hand ended; null while it is in progress"""
    button: int
    """the seat that bids first"""
    landlord: int | None
    """the seat of the landlord; null until there is one"""
    base: int
    """the score before multipliers"""
    bid: int
    """the highest bid so far; 0: none"""
    multiplier: int
    """by which the base is multiplied so far"""
    opened: int
    """by which an open hand multiplies; 1: none is open"""
    offer: int | None
    """by which opening a hand now would multiply; null: not now"""
    bombs: int
    """bombs played that multiply"""
    rockets: int
    """rockets played"""
    kitty: list[str]
    """the landlord's extra cards, `??` while hidden from you"""
    last: DouDizhuPlay | None
    """the play to beat; null: the next player leads"""
    trick: list[DouDizhuMove]
    """the moves of this round, oldest first"""
    before: list[DouDizhuMove]
    """the moves of the round before"""
    played: list[int]
    """cards played by rank: 3 to A, 2, jokers"""
    pots: list[OpenPot]
    """always empty: there are no pots"""
    seats: list[DouDizhuSeat]
    """the players, by seat"""
    you: NotRequired[DouDizhuYou]
    """your own seat; only for a player"""


class DouDizhuWin(TypedDict):
    """A player wins."""

    kind: Literal["win"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    amount: int
    """points or chips won"""


class DouDizhuYou(TypedDict):
    """Your seat and your legal actions."""

    seat: int
    """the viewer's own seat"""
    blocked: list[Blocked]
    """actions of this phase that are impossible now"""
    legal: list[DouDizhuLegal]
    """what you may do now; empty if it is not your turn"""
    hints: list[list[str]]
    """plays that are possible now, the weakest first, at most 40; send one as `cards`"""
    can_beat: bool
    """whether there are any hints"""


@dataclass(frozen=True, slots=True)
class Figure:
    """One statistic, as a number and as text; null while there is nothing to count."""

    key: str
    label: str
    value: float | None
    """null if there is no data yet"""
    text: str
    """the formatted value"""
    help: str


@dataclass(frozen=True, slots=True)
class FinishRank:
    """A player of a sit and go who is out, or who has won it."""

    place: int
    """the finish rank; 1: the winner"""
    seat: int | None
    """the seat that they had"""
    name: str
    avatar: int
    kind: str
    prize: int
    """chips"""
    tied: bool
    """whether others share the rank"""


@dataclass(frozen=True, slots=True)
class GameFigures:
    """A player's statistics in one game, for chips or for points."""

    game: str
    game_name: str
    plays_for: str
    """`chips` or `points`"""
    hands: int
    won: int
    win_rate: float
    net: int
    best_pot: int
    figures: list[Figure]
    strengths: list[Strength]
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of the platform, in a list."""

    key: str
    name: str
    min_seats: int
    max_seats: int
    rules_url: str
    """URL of the page with the rules"""
    presets: list[str]
    """keys of the presets"""


@dataclass(frozen=True, slots=True)
class HandMoved:
    """The hand after a change, and the events of that change.

    If one of them is an action of the receiver, `ok` is the answer to it: no other one comes.
    """

    now: int
    hand: HandNow | None
    events: list[AnyEvent]
    ok: Done | None = None


@dataclass(frozen=True, slots=True)
class HandNow(methods.HandNow):
    """A hand as its viewer may see it.

    `fair` proves the deal and `openings` its cards; a socket sends only what is new to the viewer.
    """

    id: str
    number: int
    seq: int
    """the number of actions so far; send it with your action"""
    view: AnyView
    """the game as you may see it; `you.legal` is what you may do"""
    clock: Clock | None
    next_at: int | None
    """time of the next hand once this one is over"""
    fair: dict[str, Any] | None
    """the proof of the deal; null for older hands"""
    openings: list[dict[str, Any]]
    """p, t, card, salt, path of each card in view"""
    teaching: TeachingHand | None
    """null: an ordinary hand, whose cards nobody chose"""


class HandResult(TypedDict):
    """How a hand ended. `net` and `house` together sum to 0."""

    ended_by: str
    """what ended it, such as `fold` or `showdown`"""
    chips: list[list[int]]
    """[seat, chips] after the hand; hidden stacks are left out"""
    net: list[list[int]]
    """[seat, chips won], negative for a loss"""
    pots: list[ResultPot]
    """the pots with their winners"""
    shown: list[ShownHand]
    """the hands that were shown"""
    house: NotRequired[int]
    """chips that the house won, negative if it paid; only with a house"""


@dataclass(frozen=True, slots=True)
class HandRow:
    """A finished hand in a list; `net` is the user's own result, null for others' hands."""

    id: str
    table: str
    table_name: str
    table_slug: str
    """as in `tables/{slug}`"""
    number: int
    """1 for the first hand of the table"""
    game: str
    preset: str
    plays_for: str
    """`chips`, `points` or `unrated`"""
    at: int
    """when it ended, milliseconds since 1970"""
    players: int
    pot: int
    net: int | None
    """the user's result; null if they did not play"""
    won: bool
    """whether the user won a pot"""
    ended_by: str | None
    void: bool


class HandValue(TypedDict):
    """The value of a hand in codes, from which readers make words."""

    kind: str
    """such as `full_house`, `trail`"""
    ranks: list[str]
    """the ranks that name it, as in cards: of `full_house` the three and the pair"""


@dataclass(frozen=True, slots=True)
class Hello:
    """The whole table: the first message, and the answer to `resync`.

    `events` are those of the hand so far that the receiver may see.
    """

    v: int
    now: int
    you: You | None
    table: TableView
    hand: HandNow | None
    events: list[AnyEvent]
    chat: list[ChatView]
    watching: int


class HoldemAnte(TypedDict):
    """A seat posts an ante."""

    kind: Literal["ante"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    amount: int
    """chips put in now"""


class HoldemBet(TypedDict):
    """A seat bets."""

    kind: Literal["bet"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    amount: int
    """the seat's whole bet of this round, in chips"""
    all_in: bool
    """whether the seat has no chips left"""


class HoldemBlind(TypedDict):
    """A seat posts a blind."""

    kind: Literal["blind"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    amount: int
    """chips put in now"""
    which: Literal["big", "dead", "post", "small", "straddle"]
    """`post`: a missed blind that counts as a bet; `dead`: one that does not"""
    all_in: bool
    """whether the seat has no chips left"""


class HoldemBlinds(TypedDict):
    """The blinds of a hand."""

    small: int
    """the small blind"""
    big: int
    """the big blind"""
    ante: int
    """the ante; 0: none"""
    straddle: int | None
    """the straddle; null if nobody straddles"""
    level: int | None
    """the blind level of a sit and go, from 1; null at a cash table"""


class HoldemCall(TypedDict):
    """A seat calls."""

    kind: Literal["call"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    amount: int
    """chips put in now"""
    all_in: bool
    """whether the seat has no chips left"""


class HoldemCards(TypedDict):
    """The cards of a seat; only those who may see them get this event."""

    kind: Literal["cards"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    cards: list[str]
    """the hole cards"""


class HoldemCheck(TypedDict):
    """A seat checks."""

    kind: Literal["check"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""


class HoldemCollect(TypedDict):
    """The bets of a round go to the pots."""

    kind: Literal["collect"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    pots: list[int]
    """chips in each pot, the main pot first"""


class HoldemDeal(TypedDict):
    """A seat gets cards, face down."""

    kind: Literal["deal"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    count: int
    """the number of cards"""


class HoldemEnd(TypedDict):
    """A hand is over."""

    kind: Literal["hand_end"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    net: list[list[int]]
    """[seat, chips won], negative for a loss"""


class HoldemFold(TypedDict):
    """A seat folds."""

    kind: Literal["fold"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    reason: Literal["fold", "left"]
    """`left`: the player left the table"""


class HoldemLegal(TypedDict):
    """An action that you may take now; send `kind` as `action`, with an amount if it has `min`."""

    kind: Literal["all_in", "bet", "call", "check", "fold", "raise_to", "run_once", "run_twice"]
    """the action; `run_once` and `run_twice` answer whether to deal two boards"""
    amount: NotRequired[int]
    """its price, of `call` and `all_in`"""
    min: NotRequired[int]
    """the least amount to send: the total bet of this round"""
    max: NotRequired[int]
    """the greatest amount to send"""
    step: NotRequired[int]
    """amounts are `min` plus a multiple of it"""
    over: NotRequired[bool]
    """a greater amount counts as `max`"""


class HoldemMuck(TypedDict):
    """A losing hand is not shown."""

    kind: Literal["muck"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""


class HoldemOpen(TypedDict):
    """A player who is all-in turns up their cards before the rest is dealt."""

    kind: Literal["open"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    cards: list[str]
    """the hole cards"""
    hand_value: HandValue
    """the value of the hand so far"""


class HoldemRabbit(TypedDict):
    """The cards that would have come, after a fold."""

    kind: Literal["rabbit"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    cards: list[str]
    """the rest of the board"""


class HoldemRaise(TypedDict):
    """A seat raises."""

    kind: Literal["raise_to"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    amount: int
    """the seat's whole bet of this round, in chips"""
    all_in: bool
    """whether the seat has no chips left"""


class HoldemReturned(TypedDict):
    """The part of a bet that nobody called goes back."""

    kind: Literal["returned"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    amount: int
    """chips"""


class HoldemRules(TypedDict):
    """Texas Hold'em. The house rules of a table: every option."""

    small_blind: int
    """Small blind. The small blind; the big blind is twice as much."""
    format: Literal["cash", "sit_and_go"]
    """Format. How the game is played. `sit_and_go`: sit and go (Everyone pays the same entry
    and plays until one player has all the chips). `cash`: cash game (Play with your own chips;
    join and leave between hands)."""
    starting_points: int
    """Starting stack. Sit and go: the chips that everyone starts with."""
    blind_schedule: list[int]
    """Blind levels. Sit and go: the small blind of each level, such as 10 15 25 50 (blank = the
    blinds never rise)."""
    level_unit: Literal["hands", "minutes"]
    """Levels counted in. A new level begins with the next hand. `hands`: hands. `minutes`:
    minutes."""
    level_length: int
    """Level length. Hands or minutes."""
    payouts: Literal["standard", "winner"]
    """Prizes. Sit and go: how the entries are shared. `standard`: standard (Up to 4 players:
    all to the winner; 5 to 7: 65 % and 35 %; 8 and more: 50 %, 30 % and 20 %). `winner`: winner
    takes all."""
    leaver: Literal["blinded_out", "forfeits"]
    """Leaving a sit and go. The stack of a player who leaves. `blinded_out`: is blinded out
    (The blinds are still paid and every hand is folded). `forfeits`: forfeits (The player is
    out at once and the stack leaves the table)."""
    max_players: int
    """Maximum players. How many may sit at the table."""
    fill_with_bots: bool
    """Fill with bots. Bots take the seats that are free at the start."""
    ante: int
    """Ante. Paid before the deal, on top of the blinds."""
    ante_by: Literal["big_blind", "each"]
    """Ante paid by. Each player, or the big blind for all. `each`: each player. `big_blind`:
    the big blind (For the whole table, after the blind)."""
    min_raise: Literal["double", "last_full_raise", "more_than_double"]
    """Minimum raise. How much a raise must be at least. `last_full_raise`: the last raise (At
    least the size of the last full bet or raise). `double`: double (At least twice the bet).
    `more_than_double`: more than double (More than twice the bet)."""
    raise_semantics: Literal["raise_by", "raise_to"]
    """Typed raise. How “raise 20” typed in chat is read. `raise_to`: raise to 20. `raise_by`:
    20 on top of the bet."""
    blinds_may_fold_preflop: bool
    """Blinds may fold before the flop. Whether the small and big blind may fold in the first
    round."""
    preflop_first_actor: Literal["left_of_bb", "small_blind"]
    """First to act before the flop. Where the first round begins. `left_of_bb`: left of the big
    blind. `small_blind`: the small blind."""
    timeout_action: Literal["check_else_fold", "fold"]
    """Out of time. The action when a player runs out of time. `check_else_fold`: checks, else
    folds. `fold`: always folds (Even when a check is possible)."""
    bet_over_stack: Literal["clip_to_all_in", "error"]
    """Bet larger than the stack. The result of betting more than the stack. `error`: is
    refused. `clip_to_all_in`: counts as all-in."""
    button_rule: Literal["dead_button", "moving_button"]
    """Button. How the button moves. `dead_button`: dead button (Nobody skips or repeats a
    blind; the button may be at an empty seat). `moving_button`: moving button (Always to the
    next player)."""
    odd_chip: Literal["left_of_button"]
    """Odd chips. The player who gets what cannot be split equally. `left_of_button`: left of
    the button."""
    show_losing_hands: Literal["muck", "show_all"]
    """Losing hands. Whether hands that lose at the showdown are shown. `muck`: may be mucked
    (They may stay hidden). `show_all`: are shown."""
    missed_blinds: Literal["players_choice", "post", "wait_for_bb"]
    """Missed blinds. How a player joins or rejoins a cash game. `players_choice`: player's
    choice (Post now or wait for the big blind). `wait_for_bb`: wait (Wait for the big blind).
    `post`: post (Post at once)."""
    straddle: bool
    """Straddle. The player left of the big blind may post twice the big blind before the
    deal."""
    run_it_twice: bool
    """Run it twice. All-in players may agree to deal the rest of the board twice, for half the
    pot each."""
    rabbit: bool
    """Rabbit hunt. After a hand that ended early, the cards that would have come are shown."""
    wording: Literal["invalid_option", "plain"]
    """Error messages. How a refused action is worded. `plain`: the reason. `invalid_option`:
    “Invalid option!” and the reason."""


class HoldemRun(TypedDict):
    """The vote about running it twice is over."""

    kind: Literal["run"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    boards: int
    """the number of boards, 1 or 2"""


class HoldemSeat(TypedDict):
    """A player of the hand."""

    seat: int
    """a seat's number at the table, from 0"""
    stack: int
    """chips that are left"""
    bet: int
    """the seat's bet of this round"""
    paid: int
    """all chips put in during this hand"""
    status: Literal["all_in", "folded", "in"]
    """whether the seat is in the hand"""
    cards: list[str]
    """two hole cards, `??` if they are hidden from you"""
    hand_value: HandValue | None
    """null if its cards are hidden from you"""
    best: list[str] | None
    """the best five cards, of a hand shown at the end"""
    shown: bool
    """whether everybody sees the cards"""
    last: SeatAction | None
    """the last action of this round, or the last of all"""


class HoldemShow(TypedDict):
    """A hand is shown at the showdown."""

    kind: Literal["show"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    cards: list[str]
    """the hole cards"""
    hand_value: HandValue
    """the value of the hand"""


class HoldemStart(TypedDict):
    """A hand begins."""

    kind: Literal["hand_start"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    button: int
    """the seat with the dealer button"""
    small: int
    """the small blind, in chips"""
    big: int
    """the big blind, in chips"""
    ante: int
    """the ante, in chips; 0: none"""
    level: int | None
    """the blind level of a sit and go, from 1; null at a cash table"""
    seats: list[int]
    """the seats that are dealt in"""


class HoldemStreet(TypedDict):
    """Community cards are dealt."""

    kind: Literal["street"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    street: Literal["flop", "river", "turn"]
    """the street that begins"""
    cards: list[str]
    """the new community cards"""
    board: int
    """the board, 1 or 2; there are two if the hand is run twice"""


class HoldemView(TypedDict):
    """A hold'em hand as you may see it."""

    game: Literal["holdem"]
    phase: Literal["flop", "preflop", "river", "run_vote", "settled", "turn"]
    """the betting round; `run_vote`: players choose one or two boards"""
    turn: int | None
    """the seat to act; null once the hand is over"""
    pot: int
    """chips in all pots, with the bets of this round; 0 without pots"""
    result: HandResult | None
    """how the hand ended; null while it is in progress"""
    button: int
    """the seat with the dealer button; perhaps it plays no hand"""
    small_blind: int | None
    """the seat of the small blind; null if nobody posts it"""
    big_blind: int
    """the seat of the big blind"""
    blinds: HoldemBlinds
    """the amounts of the blinds"""
    straddle: int | None
    """the seat that straddles"""
    board: list[str]
    """the community cards, none to five"""
    board2: list[str]
    """the second board of a hand that is run twice"""
    rabbit: list[str]
    """cards that would have come, shown after a fold"""
    current_bet: int
    """the highest bet of this round"""
    min_raise_to: int | None
    """the total bet of a full raise"""
    pots: list[OpenPot]
    """the pots of the rounds before, the main pot first"""
    seats: list[HoldemSeat]
    """the players of the hand, by seat"""
    you: NotRequired[HoldemYou]
    """your own seat; only for a player"""


class HoldemVote(TypedDict):
    """A player answers whether to run it twice."""

    kind: Literal["vote"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    twice: bool
    """whether the player wants two boards"""


class HoldemWin(TypedDict):
    """A seat wins a pot, or a share of it."""

    kind: Literal["win"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    amount: int
    """chips won"""
    pot: int
    """the number of the pot; 0 is the main pot"""
    board: int
    """the board, 1 or 2; there are two if the hand is run twice"""
    hand_value: HandValue | None
    """of the winner; null if it was not shown"""


class HoldemYou(TypedDict):
    """Your seat and your legal actions."""

    seat: int
    """the viewer's own seat"""
    blocked: list[Blocked]
    """actions of this phase that are impossible now"""
    to_call: int
    """the price of a call; 0: none"""
    legal: list[HoldemLegal]
    """what you may do now; empty if it is not your turn"""


@dataclass(frozen=True, slots=True)
class HouseRule:
    """An option that differs from the table's preset; sockets send it without words.

    `chosen` and `of_preset` are its values as in the form, `value` and `usual` the same in words;
    `text` is a sentence that explains it.
    """

    name: str
    chosen: bool | int | str | list[int | str] | None
    of_preset: bool | int | str | list[int | str] | None
    label: str = ''
    value: str = ''
    text: str = ''
    usual: str = ''


@dataclass(frozen=True, slots=True)
class Ladder:
    """The ladder of a game, best first, and its last duels, the newest first."""

    game: str
    rows: list[LadderPlace]
    duels: list[LadderResult]


@dataclass(frozen=True, slots=True)
class LadderDuel:
    """Your open duel, or null as long as there is no rival: then ask again."""

    match: LadderMatch | None
    ask_again_ms: int | None
    """when to ask again; who does not is no longer ready"""


@dataclass(frozen=True, slots=True)
class LadderHand:
    """A hand of a match that waits for you."""

    id: str
    number: int
    seq: int
    """the number of actions so far; send it with your action"""
    view: AnyView
    """the game as you may see it; `you.legal` is what you may do"""


@dataclass(frozen=True, slots=True)
class LadderMatch:
    """A match; `net` is what you have won more than a house bot with your cards, in chips.

    In a duel it is less what the rival has won more than one with the rival's.
    """

    id: str
    game: str
    preset: str
    level: str
    rival: str | None
    """the bot that you meet in a duel"""
    sandbox: bool
    """not rated; you chose the seed"""
    seed: str | None
    """null while a rated match is open"""
    deals: int
    played: int
    """hands that are over"""
    net: int
    outcome: str
    ends_at: int
    """a rated match that is open then is lost"""
    clock_ms: int | None
    """your time left in a duel that is open"""
    rival_clock_ms: int | None
    """the rival's"""
    hands: list[LadderHand]
    """the hands that wait for you"""


@dataclass(frozen=True, slots=True)
class LadderPlace:
    """A line of the ladder: a registered bot, or a level of house bots."""

    place: int | None
    """null after too few matches"""
    name: str
    """empty for a level of house bots"""
    level: str
    """empty for a registered bot"""
    matches: int
    won: int
    drawn: int
    rating: int
    """2000 for a newcomer"""
    margin: int
    """half of the 95 % interval of the rating"""


@dataclass(frozen=True, slots=True)
class LadderResult:
    """A finished duel; `outcome` and `net` are those of `name`."""

    name: str
    rival: str
    outcome: str
    net: int
    """in chips; each bot's is beyond a house bot's"""
    finished_at: int
    """milliseconds since 1970"""


@dataclass(frozen=True, slots=True)
class Me:
    """The user's own account."""

    id: str
    name: str
    kind: str
    avatar: int
    """seed of the avatar"""
    email: str
    is_staff: bool
    shown_when_watching: bool
    """listed by name among a table's spectators"""
    language: str
    """the language of pages and e-mails; empty: that of each request"""
    preferences: Preferences
    joined_at: int
    """milliseconds since 1970"""
    tables: list[MyTable]


@dataclass(frozen=True, slots=True)
class MyTable:
    """A table at which the user sits."""

    slug: str
    name: str
    stack: int
    points: bool
    """the stack is points, not chips"""


@dataclass(frozen=True, slots=True)
class NextBlindLevel:
    """The next level, and when it begins."""

    small: int
    big: int
    ante: int
    """0: none"""
    in_hands: int | None
    """hands until then; null if levels last minutes"""
    at: int | None
    """milliseconds since 1970; null if levels last hands, or before the start"""


class OpenPot(TypedDict):
    """A pot that is played for."""

    amount: int
    """chips in the pot"""
    seats: list[int]
    """the seats that can win it"""


class PaidBet(TypedDict):
    """The result of one bet."""

    bet: Literal["ante", "bonus", "pair_plus", "raise", "six_card", "tie_bet"]
    """the bet"""
    stake: int
    """its chips"""
    pays: str | None
    """odds to 1 at which it was paid; null: it lost"""
    net: int
    """chips won, negative for a loss"""
    outcome: Literal["equal_loses", "equal_returned", "folded", "loses", "not_qualified", "returned", "wins"]
    """why; `not_qualified`: the dealer does not qualify, `equal_…`: the hands are equal"""
    hand_value: NotRequired[HandValue]
    """of the hand that is paid; only in bonus and Pair Plus"""
    line: NotRequired[Literal["color", "equal", "flush", "full_house", "mini_royal", "not_qualified", "pair", "pure", "quads", "royal", "sequence", "straight", "straight_flush", "three_aces", "trail", "trips", "wins"]]
    """the line that is paid; only of six cards"""
    commission: NotRequired[str]
    """the part of the winnings that is kept, such as `1/20`"""
    rest: NotRequired[str]
    """the part of a chip that stays with the house"""


class PayLine(TypedDict):
    """A line of the pay table."""

    bet: Literal["ante", "bonus", "pair_plus", "raise", "six_card", "tie_bet"]
    """the bet that is paid; `bonus` is part of the ante"""
    line: Literal["color", "equal", "flush", "full_house", "mini_royal", "not_qualified", "pair", "pure", "quads", "royal", "sequence", "straight", "straight_flush", "three_aces", "trail", "trips", "wins"]
    """when it is paid; `not_qualified`: the dealer does not qualify"""
    pays: str
    """odds to 1, such as `4` or `19/20`"""


class PayTableDesign(TypedDict):
    """A pay table against the dealer; missing fields have their defaults. Odds are to 1."""

    category_order: NotRequired[Literal["teen_patti", "three_card_poker"]]
    run_order: NotRequired[Literal["a23_top", "akq_a23", "a23_low", "no_a23", "literal_2ak"]]
    suits: NotRequired[list[str]]
    """four from high to low, or none"""
    dealer_qualifies: NotRequired[Literal["always", "jack_high", "queen_high", "king_high", "ace_high", "pair"]]
    no_qualify: NotRequired[float | str]
    """payout of the ante if the dealer does not qualify"""
    raise_multiple: NotRequired[float | str]
    """the raise, in antes"""
    win_ante: NotRequired[float | str]
    win_raise: NotRequired[float | str]
    tie: NotRequired[Literal["push", "dealer_wins"]]
    commission: NotRequired[float | str]
    """the house's share of ante and raise wins"""
    ante_bonus: NotRequired[dict[str, float | str]]
    """odds by line"""
    pair_plus: NotRequired[dict[str, float | str]]
    """odds by line"""
    pair_plus_on_fold: NotRequired[Literal["still_live", "forfeit"]]
    mini_royal: NotRequired[float | str | None]
    six_card_bonus: NotRequired[dict[str, float | str]]
    """odds by line"""
    tie_bet: NotRequired[float | str | None]


@dataclass(frozen=True, slots=True)
class Player:
    """The public profile of a player."""

    name: str
    kind: str
    avatar: int
    bot_level: str
    joined_at: int
    """milliseconds since 1970"""
    hands: int
    won: int
    net: int
    """chips won minus chips lost"""


@dataclass(frozen=True, slots=True)
class Pong:
    """The server's clock."""

    now: int
    id: str


@dataclass(frozen=True, slots=True)
class Preferences:
    """How the site looks and behaves for the user; the first choice where nothing was chosen."""

    room: str
    felt: str
    back: str
    deck: str
    """`4` or `2` colours, or `large` figures in four"""
    size: str
    """in percent of the usual one"""
    speed: str
    """how many times as fast things move; `0`: not at all"""
    motion: str
    edge: str
    """where the own seat is drawn"""
    label: str
    """whether the name of the own hand is shown"""
    numbers: str
    """large amounts in tight places: `123.4k`, or in full"""
    amounts: str
    """stacks, bets and pots, in games with blinds"""
    digits: str
    """how pages group digits: as their language does, or another one"""
    keys: dict[str, str]
    """the key that each shortcut has, by the game's own"""
    taught: list[str]
    """the keys of games whose first turn was explained"""


class PrintedPayTable(TypedDict):
    """The pay table as the felt shows it."""

    qualifier: str
    """the least hand with which the dealer plays, or `always`"""
    name: str
    """the short text of the pay table"""
    lines: list[PayLine]
    """what is paid"""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating in one game."""

    game: str
    points: int
    mu: float
    sigma: float
    matches: int
    provisional: bool
    """based on too few matches to be reliable"""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to interpret a selection of cards."""

    reading: str
    category: str


@dataclass(frozen=True, slots=True)
class Refill:
    """Whether the wallet can be refilled now, by how much, or the reason why not."""

    allowed: bool
    amount: int
    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class RefusedEvent:
    """The command with this `id` was refused and changed nothing."""

    id: str
    code: str
    text: str
    limits: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Rest:
    """Your own break or play limit that keeps you from being dealt in, and its end."""

    code: str
    max: int | None
    """the limit of chips or minutes; null for a break"""
    until: int
    """milliseconds since 1970"""


@dataclass(frozen=True, slots=True)
class Restart:
    """The players who may start the next game: `by` is `auto`, `winner` or `anyone`.

    `seats` are their seats; `needed` says that the table waits for one of them.
    """

    by: str
    seats: list[int]
    needed: bool


class ResultPot(TypedDict):
    """A pot with its winners."""

    amount: int
    """chips in the pot"""
    hand_value: HandValue | None
    """of the winners; null if it was not shown"""
    seats: list[int]
    """seats of the players who competed for it"""
    winners: list[int]
    """seats of the winners"""
    shares: list[list[int]]
    """[seat, chips] of each winner"""
    board: NotRequired[int]
    """1 or 2, if hands were compared on a board of community cards"""
    best: NotRequired[list[list[int | list[str]]]]
    """[seat, five cards] of each winner, if hands were compared on a board"""


@dataclass(frozen=True, slots=True)
class Said:
    """New chat lines."""

    lines: list[ChatView]


class SeatAction(TypedDict):
    """The last action of a seat in this hand or round."""

    kind: str
    """the action"""
    amount: int
    """chips; 0 for an action without any"""


@dataclass(frozen=True, slots=True)
class SeatRequestView:
    """A player who asks the host for a seat, until this time."""

    name: str
    avatar: int
    kind: str
    until: int
    """milliseconds since 1970"""


@dataclass(frozen=True, slots=True)
class SeatView:
    """An occupied seat."""

    seat: int
    name: str
    avatar: int
    kind: str
    stack: int | None
    """null: hidden from you"""
    pending: int | None
    """chips added to the stack before the next hand; null like `stack`"""
    status: str
    bank_ms: int
    missed_blinds: str
    for_points: bool
    posts: bool
    straddles: bool
    pressed_next: bool
    """the player wants the next hand now"""
    place: int | None
    """finishing place in the sit and go"""
    mark: str = ''
    """`staff`: a member of staff; `near`: the name is almost that of another player here whose
    account is older; absent for others"""


@dataclass(frozen=True, slots=True)
class Selection:
    """The interpretations of a selection of cards; `code` says why it can't be played."""

    category: str | None
    readings: list[Reading]
    code: str | None
    limits: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence in codes, from which readers make words: the message `house.<code>`."""

    code: str
    args: dict[str, int | str | None]


class ShownHand(TypedDict):
    """Cards that everyone saw at the end."""

    seat: int
    """a seat's number at the table, from 0"""
    cards: list[str]
    """the seat's cards"""
    hand_value: HandValue | None
    """null in games without values of hands"""


@dataclass(frozen=True, slots=True)
class SitAndGoView:
    """A sit and go: everyone pays the same entry and plays until one player has all points."""

    number: int
    """1 for the first one at the table"""
    state: str
    entry: int
    """chips that each player pays"""
    starting: int
    """points with which everyone starts"""
    players: int
    """players who have entered"""
    size: int
    """players it is for"""
    prizes: list[int]
    """chips for each finish rank, the first first"""
    level: int | None
    """the blind level from 1; null: it never rises"""
    blinds: BlindLevel
    """of the hand in progress, or the first"""
    next: NextBlindLevel | None
    """null on the last level"""
    places: list[FinishRank]
    """those who are out, the last one first"""


@dataclass(frozen=True, slots=True)
class Sitter:
    """The occupant of a seat."""

    seat: int
    name: str
    avatar: int
    kind: str


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One posting of the wallet."""

    id: int
    at: int
    """milliseconds since 1970"""
    kind: str
    label: str
    amount: int
    balance_after: int
    memo: str


@dataclass(frozen=True, slots=True)
class Strength:
    """The results with one class of hands, over the hands shown at showdown."""

    label: str
    hands: int
    won: int
    net: int


@dataclass(frozen=True, slots=True)
class TableChanged:
    """The table or its seats changed; `you` is set if the receiver has a seat."""

    now: int
    table: TableView
    you: You | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """An open table in the lobby's list; `mine` and `my_turn` concern the reader."""

    slug: str
    name: str
    game: str
    preset: str
    figures: dict[str, int | None]
    """the stakes in numbers, by name"""
    unit: int
    format: str
    min_buy_in: int
    max_buy_in: int
    seats: int
    taken: int
    bots: int
    waiting: int
    """people in the waiting list"""
    watching: int
    state: str
    playing: bool
    spectators: str
    private: bool
    hides_stacks: bool
    """players see only their own stack"""
    average_pot: int | None
    """of its last hands; null: too few yet, or no pots"""
    hands_an_hour: int | None
    """at the pace of its last hands; null: too few yet"""
    names: list[Sitter]
    mine: bool
    my_turn: bool
    stakes: str = ''
    """in words; sockets leave them out"""


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as you may see it."""

    at: str
    """the table's position; send it as `after` to wait for changes"""
    now: int
    """milliseconds since 1970"""
    you: You | None
    table: TableView
    hand: HandNow | None
    chat: list[ChatView]
    watching: int
    signature: str | None = None
    """the house's, of the receipt, in the answer to `cut_commit` and `cut`"""


@dataclass(frozen=True, slots=True)
class TableView(methods.TableView["SeatView"]):
    """Everything about a table except its cards."""

    name: str
    game: str
    preset: str
    min_buy_in: int
    max_buy_in: int
    """The most a player can bring."""
    spectators: str
    spectator_delay_s: int
    private: bool
    """Not listed in the lobby; people join by invite link."""
    newcomers: bool
    """Only players with fewer than 500 hands may sit down."""
    approval: bool
    """People ask for a seat, and you let them in."""
    unrated: bool
    """Everyone gets practice chips. Nothing counts: no balance, statistics, leaderboards or
    ratings."""
    teaching: bool
    """For lessons: the host may set cards, open all hands, stop a hand and take actions back.
    It is unrated, and nothing proves that its hands were dealt fairly."""
    autostart: bool
    """A hand starts as soon as enough players are ready. Otherwise a player presses Deal."""
    slug: str
    state: str
    households: str
    """apart: one player of each household"""
    max_seats: int
    clock_ms: int
    """0: no clock runs, at practice tables"""
    bank_ms: int
    running: bool
    is_house_table: bool
    figures: dict[str, int | None]
    """the stakes in numbers, by name"""
    unit: int
    format: str
    restart: Restart
    """who may start the next game"""
    sit_and_go: SitAndGoView | None
    """the running sit and go, or else the last one"""
    can_prefer: Wishes
    rules: AnyRules
    """every option of the game"""
    open_hands: bool
    """from the next hand on, everybody sees all cards (teaching tables)"""
    house_rules: list[HouseRule]
    """options that differ from the preset"""
    chat: str
    """who reads spectators"""
    phrases: list[str]
    """the only lines allowed during a hand, in codes: a line is the text of the message
    `house.phrase.<code>` in any language; empty: any line"""
    host: str | None
    version: int
    waiting_list: int
    """how many people wait for a seat"""
    seats: list[SeatView]
    min_players: int
    can_start: bool
    waiting: Sentence | None
    """what it waits for between two hands"""
    next_at: int | None
    """time of the next hand, milliseconds since 1970"""
    next_deck: dict[str, Any] | None
    invite: str | None
    """the invite link's path; null if you may not pass it on"""
    stakes: str = ''
    """in words; sockets leave them out"""


@dataclass(frozen=True, slots=True)
class Tables:
    """The lobby's list: the receiver's own tables, then one page of the others that match.

    It is the first message, and the answer to `look` and `resync`.
    """

    page: int
    pages: int
    found: int
    """the tables of others that match the filters"""
    open: int
    """all tables that the receiver could see"""
    online: int
    """open lobby pages"""
    tables: list[TableRow]


@dataclass(frozen=True, slots=True)
class TablesChanged:
    """The changes of the list since the last frame.

    `rows` are new or replace those with the same `slug`. `order` has the slugs of the whole list,
    if rows came, went or moved; rows that it does not name are gone.
    """

    page: int
    pages: int
    found: int
    """the tables of others that match the filters"""
    open: int
    """all tables that the receiver could see"""
    online: int
    """open lobby pages"""
    rows: list[TableRow]
    order: list[str] | None


@dataclass(frozen=True, slots=True)
class TeachingHand:
    """How a hand was dealt at a teaching table, and how often an action was taken back."""

    is_open: bool
    """everybody sees all of its cards"""
    cards_set: bool
    """the host has set some of its cards"""
    taken_back: int


class TeenPattiBet(TypedDict):
    """A seat bets: blind, or a chaal."""

    kind: Literal["bet"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    amount: int
    """chips put in now"""
    blind: bool
    """whether it is a blind bet"""
    stake: int
    """the stake of a blind player from now on, in chips"""


class TeenPattiBoot(TypedDict):
    """A seat pays the boot."""

    kind: Literal["boot"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    amount: int
    """chips put in now"""


class TeenPattiCards(TypedDict):
    """The cards of a seat; only those who may see them get this event."""

    kind: Literal["cards"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    cards: list[str]
    """three cards"""


class TeenPattiCover(TypedDict):
    """A seat puts in its last chips and stays in for the pots so far."""

    kind: Literal["cover"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    amount: int
    """chips put in now"""
    pot: int
    """chips in all pots from now on"""


class TeenPattiDeal(TypedDict):
    """A seat gets cards, face down."""

    kind: Literal["deal"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    count: int
    """the number of cards"""


class TeenPattiEnd(TypedDict):
    """A hand is over."""

    kind: Literal["hand_end"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    net: list[list[int]]
    """[seat, chips won], negative for a loss"""


class TeenPattiFold(TypedDict):
    """A seat packs."""

    kind: Literal["fold"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    reason: Literal["fold", "left", "side_show"]
    """`left`: the player left the table; `side_show`: it lost a side show"""


class TeenPattiForcedSee(TypedDict):
    """A player has to look at their cards after the most blind bets that are allowed."""

    kind: Literal["forced_see"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""


class TeenPattiLegal(TypedDict):
    """An action that you may take now; send `kind` as `action`, with an amount if it has `min`."""

    kind: Literal["accept", "bet", "choose", "cover", "fold", "refuse", "see", "show", "side_show"]
    """the action; `bet` is blind or a chaal, `accept` and `refuse` answer a side show"""
    amount: NotRequired[int]
    """its price in chips"""
    min: NotRequired[int]
    """the least amount to send, in chips"""
    max: NotRequired[int]
    """the greatest amount to send, in chips"""
    step: NotRequired[int]
    """amounts are `min` plus a multiple of it"""
    to: NotRequired[int]
    """the seat that would be asked for a side show"""
    reading: NotRequired[Literal["999", "ak47", "classic", "lowest_joker", "muflis"]]
    """the variant that `choose` chooses; send it as `reading`"""


class TeenPattiReveal(TypedDict):
    """A hand is shown at the end."""

    kind: Literal["reveal"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    cards: list[str]
    """three cards"""
    hand_value: HandValue
    """the value of the hand"""


class TeenPattiRules(TypedDict):
    """Teen Patti. The house rules of a table: every option."""

    boot: int
    """Boot. Every player pays it into the pot before the deal. It is also the first stake."""
    starting_chips: int | None
    """Starting chips. Everyone sits down with exactly this many chips (blank = any amount
    within the limits)."""
    max_players: int
    """Maximum players. How many may be dealt in; one pack is enough for 17."""
    run_order: Literal["a23_low", "a23_top", "akq_a23", "literal_2ak", "no_a23"]
    """Ranking of sequences. Where A-2-3 ranks. `a23_top`: A-2-3 highest (A-2-3, then A-K-Q,
    K-Q-J and so on down to 4-3-2). `akq_a23`: A-K-Q, then A-2-3 (A-K-Q is the highest, A-2-3
    the second). `a23_low`: A-2-3 lowest (A-K-Q down to 4-3-2, then A-2-3). `no_a23`: A-2-3 is
    not a sequence (A-2-3 counts as ace high). `literal_2ak`: 2-A-K counts, A-2-3 does not
    (A-K-Q, then 2-A-K, then K-Q-J)."""
    suit_tiebreak: list[Literal["c", "d", "h", "s"]]
    """Suits break ties. The order of suits, high to low, that decides between equal hands
    (blank = equal hands tie). `s`: spades. `d`: diamonds. `h`: hearts. `c`: clubs."""
    suit_tiebreak_scope: list[Literal["color", "high", "pair"]]
    """Where suits count. The kinds of hand in which suits may decide. `color`: color. `pair`:
    pair. `high`: high card."""
    suit_pair_basis: Literal["kicker", "pair"]
    """Suit of a pair. Which card of equal pairs is compared by suit. `pair`: the pair (The best
    suit among the two paired cards). `kicker`: the odd card (The suit of the third card)."""
    raise_limit: int | None
    """Raise limit. A bet may be at most this many times the minimum (blank = no limit)."""
    max_blind_bets: int | None
    """Blind bets. Players must look after this many blind bets (blank = no limit)."""
    show_price: int
    """Price of a show. This many times the minimum bet."""
    seen_may_show_vs_blind: bool
    """Seen may show against blind. Whether a seen player may ask a blind one for a show."""
    show_tie: Literal["payer_loses", "split"]
    """Equal hands at a show. Who wins the pot when the hands are equal. `payer_loses`: the
    payer loses (The player who did not pay wins). `split`: split (The pot is shared)."""
    side_show: Literal["all_seen", "both_seen", "off"]
    """Side show. When a player may ask for a private comparison. `all_seen`: all seen (Only
    when every player still in has seen their cards). `both_seen`: both seen (When the two
    players have seen their cards). `off`: off (There are no side shows)."""
    side_show_refusable: Literal["always", "until_third"]
    """Refusing a side show. Whether the asked player may refuse. `always`: always (They may
    always refuse). `until_third`: not the third (The third request of a hand must be
    accepted)."""
    side_show_tie: Literal["asker_folds"]
    """Equal hands at a side show. The player who packs then. `asker_folds`: the asker packs."""
    see_when: Literal["any_time", "own_turn"]
    """Looking at the cards. When a blind player may look. `own_turn`: on their turn (Only on
    their own turn). `any_time`: any time (Also while others act)."""
    first_actor: Literal["left_of_dealer", "seat0"]
    """First to act. The player who acts first. `left_of_dealer`: next to the dealer (In the
    direction of play). `seat0`: the first seat."""
    direction: Literal["clockwise", "counter_clockwise"]
    """Direction of play. Which way the deal, the turns and the dealer's button go round the
    table. `clockwise`: clockwise (The next player is on the left). `counter_clockwise`:
    counter-clockwise (The next player is on the right)."""
    dealer_rotation: Literal["clockwise", "winner_deals"]
    """Dealer. The player who deals next. `clockwise`: the next player (In the direction of
    play). `winner_deals`: the winner deals."""
    pot_limit: int | None
    """Pot limit. Forced show when the pot reaches this many boots (blank = no limit)."""
    stake_cap: int | None
    """Stake cap. The stake rises to at most this many boots; then only the minimum may be bet
    (blank = no cap)."""
    short_stack: Literal["contribution_cap", "cover", "must_fold"]
    """Not enough chips. The choice of a player who cannot pay the minimum. `cover`: covers the
    pot (They put in all they have and stay in for the pot so far). `must_fold`: packs (They
    must pack, or with two players left show for what they have). `contribution_cap`: plays for
    their share (They stay in for what they matched)."""
    timeout_action: Literal["fold"]
    """Out of time. The action when a player runs out of time. `fold`: packs."""
    variant: Literal["999", "ak47", "classic", "dealers_choice", "lowest_joker", "muflis"]
    """Variant. Which hand wins. `classic`: classic (The best three cards win). `muflis`: muflis
    (The lowest hand wins). `ak47`: AK47 (Aces, kings, fours and sevens are jokers).
    `lowest_joker`: lowest joker (The lowest rank in a player's own hand is a joker). `999`: 999
    (The number nearest to 999: A counts 1, tens and court cards 0). `dealers_choice`: dealer's
    choice (The dealer of each hand chooses one of the others before anybody bets)."""
    choice_seconds: int
    """Time to choose. Dealer's choice: without a choice in so many seconds the hand is
    classic."""
    best_trail: Literal["aces", "threes"]
    """Best trail. Which three of a kind is the highest. `aces`: aces. `threes`: threes (Three
    threes beat three aces)."""
    hidden_stacks: bool
    """Hidden stacks. Players see only their own stack. Bets, pots and results stay public."""
    min_players_to_start: int
    """Minimum players. How many a hand needs."""


class TeenPattiSeat(TypedDict):
    """A player of the hand."""

    seat: int
    """a seat's number at the table, from 0"""
    stack: int | None
    """chips that are left; null if they are hidden from you"""
    paid: int
    """all chips put in during this hand, the boot included"""
    status: Literal["covered", "folded", "in"]
    """`covered`: all-in for the pots so far"""
    blind: bool
    """whether the player has not seen their cards"""
    blind_bets: int
    """the number of blind bets so far"""
    cards: list[str]
    """three cards, `??` if they are hidden from you"""
    hand_value: HandValue | None
    """null if its cards are hidden from you"""
    last: SeatAction | None
    """the seat's last action with chips, or its fold"""


class TeenPattiSee(TypedDict):
    """A player looks at their cards."""

    kind: Literal["see"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""


class TeenPattiShow(TypedDict):
    """A seat pays for a show."""

    kind: Literal["show"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    amount: int
    """chips put in now"""
    opponent: int
    """the seat with which the cards are compared"""


class TeenPattiSideShow(TypedDict):
    """A side show that waits for an answer."""

    asker: int
    """the seat that asks"""
    asked: int
    """the seat that is asked"""


class TeenPattiSideShowAnswer(TypedDict):
    """A side show is accepted or refused."""

    kind: Literal["side_show_answer"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    asker: int
    """the seat that asked"""
    asked: int
    """the seat that was asked"""
    accepted: bool
    """whether the cards are compared"""


class TeenPattiSideShowAsked(TypedDict):
    """A seat pays for a side show."""

    kind: Literal["side_show_asked"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    asker: int
    """the seat that asks"""
    asked: int
    """the seat that is asked"""
    amount: int
    """chips put in now"""


class TeenPattiSideShowCards(TypedDict):
    """The cards of one of the two seats of a side show; only they get this event."""

    kind: Literal["side_show_cards"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    cards: list[str]
    """three cards"""
    hand_value: HandValue
    """the value of the hand"""


class TeenPattiStart(TypedDict):
    """A hand begins."""

    kind: Literal["hand_start"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    button: int
    """the seat of the dealer"""
    boot: int
    """the boot, in chips"""
    seats: list[int]
    """the seats that are dealt in"""


class TeenPattiVariant(TypedDict):
    """The dealer has chosen the variant."""

    kind: Literal["variant"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """the seat that acts"""
    variant: Literal["999", "ak47", "classic", "lowest_joker", "muflis"]
    """the ranking of this hand"""


class TeenPattiView(TypedDict):
    """A Teen Patti hand as you may see it."""

    game: Literal["teen_patti"]
    phase: Literal["betting", "choosing", "settled", "side_show"]
    """`choosing`: the dealer chooses the variant; `side_show`: one waits for an answer"""
    turn: int | None
    """the seat to act; null once the hand is over"""
    pot: int
    """chips in all pots, with the bets of this round; 0 without pots"""
    result: HandResult | None
    """how the hand ended; null while it is in progress"""
    variant: Literal["999", "ak47", "classic", "lowest_joker", "muflis"] | Literal["dealers_choice"]
    """the ranking; `dealers_choice` while nobody has chosen"""
    button: int
    """the seat of the dealer"""
    stake: int
    """the current stake of a blind player; a seen player bets twice it"""
    pots: list[OpenPot]
    """the pots; the last one is still bet into"""
    seats: list[TeenPattiSeat]
    """the players of the hand, by seat"""
    side_show: TeenPattiSideShow | None
    """the side show that waits for an answer"""
    you: NotRequired[TeenPattiYou]
    """your own seat; only for a player"""


class TeenPattiWin(TypedDict):
    """A seat wins a pot, or a share of it."""

    kind: Literal["win"]
    auto: NotRequired[Literal["away", "timeout"]]
    """only if the player did not choose the action: their time ran out, or the seat is played
    automatically"""
    seat: int
    """a seat's number at the table, from 0"""
    amount: int
    """chips won"""
    pot: int
    """the number of the pot; 0 is the first one"""
    hand_value: HandValue | None
    """of the winner; null if it was not shown"""


class TeenPattiYou(TypedDict):
    """Your seat and your legal actions."""

    seat: int
    """the viewer's own seat"""
    blocked: list[Blocked]
    """actions of this phase that are impossible now"""
    legal: list[TeenPattiLegal]
    """what you may do now; also out of turn, as `see`"""


@dataclass(frozen=True, slots=True)
class WaitingPlace:
    """Your place in the waiting list of a table; 1 is the first in line."""

    place: int
    until: int | None
    """a seat is held for you until then; null: wait for one"""


@dataclass(frozen=True, slots=True)
class Watching:
    """The number of spectators."""

    n: int


@dataclass(frozen=True, slots=True)
class WindowPlays:
    """Whether this window may play its user's seat; another window plays it if not.

    Only clients that named their window get it, after each `hello` and when it changes.
    """

    plays: bool


@dataclass(frozen=True, slots=True)
class Wishes:
    """Which preferences a seat can set at this table."""

    post: bool
    straddle: bool
    top_up_to: bool


@dataclass(frozen=True, slots=True)
class You:
    """The reader: their seat, the chips in their wallet, and why they are not dealt in."""

    id: str
    name: str
    kind: str
    seat: int | None
    wallet: int
    tops_up_to: int | None
    """automatic top-up between hands"""
    rests: Rest | None
    short_by: int
    """chips you must add to be dealt in; 0: you have enough"""
    buy_in: BuyIn | None
    """what you may bring; null: you have a seat, or no chips play"""
    seat_given_back: Sentence | None
    """set if the table gave your seat back lately"""
    seat_request: str | None
    """the reader's request to the host for a seat"""
    seat_requests: list[SeatRequestView]
    """for the host: the players who ask for a seat"""
    waiting: WaitingPlace | None
    """null: you wait for no seat"""
    next_cards: list[CardPlace]
    """for the host of a teaching table: the places of the next hand"""


DealerTeenPattiEvent = DealerStart | DealerSideBet | DealerAnte | DealerPass | DealerDeal | DealerOwnDeal | DealerCards | DealerRaise | DealerFold | DealerShows | DealerShow | DealerPay | DealerEnd


DouDizhuEvent = DouDizhuStart | DouDizhuDeal | DouDizhuCards | DouDizhuClosed | DouDizhuOpen | DouDizhuCall | DouDizhuRob | DouDizhuBid | DouDizhuPass | DouDizhuAllPass | DouDizhuLandlord | DouDizhuKitty | DouDizhuDouble | DouDizhuDecline | DouDizhuPlayed | DouDizhuLeads | DouDizhuLeft | DouDizhuSpring | DouDizhuReveal | DouDizhuWin | DouDizhuEnd


HoldemEvent = HoldemStart | HoldemAnte | HoldemBlind | HoldemDeal | HoldemCards | HoldemFold | HoldemCheck | HoldemCall | HoldemBet | HoldemRaise | HoldemReturned | HoldemCollect | HoldemStreet | HoldemOpen | HoldemVote | HoldemRun | HoldemRabbit | HoldemShow | HoldemMuck | HoldemWin | HoldemEnd


TeenPattiEvent = TeenPattiStart | TeenPattiBoot | TeenPattiDeal | TeenPattiVariant | TeenPattiSee | TeenPattiForcedSee | TeenPattiCards | TeenPattiBet | TeenPattiCover | TeenPattiFold | TeenPattiShow | TeenPattiSideShowAsked | TeenPattiSideShowAnswer | TeenPattiSideShowCards | TeenPattiReveal | TeenPattiWin | TeenPattiEnd


AnyEvent = TeenPattiEvent | HoldemEvent | DouDizhuEvent | DealerTeenPattiEvent


AnyRules = TeenPattiRules | HoldemRules | DouDizhuRules | DouDizhuFourRules | DealerTeenPattiRules


AnyView = TeenPattiView | HoldemView | DouDizhuView | DouDizhuFourView | DealerTeenPattiView
