"""The shapes of games, rules and finished hands on the wire."""

import uuid
from functools import cache
from typing import Annotated, Any, ClassVar

from msgspec import UNSET, Meta, UnsetType, defstruct

from accounts.people.names.spelling import NAME_CHARS_MAX
from core.http.json_lines import LongPageQuery
from core.http.pagination import PAGE_SIZE_DEFAULT, PageQuery, page_of
from core.wire import Body, Moment, Shape, family, in_family, one_of
from games.engines.core import registry
from games.hands.proof_shapes import PROOF
from games.hands.queries.hand_list import RESULTS
from games.wire.base import JSON, Card, HandResult, HandValue, ResultPot, SeatNumber, note
from games.wire.registry import EVENTS, RULES, VIEWS, events_of, rules_of, shapes_of, title_of

GAMES = [game.key for game in registry.all_games()]
MOMENT_MS_MAX = 4_102_444_800_000
"""The year 2100; later times are mistakes."""
AskedAt = Annotated[int, Meta(ge=0, le=MOMENT_MS_MAX, description="milliseconds since 1970")]
"""A time in a request, in milliseconds since 1970 (UTC)."""
OptionValue = bool | int | str | list[int | str] | None
"""The value of an option in a form: a choice, a number, several choices or numbers, or none."""


# -- games and rules -----------------------------------------------------------------------------


class Difference(Shape):
    """An option that differs from the standard preset, with texts for users."""

    name: str
    label: str
    value: Annotated[str, Meta(description="the value's label")]
    text: Annotated[str, Meta(description="what the option does")]
    usual: Annotated[str, Meta(description="the label of the standard value")]


class GameHead(Shape):
    """A game of the platform."""

    key: str
    name: str
    min_seats: int
    max_seats: int
    rules_url: Annotated[str, Meta(description="URL of the page with the rules")]


class GameRow(GameHead):
    """A game of the platform, in a list."""

    presets: Annotated[list[str], Meta(description="keys of the presets")]


class GameList(Shape):
    """The games of the platform."""

    items: list[GameRow]


class GamePreset(Shape):
    """A preset with all of its options."""

    key: str
    title: str
    hash: Annotated[str, Meta(description="SHA-256 of the canonical JSON of `rules`")]
    rules: Annotated[JSON, in_family(RULES, description="every option with its value")]
    differences: Annotated[list[Difference], Meta(description="from the standard preset")]


class GameOption(Shape):
    """An option of a game's rules, for a form."""

    name: str
    label: str
    help: str
    kind: Annotated[
        str, Meta(description="`int`, `limit`, `choice`, `set`, `bool`, `order` or `steps`")
    ]
    choices: Annotated[list[list[str]], Meta(description="[value, label, explanation] of each")]
    min: int | None
    max: int | None
    default: Annotated[OptionValue, Meta(description="the value unless a preset has another")]
    usual: Annotated[str, Meta(description="the label of the standard value")]


class GameRules(GameHead):
    """A game with its presets and options."""

    presets: list[GamePreset]
    options: list[GameOption]


class GameRankingQuery(Body):
    """The rules whose order is asked."""

    options: Annotated[
        str,
        Meta(
            max_length=4_000,
            description="a JSON object of the options that differ from the standard preset",
        ),
    ] = "{}"


class RankingHand(Shape):
    """A hand or a combination of a game, with an example."""

    kind: Annotated[
        str,
        Meta(description="`kind` of its hand value, or `category` of a play; empty for neither"),
    ]
    name: str
    cards: Annotated[list[Card], Meta(description="the cards that make it")]
    beside: Annotated[list[Card], Meta(description="kickers, or cards that are carried")]
    text: Annotated[str, Meta(description="empty where the options change its meaning")]


class RankingNote(Shape):
    """An option of these rules that changes the order."""

    label: str
    value: str
    text: str


class PayColumn(Shape):
    """The payouts of one bet."""

    title: str
    lines: Annotated[
        list[Annotated[list[str], Meta(min_length=2, max_length=2)]],
        Meta(description="[hand, odds] of each line"),
    ]


class GameRanking(Shape):
    """The order of hands or combinations under the rules of a table."""

    hands: Annotated[list[RankingHand], Meta(description="from high to low")]
    order: Annotated[
        list[list[Card]],
        Meta(description="single cards, or runs of cards, from high to low; empty if usual"),
    ]
    notes: list[RankingNote]
    pays: Annotated[list[PayColumn], Meta(description="the pay table, in games that have one")]


# -- hands ---------------------------------------------------------------------------------------


WonOrLost = Annotated[str, one_of(RESULTS)]
HandSearch = Annotated[
    str,
    Meta(
        max_length=NAME_CHARS_MAX,
        description="part of a table's name, or the name of another player in the hand",
    ),
]


class HandsQuery(LongPageQuery, kw_only=True):
    """The filters of a list of the user's hands: those that ended at `after` or later."""

    game: Annotated[str, one_of(GAMES)] | None = None
    table: Annotated[
        uuid.UUID | None, Meta(description="id of a table, as in `table` of a row")
    ] = None
    after: AskedAt | None = None
    before: AskedAt | None = None
    result: WonOrLost | None = None
    q: HandSearch = ""


class HandFileQuery(PageQuery, kw_only=True):
    """Which of the user's hands a file has: those that ended at `after` or later."""

    size: Annotated[int, Meta(ge=1, le=PAGE_SIZE_DEFAULT)] = PAGE_SIZE_DEFAULT
    table: Annotated[uuid.UUID | None, Meta(description="id of a table")] = None
    after: AskedAt | None = None
    before: AskedAt | None = None
    result: WonOrLost | None = None
    q: HandSearch = ""


class HandRow(Shape):
    """A finished hand in a list; `net` is the user's own result, null for others' hands."""

    id: uuid.UUID
    table: uuid.UUID
    table_name: str
    table_slug: Annotated[str, Meta(description="as in `tables/{slug}`")]
    number: Annotated[int, Meta(description="1 for the first hand of the table")]
    game: str
    preset: str
    plays_for: Annotated[str, Meta(description="`chips`, `points` or `unrated`")]
    at: Annotated[int, Meta(description="when it ended, milliseconds since 1970")]
    players: int
    pot: int
    net: Annotated[int | None, Meta(description="the user's result; null if they did not play")]
    won: Annotated[bool, Meta(description="whether the user won a pot")]
    ended_by: str | None
    void: bool


HandPage = page_of(HandRow)


class HandSeatView(Shape):
    """A seat of a finished hand."""

    seat: int
    name: str
    kind: Annotated[str, Meta(description="`person`, `guest`, `bot` or `registered_bot`")]
    avatar: int
    stack: Annotated[
        int | None, Meta(description="chips before the hand; null: hidden from the user")
    ]
    net: int
    end: Annotated[int | None, Meta(description="chips after the hand; null: hidden")]
    cards: Annotated[list[str], Meta(description="visible to the user; `??` for a hidden one")]
    hand_value: HandValue | None
    label: Annotated[str | None, Meta(description="the hand in words")]
    won: bool
    you: bool
    button: bool


class HandLine(Shape):
    """An event of the hand, as a sentence."""

    seq: int
    at: Moment
    kind: str
    text: str
    auto: Annotated[
        str,
        Meta(
            description="`timeout` if the player's time ran out, `away` if the seat was played "
            "automatically; empty if the player or a bot acted"
        ),
    ]
    pot: int | None
    cards: list[str]


class HandAdvice(Shape):
    """The best play of a seat with its cards, and the reason, in a sentence."""

    seat: int
    text: str


class HandAction(Shape):
    """A staff action on a hand: it was voided, or two members of staff saw its cards."""

    at: Moment
    action: str
    label: str
    by: str
    reason: str


class ThrownBefore(Shape):
    """A deck that was thrown away directly before that of a hand; `decks/{deck_id}` has it."""

    no: Annotated[int, Meta(description="the number of the table's deck")]
    deck_id: Annotated[str, Meta(description="32 hexadecimal digits")]
    reason: Annotated[int, Meta(description="as in `decks/{deck_id}`")]
    blamed: Annotated[list[int], Meta(description="the seats that caused it")]


class Dealt(Shape):
    """How a hand was dealt; `hands/{hand_id}/record` has the proof."""

    scheme: Annotated[str, Meta(description="`TFAIR2`, or `TFAIR1` before")]
    cutters: Annotated[int, Meta(description="players whose cuts counted")]
    players: int
    withheld: Annotated[int, Meta(description="cuts that were committed and never revealed")]
    absent: Annotated[list[int], Meta(description="seats that left between lock and deal")]
    thrown: list[ThrownBefore]
    commit: str
    chain: str


class FinishedHand(Shape):
    """A finished hand as the user may see it.

    A shared one has no id, no table and no neighbours, which would lead to the players' names.
    """

    id: uuid.UUID | None
    table: Annotated[uuid.UUID | None, Meta(description="id of the table")]
    table_name: str
    table_slug: str
    previous: Annotated[
        uuid.UUID | None, Meta(description="the table's hand before, if the user may see it")
    ]
    next: Annotated[
        uuid.UUID | None, Meta(description="the table's next hand, if the user may see it")
    ]
    game: str
    game_name: str
    number: int
    preset: str
    rules_hash: str
    house_rules: Annotated[
        list[Difference], Meta(description="options that differ from the standard")
    ]
    started_at: Moment
    finished_at: Moment | None
    void: bool
    teaching: Annotated[
        bool, Meta(description="its host may have chosen its cards and taken actions back")
    ]
    ended_by: str | None
    pot: int
    pots: list[ResultPot]
    seat: Annotated[int | None, Meta(description="the user's seat; null for a spectator")]
    players: list[HandSeatView]
    lines: list[HandLine]
    advice: Annotated[list[HandAdvice], Meta(description="for the cards that you see")]
    moderation: Annotated[list[HandAction], Meta(description="what staff did to the hand")]
    dealt: Annotated[Dealt | None, Meta(description="null: an older or a shared hand")]


class Frame(Shape):
    """The state after one action; the first frame is after the deal."""

    seq: int
    at: Moment
    view: Annotated[JSON, in_family(VIEWS, description="the view, as at a live table")]
    events: Annotated[
        list[Annotated[JSON, in_family(EVENTS)]], Meta(description="what led to this state")
    ]


class ReplaySeat(Shape):
    """A seat of a replayed hand."""

    seat: int
    name: str
    kind: str
    stack: Annotated[int | None, Meta(description="null: hidden from the user")]
    avatar: int
    status: str


class ReplayTable(Shape):
    """The table of a replayed hand."""

    name: str
    game: str
    preset: str
    format: str
    max_seats: int
    seats: list[ReplaySeat]


class ReplayHand(Shape):
    """The id and number of a replayed hand; a shared one has no id."""

    id: uuid.UUID | None
    number: int


class HandReplayed(Shape):
    """All data that a client needs to replay a hand."""

    frames: list[Frame]
    hand: ReplayHand
    you: Annotated[int | None, Meta(description="the user's seat")]
    table: ReplayTable


class ShareLink(Shape):
    """The public link to a hand, without names."""

    url: Annotated[str, Meta(description="path of the page on this server")]

    example: ClassVar[dict[str, Any]] = {"url": "/h/YUrHLNyeB8Sz/"}


# -- records -------------------------------------------------------------------------------------


class RecordHand(Shape):
    """The hand of a record."""

    id: Annotated[str | None, note("the hand's id, a UUID")]
    number: Annotated[int | None, note("1 for the first hand of the table")]
    started_at: Annotated[str | None, note("ISO 8601")]
    finished_at: Annotated[str | None, note("ISO 8601")]
    void: Annotated[bool, note("whether the hand was declared void, so that nobody won or lost")]


class RecordViewer(Shape):
    """Whose view a record is."""

    seat: Annotated[int | None, note("the viewer's seat; null for a spectator")]
    all_cards: Annotated[bool, note("whether the viewer may see all cards")]


class RecordSeat(Shape):
    """A seat of a record."""

    seat: SeatNumber
    name: Annotated[str, note("the player's name")]
    kind: Annotated[str, note("`person`, `guest`, `bot` or `registered_bot`")]
    stack: Annotated[int, note("chips before the hand")]
    cards: Annotated[list[Card], note("the hole cards; `??` for one that the viewer never saw")]


class CardsUnknown(Shape):
    """The hole cards that are not in a record."""

    count: Annotated[int, note("how many")]
    seats: Annotated[list[SeatNumber], note("whose")]


class RecordStep(Shape):
    """The table after the deal; `stacks` are in the order of the seats."""

    stacks: Annotated[list[int], note("chips of each seat")]
    pot: Annotated[int, note("chips in all pots and bets")]


class RecordAction(RecordStep, kw_only=True):
    """An action, and the table after it."""

    seq: Annotated[int, note("the number of the action, from 1")]
    seat: Annotated[int, note("the seat that acted")]
    kind: Annotated[str, note("the action; `leave`: the player left the table")]
    amount: Annotated[int | UnsetType, note("the amount of the action")] = UNSET
    cards: Annotated[list[Card] | UnsetType, note("the cards of the action")] = UNSET
    reading: Annotated[str | UnsetType, note("the combination, or what was chosen")] = UNSET
    auto: Annotated[
        str | UnsetType,
        note("who acted for the player: `timeout`, `away`, `bot` or `leave`; else it is absent"),
    ] = UNSET
    at: Annotated[int | UnsetType, note("milliseconds since 1970")] = UNSET


class LosslessRecord(Shape, kw_only=True):
    """The lossless record of a hand, format `cardhouse-hand`; each game has its own."""

    format: Annotated[str, note("`cardhouse-hand`")]
    version: Annotated[int, note("2 for a hand dealt by TFAIR2, 1 for one before")]
    hand: RecordHand
    preset: Annotated[str, note("the key of the preset")]
    rules_hash: Annotated[str, note("SHA-256 of the canonical JSON of `rules`")]
    viewer: RecordViewer
    button: Annotated[int, note("the dealer's seat")]
    seats: list[RecordSeat]
    deck: Annotated[
        str, note("the dealt order; `??` for a card that the viewer never saw; ends with the last")
    ]
    cards_unknown: CardsUnknown
    result: Annotated[HandResult | None, note("how the hand ended; null if it is void")]
    fair: (
        Annotated[JSON, in_family(PROOF, description="the proof; hands from before it have none")]
        | UnsetType
    ) = UNSET


RECORD = "AnyRecord"


@cache
def record_of(game: str) -> type:
    """The shape of a game's records."""
    shapes, title = shapes_of(game), title_of(game)
    event = Annotated[JSON, in_family(events_of(game).name)]
    events = ("events", Annotated[list[event], note("what the viewer saw of it")])
    step = defstruct(f"{title}RecordDeal", [events], bases=(RecordStep,), kw_only=True)
    action = defstruct(f"{title}RecordAction", [events], bases=(RecordAction,), kw_only=True)
    fields: list[Any] = [
        ("rules", rules_of(game)),
        ("terms", Annotated[shapes.TERMS, note("what was settled for this hand alone")]),
        ("deal", Annotated[step, note("the table after antes, blinds and the deal")]),
        ("actions", Annotated[list[action], note("all actions, in order")]),  # type: ignore[valid-type]
    ]
    made = defstruct(
        f"{title}Record", fields, bases=(LosslessRecord,), tag_field="game", tag=game, kw_only=True
    )
    for one, about in ((step, RecordStep), (action, RecordAction), (made, LosslessRecord)):
        one.__doc__ = about.__doc__
    return made


family(
    RECORD,
    "The lossless record of a finished hand.",
    lambda: [record_of(game.key) for game in registry.all_games()],
    by="game",
)
