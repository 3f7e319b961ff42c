"""The shapes of games, rules and finished hands on the wire."""

import uuid
from typing import Annotated, Any, ClassVar

from msgspec import UNSET, Meta, UnsetType

from accounts.people.names import MAX_LENGTH
from core.http.json_lines import LongPageQuery
from core.http.pagination import USUAL, PageQuery, page_of
from core.wire import Moment, Shape, one_of
from games.engines.core import registry
from games.hands.queries.hand_list import RESULTS

GAMES = [game.key for game in registry.all_games()]
LATEST_MOMENT = 4_102_444_800_000
"""The year 2100; later times are mistakes."""
AskedAt = Annotated[int, Meta(ge=0, le=LATEST_MOMENT, description="milliseconds since 1970")]
"""A time in a request, in milliseconds since 1970 (UTC)."""
Chips = list[Annotated[list[int], Meta(min_length=2, max_length=2)]]
"""Pairs of a seat and chips."""
JSON = dict[str, Any]


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
    rules: Annotated[JSON, Meta(description="every option with its value")]
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
    default: Any
    usual: Annotated[str, Meta(description="the label of the standard value")]


class GameRules(GameHead):
    """A game with its presets and options."""

    presets: list[GamePreset]
    options: list[GameOption]


# -- hands ---------------------------------------------------------------------------------------


HandResult = Annotated[str, one_of(RESULTS)]
HandSearch = Annotated[
    str,
    Meta(
        max_length=2 * MAX_LENGTH,
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
    result: HandResult | None = None
    q: HandSearch = ""


class HandFileQuery(PageQuery, kw_only=True):
    """Which of the user's hands a file has: those that ended at `after` or later."""

    size: Annotated[int, Meta(ge=1, le=USUAL)] = USUAL
    table: Annotated[uuid.UUID | None, Meta(description="id of a table")] = None
    after: AskedAt | None = None
    before: AskedAt | None = None
    result: HandResult | None = None
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
    plays_for: Annotated[str, Meta(description="`chips` or `points`")]
    at: Annotated[int, Meta(description="when it ended, milliseconds since 1970")]
    players: int
    pot: int
    net: Annotated[int | None, Meta(description="the user's result; null if they did not play")]
    won: Annotated[bool, Meta(description="whether the user won a pot")]
    ended_by: str | None
    void: bool


HandPage = page_of(HandRow)


class Pot(Shape, kw_only=True):
    """A pot with its winners."""

    amount: int
    label: str | None
    seats: Annotated[list[int], Meta(description="seats of the players who competed for it")]
    winners: list[int]
    shares: Annotated[Chips, Meta(description="[seat, chips] of each winner")]
    board: Annotated[
        int | UnsetType, Meta(description="1 or 2, if hands were compared on a board")
    ] = UNSET
    best: Annotated[
        list[list[Any]] | UnsetType,
        Meta(description="[seat, five cards] of each winner, if hands were compared on a board"),
    ] = UNSET


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
    label: str | None
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


class HandAction(Shape):
    """A staff action on a hand: it was voided, or two members of staff saw its cards."""

    at: Moment
    action: str
    label: str
    by: str
    reason: str


class Dealt(Shape):
    """How a hand was dealt; `hands/{hand_id}/record` has the proof."""

    cutters: Annotated[int, Meta(description="players whose cuts counted")]
    players: int
    withheld: Annotated[int, Meta(description="cuts that were committed and never revealed")]
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
    ended_by: str | None
    pot: int
    pots: list[Pot]
    seat: Annotated[int | None, Meta(description="the user's seat; null for a spectator")]
    players: list[HandSeatView]
    lines: list[HandLine]
    moderation: Annotated[list[HandAction], Meta(description="what staff did to the hand")]
    dealt: Annotated[Dealt | None, Meta(description="null: an older or a shared hand")]


class Frame(Shape):
    """The state after one action; the first frame is after the deal."""

    seq: int
    at: Moment
    view: Annotated[JSON, Meta(description="the view, as at a live table")]
    events: list[JSON]


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

    example: ClassVar[dict[str, Any]] = {"url": "/hands/shared/gAAAAABpIW5k0Jx4bQ/"}


class LosslessRecord(Shape, kw_only=True):
    """The lossless record, format `cardhouse-hand` version 1."""

    format: str
    version: int
    hand: JSON
    game: str
    preset: str
    rules: JSON
    rules_hash: str
    viewer: Annotated[JSON, Meta(description="{seat, all_cards}: the viewer")]
    button: int
    terms: JSON
    seats: list[JSON]
    deck: Annotated[
        str, Meta(description="the dealt order; `??` for a card that the viewer never saw")
    ]
    cards_unknown: JSON
    deal: JSON
    actions: list[JSON]
    result: JSON | None
    fair: Annotated[
        JSON | UnsetType,
        Meta(
            description="the proof of the deal with the openings of all known cards, and the path "
            "to the root of its `day` once the day is closed; older hands have none"
        ),
    ] = UNSET
