"""The levels of bots, and the answer of a policy."""

from dataclasses import dataclass

LEVELS = ("easy", "medium", "hard", "expert")
"""From the weakest to the strongest; each beats the one before."""
STRONG_LEVELS = frozenset(("hard", "expert"))
"""The levels that newcomers are kept from and that may think long."""


def lower_level(level: str, steps: int) -> str:
    """Return the level this many steps below, but not below medium; it thinks for less time."""
    at = LEVELS.index(level)
    return LEVELS[max(at - steps, min(at, LEVELS.index("medium")))]


@dataclass(frozen=True, slots=True)
class Choice:
    """One action of the seat whose view the policy saw."""

    kind: str
    amount: int | None = None
    cards: tuple[int, ...] = ()
    reading: str = ""
    """The combination that the cards stand for, where several are possible."""
