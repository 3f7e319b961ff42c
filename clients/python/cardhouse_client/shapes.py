"""The shapes that the server sends, with their names in its documents.

Written by `manage.py client_types` from the types that the server encodes; a test compares. Times
are milliseconds since 1970. `view`, `rules`, `sit_and_go` and the events of a hand are the game's
own, as JSON values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardhouse_client import methods


@dataclass(frozen=True, slots=True)
class Acted:
    """The result of an action, and the table after it."""

    seq: int
    """the action's number in the hand"""
    state: TableState


@dataclass(frozen=True, slots=True)
class Asked:
    """The interpretations of a selection of cards; `code` and `text` say why it can't be played."""

    name: str | None
    readings: list[Reading]
    code: str | None
    text: str | None
    id: str


@dataclass(frozen=True, slots=True)
class Balance:
    """The chips in the wallet and at tables."""

    wallet: int
    in_play: int
    """chips on tables and in tournament entries"""
    refill: Refill


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
class ChatView:
    """A chat line as viewers read it."""

    id: int
    at: int
    """milliseconds since 1970"""
    who: str
    kind: str
    room: str
    text: str
    nudges: int | None
    """the seat that this nudge asks to act"""


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
    """The command with this `id` was carried out; for an action, `seq` is its number."""

    id: str
    seq: int | None = None


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
    events: list[dict[str, Any]]
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
    view: dict[str, Any]
    """the game as you may see it; `you.legal` is what you may do"""
    clock: Clock | None
    next_at: int | None
    """time of the next hand once this one is over"""
    fair: dict[str, Any] | None
    """the proof of the deal; null for older hands"""
    openings: list[dict[str, Any]]
    """p, t, card, salt, path of each card in view"""


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
    """`chips` or `points`"""
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


@dataclass(frozen=True, slots=True)
class Hello:
    """The whole table: the first message, and the answer to `resync`."""

    v: int
    now: int
    you: You | None
    table: TableView
    hand: HandNow | None
    chat: list[ChatView]
    watching: int


@dataclass(frozen=True, slots=True)
class HouseRule:
    """An option that differs from the table's preset, with a sentence that explains it."""

    name: str
    label: str
    value: str
    text: str
    usual: str


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
    name: str


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
    text: str
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


@dataclass(frozen=True, slots=True)
class Said:
    """New chat lines."""

    lines: list[ChatView]


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


@dataclass(frozen=True, slots=True)
class Selection:
    """The interpretations of a selection of cards; `code` and `text` say why it can't be played."""

    name: str | None
    readings: list[Reading]
    code: str | None
    text: str | None


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
    stakes: str
    unit: int
    format: str
    min_buy_in: int
    max_buy_in: int
    seats: int
    taken: int
    bots: int
    watching: int
    state: str
    playing: bool
    spectators: str
    private: bool
    hides_stacks: bool
    """players see only their own stack"""
    names: list[Sitter]
    mine: bool
    my_turn: bool


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


@dataclass(frozen=True, slots=True)
class TableView(methods.TableView):
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
    autostart: bool
    """A hand starts as soon as enough players are ready. Otherwise a player presses Deal."""
    slug: str
    state: str
    households: str
    """apart: one player of each household"""
    max_seats: int
    clock_ms: int
    bank_ms: int
    running: bool
    is_house_table: bool
    stakes: str
    unit: int
    format: str
    restart: Restart
    """who may start the next game"""
    sit_and_go: dict[str, Any] | None
    """the running sit and go, or else the last one"""
    can_prefer: Wishes
    rules: dict[str, Any]
    """every option of the game"""
    house_rules: list[HouseRule]
    """options that differ from the preset"""
    phrases: list[str]
    """the only lines allowed during a hand; empty: any line"""
    host: str | None
    version: int
    seats: list[SeatView]
    min_players: int
    can_start: bool
    waiting: str | None
    next_at: int | None
    """time of the next hand, milliseconds since 1970"""
    next_deck: dict[str, Any] | None
    invite: str | None
    """the invite link's path; null if you may not pass it on"""


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
    seat_given_back: str | None
    """a sentence if the table gave your seat back lately"""
    seat_request: str | None
    """the reader's request to the host for a seat"""
    seat_requests: list[SeatRequestView]
    """for the host: the players who ask for a seat"""
