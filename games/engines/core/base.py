"""Defaults of the game contract, the base class of drafts, and states as JSON.

A state is a named tuple of ints, strings and tuples with at least `rules`, `seats`, `turn` (the
index of the player to act, -1 at the end) and `result`. A draft is the mutable copy that one step
works on.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any, ClassVar, TypeVar

from games.engines.core.contract import (
    Action,
    Event,
    Figures,
    Manifest,
    NextHand,
    Opening,
    Result,
    Rules,
    SitAndGoRules,
    Stake,
    Step,
)
from games.engines.core.deal_map import DealMap
from games.engines.core.errors import IllegalAction

T = TypeVar("T")
FOLDED = "folded"
"""The status of a player who is out of the hand."""


def once_per_state(make: Callable[[Any], T]) -> Callable[[Any], T]:
    """Decorate a pure function of a state: it runs once for the views of one state, not for each.

    Only the value of the latest state is kept. It is a shared object, which callers must not
    change. States are compared by identity, because hashing one costs more than a view.
    """
    latest: tuple[Any, T] | None = None

    @wraps(make)
    def remembered(state: Any) -> T:
        nonlocal latest
        known = latest  # one read: another thread may replace it at any moment
        if known is None or known[0] is not state:
            latest = known = (state, make(state))
        return known[1]

    return remembered


class Draft:
    """The mutable copy of a state during one step, with the events of that step.

    A subclass has the fields of its state; those that it annotates as lists are tuples there.
    """

    __slots__ = ("events",)

    events: list[Event]
    status: list[str]

    def __init_subclass__(cls, state: Any) -> None:
        """Write the two copies out, as a named tuple does: a loop takes three times as long."""
        names = state._fields
        kinds: dict[str, Any] = cls.__annotations__
        lists = [name for name in names if getattr(kinds[name], "__origin__", None) is list]
        copied = [name if name in lists else f"self.{name}" for name in names]
        frozen = [f"tuple(self.{name})" if name in lists else f"self.{name}" for name in names]
        methods: dict[str, Any] = {"new": tuple.__new__, "state_type": state}
        exec(  # noqa: S102
            f"""
def __init__(self, state):
    {", ".join(copied)} = state
    {"; ".join(f"self.{name} = [*{name}]" for name in lists)}
    self.events = []
def freeze(self):
    return new(state_type, ({", ".join(frozen)}))
""",
            methods,
        )
        cls.__init__, cls.freeze = methods["__init__"], methods["freeze"]  # type: ignore[method-assign]

    def __init__(self, state: Any) -> None:
        """Copy a state."""

    def freeze(self) -> Any:
        """Return the draft as a state."""

    def step(self) -> Step:
        """Return the new state with the events that led to it."""
        return tuple.__new__(Step, (self.freeze(), tuple(self.events)))

    def live(self) -> list[int]:
        """Return the players who can still win, by their status."""
        return [player for player, status in enumerate(self.status) if status != FOLDED]

    def emit(self, kind: str, audience: tuple[int, ...], **data: Any) -> None:
        """Record an event for the seats in `audience`."""
        # `tuple.__new__` takes half the time of the class itself.
        self.events.append(tuple.__new__(Event, (kind, audience, data)))


class BaseGame:
    """A game for chips without sit and gos, whose hands can be folded.

    Options named `max_players`, `starting_chips` and `restart_by` mean the same in all games. A
    subclass has `why_not` and `act` for actions in turn, and `give_up` for those of `given_up`.
    """

    min_seats: int
    max_seats: int
    Rules: ClassVar[type[Rules]]
    state_type: ClassVar[Any]
    draft_type: ClassVar[type[Draft]]
    deal_map: DealMap
    given_up: ClassVar[frozenset[str]] = frozenset({"leave"})
    """The actions of the platform for a player who went away, or whose time is up."""
    manifest = Manifest()

    def rules_from_json(self, data: Mapping[str, Any]) -> Any:
        """Return the rules described by a JSON object; equal data gives the same object."""
        return self.Rules.of(data)

    def stakes_of_hand(self, terms: Mapping[str, Any]) -> Figures:
        """Return no figures: every hand has the stakes of its table."""
        return {}

    def min_players(self, rules: Any) -> int:
        """Return the smallest number of seats."""
        return self.min_seats

    def max_players(self, rules: Any) -> int:
        """Return how many may play at the table."""
        return min(self.max_seats, getattr(rules, "max_players", self.max_seats))

    def fixed_buy_in(self, rules: Any) -> int | None:
        """Return the chips with which everyone starts; None where players choose their buy-in."""
        chips: int | None = getattr(rules, "starting_chips", None)
        return chips

    def wishes(self, rules: Any) -> frozenset[str]:
        """Return nothing: there are no blinds."""
        return frozenset()

    def sit_and_go(self, rules: Any) -> SitAndGoRules | None:
        """Return None: the game is played for chips."""
        return None

    def scores(self, rules: Any) -> bool:
        """Return whether stacks are a running score; here they are chips."""
        return False

    def hides_stacks(self, rules: Any) -> bool:
        """Return whether stacks are hidden from other players; here everybody sees them."""
        return False

    def plays_on(self, rules: Any) -> bool:
        """Return whether a hand continues after its player left; here it is folded."""
        return False

    def leaves_at_once(self, rules: Any) -> bool:
        """Return whether `leave` is an action out of turn: it is, where hands can be folded."""
        return not self.plays_on(rules)

    def restart_by(self, rules: Any) -> str:
        """Return who starts the next hand; it starts automatically where no option says."""
        return str(getattr(rules, "restart_by", "auto"))

    def without(self, line: NextHand, absent: frozenset[int]) -> NextHand | None:
        """Return the next hand without some seats; None below the least number of seats."""
        seats = tuple(seat for seat in line.seats if seat not in absent)
        return replace(line, seats=seats) if len(seats) >= self.min_seats else None

    def check_opening(self, opening: Opening, price: int, cards: int) -> None:
        """Raise `ValueError` without ascending seats, `price` chips each and `cards` cards."""
        seats, stacks, (least, most) = opening.seats, opening.stacks, self.deal_map.seats
        if not least <= len(seats) == len(stacks) <= most or list(seats) != sorted(set(seats)):
            raise ValueError("not an opening: seats")
        if min(stacks) < price:
            raise ValueError("not an opening: chips")
        if len(set(opening.deck[:cards])) < cards:
            raise ValueError("not an opening: cards")

    def apply(self, state: Any, action: Action) -> Step:
        """Return the state after an action; raises `IllegalAction` and changes nothing."""
        if state.result is not None:
            raise IllegalAction("NO_HAND_IN_PROGRESS")
        try:
            player = state.seats.index(action.seat)
        except ValueError:
            raise IllegalAction("NOT_IN_HAND") from None
        if action.kind in self.given_up:
            if action.kind == "timeout" and player != state.turn:
                raise IllegalAction("NOT_YOUR_TURN")
            write = self.give_up
        else:
            no = self.why_not(state, player, action)
            if no is not None:
                raise no.quoting(state.rules)
            write = self.act
        draft = self.draft_type(state)
        write(draft, player, state, action)
        return draft.step()

    @staticmethod
    def why_not(state: Any, player: int, action: Action) -> IllegalAction | None:
        """Return why a player of a hand in progress may not do this, in the order of the checks."""
        raise NotImplementedError

    def act(self, draft: Any, player: int, state: Any, action: Action) -> None:
        """Write a legal action of a player on the draft of a state."""
        raise NotImplementedError

    def give_up(self, draft: Any, player: int, state: Any, action: Action) -> None:
        """Act for a player who left, even out of turn, or whose time is up."""
        raise NotImplementedError

    def stake(self, state: Any, seat: int) -> Stake:
        """Return what the seat and all seats have paid."""
        return Stake(state.paid[state.seats.index(seat)], sum(state.paid))

    def turn(self, state: Any) -> int | None:
        """Return the seat that must act, or None when the hand is over."""
        return state.seats[state.turn] if state.turn >= 0 else None

    def turn_seconds(self, state: Any) -> int | None:
        """Return None: every turn has the table's turn clock."""
        return None

    def result(self, state: Any) -> Result | None:
        """Return how the hand ended, or None while it is in progress."""
        result: Result | None = state.result
        return result

    def ask(self, state: Any, seat: int, cards: tuple[int, ...]) -> dict[str, Any]:
        """Return an empty answer: players select no cards in this game."""
        return {}

    def state_to_json(self, state: Any) -> dict[str, Any]:
        """Return every field of a state as JSON values; cards are numbers."""
        data = {name: _plain(value) for name, value in state._asdict().items()}
        data["rules"] = state.rules.to_json()
        data["result"] = state.result.to_json() if state.result else None
        return data

    def state_from_json(self, data: Mapping[str, Any]) -> Any:
        """Return the state that `state_to_json` wrote."""
        values = {name: _frozen(data[name]) for name in self.state_type._fields}
        values["rules"] = self.Rules.from_json(data["rules"])
        values["result"] = Result.from_json(data["result"]) if data["result"] else None
        return self.state_type(**values)


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(part) for part in value) if isinstance(value, list) else value
