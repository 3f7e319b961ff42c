"""Chips that flow between two players of a hand."""


def flow(mine: int, other: int, lost: int) -> int:
    """Return the chips the first won from the second: the winner's share of the loser's loss."""
    if mine * other >= 0 or not lost:
        return 0
    chips = (2 * abs(mine * other) + lost) // (2 * lost)
    return chips if mine > 0 else -chips
