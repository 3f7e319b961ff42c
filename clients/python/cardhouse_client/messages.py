"""What the server says on the sockets, with the names of its AsyncAPI document.

The same classes are in the answers of REST. Moments are milliseconds since 1970. `view`, `rules`,
`contest` and the events of a hand are the game's own, as JSON values.
"""

import json
from dataclasses import dataclass, field
from typing import Any, get_args

from cardhouse_client.reading import read


@dataclass(frozen=True, slots=True)
class Clock:
    """Whose turn it is, since when, until when, and until when with the time bank.

    `held_until`: the seat's connection is lost, and the table waits for it until then.
    """

    seat: int
    from_: int
    until: int
    bank_until: int | None
    held_until: int | None = None


@dataclass(frozen=True, slots=True)
class HandNow:
    """The hand as this client may see it; `next_at` is when the next one comes, once over.

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
        """Whether it is settled; `view["result"]` then says how."""
        return bool(self.view["phase"] == "settled")

    @property
    def seat(self) -> int | None:
        """The client's own seat, None where it looks on."""
        own: int | None = self.view.get("you", {}).get("seat")
        return own

    @property
    def legal(self) -> dict[str, dict[str, Any]]:
        """What the client may do now, by kind, each with its bounds or its price."""
        return {option["kind"]: option for option in self.view.get("you", {}).get("legal", [])}

    @property
    def my_turn(self) -> bool:
        """Whether the hand waits for this client."""
        return self.seat is not None and self.view["turn"] == self.seat


@dataclass(frozen=True, slots=True)
class Rest:
    """Why the client's own break or limit keeps him from being dealt in, and until when."""

    code: str
    text: str
    until: int


@dataclass(frozen=True, slots=True)
class You:
    """The client himself: his seat at this table, the chips in his wallet, and why he rests."""

    id: str
    name: str
    kind: str
    seat: int | None
    wallet: int
    rests: Rest | None
    tops_up_to: int | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A taken seat; `place` once it is out of a sit and go."""

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
    """Who starts the next game: `auto`, `winner` or `anyone`; which seats, and whether now."""

    by: str
    seats: list[int]
    needed: bool


@dataclass(frozen=True, slots=True)
class Wishes:
    """Which wishes a seat may have here."""

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
    """Everything around the cards; `contest` is the sit and go of the table."""

    slug: str
    name: str
    game: str
    preset: str
    state: str
    private: bool
    households: str
    newcomers: bool
    rail: str
    rail_delay_s: int
    max_seats: int
    min_buy_in: int
    max_buy_in: int
    clock_ms: int
    bank_ms: int
    autostart: bool
    running: bool
    standing: bool
    stakes: str
    unit: int
    format: str
    restart: Restart
    contest: dict[str, Any] | None
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
        """The seats that nobody has."""
        taken = {seat.seat for seat in self.seats}
        return [number for number in range(self.max_seats) if number not in taken]

    def at(self, seat: int | None) -> SeatView | None:
        """Who sits there."""
        return next((taken for taken in self.seats if taken.seat == seat), None)


@dataclass(frozen=True, slots=True)
class ChatView:
    """One line as it is read; `room` is `players` or `rail`."""

    id: int
    at: int | None
    who: str
    kind: str
    room: str
    text: str
    nudges: int | None = None


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat."""

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
    rail: str
    private: bool
    names: list[Sitter]
    mine: bool = False
    my_turn: bool = False


@dataclass(frozen=True, slots=True)
class Hello:
    """Everything at once: the first message, after each cut and after `resync`."""

    now: int
    you: You | None
    table: TableView
    hand: HandNow | None
    chat: list[ChatView]
    watching: int
    v: int = 1


@dataclass(frozen=True, slots=True)
class HandMoved:
    """The hand after something happened, and what happened."""

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
    """How many people look on."""

    n: int


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is closed; no message comes after this one."""

    now: int


@dataclass(frozen=True, slots=True)
class Tables:
    """The list of the lobby as this client may see it."""

    tables: list[TableRow]
    online: int


@dataclass(frozen=True, slots=True)
class Done:
    """The command with this `id` was carried out; an action names the `seq` it got."""

    id: str
    seq: int | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """The command with this `id` was refused and changed nothing."""

    id: str
    code: str
    text: str
    limits: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a selection of cards."""

    reading: str
    name: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What a selection of one's own cards is; `code` and `text` say why it may not be played."""

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
"""What comes by itself."""
Answer = Done | Refusal | Asked | Pong
"""What answers a command, by its `id`."""

KINDS: dict[str, type] = {
    "hello": Hello,
    "hand": HandMoved,
    "table": TableChanged,
    "chat": Said,
    "watching": Watching,
    "closed": Closed,
    "tables": Tables,
    "ok": Done,
    "refused": Refusal,
    "asked": Asked,
    "pong": Pong,
}
"""The messages by the `type` of their frames."""
assert set(KINDS.values()) == {*get_args(News), *get_args(Answer)}


def decode(frame: str | bytes) -> News | Answer | None:
    """The message of one frame; None for one that this client does not know yet."""
    data = json.loads(frame)
    kind = KINDS.get(data["type"])
    return read(kind, data) if kind is not None else None
