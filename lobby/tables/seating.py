"""Seats between two hands: what they lack to be dealt in, and who may start the next one."""

from collections.abc import Collection, Iterable


def chips_missing(price: int, stack: int, pending: int) -> int:
    """The chips that a seat must add to be dealt in at a price (0: none); 0 if it has enough.

    `pending` was added during the hand; it counts, because the stack has it before the next deal.
    """
    return max(0, price - stack - pending) if price else 0


def starters(by: str, winners: Collection[int], present: Iterable[int]) -> list[int]:
    """The seats whose players may start the next hand, if it does not start by itself.

    `by` is the game's `restart_by`, `winners` won the last hand, `present` are the seats of people
    who are ready. Empty if it starts by itself, before the first hand, after a deal that nobody bid
    on, and when no winner is present.
    """
    if by == "auto" or not winners:
        return []
    return [seat for seat in present if by == "anyone" or seat in winners]
