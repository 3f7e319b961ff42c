"""The contract between the platform and every game.

A hand is its opening plus its actions. A game is one object that deals an opening, lists the legal
actions, applies one action at a time and builds views. Everything here is a frozen value of ints,
strings and tuples; nothing here reads a clock, draws random numbers or does I/O.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from games.engines.core import rules as rule_sets
from games.engines.core.cards import text_of
from games.engines.core.deal_map import DealMap
from games.engines.core.errors import RulesError
from games.engines.core.manifest import Manifest
from games.engines.core.results import Pot, Result, Shown
from games.engines.core.rules import Option, Rules

__all__ = [
    "EVERYONE",
    "OPEN",
    "SPECTATOR",
    "Action",
    "Event",
    "Figures",
    "Game",
    "Legal",
    "Manifest",
    "NextHand",
    "Opening",
    "Option",
    "Pot",
    "Result",
    "Rules",
    "RulesError",
    "SeatSnapshot",
    "Shown",
    "SitAndGoRules",
    "Stake",
    "Step",
    "TableHistory",
    "Typed",
    "Viewer",
]

Figures = Mapping[str, int | None]
"""Chips and other numbers by name."""

EVERYONE = (-1,)
"""The audience of a public event."""
OWN_STACK, ALL_STACKS, NO_STACKS = "own", "all", "none"
"""The hidden stacks that a viewer sees."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The start of a hand: seats in ascending order, `stacks` in that order, `deck[0]` first.

    `terms` holds what the game settled for this hand alone (blinds, posts), as JSON values. An
    opening without terms gets the game's plainest ones.
    """

    game: str
    rules: Rules
    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    button: int
    deck: tuple[int, ...]
    terms: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the opening with its deck as JSON values; viewers never get it."""
        return {
            "game": self.game,
            "rules": self.rules.to_json(),
            "seats": list(self.seats),
            "stacks": list(self.stacks),
            "button": self.button,
            "deck": list(self.deck),
            "terms": dict(self.terms),
        }


@dataclass(frozen=True, slots=True)
class SeatSnapshot:
    """A taken seat between two hands: its chips, and whether its player wants to be dealt in.

    `missed_blinds` is what the game noted when it passed the seat over: `small`, `both`, or `new`
    for a player who has just sat down. `wishes` lists what the player chose (`post`, `straddle`).
    """

    seat: int
    stack: int
    ready: bool = True
    missed_blinds: str = ""
    wishes: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TableHistory:
    """The memory of a table: the last dealer, winners and terms, and how long it has played.

    `winners` and `ended_by` are those of the last result.
    """

    button: int | None = None
    winners: tuple[int, ...] = ()
    ended_by: str = ""
    terms: Mapping[str, Any] = field(default_factory=dict)
    hands: int = 0
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class SitAndGoRules:
    """The format of a sit and go: everyone begins with `points`, the last one with points wins.

    `levels` are the blinds of each level as (small, big, ante), at least one. They rise after every
    `level_length` hands or minutes (`level_unit`), or never if `rises` is false.
    """

    points: int
    levels: tuple[tuple[int, int, int], ...]
    rises: bool = False
    level_length: int = 0
    level_unit: str = "hands"
    winner_takes_all: bool = False
    leaver_forfeits: bool = False
    fill_with_bots: bool = False


@dataclass(frozen=True, slots=True)
class NextHand:
    """The next hand before its deck: who is dealt in, who deals, and the terms.

    `missed_blinds` says for every taken seat which blinds it owes from now on. `drawn`: the seats
    among which the players' cuts draw the button, ascending; empty if it is fixed.
    """

    seats: tuple[int, ...]
    button: int
    terms: Mapping[str, Any]
    missed_blinds: Mapping[int, str]
    drawn: tuple[int, ...] = ()


class Action(NamedTuple):
    """An action of a seat; the platform sends `leave` when a player goes away during a hand.

    `reading` names the combination that `cards` stand for, where several are possible, or the
    choice of an action that chooses.
    """

    seat: int
    kind: str
    amount: int | None = None
    cards: tuple[int, ...] = ()
    reading: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the action as records store it."""
        return {
            "seat": self.seat,
            "kind": self.kind,
            "amount": self.amount,
            "cards": list(self.cards),
            "reading": self.reading,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Action":
        """Return the action that a record stored."""
        return cls(
            data["seat"],
            data["kind"],
            data.get("amount"),
            tuple(data.get("cards", ())),
            data.get("reading", ""),
        )


class Viewer(NamedTuple):
    """A viewer: a seat, a spectator (no seat), or a viewer who may see all cards.

    `stacks` says whose chips they see where the rules hide stacks (`Game.hides_stacks`): those of
    their own seat, all, or none. Elsewhere everybody sees all of them.
    """

    seat: int | None = None
    all_cards: bool = False
    stacks: str = OWN_STACK
    course: bool = False
    """Whether the view lists the public actions so far, where the game can: bots need it."""

    def sees_stack(self, seat: int) -> bool:
        """Return whether this viewer sees the stack of a seat where stacks are hidden."""
        return self.stacks == ALL_STACKS or (self.stacks == OWN_STACK and seat == self.seat)


SPECTATOR = Viewer()
OPEN = Viewer(all_cards=True)


class Event(NamedTuple):
    """An event of a hand for the seats in `audience`; it is private unless that is `EVERYONE`.

    `data` has its values by name; nobody changes them.
    """

    kind: str
    audience: tuple[int, ...]
    data: Mapping[str, Any]

    @classmethod
    def of(cls, kind: str, audience: tuple[int, ...] = (), **data: Any) -> "Event":
        """Return an event with its values by name."""
        return cls(kind, audience, data)

    def visible_to(self, viewer: Viewer) -> bool:
        """Return whether this viewer may see the event."""
        return (
            self.audience == EVERYONE
            or viewer.all_cards
            or (viewer.seat is not None and viewer.seat in self.audience)
        )

    def to_json(self) -> dict[str, Any]:
        """Return the event as clients get it; the audience is left out."""
        return {"kind": self.kind, **self.data}


class Legal(NamedTuple):
    """One legal action of a seat: with a range (`min`..`max` by `step`), a price, or neither.

    `over`: an amount above `max` counts as `max`. `cards`: one choice of cards; others of the same
    ranks are equally legal. `reading`: their combination, or what a `choose` chooses.
    """

    kind: str
    min: int | None = None
    max: int | None = None
    step: int = 1
    amount: int | None = None
    to: int | None = None
    over: bool = False
    cards: tuple[int, ...] = ()
    reading: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON values without the fields that do not apply."""
        data: dict[str, Any] = {"kind": self.kind}
        if self.min is not None:
            data |= {"min": self.min, "max": self.max, "step": self.step}
        if self.over:
            data["over"] = True
        if self.amount is not None:
            data["amount"] = self.amount
        if self.to is not None:
            data["to"] = self.to
        if self.cards:
            data["cards"] = [text_of(card) for card in self.cards]
        if self.cards or self.reading:
            data["reading"] = self.reading
        return data


class Typed(NamedTuple):
    """An action that a player typed."""

    kind: str
    amount: int | None = None
    reading: str = ""


class Stake(NamedTuple):
    """The stake of a seat in a hand.

    `own`: chips put in, or the loss that threatens where nothing is put in; `pot`: chips that are
    played for.
    """

    own: int
    pot: int


class Step(NamedTuple):
    """A new state and the events that led to it."""

    state: Any
    events: tuple[Event, ...]


class Game(Protocol):
    """One game. All methods are pure; only `deal` and `apply` make states."""

    key: str
    min_seats: int
    max_seats: int
    deck_size: int
    deal_map: DealMap
    Rules: type[rule_sets.Rules]
    presets: Mapping[str, rule_sets.Rules]
    action_kinds: frozenset[str]
    manifest: Manifest

    def rules_from_json(self, data: Mapping[str, Any]) -> rule_sets.Rules:
        """Return the rules of a JSON object; equal data gives the same object.

        Raises `RulesError`.
        """

    def entry_price(self, rules: Any) -> int:
        """Return the chips that a seat needs to be dealt in."""

    def unit(self, rules: Any) -> int:
        """Return the unit in which buy-ins are measured: the boot or the big blind."""

    def stakes(self, rules: Any) -> Figures:
        """Return the figures of the stakes by name: `{"boot": 10}`.

        They are the arguments of the game's message `stakes`: "Boot 10".
        """

    def stakes_of_hand(self, terms: Mapping[str, Any]) -> Figures:
        """Return the figures of one hand by its terms; none where they are those of the table."""

    def min_players(self, rules: Any) -> int:
        """Return how many ready players a hand needs, at least `min_seats`."""

    def max_players(self, rules: Any) -> int:
        """Return how many seats a table may have, at most `max_seats`."""

    def fixed_buy_in(self, rules: Any) -> int | None:
        """Return the chips with which everyone sits down, or None if they choose."""

    def wishes(self, rules: Any) -> frozenset[str]:
        """Return what players may wish for the next hand: `post` a missed blind, `straddle`."""

    def sit_and_go(self, rules: Any) -> SitAndGoRules | None:
        """Return the format of a sit and go under these rules, or None at tables for chips."""

    def scores(self, rules: Any) -> bool:
        """Return whether stacks are a running score: possibly negative and worth no chips."""

    def hides_stacks(self, rules: Any) -> bool:
        """Return whether only a seat's own player is told how many chips it has left.

        Views then have null for the stacks that `Viewer.sees_stack` denies, and their result has
        no chips of these seats.
        """

    def plays_on(self, rules: Any) -> bool:
        """Return whether a hand continues after its player left, because it cannot be folded."""

    def leaves_at_once(self, rules: Any) -> bool:
        """Return whether `leave` is an action out of turn; otherwise the seat plays on."""

    def restart_by(self, rules: Any) -> str:
        """Return who starts the next hand: `auto`, `winner` or `anyone`."""

    def next_hand(
        self, rules: Any, taken: tuple[SeatSnapshot, ...], past: TableHistory
    ) -> NextHand | None:
        """Return the next hand among the taken seats (ascending), or None if none can be dealt."""

    def without(self, line: NextHand, absent: frozenset[int]) -> NextHand | None:
        """Return the next hand without seats that left when their cards were fixed.

        The button stays, and no other card moves. None if too few are left.
        """

    def deal(self, opening: Opening) -> Step:
        """Post antes and blinds and deal the cards; raises `ValueError` for an invalid opening."""

    def legal(self, state: Any, seat: int) -> tuple[Legal, ...]:
        """Return exactly the actions that `apply` accepts from this seat now."""

    def apply(self, state: Any, action: Action) -> Step:
        """Return the next state; the only way to change one. Raises `IllegalAction`."""

    def turn(self, state: Any) -> int | None:
        """Return the seat that must act, or None when the hand is over."""

    def stake(self, state: Any, seat: int) -> Stake:
        """Return the stake of a seat in the hand; `own` is 0 while leaving costs nothing."""

    def turn_seconds(self, state: Any) -> int | None:
        """Return the most that this turn may take without a time bank; None for the turn clock."""

    def timeout(self, state: Any, seat: int) -> Action:
        """Return the action at the end of the turn clock for the seat whose turn it is."""

    def view(self, state: Any, viewer: Viewer) -> dict[str, Any]:
        """Return what this viewer may see as JSON values, built up from nothing."""

    def ask(self, state: Any, seat: int, cards: tuple[int, ...]) -> dict[str, Any]:
        """Describe a selection of a seat's own cards: `{"category", "readings", "code"}`.

        `code`, and `limits` where there are any, say why it cannot be played now. The answer is
        empty for a game without selections.
        """

    def result(self, state: Any) -> Result | None:
        """Return how the hand ended, or None while it is in progress."""

    def dealt(self, state: Any) -> int:
        """Return how many cards, from the top of the deck, the hand has used so far.

        The order of the other cards can be deleted: no view, event or result depends on it.
        """

    def read(self, words: list[str], view: Mapping[str, Any], rules: Any) -> Typed | None:
        """Return the action in a typed line (lower-case words) of a view's seat, or None."""

    def state_to_json(self, state: Any) -> dict[str, Any]:
        """Return the whole state with all cards, for records and tests; viewers never get it."""

    def state_from_json(self, data: Mapping[str, Any]) -> Any:
        """Return the state that `state_to_json` wrote."""
