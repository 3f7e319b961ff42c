"""What games have in common: the plain answers of the contract, drafts, and states as JSON.

A state is a named tuple of ints, strings and tuples with at least `rules`, `seats`, `turn` (the
place to act, -1 at the end) and `result`. A draft is its working copy within one step.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from games.engines.core.contract import ContestRules, Event, Result, Rules


class Draft:
    """A state that is being changed; the events it tells are collected."""

    __slots__ = ("events",)

    events: list[Event]

    def tell(self, kind: str, audience: tuple[int, ...], **data: Any) -> None:
        """Note an event; `audience` in seat numbers."""
        self.events.append(Event(kind, audience, tuple(data.items())))


class BaseGame:
    """A game for chips without contests, whose hands follow each other and can be folded."""

    Rules: ClassVar[type[Rules]]
    state_type: ClassVar[Any]

    def rules_from_json(self, data: Mapping[str, Any]) -> Any:
        """The rules of a JSON object; equal data gives the same object."""
        return self.Rules.of(data)

    def contest(self, rules: Any) -> ContestRules | None:
        """None: chips are played for."""
        return None

    def scores(self, rules: Any) -> bool:
        """Whether stacks are a running score; here they are chips."""
        return False

    def plays_on(self, rules: Any) -> bool:
        """Whether a hand goes on without its person; here it is folded."""
        return False

    def restart_by(self, rules: Any) -> str:
        """One hand follows the other."""
        return "auto"

    def turn(self, state: Any) -> int | None:
        """The seat that must act, None when the hand is over."""
        return state.seats[state.turn] if state.turn >= 0 else None

    def result(self, state: Any) -> Result | None:
        """How the hand ended, None while it is on."""
        result: Result | None = state.result
        return result

    def ask(self, state: Any, seat: int, cards: tuple[int, ...]) -> dict[str, Any]:
        """No cards are selected in this game."""
        return {}

    def state_to_json(self, state: Any) -> dict[str, Any]:
        """Every field of a state as JSON values; cards as numbers."""
        data = {name: _plain(value) for name, value in state._asdict().items()}
        data["rules"] = state.rules.to_json()
        data["result"] = state.result.to_json() if state.result else None
        return data

    def state_from_json(self, data: Mapping[str, Any]) -> Any:
        """The state of `state_to_json`."""
        values = {name: _frozen(data[name]) for name in self.state_type._fields}
        values["rules"] = self.Rules.from_json(data["rules"])
        values["result"] = Result.from_json(data["result"]) if data["result"] else None
        return self.state_type(**values)


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(part) for part in value) if isinstance(value, list) else value
