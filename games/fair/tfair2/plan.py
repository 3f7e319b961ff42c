"""Who is dealt in, in which order and to which places: fixed in the lock, before any cut is shown.

A place of the deal map is a seat, `"dealer"`, `"kitty"` or `"board"`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Place = int | str
BOARD_CARDS = 5


class PlanRefused(ValueError):
    """A plan by which this game cannot be dealt."""


@dataclass(frozen=True, slots=True)
class DealMap:
    """How one game is dealt: cards in the deck, seats, and the positions of each place in order.

    `drawn`: the button is drawn by the cuts among several seats. `turns`: cards may go round
    anticlockwise.
    """

    n: int
    seats: tuple[int, int]
    positions: Callable[[Sequence[Place]], dict[Place, list[int]]]
    first_is_button: bool = False
    drawn: bool = False
    turns: bool = False
    in_seat_order: bool = False


def _rounds(order: Sequence[Place], rounds: int) -> dict[Place, list[int]]:
    count = len(order)
    return {place: [r * count + i for r in range(rounds)] for i, place in enumerate(order)}


def _with_board(order: Sequence[Place]) -> dict[Place, list[int]]:
    first = 2 * len(order)
    return {**_rounds(order, 2), "board": list(range(first, first + BOARD_CARDS))}


def _one_by_one(dealt: int, n: int) -> Callable[[Sequence[Place]], dict[Place, list[int]]]:
    def positions(order: Sequence[Place]) -> dict[Place, list[int]]:
        count = len(order)
        hands = {place: list(range(i, dealt, count)) for i, place in enumerate(order)}
        return {**hands, "kitty": list(range(dealt, n))}

    return positions


MAPS: Mapping[str, DealMap] = {
    "teen_patti": DealMap(52, (2, 17), lambda order: _rounds(order, 3), turns=True),
    "dealer_teen_patti": DealMap(
        52, (1, 16), lambda order: _rounds([*order, "dealer"], 3), in_seat_order=True
    ),
    "holdem": DealMap(52, (2, 10), _with_board),
    "dou_dizhu": DealMap(54, (3, 3), _one_by_one(51, 54), first_is_button=True, drawn=True),
    "dou_dizhu_four": DealMap(108, (4, 4), _one_by_one(100, 108), first_is_button=True, drawn=True),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """What the lock fixes of the next hand; `buttons`: the seats among which the cuts choose."""

    game: str
    rules_hash: str
    seats: tuple[int, ...]
    buttons: tuple[int, ...]
    step: int = 1

    def __post_init__(self) -> None:
        """Raise `PlanRefused` if the game cannot be dealt so."""
        game = MAPS.get(self.game)
        if game is None:
            raise PlanRefused(f"{self.game} has no deal map")
        least, most = game.seats
        if not (_ascending(self.seats) and least <= len(self.seats) <= most):
            raise PlanRefused(f"{self.game} cannot be dealt to the seats {self.seats}")
        if self.step != 1 and not (self.step == -1 and game.turns):
            raise PlanRefused(f"{self.game} does not go round by {self.step}")
        if game.drawn:
            fits = bool(self.buttons) and _ascending(self.buttons)
            fits = fits and set(self.buttons) <= set(self.seats)
        elif game.in_seat_order:
            fits = self.buttons == self.seats[:1]
        else:
            fits = len(self.buttons) == 1
        if not fits:
            raise PlanRefused(f"{self.game} has no such button: {self.buttons}")

    def to_json(self) -> dict[str, Any]:
        """Return the plan as it is hashed and published."""
        return {
            "button": list(self.buttons),
            "game": self.game,
            "rules_hash": self.rules_hash,
            "seats": list(self.seats),
            "step": self.step,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Plan":
        """Return the plan that `to_json` wrote; raises `PlanRefused`."""
        seats, buttons = tuple(data["seats"]), tuple(data["button"])
        return cls(data["game"], data["rules_hash"], seats, buttons, data["step"])

    @property
    def least_seats(self) -> int:
        """Return the least number of seats with which the game can be dealt."""
        return MAPS[self.game].seats[0]

    def order(self, button: int) -> tuple[int, ...]:
        """Return the seats in the order in which they are dealt to, from a button on."""
        game, seats = MAPS[self.game], self.seats
        if game.in_seat_order:
            return seats
        if game.first_is_button:
            beyond = [seat >= button for seat in seats]
        else:
            beyond = [(seat - button) * self.step > 0 for seat in seats]
        near = [seat for seat, is_beyond in zip(seats, beyond, strict=True) if is_beyond]
        far = [seat for seat, is_beyond in zip(seats, beyond, strict=True) if not is_beyond]
        return (*near[:: self.step], *far[:: self.step])

    def places(self, button: int) -> dict[Place, list[int]]:
        """Return the positions of each place, ascending; of the board by the cards' index."""
        return MAPS[self.game].positions(self.order(button))

    def second_board(self, common: int) -> list[int]:
        """Return the positions of hold'em's second board, `common` cards of which are the first's.

        They lie behind the first board.
        """
        first = 2 * len(self.seats)
        own = range(first + BOARD_CARDS, first + 2 * BOARD_CARDS - common)
        return [*range(first, first + common), *own]

    def deck_order(self, button: int, absent: Sequence[int], n: int) -> tuple[int, ...]:
        """Return the positions in the order of the game's deck: those of absent seats at the end.

        So the engine deals the others as if the absent had never been there.
        """
        places = self.places(button)
        gone = {p for seat in absent for p in places[seat]}
        return (*(p for p in range(n) if p not in gone), *sorted(gone))


def _ascending(seats: Sequence[int]) -> bool:
    return all(one < other for one, other in pairwise(seats))
