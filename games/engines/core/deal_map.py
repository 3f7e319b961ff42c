"""How a game is dealt: which position of the deal goes to which place of the table.

A place is a seat, `"dealer"`, `"kitty"` or `"board"`. The map is part of the dealing scheme
(docs/fair-dealing.md): checkers outside the platform have the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Place = int | str
BOARD_CARDS = 5


@dataclass(frozen=True, slots=True)
class DealMap:
    """How one game is dealt.

    `seats`: the least and the most that are dealt in. `positions`: those of each place, from the
    seats in the order in which they are dealt to. That order begins left of the button, or with it
    (`from_button`), or is that of the seats (`in_seat_order`). `drawn`: the button may be drawn
    among several seats. `turns`: cards may go round anticlockwise.
    """

    seats: tuple[int, int]
    positions: Callable[[Sequence[Place]], dict[Place, list[int]]]
    from_button: bool = False
    in_seat_order: bool = False
    drawn: bool = False
    turns: bool = False


def in_rounds(order: Sequence[Place], rounds: int) -> dict[Place, list[int]]:
    """Return the positions of cards that go round one at a time."""
    count = len(order)
    return {place: [r * count + i for r in range(rounds)] for i, place in enumerate(order)}


def with_board(order: Sequence[Place]) -> dict[Place, list[int]]:
    """Return the positions of two hole cards each, and of the board."""
    first = 2 * len(order)
    return {**in_rounds(order, 2), "board": list(range(first, first + BOARD_CARDS))}


def one_by_one(dealt: int, n: int) -> Callable[[Sequence[Place]], dict[Place, list[int]]]:
    """Return the map of a deck that is dealt out, but for a kitty of the last cards."""

    def positions(order: Sequence[Place]) -> dict[Place, list[int]]:
        count = len(order)
        hands = {place: list(range(i, dealt, count)) for i, place in enumerate(order)}
        return {**hands, "kitty": list(range(dealt, n))}

    return positions
