"""The plan of the next hand: its seats, their order and places, fixed before cuts are shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from games.engines.core import registry
from games.engines.core.deal_map import BOARD_CARDS, DealMap, Place


class PlanRefused(ValueError):
    """A plan by which this game cannot be dealt."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The part of the next hand that the lock fixes; `buttons`: those among which cuts choose."""

    game: str
    rules_hash: str
    seats: tuple[int, ...]
    buttons: tuple[int, ...]
    step: int = 1

    def __post_init__(self) -> None:
        """Raise `PlanRefused` if the game cannot be dealt so."""
        if registry.find(self.game) is None:
            raise PlanRefused(f"there is no game {self.game}")
        game = self.deal_map
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
    def deal_map(self) -> DealMap:
        """Return how the game is dealt."""
        return registry.get(self.game).deal_map

    def order(self, button: int) -> tuple[int, ...]:
        """Return the seats in the order in which they are dealt to, from a button on."""
        game, seats = self.deal_map, self.seats
        if game.in_seat_order:
            return seats
        if game.from_button:
            beyond = [seat >= button for seat in seats]
        else:
            beyond = [(seat - button) * self.step > 0 for seat in seats]
        near = [seat for seat, is_beyond in zip(seats, beyond, strict=True) if is_beyond]
        far = [seat for seat, is_beyond in zip(seats, beyond, strict=True) if not is_beyond]
        return (*near[:: self.step], *far[:: self.step])

    def places(self, button: int) -> dict[Place, list[int]]:
        """Return the positions of each place, ascending; of the board by the cards' index."""
        return self.deal_map.positions(self.order(button))

    def second_board(self, common: int) -> list[int]:
        """Return the positions of a second board, `common` cards of which are the first's.

        They lie behind the first board.
        """
        first = 2 * len(self.seats)
        own = range(first + BOARD_CARDS, first + 2 * BOARD_CARDS - common)
        return [*range(first, first + common), *own]

    def deck_order(self, button: int, absent: Sequence[int], n: int) -> tuple[int, ...]:
        """Return the positions in the order of the game's deck: those of absent seats at the end.

        So the engine deals the others as if the absent had never been there.
        """
        if not absent:
            return tuple(range(n))
        places = self.places(button)
        gone = {p for seat in absent for p in places[seat]}
        return (*(p for p in range(n) if p not in gone), *sorted(gone))


def _ascending(seats: Sequence[int]) -> bool:
    return all(one < other for one, other in pairwise(seats))
