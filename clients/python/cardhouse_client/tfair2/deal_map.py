"""The deal map: which position of the deal goes to which place of the table.

A place is a seat, `"dealer"`, `"kitty"`, or `"board"`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardhouse_client.fair import need
from cardhouse_client.tfair2.forms import ascending, exactly, field, hex_bytes, seats_of, whole

Place = int | str
BOARD_CARDS = 5
CARDS_IN = {
    "teen_patti": 52,
    "dealer_teen_patti": 52,
    "holdem": 52,
    "dou_dizhu": 54,
    "dou_dizhu_four": 108,
}
"""The number of cards in each game's deck."""
SEATS_IN = {
    "teen_patti": (2, 17),
    "holdem": (2, 10),
    "dealer_teen_patti": (1, 16),
    "dou_dizhu": (3, 3),
    "dou_dizhu_four": (4, 4),
}
"""The least and the most seats that each game deals to."""
_PLAN = frozenset({"button", "game", "rules_hash", "seats", "step"})


@dataclass(frozen=True)
class Plan:
    """The seats that are dealt in, fixed before any cut is shown; the cuts choose a button."""

    game: str
    seats: tuple[int, ...]
    buttons: tuple[int, ...]
    step: int
    rules_hash: str


def read_plan(value: Any) -> Plan:
    """Return a plan after checking its form and that its game can be dealt so; see `NotFair`."""
    exactly(value, _PLAN, "the plan")
    game, seats = field(value, "game"), seats_of(value, "seats")
    buttons, step = seats_of(value, "button"), whole(field(value, "step"), "step", -1, 1)
    hex_bytes(field(value, "rules_hash"), 32, "rules_hash")
    need(isinstance(game, str) and game in CARDS_IN, "plan", "there is no such game")
    least, most = SEATS_IN[game]
    need(ascending(seats) and least <= len(seats) <= most, "plan", "its seats cannot be dealt to")
    allowed = (1, -1) if game == "teen_patti" else (1,)
    need(step in allowed, "plan", "the cards of this game do not go round that way")
    need(_buttons_hold(game, seats, buttons), "plan", "its button cannot be that of this game")
    return Plan(game, tuple(seats), tuple(buttons), step, value["rules_hash"])


def _buttons_hold(game: str, seats: Sequence[int], buttons: Sequence[int]) -> bool:
    if game.startswith("dou_dizhu"):
        return bool(buttons) and ascending(buttons) and set(buttons) <= set(seats)
    if game == "dealer_teen_patti":
        return list(buttons) == [seats[0]]
    return len(buttons) == 1


def players_in_order(plan: Plan, button: int) -> list[int]:
    """Return the seats in the order in which they are dealt to."""
    seats = list(plan.seats)
    if plan.game == "dealer_teen_patti":
        return seats
    if plan.game.startswith("dou_dizhu"):
        first = seats.index(button)
    elif plan.step == 1:
        first = next((at for at, seat in enumerate(seats) if seat > button), 0)
    else:
        first = next((at for at in range(len(seats) - 1, -1, -1) if seats[at] < button), -1)
        first %= len(seats)
    return [seats[(first + plan.step * i) % len(seats)] for i in range(len(seats))]


def positions(plan: Plan, button: int) -> dict[Place, list[int]]:
    """Return the positions of each place, ascending; `board` by the index of the board card."""
    order = players_in_order(plan, button)
    return _DEALT[plan.game](order)


def second_board(plan: Plan, common: int) -> list[int]:
    """Return the positions of the second board when `common` cards were out before it."""
    first = 2 * len(plan.seats)
    own = [first + BOARD_CARDS + i for i in range(BOARD_CARDS - common)]
    return [first + i for i in range(common)] + own


def _rounds(order: Sequence[Place], rounds: int) -> dict[Place, list[int]]:
    count = len(order)
    return {place: [r * count + i for r in range(rounds)] for i, place in enumerate(order)}


def _holdem(order: Sequence[Place]) -> dict[Place, list[int]]:
    first = 2 * len(order)
    return {**_rounds(order, 2), "board": list(range(first, first + BOARD_CARDS))}


def _one_by_one(dealt: int, n: int) -> Callable[[Sequence[Place]], dict[Place, list[int]]]:
    def split(order: Sequence[Place]) -> dict[Place, list[int]]:
        hands = {place: list(range(i, dealt, len(order))) for i, place in enumerate(order)}
        return {**hands, "kitty": list(range(dealt, n))}

    return split


_DEALT: Mapping[str, Callable[[Sequence[Place]], dict[Place, list[int]]]] = {
    "teen_patti": lambda order: _rounds(order, 3),
    "dealer_teen_patti": lambda order: _rounds([*order, "dealer"], 3),
    "holdem": _holdem,
    "dou_dizhu": _one_by_one(51, 54),
    "dou_dizhu_four": _one_by_one(100, 108),
}
