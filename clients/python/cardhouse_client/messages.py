"""The server's socket messages, with the names of its AsyncAPI document.

REST responses use the same classes. Times are milliseconds since 1970. `view`, `rules`,
`sit_and_go` and the events of a hand are the game's own, as JSON values.
"""

import json
from dataclasses import dataclass, field
from typing import Any, get_args

from cardhouse_client.reading import read


@dataclass(frozen=True, slots=True)
class Clock:
    """The turn clock: the seat, the start, the deadline, and the deadline with the time bank.

    `held_until`: the seat has lost its connection, and the table waits for it until then.
    """

    seat: int
    from_: int
    until: int
    bank_until: int | None
    held_until: int | None = None


@dataclass(frozen=True, slots=True)
class HandNow:
    """The hand as this client may see it; once it is over, `next_at` is the time of the next one.

    `fair` proves the deal and `openings` the cards in view; later messages have only what is new.
    """

    id: str
    number: int
    seq: int
    view: dict[str, Any]
    clock: Clock | None
    next_at: int | None
    fair: dict[str, Any] | None
    openings: list[dict[str, Any]]

    @property
    def over(self) -> bool:
        """Return whether the hand is settled; `view["result"]` then says how."""
        return bool(self.view["phase"] == "settled")

    @property
    def seat(self) -> int | None:
        """Return the client's own seat, None for a spectator."""
        own: int | None = self.view.get("you", {}).get("seat")
        return own

    @property
    def legal(self) -> dict[str, dict[str, Any]]:
        """Return the legal actions of the client by kind, each with its bounds or its price."""
        return {option["kind"]: option for option in self.view.get("you", {}).get("legal", [])}

    @property
    def my_turn(self) -> bool:
        """Return whether the hand waits for this client."""
        return self.seat is not None and self.view["turn"] == self.seat


@dataclass(frozen=True, slots=True)
class Rest:
    """Why the user's own break or limit keeps them from being dealt in, and until when."""

    code: str
    text: str
    until: int


@dataclass(frozen=True, slots=True)
class You:
    """The user: their seat at this table, the chips in their wallet, and any break."""

    id: str
    name: str
    kind: str
    seat: int | None
    wallet: int
    rests: Rest | None
    tops_up_to: int | None = None
    seat_request: str | None = None
    seat_requests: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SeatView:
    """A taken seat; `place` is its rank once it is out of a sit and go."""

    seat: int
    name: str
    avatar: int
    kind: str
    stack: int
    pending: int
    status: str
    bank_ms: int
    owes: str
    for_points: bool
    posts: bool
    straddles: bool
    place: int | None
    pressed_next: bool = False


@dataclass(frozen=True, slots=True)
class Restart:
    """The start of the next game: by `auto`, `winner` or `anyone`, which seats, whether now."""

    by: str
    seats: list[int]
    needed: bool


@dataclass(frozen=True, slots=True)
class Wishes:
    """The wishes that a seat may have at this table."""

    post: bool
    straddle: bool
    top_up_to: bool = False


@dataclass(frozen=True, slots=True)
class HouseRule:
    """An option that differs from the standard preset, with its sentence."""

    name: str
    label: str
    value: str
    text: str
    usual: str


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything about the table but the cards; `sit_and_go` is its sit and go."""

    slug: str
    name: str
    game: str
    preset: str
    state: str
    private: bool
    households: str
    newcomers: bool
    approval: bool
    spectators: str
    spectator_delay_s: int
    max_seats: int
    min_buy_in: int
    max_buy_in: int
    clock_ms: int
    bank_ms: int
    autostart: bool
    running: bool
    is_house_table: bool
    stakes: str
    unit: int
    format: str
    restart: Restart
    sit_and_go: dict[str, Any] | None
    can_prefer: Wishes
    rules: dict[str, Any]
    house_rules: list[HouseRule]
    phrases: list[str]
    host: str | None
    version: int
    seats: list[SeatView]
    min_players: int
    can_start: bool
    waiting: str | None
    next_at: int | None
    next_deck: dict[str, Any] | None
    invite: str | None

    @property
    def free(self) -> list[int]:
        """Return the free seats."""
        taken = {seat.seat for seat in self.seats}
        return [number for number in range(self.max_seats) if number not in taken]

    def at(self, seat: int | None) -> SeatView | None:
        """Return the seat with this number if it is taken."""
        return next((taken for taken in self.seats if taken.seat == seat), None)


@dataclass(frozen=True, slots=True)
class ChatView:
    """One line of chat; `room` is `players` or `spectators`."""

    id: int
    at: int | None
    who: str
    kind: str
    room: str
    text: str
    nudges: int | None = None


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player on a seat."""

    seat: int
    name: str
    avatar: int
    kind: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """An open table in the lobby's list; `mine` and `my_turn` are the client's."""

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
    names: list[Sitter]
    mine: bool = False
    my_turn: bool = False


@dataclass(frozen=True, slots=True)
class Hello:
    """The full state: the first message, after each reconnection and after `resync`."""

    now: int
    you: You | None
    table: TableView
    hand: HandNow | None
    chat: list[ChatView]
    watching: int
    v: int = 1


@dataclass(frozen=True, slots=True)
class HandMoved:
    """The hand after an action, and its events."""

    now: int
    hand: HandNow | None
    events: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class TableChanged:
    """The table or its seats changed; `you` where the client has a seat."""

    now: int
    table: TableView
    you: You | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """New lines of the chat."""

    lines: list[ChatView]


@dataclass(frozen=True, slots=True)
class Watching:
    """The number of spectators."""

    n: int


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is closed; no message follows this one."""

    now: int


@dataclass(frozen=True, slots=True)
class Tables:
    """The list of the lobby as this client may see it."""

    tables: list[TableRow]
    online: int


@dataclass(frozen=True, slots=True)
class Done:
    """The command with this `id` was carried out; for an action with its `seq`."""

    id: str
    seq: int | None = None


@dataclass(frozen=True, slots=True)
class RefusedEvent:
    """The command with this `id` was refused and changed nothing."""

    id: str
    code: str
    text: str
    limits: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """One possible reading of selected cards."""

    reading: str
    name: str


@dataclass(frozen=True, slots=True)
class Asked:
    """The description of selected cards; `code` and `text` say why they cannot be played."""

    id: str = ""
    name: str | None = None
    readings: list[Reading] = field(default_factory=list)
    code: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Pong:
    """The server's clock."""

    now: int
    id: str = ""


News = Hello | HandMoved | TableChanged | Said | Watching | Closed | Tables
"""Messages without a request."""
Answer = Done | RefusedEvent | Asked | Pong
"""Messages that answer a command, by its `id`."""

KINDS: dict[str, type] = {
    "hello": Hello,
    "hand": HandMoved,
    "table": TableChanged,
    "chat": Said,
    "watching": Watching,
    "closed": Closed,
    "tables": Tables,
    "ok": Done,
    "refused": RefusedEvent,
    "asked": Asked,
    "pong": Pong,
}
"""The messages by the `type` of their frames."""
assert set(KINDS.values()) == {*get_args(News), *get_args(Answer)}


def decode(frame: str | bytes) -> News | Answer | None:
    """Return the message of a frame, or None for one that this client does not know."""
    data = json.loads(frame)
    kind = KINDS.get(data["type"])
    return read(kind, data) if kind is not None else None
