"""The clocks of a duel: a bot's runs while at least one hand waits for it. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

CLOCK_MS = 15 * 60_000
"""What each bot has for a duel."""


class Clock(NamedTuple):
    """The milliseconds left, and when none are left if it runs on (Unix milliseconds), or None."""

    left_ms: int = CLOCK_MS
    ends_at_ms: int | None = None

    def left_at(self, now_ms: int) -> int:
        """Return the milliseconds left at this time, 0 at least."""
        return self.left_ms if self.ends_at_ms is None else max(0, self.ends_at_ms - now_ms)

    def after(self, *, waits: bool, now_ms: int) -> "Clock":
        """Return the clock from this time on: running if a hand waits for its bot, else stopped."""
        left = self.left_at(now_ms)
        return Clock(left, now_ms + left if waits else None)


def outcome_of(clocks: Sequence[Clock], now_ms: int, mover: int | None = None) -> str | None:
    """Return how a duel ends by its clocks for the first bot; None if it goes on.

    A bot without time loses to a rival who has no move to make or makes one (`mover`). If the
    rival's clock runs out too, neither came back and the duel is void.
    """
    is_out = [clock.left_at(now_ms) == 0 for clock in clocks]
    if all(is_out):
        return "void"
    if not any(is_out):
        return None
    loser = is_out.index(True)
    if clocks[1 - loser].ends_at_ms is None or mover == 1 - loser:
        return ("lost", "won")[loser]
    return None
