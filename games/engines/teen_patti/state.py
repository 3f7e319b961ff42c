"""The state of a Teen Patti hand: one frozen value, and the draft a step is written on.

Inside, players are numbered 0..n-1 in the order of their seats ("places"); seat numbers appear
only in actions, events and views.
"""

from dataclasses import dataclass, fields
from typing import Any

from games.engines.core.contract import Event, Result
from games.engines.teen_patti.rules import TeenPattiRules

IN, FOLDED, COVERED = "in", "folded", "covered"
Last = tuple[str, int] | None


@dataclass(frozen=True, slots=True)
class State:
    """Everything about a hand at one moment; tuples have one value for each place."""

    rules: TeenPattiRules
    seats: tuple[int, ...]
    button: int
    first: int
    start: tuple[int, ...]
    hands: tuple[tuple[int, int, int], ...]
    stacks: tuple[int, ...]
    paid: tuple[int, ...]
    status: tuple[str, ...]
    seen: tuple[bool, ...]
    blind_bets: tuple[int, ...]
    last: tuple[Last, ...]
    level: tuple[int, ...]
    """For who covered: the newest frozen pot he is in; else -1."""
    stake: int
    pot: int
    frozen: tuple[int, ...]
    bettors: tuple[int, ...]
    """Places that bet, the latest last."""
    turn: int
    """Place to act, -1 when the hand is over. In a side show: who was asked."""
    asker: int
    """Place that asked for a side show, -1 when none is open."""
    requests: int
    known: tuple[tuple[int, int], ...]
    """Pairs of places that have seen each other's cards in a side show."""
    shown: tuple[int, ...]
    result: Result | None


class Draft:
    """A state that is being changed: lists for tuples, and the events so far."""

    __slots__ = (
        "asker", "bettors", "blind_bets", "button", "events", "first", "frozen", "hands", "known",
        "last", "level", "paid", "payer", "pot", "requests", "result", "rules", "seats", "seen",
        "shown", "stacks", "stake", "start", "status", "turn",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        self.rules = state.rules
        self.seats = state.seats
        self.button = state.button
        self.first = state.first
        self.start = state.start
        self.hands = state.hands
        self.stacks = list(state.stacks)
        self.paid = list(state.paid)
        self.status = list(state.status)
        self.seen = list(state.seen)
        self.blind_bets = list(state.blind_bets)
        self.last = list(state.last)
        self.level = list(state.level)
        self.stake = state.stake
        self.pot = state.pot
        self.frozen = list(state.frozen)
        self.bettors = state.bettors
        self.turn = state.turn
        self.asker = state.asker
        self.requests = state.requests
        self.known = state.known
        self.shown = state.shown
        self.result = state.result
        self.payer = -1
        self.events: list[Event] = []

    def tell(self, kind: str, audience: tuple[int, ...], **data: Any) -> None:
        """Note an event; `audience` in seat numbers."""
        self.events.append(Event(kind, audience, tuple(data.items())))

    def pay(self, place: int, amount: int) -> None:
        """Move chips from a stack to the pot."""
        self.stacks[place] -= amount
        self.paid[place] += amount
        self.pot += amount

    def able(self) -> list[int]:
        """Places that can still act."""
        return [place for place, status in enumerate(self.status) if status == IN]

    def live(self) -> list[int]:
        """Places that can still win."""
        return [place for place, status in enumerate(self.status) if status != FOLDED]

    def after(self, place: int) -> int:
        """The next place clockwise that can act."""
        count = len(self.seats)
        for step in range(1, count + 1):
            other = (place + step) % count
            if self.status[other] == IN:
                return other
        return -1

    def freeze(self) -> State:
        """The state as it is now."""
        return State(
            self.rules, self.seats, self.button, self.first, self.start, self.hands,
            tuple(self.stacks), tuple(self.paid), tuple(self.status), tuple(self.seen),
            tuple(self.blind_bets), tuple(self.last), tuple(self.level), self.stake, self.pot,
            tuple(self.frozen), self.bettors, self.turn, self.asker, self.requests, self.known,
            self.shown, self.result,
        )  # fmt: skip


def state_to_json(state: State) -> dict[str, Any]:
    """Every field as JSON values; cards as numbers."""
    data = {field.name: _plain(getattr(state, field.name)) for field in fields(State)}
    data["rules"] = state.rules.to_json()
    data["result"] = state.result.to_json() if state.result else None
    return data


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def state_from_json(data: dict[str, Any]) -> State:
    """The state of `state_to_json`."""
    values = {field.name: _frozen(data[field.name]) for field in fields(State)}
    values["rules"] = TeenPattiRules.from_json(data["rules"])
    values["result"] = Result.from_json(data["result"]) if data["result"] else None
    return State(**values)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(part) for part in value) if isinstance(value, list) else value
