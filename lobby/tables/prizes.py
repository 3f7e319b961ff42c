"""Prizes of sit and gos."""


def prizes(pool: int, players: int, *, winner_takes_all: bool = False) -> list[int]:
    """The prizes of the paid places, first place first; the winner gets the remainder."""
    if winner_takes_all or players <= 4:
        shares = [100]
    elif players <= 7:
        shares = [65, 35]
    else:
        shares = [50, 30, 20]
    paid = [pool * share // 100 for share in shares]
    paid[0] += pool - sum(paid)
    return paid
