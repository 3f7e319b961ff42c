"""Questions that the client answers about a hand and a table, beside their fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar


class _Seat(Protocol):
    @property
    def seat(self) -> int: ...


S = TypeVar("S", bound=_Seat)


class HandNow:
    """Questions about a hand."""

    __slots__ = ()
    view: Any

    @property
    def over(self) -> bool:
        """Return whether the hand is settled; `view["result"]` then says how."""
        return bool(self.view["phase"] == "settled")

    @property
    def seat(self) -> int | None:
        """Return the client's own seat, None for a spectator."""
        own: int | None = self.view.get("you", {}).get("seat")
        return own

    @property
    def legal(self) -> dict[str, dict[str, Any]]:
        """Return the legal actions of the client by kind, each with its bounds or its price."""
        return {
            option["kind"]: dict(option) for option in self.view.get("you", {}).get("legal", [])
        }

    @property
    def my_turn(self) -> bool:
        """Return whether the hand waits for this client."""
        return self.seat is not None and bool(self.view["turn"] == self.seat)


class TableView(Generic[S]):
    """Questions about a table whose seats are of the type `S`."""

    __slots__ = ()
    seats: Sequence[S]
    max_seats: int

    @property
    def free(self) -> list[int]:
        """Return the free seats."""
        taken = {seat.seat for seat in self.seats}
        return [number for number in range(self.max_seats) if number not in taken]

    def at(self, seat: int | None) -> S | None:
        """Return the seat with this number if it is taken."""
        return next((taken for taken in self.seats if taken.seat == seat), None)
