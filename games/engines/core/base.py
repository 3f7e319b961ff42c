"""Defaults of the game contract, the base class of drafts, and states as JSON.

A state is a named tuple of ints, strings and tuples with at least `rules`, `seats`, `turn` (the
index of the player to act, -1 at the end) and `result`. A draft is the mutable copy that one step
works on.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any, ClassVar, TypeVar

from games.engines.core.contract import Event, Manifest, NextHand, Result, Rules, SitAndGoRules

T = TypeVar("T")


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
    """The mutable copy of a state during one step, with the events of that step."""

    __slots__ = ("events",)

    events: list[Event]

    def emit(self, kind: str, audience: tuple[int, ...], **data: Any) -> None:
        """Record an event for the seats in `audience`."""
        # `tuple.__new__` takes half the time of the class itself.
        self.events.append(tuple.__new__(Event, (kind, audience, data)))


class BaseGame:
    """A game for chips without sit and gos, whose hands start automatically and can be folded."""

    min_seats: int
    max_seats: int
    Rules: ClassVar[type[Rules]]
    state_type: ClassVar[Any]
    manifest = Manifest()

    def rules_from_json(self, data: Mapping[str, Any]) -> Any:
        """Return the rules described by a JSON object; equal data gives the same object."""
        return self.Rules.of(data)

    def stakes_of_hand(self, terms: Mapping[str, Any]) -> str:
        """Return "": every hand has the stakes of its table."""
        return ""

    def min_players(self, rules: Any) -> int:
        """Return the smallest number of seats."""
        return self.min_seats

    def max_players(self, rules: Any) -> int:
        """Return the largest number of seats."""
        return self.max_seats

    def fixed_buy_in(self, rules: Any) -> int | None:
        """Return None: players choose their buy-in."""
        return None

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
        """Return who starts the next hand; here it starts automatically."""
        return "auto"

    def without(self, line: NextHand, absent: frozenset[int]) -> NextHand | None:
        """Return the next hand without some seats; None below the least number of seats."""
        seats = tuple(seat for seat in line.seats if seat not in absent)
        return replace(line, seats=seats) if len(seats) >= self.min_seats else None

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
