"""The answer of a policy."""

from dataclasses import dataclass

LEVELS = ("easy", "medium", "hard")


@dataclass(frozen=True, slots=True)
class Choice:
    """One action of the seat whose view the policy saw."""

    kind: str
    amount: int | None = None
    cards: tuple[int, ...] = ()
    reading: str = ""
    """The combination that the cards stand for, where several are possible."""
