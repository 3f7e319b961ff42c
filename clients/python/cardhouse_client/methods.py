"""Questions that the client answers about a hand and a table, beside their fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardhouse_client import shapes


class HandNow:
    """Questions about a hand."""

    __slots__ = ()

    @property
    def over(self: shapes.HandNow) -> bool:  # type: ignore[misc]
        """Return whether the hand is settled; `view["result"]` then says how."""
        return bool(self.view["phase"] == "settled")

    @property
    def seat(self: shapes.HandNow) -> int | None:  # type: ignore[misc]
        """Return the client's own seat, None for a spectator."""
        own: int | None = self.view.get("you", {}).get("seat")
        return own

    @property
    def legal(self: shapes.HandNow) -> dict[str, dict[str, Any]]:  # type: ignore[misc]
        """Return the legal actions of the client by kind, each with its bounds or its price."""
        return {
            option["kind"]: dict(option) for option in self.view.get("you", {}).get("legal", [])
        }

    @property
    def my_turn(self: shapes.HandNow) -> bool:  # type: ignore[misc]
        """Return whether the hand waits for this client."""
        return self.seat is not None and self.view["turn"] == self.seat


class TableView:
    """Questions about a table."""

    __slots__ = ()

    @property
    def free(self: shapes.TableView) -> list[int]:  # type: ignore[misc]
        """Return the free seats."""
        taken = {seat.seat for seat in self.seats}
        return [number for number in range(self.max_seats) if number not in taken]

    def at(self: shapes.TableView, seat: int | None) -> shapes.SeatView | None:  # type: ignore[misc]
        """Return the seat with this number if it is taken."""
        return next((taken for taken in self.seats if taken.seat == seat), None)
