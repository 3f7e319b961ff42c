"""The contract between the platform and every game.

A hand is its opening plus its actions; a game is one object that deals an opening, says what is
legal, applies one action at a time and builds views. Everything here is a frozen value of ints,
strings and tuples. No clock, no chance, no input or output.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from games.engines.core import rules as rule_sets
from games.engines.core.cards import text_of
from games.engines.core.errors import RulesError
from games.engines.core.results import Pot, Result, Shown
from games.engines.core.rules import Option, Rules

__all__ = [
    "EVERYONE",
    "OPEN",
    "RAIL",
    "Action",
    "ContestRules",
    "Event",
    "Game",
    "Legal",
    "LineUp",
    "Opening",
    "Option",
    "Past",
    "Pot",
    "Result",
    "Rules",
    "RulesError",
    "Shown",
    "Stake",
    "Step",
    "Taken",
    "Typed",
    "Viewer",
]

EVERYONE = (-1,)
"""The audience of what all may know."""


@dataclass(frozen=True, slots=True)
class Opening:
    """All that a hand starts from; seats ascend, `stacks` in the same order, `deck[0]` first.

    `terms` is what the game settled for this hand alone (blinds, posts), as JSON values; a game
    deals an opening without terms in its plainest way.
    """

    game: str
    rules: Rules
    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    button: int
    deck: tuple[int, ...]
    terms: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The opening with its deck: never for viewers."""
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
class Taken:
    """A taken seat between two hands: its chips, and whether its person wants to be dealt in.

    `owes` is what the game noted when the seat was passed over (a missed blind); `wishes` names
    what its person chose (`post`, `straddle`).
    """

    seat: int
    stack: int
    ready: bool = True
    owes: str = ""
    wishes: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Past:
    """What a table remembers: the last dealer, winners and terms, and how long it has played.

    `winners` as the last result names them, `ended_by` too. `chance` is a number that the
    platform drew, for games that leave something about the next hand to it.
    """

    button: int | None = None
    winners: tuple[int, ...] = ()
    ended_by: str = ""
    terms: Mapping[str, Any] = field(default_factory=dict)
    hands: int = 0
    minutes: int = 0
    chance: int = 0


@dataclass(frozen=True, slots=True)
class ContestRules:
    """What a sit and go is played under: everybody begins with `points`, the last one wins."""

    points: int
    winner_takes_all: bool = False
    leaver_forfeits: bool = False
    fill_with_bots: bool = False


@dataclass(frozen=True, slots=True)
class LineUp:
    """The next hand before its deck: who is dealt in, who deals, on which terms.

    `owes` names, for every taken seat, what it owes from now on.
    """

    seats: tuple[int, ...]
    button: int
    terms: Mapping[str, Any]
    owes: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat does. `leave` is the platform's: the seat goes away in the middle of a hand.

    `reading` names what `cards` are meant as, where a set of cards can be read in several ways.
    """

    seat: int
    kind: str
    amount: int | None = None
    cards: tuple[int, ...] = ()
    reading: str = ""

    def to_json(self) -> dict[str, Any]:
        """As records keep it."""
        return {
            "seat": self.seat,
            "kind": self.kind,
            "amount": self.amount,
            "cards": list(self.cards),
            "reading": self.reading,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Action":
        """The action of a record."""
        return cls(
            data["seat"],
            data["kind"],
            data.get("amount"),
            tuple(data.get("cards", ())),
            data.get("reading", ""),
        )


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: a seat, the rail (no seat), or somebody who may see all cards."""

    seat: int | None = None
    all_cards: bool = False


RAIL = Viewer()
OPEN = Viewer(all_cards=True)


class Event(NamedTuple):
    """Something that happened, for those in `audience`; private unless it names `EVERYONE`."""

    kind: str
    audience: tuple[int, ...] = ()
    data: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, kind: str, audience: tuple[int, ...] = (), **data: Any) -> "Event":
        """An event with its values by name."""
        return cls(kind, audience, tuple(data.items()))

    def visible_to(self, viewer: Viewer) -> bool:
        """Whether this viewer may know of it."""
        return (
            self.audience == EVERYONE
            or viewer.all_cards
            or (viewer.seat is not None and viewer.seat in self.audience)
        )

    def to_json(self) -> dict[str, Any]:
        """As it is sent; the audience is not part of it."""
        return {"kind": self.kind, **dict(self.data)}


class Legal(NamedTuple):
    """One thing a seat may do now: with a range (`min`..`max` by `step`), a price, or neither.

    `over`: more than `max` is taken as `max`. `cards`: one choice of the cards, others of the
    same ranks are as good.
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
        """Without what does not apply."""
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
            data |= {"cards": [text_of(card) for card in self.cards], "reading": self.reading}
        return data


class Typed(NamedTuple):
    """An action as somebody typed it."""

    kind: str
    amount: int | None = None


class Stake(NamedTuple):
    """What a seat has in a hand.

    `own`: chips put in, or to lose where nothing is put in; `pot`: chips that are played for.
    """

    own: int
    pot: int


class Step(NamedTuple):
    """A new state and what happened on the way to it."""

    state: Any
    events: tuple[Event, ...]


class Game(Protocol):
    """One game. All methods are pure; a state is only ever made by `deal` and `apply`."""

    key: str
    name: str
    min_seats: int
    max_seats: int
    deck_size: int
    Rules: type[rule_sets.Rules]
    presets: Mapping[str, rule_sets.Rules]
    action_kinds: frozenset[str]

    def rules_from_json(self, data: Mapping[str, Any]) -> rule_sets.Rules:
        """The rules of a JSON object; raises `RulesError`. Equal data gives the same object."""

    def entry_price(self, rules: Any) -> int:
        """Chips a seat needs to be dealt in."""

    def unit(self, rules: Any) -> int:
        """The stake that buy-ins are measured in: the boot, the big blind."""

    def stakes(self, rules: Any) -> str:
        """The stakes in a word or two, for lists: `Boot 10`, `Blinds 5/10`."""

    def contest(self, rules: Any) -> ContestRules | None:
        """How a sit and go under these rules is played; None where chips are played for."""

    def scores(self, rules: Any) -> bool:
        """Whether stacks are a running score, which may be negative and is worth no chips."""

    def plays_on(self, rules: Any) -> bool:
        """Whether a hand goes on for a seat without its person, because it cannot be folded."""

    def restart_by(self, rules: Any) -> str:
        """Who starts the next hand: `auto`, `winner` or `anyone`."""

    def line_up(self, rules: Any, taken: tuple[Taken, ...], past: Past) -> LineUp | None:
        """The next hand among the taken seats (ascending); None while it cannot be dealt."""

    def deal(self, opening: Opening) -> Step:
        """Antes, blinds and cards; raises `ValueError` for an opening that is none."""

    def legal(self, state: Any, seat: int) -> tuple[Legal, ...]:
        """Exactly what `apply` accepts from this seat now."""

    def apply(self, state: Any, action: Action) -> Step:
        """The only way a state changes; raises `IllegalAction` and then has changed nothing."""

    def turn(self, state: Any) -> int | None:
        """The seat that must act, None when the hand is over."""

    def stake(self, state: Any, seat: int) -> Stake:
        """What a seat of the hand has at stake now; `own` is 0 while it can leave for nothing."""

    def timeout(self, state: Any, seat: int) -> Action:
        """What the clock does for the seat whose turn it is."""

    def view(self, state: Any, viewer: Viewer) -> dict[str, Any]:
        """What this viewer may see, built from nothing, as JSON values."""

    def ask(self, state: Any, seat: int, cards: tuple[int, ...]) -> dict[str, Any]:
        """What a selection of a seat's own cards is: `{"name", "readings", "code", "text"}`.

        `code` and `text` say why it may not be played now; empty for a game without selections.
        """

    def result(self, state: Any) -> Result | None:
        """How the hand ended, None while it is on."""

    def dealt(self, state: Any) -> int:
        """How many cards the hand has used so far: they are the first ones of the deck.

        The order of the others can be forgotten without changing anything that is ever told.
        """

    def say(self, event: Mapping[str, Any], names: Mapping[int, str]) -> str:
        """An event (as JSON) in a sentence, empty for one that needs none; `names` by seat."""

    def read(self, words: list[str], view: Mapping[str, Any], rules: Any) -> Typed | None:
        """The action of a typed line (lower-case words) in the seat of a view; None for none."""

    def state_to_json(self, state: Any) -> dict[str, Any]:
        """The whole state, cards and all, for records and tests: never for viewers."""

    def state_from_json(self, data: Mapping[str, Any]) -> Any:
        """The state of `state_to_json`."""
