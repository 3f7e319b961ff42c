"""How hands end: pots, shown cards, and the chips of every seat."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from games.engines.core.hand_values import HandValue

_PARTS = ("pots", "shown")


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot after the hand: `shares` are (seat, chips), `hand_value` the winners' if it was shown.

    Where hands were compared on a board, `board` is its number and `best` has the five cards that
    won it, for each winner: (seat, cards).
    """

    amount: int
    seats: tuple[int, ...]
    winners: tuple[int, ...]
    shares: tuple[tuple[int, int], ...]
    hand_value: HandValue | None = None
    board: int = 1
    best: tuple[tuple[int, tuple[str, ...]], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the pot as it is stored and sent; `board` and `best` only where they exist."""
        five = {"board": self.board, "best": [[seat, list(cards)] for seat, cards in self.best]}
        return {
            "amount": self.amount,
            "seats": list(self.seats),
            "winners": list(self.winners),
            "shares": [list(share) for share in self.shares],
            "hand_value": self.hand_value,
            **(five if self.best else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Pot":
        """Return the pot that `to_json` wrote."""
        return cls(
            data["amount"],
            tuple(data["seats"]),
            tuple(data["winners"]),
            _pairs(data["shares"]),
            data["hand_value"],
            data.get("board", 1),
            tuple((seat, tuple(cards)) for seat, cards in data.get("best", ())),
        )


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards that everyone saw at the end."""

    seat: int
    cards: tuple[str, ...]
    hand_value: HandValue | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended: `chips` are the stacks after it, by seat.

    `house` is what the house won from all seats, negative if it paid, and 0 in games without a
    house. `net` and `house` together sum to 0.
    """

    chips: tuple[tuple[int, int], ...]
    net: tuple[tuple[int, int], ...]
    pots: tuple[Pot, ...]
    shown: tuple[Shown, ...]
    ended_by: str
    house: int = 0

    def to_json(self, stacks_of: Collection[int] | None = None) -> dict[str, Any]:
        """Return the result as it is stored and sent; without `house` where that is 0.

        `stacks_of`: the seats whose chips are shown; all of them if it is None.
        """
        shown = [pair for pair in self.chips if stacks_of is None or pair[0] in stacks_of]
        return {
            **({"house": self.house} if self.house else {}),
            "ended_by": self.ended_by,
            "chips": [list(pair) for pair in shown],
            "net": [list(pair) for pair in self.net],
            "pots": [pot.to_json() for pot in self.pots],
            "shown": [
                {
                    "seat": shown.seat,
                    "cards": list(shown.cards),
                    "hand_value": shown.hand_value,
                }
                for shown in self.shown
            ],
        }

    def stored(self) -> dict[str, Any]:
        """Return the result as it is stored: without the values of hands, which the cards give."""
        data = self.to_json()
        for part in (*data["pots"], *data["shown"]):
            del part["hand_value"]
        return data

    def agrees_with(self, written: Any) -> bool:
        """Return whether a stored result, or that of a record, says the same.

        Those from before lack the winning cards, and name hands in words, which do not count.
        """
        ours = self.to_json()
        try:
            theirs = {**written, **{part: [dict(one) for one in written[part]] for part in _PARTS}}
            if not any("best" in pot for pot in theirs["pots"]):
                for pot in ours["pots"]:
                    pot.pop("best", None)
                    pot.pop("board", None)
            for part in _PARTS:
                for mine, other in zip(ours[part], theirs[part], strict=True):
                    other.pop("label", None)
                    other.setdefault("hand_value", mine["hand_value"])
        except (AttributeError, KeyError, TypeError, ValueError):
            return False
        return bool(ours == theirs)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Result":
        """Return the result that `to_json` wrote."""
        return cls(
            chips=_pairs(data["chips"]),
            net=_pairs(data["net"]),
            pots=tuple(Pot.from_json(pot) for pot in data["pots"]),
            shown=tuple(
                Shown(shown["seat"], tuple(shown["cards"]), shown["hand_value"])
                for shown in data["shown"]
            ),
            ended_by=data["ended_by"],
            house=data.get("house", 0),
        )


def _pairs(rows: list[list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((seat, chips) for seat, chips in rows)
