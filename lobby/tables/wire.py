"""The shapes of tables on the wire: settings, plans, views, states and the lobby's rows.

All transports have the same. Those of a game's views and options are in `games.wire`.
"""

from typing import Annotated, Any, ClassVar

from msgspec import UNSET, Meta, Struct, UnsetType, field

from accounts.people.wire import NameMark, UserKind
from core.http.openapi import CODED_LIMITS
from core.wire import Body, Id, Moment, Shape, changes_of, characters, in_family, one_of, within
from games.bots import LEVELS
from games.dealing.queries.proofs import CardOpening, Proof
from games.engines.core import registry
from games.wire.registry import OPTIONS, RULES, VIEWS
from lobby.tables.chat_shapes import ChatView, Sentence
from lobby.tables.deck_shapes import NextDeckView
from lobby.tables.models import Seat, SeatRequest, Table
from lobby.tables.models.table import NAME_CHARS, NEWCOMER_HANDS_MAX
from lobby.tables.rule_shapes import HouseRule, Restart, Wishes
from lobby.tables.sit_and_go_shapes import SitAndGoView
from lobby.tables.teaching_shapes import CardPlace, TeachingHand

_FIRST = registry.first()
HOUSEHOLDS = ["usual", *Table.Households.values]
"""The choices of a plan; `usual` is apart where strangers play against each other for chips."""

CHATS = ["usual", *Table.Chat.values]

Spectators = Annotated[str, one_of(Table.Spectators.values)]
Format = Annotated[str, one_of(("cash", "points", "sit_and_go", "unrated"))]
State = Annotated[str, one_of((*Table.State.values, "frozen"))]
BotLevel = Annotated[str, Meta(max_length=8, extra_json_schema={"enum": list(LEVELS)})]
"""A level of bots; another is refused by its own code."""
Key = Annotated[str, Meta(max_length=32)]
"""The key of a game or of a preset."""


def buy_in(**named: Any) -> Meta:
    """The note of an amount to bring, in chips."""
    return within(1, 1_000_000_000, **named)


class TableSettings(Struct, kw_only=True):
    """The settings of a table that its host chooses and that everybody reads as they were chosen.

    Each is a column of the table's row, from which it is read (`settings_of`).
    """

    name: str
    game: Key = _FIRST.key
    preset: Key = "standard"
    min_buy_in: Annotated[int, buy_in()] = 200
    max_buy_in: Annotated[int, buy_in(description="The most a player can bring.")] = 2_000
    spectators: Spectators = Table.Spectators.PUBLIC.value
    spectator_delay_s: Annotated[int, within(0, 900)] = 0
    private: Annotated[
        bool,
        Meta(description="Not listed in the lobby; people join by invite link."),
    ] = False
    newcomers: Annotated[
        bool,
        Meta(description=f"Only players with fewer than {NEWCOMER_HANDS_MAX} hands may sit down."),
    ] = False
    approval: Annotated[
        bool,
        Meta(description="People ask for a seat, and you let them in."),
    ] = False
    unrated: Annotated[
        bool,
        Meta(
            description="Everyone gets practice chips. Nothing counts: no balance, statistics, "
            "leaderboards or ratings.",
        ),
    ] = False
    teaching: Annotated[
        bool,
        Meta(
            description="For lessons: the host may set cards, open all hands, stop a hand and take "
            "actions back. It is unrated, and nothing proves that its hands were dealt fairly.",
        ),
    ] = False
    autostart: Annotated[
        bool,
        Meta(
            description="A hand starts as soon as enough players are ready. "
            "Otherwise a player presses Deal.",
        ),
    ] = True


def settings_of(source: Any) -> dict[str, Any]:
    """The settings of a table's row or of a plan, by name."""
    return {name: getattr(source, name) for name in TableSettings.__struct_fields__}


class TablePlan(TableSettings, Body, kw_only=True):
    """A host's choices for a table; omitted fields have the defaults of the page's form.

    Times are in seconds.
    """

    name: Annotated[
        str,
        characters(0, NAME_CHARS[1], description="Leave blank and we'll pick one."),
    ]
    options: Annotated[
        dict[str, Any],
        in_family(OPTIONS, description="options of `game` that differ from the preset"),
    ] = {}
    seats: Annotated[int, within(1, 32)] = 6
    clock_s: Annotated[int, within(5, 120, description="Then the time bank starts.")] = 25
    bank_s: Annotated[
        int,
        within(
            0, 300, description="Extra time for each player, refilled a little after each hand."
        ),
    ] = 30
    households: Annotated[
        str,
        one_of(HOUSEHOLDS, description="Players who share a device or an internet connection."),
    ] = "usual"
    chat: Annotated[
        str, one_of(CHATS, description="Whether players read what spectators write.")
    ] = "usual"
    phrases_only: Annotated[
        bool,
        Meta(
            description="Players pick from friendly phrases and emotes during a hand, "
            "and chat freely between hands.",
        ),
    ] = False
    bots: Annotated[int, within(0, 31, description="Bots leave when people want the seats.")] = 0
    bot_level: BotLevel = "medium"


class PlanBody(changes_of(TablePlan, "Choices", without=[])):  # type: ignore[misc]
    """A new table; omitted fields have the first values of the page's form for that game.

    `tables/options` lists them as each game's `defaults`: the first preset, seats, and buy-ins that
    suit the stakes. A table without a name gets a free one. Times are in seconds.
    """

    example: ClassVar[dict[str, Any]] = {
        "name": "Marigold",
        "game": _FIRST.key,
        "options": {_FIRST.manifest.quick.stakes: 10},
        "bots": 2,
    }


class ChangeBody(changes_of(TablePlan, "Changes", without=["game"])):  # type: ignore[misc]
    """Changes to a table; omitted fields and the game stay as they are.

    With a `preset`, `options` holds those that differ from it.
    """

    example: ClassVar[dict[str, Any]] = {"options": {_FIRST.manifest.quick.stakes: 20}}


class PlanCheck(Shape):
    """The result of checking a plan."""

    errors: Annotated[dict[str, str], Meta(description="an explanation for each invalid field")]
    least_buy_in: Annotated[
        int | None, Meta(description="null: a sit and go, or a table for points")
    ]

    example: ClassVar[dict[str, Any]] = {
        "errors": {"min_buy_in": "At these stakes, at least 200 chips."},
        "least_buy_in": 200,
    }


class Sitter(Shape):
    """The occupant of a seat."""

    seat: int
    name: str
    avatar: int
    kind: UserKind


class SeatView(Sitter, omit_defaults=True):
    """An occupied seat."""

    stack: Annotated[int | None, Meta(description="null: hidden from you")]
    pending: Annotated[
        int | None,
        Meta(description="chips added to the stack before the next hand; null like `stack`"),
    ]
    status: Annotated[str, one_of(Seat.Status.values)]
    bank_ms: int
    missed_blinds: str
    for_points: bool
    posts: bool
    straddles: bool
    pressed_next: Annotated[bool, Meta(description="the player wants the next hand now")]
    place: Annotated[int | None, Meta(description="finishing place in the sit and go")]
    mark: NameMark = ""


Stakes = Annotated[str | UnsetType, Meta(description="in words; sockets leave them out")]
Figures = Annotated[dict[str, int | None], Meta(description="the stakes in numbers, by name")]


class TableRow(Shape, kw_only=True):
    """An open table in the lobby's list; `mine` and `my_turn` concern the reader."""

    slug: str
    name: str
    game: str
    preset: str
    stakes: Stakes = UNSET
    figures: Figures
    unit: int
    format: Format
    min_buy_in: int
    max_buy_in: int
    seats: int
    taken: int
    bots: int
    waiting: Annotated[int, Meta(description="people in the waiting list")] = 0
    watching: int
    state: State
    playing: bool
    spectators: Spectators
    private: bool
    hides_stacks: Annotated[bool, Meta(description="players see only their own stack")]
    average_pot: Annotated[
        int | None, Meta(description="of its last hands; null: too few yet, or no pots")
    ]
    hands_an_hour: Annotated[
        int | None, Meta(description="at the pace of its last hands; null: too few yet")
    ]
    names: list[Sitter]
    mine: bool = False
    my_turn: bool = False

    @property
    def has_free_seat(self) -> bool:
        """Whether a seat is free that nobody in the waiting list waits for."""
        return self.taken + self.waiting < self.seats


class TableView(TableSettings, Shape, kw_only=True):
    """Everything about a table except its cards."""

    slug: str
    state: State
    households: Annotated[
        str,
        one_of(Table.Households.values, description="apart: one player of each household"),
    ]
    max_seats: int
    clock_ms: Annotated[int, Meta(description="0: no clock runs, at practice tables")]
    bank_ms: int
    running: bool
    is_house_table: bool
    stakes: Stakes = UNSET
    figures: Figures
    unit: int
    format: Format
    restart: Annotated[Restart, Meta(description="who may start the next game")]
    sit_and_go: Annotated[
        SitAndGoView | None, Meta(description="the running sit and go, or else the last one")
    ]
    can_prefer: Wishes
    rules: Annotated[dict[str, Any], in_family(RULES, description="every option of the game")]
    open_hands: Annotated[
        bool, Meta(description="from the next hand on, everybody sees all cards (teaching tables)")
    ]
    house_rules: Annotated[list[HouseRule], Meta(description="options that differ from the preset")]
    chat: Annotated[str, one_of(Table.Chat.values, description="who reads spectators")]
    phrases: Annotated[
        list[str],
        Meta(
            description="the only lines allowed during a hand, in codes: a line is the text of the "
            "message `house.phrase.<code>` in any language; empty: any line"
        ),
    ]
    host: str | None
    version: int
    waiting_list: Annotated[int, Meta(description="how many people wait for a seat")]
    seats: list[SeatView]
    min_players: int
    can_start: bool
    waiting: Annotated[Sentence | None, Meta(description="what it waits for between two hands")]
    next_at: Annotated[
        int | None, Meta(description="time of the next hand, milliseconds since 1970")
    ]
    next_deck: NextDeckView | None
    invite: Annotated[
        str | None, Meta(description="the invite link's path; null if you may not pass it on")
    ]


class Clock(Shape):
    """The seat to act, when its turn began, when its clock ends, and when its time bank ends.

    `held_until`: the seat's connection is lost, and the table waits for it until then. Times are in
    milliseconds since 1970.
    """

    seat: int
    from_: int = field(name="from")
    until: int
    bank_until: int | None
    held_until: int | None


class HandNow(Shape):
    """A hand as its viewer may see it.

    `fair` proves the deal and `openings` its cards; a socket sends only what is new to the viewer.
    """

    id: Id
    number: int
    seq: Annotated[int, Meta(description="the number of actions so far; send it with your action")]
    view: Annotated[
        dict[str, Any],
        in_family(VIEWS, description="the game as you may see it; `you.legal` is what you may do"),
    ]
    clock: Clock | None
    next_at: Annotated[int | None, Meta(description="time of the next hand once this one is over")]
    fair: Annotated[Proof | None, Meta(description="the proof of the deal; null for older hands")]
    openings: Annotated[
        list[CardOpening], Meta(description="p, t, card, salt, path of each card in view")
    ]
    teaching: Annotated[
        TeachingHand | None, Meta(description="null: an ordinary hand, whose cards nobody chose")
    ] = None


class Rest(Shape):
    """Your own break or play limit that keeps you from being dealt in, and its end."""

    code: Annotated[str, one_of(["ON_BREAK", "OWN_LOSS", "OWN_MINUTES"])]
    max: Annotated[int | None, Meta(description="the limit of chips or minutes; null for a break")]
    until: Moment


class BuyIn(Shape):
    """The chips that you may bring to this table now; `usual` is a modest amount.

    `left_with`: you left this table, or a sister of it, with so many chips; until `until` you bring
    them back, as far as you have them. Null otherwise.
    """

    min: int
    max: int
    usual: int
    left_with: int | None = None
    until: Moment | None = None


class SeatRequestView(Shape):
    """A player who asks the host for a seat, until this time."""

    name: str
    avatar: int
    kind: UserKind
    until: Moment


class WaitingPlace(Shape):
    """Your place in the waiting list of a table; 1 is the first in line."""

    place: int
    until: Annotated[
        Moment | None, Meta(description="a seat is held for you until then; null: wait for one")
    ]


class You(Shape):
    """The reader: their seat, the chips in their wallet, and why they are not dealt in."""

    id: Id
    name: str
    kind: UserKind
    seat: int | None
    wallet: int
    tops_up_to: Annotated[int | None, Meta(description="automatic top-up between hands")]
    rests: Rest | None
    short_by: Annotated[
        int, Meta(description="chips you must add to be dealt in; 0: you have enough")
    ]
    buy_in: Annotated[
        BuyIn | None,
        Meta(description="what you may bring; null: you have a seat, or no chips play"),
    ]
    seat_given_back: Annotated[
        Sentence | None, Meta(description="set if the table gave your seat back lately")
    ]
    seat_request: Annotated[
        Annotated[str, one_of(SeatRequest.State.values)] | None,
        Meta(description="the reader's request to the host for a seat"),
    ]
    seat_requests: Annotated[
        list[SeatRequestView], Meta(description="for the host: the players who ask for a seat")
    ]
    waiting: Annotated[WaitingPlace | None, Meta(description="null: you wait for no seat")] = None
    next_cards: Annotated[
        list[CardPlace],
        Meta(description="for the host of a teaching table: the places of the next hand"),
    ] = []


class TableState(Shape, omit_defaults=True):
    """A table as you may see it."""

    at: Annotated[
        str, Meta(description="the table's position; send it as `after` to wait for changes")
    ]
    now: Moment
    you: You | None
    table: TableView
    hand: HandNow | None
    chat: list[ChatView]
    watching: int
    signature: Annotated[
        str | None,
        Meta(description="the house's, of the receipt, in the answer to `cut_commit` and `cut`"),
    ] = None


class Acted(Shape):
    """The result of an action, and the table after it."""

    seq: Annotated[int, Meta(description="the action's number in the hand")]
    state: TableState


class ChatLines(Shape):
    """Chat lines, oldest first."""

    items: list[ChatView]


class SaidLine(Shape):
    """The line that was sent."""

    line: Annotated[ChatView | None, Meta(description="null if the text was an action")]


class Reading(Shape):
    """One way to interpret a selection of cards."""

    reading: str
    category: str


class Selection(Shape, kw_only=True):
    """The interpretations of a selection of cards; `code` says why it can't be played."""

    category: str | None = None
    readings: list[Reading] = []
    code: str | None = None
    limits: (
        Annotated[
            dict[str, Any],
            Meta(description="what explains the code", extra_json_schema=CODED_LIMITS),
        ]
        | None
    ) = None


class SpectatorList(Shape):
    """The number of spectators, and the names of those who agree to be listed."""

    watching: int
    names: list[str]


class Missed(Shape):
    """A summary of at most 500 hands that you missed."""

    hands: Annotated[int, Meta(description="hands finished since")]
    played: Annotated[int, Meta(description="hands you were dealt into")]
    won: Annotated[int, Meta(description="hands in which you won a pot")]
    net: Annotated[int, Meta(description="your net result in chips or points")]
    by_clock: Annotated[int, Meta(description="how often the clock or autoplay acted for you")]
    biggest_pot: Annotated[int, Meta(description="the largest pot you won")]
