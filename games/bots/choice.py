"""What a policy answers."""

from dataclasses import dataclass

LEVELS = ("easy", "medium", "hard")


@dataclass(frozen=True, slots=True)
class Choice:
    """One action; the seat is the one whose view was asked about."""

    kind: str
    amount: int | None = None
    cards: tuple[int, ...] = ()
    reading: str = ""
    """What the cards are meant as, where they can be read in several ways."""
